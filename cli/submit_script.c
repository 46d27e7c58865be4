/* What each batch system wants to be told. The scripts of jobs are read from standard input by sbatch and qsub. */
#include "submit_script.h"

#include <inttypes.h>
#include <string.h>

enum { WARNING = 300 /* seconds before the limit: time to put the store in place, and for most cells to end */ };

void submit_quote(const char *word, FILE *to)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
    if (*word && strspn(word, plain) == strlen(word)) {
        fputs(word, to);
        return;
    }
    fputc('\'', to);
    for (; *word; word++) {
        if (*word == '\'') fputs("'\\''", to);
        else fputc(*word, to);
    }
    fputc('\'', to);
}

static void head(const submission *s, FILE *to)
{
    fprintf(to, "#!/bin/sh\n# %s\nset -e\nfolder=", s->estimate);
    submit_quote(s->folder, to);
    fputs("\nassay=", to);
    submit_quote(s->program, to);
    fputs("\norder=$folder/log/order.$$  # the shard of each task, the dearest first\n"
          "export folder assay order\nmkdir -p \"$folder/shards\" \"$folder/log\"\n"
          "xargs -n 1 >\"$order\" <<'ORDER'\n",
          to);
    for (uint64_t k = 0; k < s->tasks; k++)
        fprintf(to, "%" PRIu64 "%c", s->order[k], k + 1 == s->tasks || k % 16 == 15 ? '\n' : ' ');
    fputs("ORDER\n", to);
}

/* `number`: how the shell comes by the shard's number. */
static void run_line(const submission *s, const char *before, const char *number, FILE *to)
{
    fprintf(to, "%s\"$assay\" run %s --shard \"%s/%" PRIu64 "\" --jobs %" PRIu64 " --db \"$folder/shards/%s.db\"",
            before, s->plan, number, s->tasks, s->cores, number);
}

static void merge_lines(const submission *s, FILE *to)
{
    fprintf(to,
            "\"$assay\" merge \"$folder/scores.db\" \"$folder/shards\"\n"
            "\"$assay\" status --db \"$folder/scores.db\" --shards %" PRIu64 "\n",
            s->tasks);
}

static void report_lines(FILE *to)
{
    fputs("\"$assay\" report --db \"$folder/scores.db\" --out \"$folder/report\"\n", to);
}

static void time_text(uint64_t seconds, char *to, size_t size)
{
    snprintf(to, size, "%" PRIu64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60), (int)(seconds % 60));
}

/* ---- Slurm ---- */

static void slurm_head(const submission *s, const char *part, uint64_t cores, FILE *to)
{
    char limit[32];
    time_text(s->seconds, limit, sizeof limit);
    fprintf(to, "#!/bin/sh\n#SBATCH --job-name=assay-%s-%s\n#SBATCH --cpus-per-task=%" PRIu64 "\n", s->name, part,
            cores);
    fprintf(to, "#SBATCH --mem=%" PRIu64 "M\n#SBATCH --time=%s\n#SBATCH --requeue\n#SBATCH --open-mode=append\n",
            s->megabytes, limit);
}

/* USR1 goes to the step, which puts its store in place and ends with 138: the task is then begun again. */
static void slurm(const submission *s, FILE *to)
{
    const uint64_t each = s->tasks < s->most_in_array ? s->tasks : s->most_in_array;
    head(s, to);
    fprintf(to,
            "export first\njobs=\nfor first in $(seq 0 %" PRIu64 " %" PRIu64 "); do\n"
            "last=$((%" PRIu64 " - first < %" PRIu64 " ? %" PRIu64 " - first : %" PRIu64 "))\n"
            "job=$(sbatch --parsable --array=1-$last --output=\"$folder/log/%%A_%%a.log\" <<'JOB'\n",
            each, s->tasks - 1, s->tasks, each, s->tasks, each);
    slurm_head(s, "run", s->cores, to);
    fprintf(to,
            "#SBATCH --signal=USR1@%d\nstatus=0\n"
            "shard=$(sed -n \"$((first + SLURM_ARRAY_TASK_ID))p\" \"$order\")\n",
            WARNING);
    fprintf(to, "srun --ntasks=1 --cpus-per-task=%" PRIu64 " ", s->cores);
    run_line(s, "", "$shard", to);
    fputs(" || status=$?\n"
          "[ $status -ne 138 ] || exec scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n"
          "exit $status\nJOB\n)\njobs=$jobs:${job%%;*}\ndone\n"
          "job=$(sbatch --parsable --dependency=afterany$jobs --output=\"$folder/log/merge.log\" <<'JOB'\n",
          to);
    slurm_head(s, "merge", 1, to);
    merge_lines(s, to);
    fputs("JOB\n)\nsbatch --parsable --dependency=afterok:${job%%;*} --output=\"$folder/log/report.log\" <<'JOB'\n",
          to);
    slurm_head(s, "report", 1, to);
    report_lines(to);
    fputs("JOB\n", to);
}

/* ---- PBS ---- */

static void pbs_head(const submission *s, const char *part, uint64_t cores, FILE *to)
{
    char limit[32];
    time_text(s->seconds, limit, sizeof limit);
    fprintf(to,
            "#!/bin/sh\n#PBS -N assay-%s\n#PBS -l select=1:ncpus=%" PRIu64 ":mem=%" PRIu64 "mb\n"
            "#PBS -l walltime=%s\n#PBS -r y\n#PBS -V\n#PBS -j oe\ncd \"$PBS_O_WORKDIR\"\n",
            part, cores, s->megabytes, limit);
}

static void pbs(const submission *s, FILE *to)
{
    head(s, to);
    fputs("job=$(qsub -o \"$folder/log/\"", to);
    if (s->tasks > 1) fprintf(to, " -J 1-%" PRIu64, s->tasks); /* an array has two tasks at least */
    fputs(" <<'JOB'\n", to);
    pbs_head(s, "run", s->cores, to);
    fprintf(to, "shard=$(sed -n \"%sp\" \"$order\")\n", s->tasks > 1 ? "${PBS_ARRAY_INDEX}" : "1");
    run_line(s, "exec ", "$shard", to);
    fputs("\nJOB\n)\njob=$(qsub -o \"$folder/log/\" -W depend=afterany:$job <<'JOB'\n", to);
    pbs_head(s, "merge", 1, to);
    merge_lines(s, to);
    fputs("JOB\n)\nqsub -o \"$folder/log/\" -W depend=afterok:$job <<'JOB'\n", to);
    pbs_head(s, "report", 1, to);
    report_lines(to);
    fputs("JOB\n", to);
}

/* ---- a shell ---- */

/* As many at a time as there are processors; a shard that fails leaves the others alone. */
static void shell(const submission *s, FILE *to)
{
    head(s, to);
    fputs("cat >\"$folder/log/shard.sh\" <<'JOB'\n", to);
    run_line(s, "exec ", "$1", to);
    fprintf(to,
            " >\"$folder/log/$1.log\" 2>&1\nJOB\nat_once=$(($(nproc) / %" PRIu64 "))\n"
            "xargs -P $((at_once > 0 ? at_once : 1)) -I SHARD sh \"$folder/log/shard.sh\" SHARD <\"$order\" ||\n"
            "    echo \"some shards did not end well; see $folder/log\" >&2\n",
            s->cores);
    merge_lines(s, to);
    report_lines(to);
}

void submit_script(const submission *s, int system, FILE *to)
{
    if (system == SUBMIT_SLURM) slurm(s, to);
    else if (system == SUBMIT_PBS) pbs(s, to);
    else shell(s, to);
}
