/* What each batch system needs. A job's script is one quoted word of the script that submits it, which pipes it to
 * sbatch or qsub: no name in it can end it. It takes nothing from the environment of who submits, which sites leave
 * out (SBATCH_EXPORT=NONE). */
#include "submit_script.h"

#include "launch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WARNING = 300 /* seconds before the limit: time to put the store in place, and for most cells to end */ };

void submit_quote(const char *word, FILE *to)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+:,./@%";
    if (*word && strspn(word, plain) == strlen(word)) fputs(word, to);
    else launch_quote(word, to);
}

static void assign(const char *name, const char *value, FILE *to)
{
    fprintf(to, "%s=", name);
    submit_quote(value, to);
    fputc('\n', to);
}

/* ---- lines of every system ---- */

static void head(const submission *s, FILE *to)
{
    fprintf(to, "#!/bin/sh\n# %s\nset -e\n", s->estimate);
    assign("folder", s->folder, to);
    fputs("mkdir -p \"$folder/shards\" \"$folder/log\"\n", to);
}

/* What programs need of the environment here, as it is now; TMPDIR only where a job has none of its own. */
static void setting(FILE *to)
{
    static const char *const passed[] = { "PATH", "HOME", "LD_LIBRARY_PATH", "PYTHONPATH", "ASSAY_PYTHON" };
    for (size_t k = 0; k < sizeof passed / sizeof *passed; k++) {
        const char *value = getenv(passed[k]);
        if (!value) continue;
        assign(passed[k], value, to);
        fprintf(to, "export %s\n", passed[k]);
    }
    const char *local = getenv("TMPDIR");
    if (!local || !*local) return;
    fputs("local=", to);
    submit_quote(local, to);
    fputs("\n[ -n \"$TMPDIR\" ] || [ ! -d \"$local\" ] || export TMPDIR=\"$local\"\n", to);
}

/* log: opened by the job itself; NULL: it is open. */
static void place(const submission *s, const char *log, FILE *to)
{
    fputs("cd ", to);
    submit_quote(s->from, to);
    fputs(" || exit\n", to);
    assign("folder", s->folder, to);
    assign("assay", s->program, to);
    if (log) fprintf(to, "exec >>\"$folder/log/%s\" 2>&1\n", log);
}

/* The shard of the task whose number, from 1, the shell has in `number`; tasks first+1 to first+n. */
static void shard_line(const submission *s, uint64_t first, uint64_t n, const char *number, FILE *to)
{
    fputs("set --", to);
    for (uint64_t k = 0; k < n; k++) fprintf(to, "%s%" PRIu64, k % 16 || !k ? " " : " \\\n", s->order[first + k]);
    fprintf(to, "  # the shard of each task, the most expensive first\nshift $((%s - 1))\n", number);
}

static void run_line(const submission *s, const char *before, FILE *to)
{
    fprintf(to, "%s\"$assay\" run --shard \"$1/%" PRIu64 "\" --jobs %" PRIu64 " --db \"$folder/shards/$1.db\" %s",
            before, s->tasks, s->task.cores, s->plan);
}

/* Fails where cells are missing, so that no report begins. */
static void merge_lines(const submission *s, FILE *to)
{
    fprintf(to,
            "\"$assay\" merge \"$folder/scores.db\" \"$folder/shards\" || exit\n"
            "\"$assay\" status --db \"$folder/scores.db\" --shards %" PRIu64 "%s || exit\n",
            s->tasks, s->partial ? "" : " --check");
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

static void slurm_head(const submission *s, const char *part, const job_size *size, FILE *to)
{
    char limit[32];
    time_text(size->seconds, limit, sizeof limit);
    fprintf(to, "#!/bin/sh\n#SBATCH --job-name=assay-%s-%s\n#SBATCH --cpus-per-task=%" PRIu64 "\n", s->name, part,
            size->cores);
    fprintf(to, "#SBATCH --mem=%" PRIu64 "M\n#SBATCH --time=%s\n#SBATCH --requeue\n#SBATCH --open-mode=append\n",
            size->megabytes, limit);
}

/* Slurm takes a log's path, and that of the folder which a job is submitted from, for a pattern: "%%" is "%" there, but
 * nothing is a backslash, and a job whose folder's name has one opens its log itself. */
static int opens_log(const submission *s) { return strchr(s->folder, '\\') != NULL; }

/* USR1 goes to the step, which puts its store in place and ends with 138: the task is then begun again. */
static void slurm_task(const submission *s, uint64_t first, uint64_t n, FILE *to)
{
    slurm_head(s, "run", &s->task, to);
    fprintf(to, "#SBATCH --signal=USR1@%d\n", WARNING);
    setting(to);
    place(s, opens_log(s) ? "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID.log" : NULL, to);
    shard_line(s, first, n, "SLURM_ARRAY_TASK_ID", to);
    fprintf(to, "status=0\nsrun --export=ALL --ntasks=1 --cpus-per-task=%" PRIu64 " ", s->task.cores);
    run_line(s, "", to);
    fputs(" || status=$?\n"
          "[ $status -ne 138 ] || exec scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n"
          "exit $status\n",
          to);
}

static void slurm_log(const submission *s, const char *name, FILE *to)
{
    char *path = NULL;
    size_t size;
    FILE *pattern = opens_log(s) ? NULL : open_memstream(&path, &size);
    for (const char *c = s->folder; pattern && *c; c++) fprintf(pattern, *c == '%' ? "%%%%" : "%c", *c);
    if (pattern) fprintf(pattern, "/log/%s", name);
    fputs(" --output=", to);
    submit_quote(pattern && fclose(pattern) == 0 ? path : "/dev/null", to);
    free(path);
}

static void slurm_call(const submission *s, int part, uint64_t n, FILE *to)
{
    static const char *const log[] = { "%A_%a.log", "merge.log", "report.log" };
    fputs(" | sbatch --parsable --export=NIL", to);
    if (part == 0) fprintf(to, " --array=1-%" PRIu64, n);
    if (part > 0) fprintf(to, " --dependency=%s$jobs --kill-on-invalid-dep=yes", part == 1 ? "afterany" : "afterok");
    slurm_log(s, log[part], to);
}

/* ---- PBS ---- */

static void pbs_head(const submission *s, const char *part, const job_size *size, FILE *to)
{
    char limit[32];
    time_text(size->seconds, limit, sizeof limit);
    (void)s;
    fprintf(to,
            "#!/bin/sh\n#PBS -N assay-%s\n#PBS -l select=1:ncpus=%" PRIu64 ":mem=%" PRIu64 "mb\n"
            "#PBS -l walltime=%s\n#PBS -r y\n#PBS -j oe\n",
            part, size->cores, size->megabytes, limit);
}

static void pbs_task(const submission *s, uint64_t first, uint64_t n, FILE *to)
{
    pbs_head(s, "run", &s->task, to);
    setting(to);
    place(s, NULL, to);
    shard_line(s, first, n, n > 1 ? "PBS_ARRAY_INDEX" : "1", to);
    run_line(s, "exec ", to);
    fputc('\n', to);
}

static void pbs_call(const submission *s, int part, uint64_t n, FILE *to)
{
    (void)s;
    fputs(" | qsub", to);
    if (part == 0 && n > 1) fprintf(to, " -J 1-%" PRIu64, n); /* an array has two tasks at least */
    if (part > 0) fprintf(to, " -W depend=%s$jobs", part == 1 ? "afterany" : "afterok");
}

/* ---- jobs of either ---- */

typedef struct batch {
    void (*head)(const submission *s, const char *part, const job_size *size, FILE *to);
    void (*task)(const submission *s, uint64_t first, uint64_t n, FILE *to);
    void (*call)(const submission *s, int part, uint64_t n, FILE *to); /* 0 the array, 1 the merge, 2 the report */
    int (*opens_log)(const submission *s); /* NULL: the system does */
    const char *from;                      /* where jobs are submitted */
} batch;

static void job_text(const submission *s, const batch *of, int part, uint64_t first, uint64_t n, FILE *to)
{
    if (part == 0) {
        of->task(s, first, n, to);
        return;
    }
    of->head(s, part == 1 ? "merge" : "report", part == 1 ? &s->merge : &s->report, to);
    setting(to);
    place(s, of->opens_log && of->opens_log(s) ? (part == 1 ? "merge.log" : "report.log") : NULL, to);
    if (part == 1) merge_lines(s, to);
    else report_lines(to);
}

static int submit_job(const submission *s, const batch *of, int part, uint64_t first, uint64_t n, FILE *to)
{
    char *text = NULL;
    size_t size;
    FILE *job = open_memstream(&text, &size);
    if (!job) return 0;
    job_text(s, of, part, first, n, job);
    const int whole = fclose(job) == 0;
    fputs("job=$(printf '%s' ", to);
    if (whole) submit_quote(text, to);
    if (whole) of->call(s, part, n, to);
    fputs(")\n", to);
    free(text);
    return whole;
}

static int submit_jobs(const submission *s, const batch *of, FILE *to)
{
    int whole = 1;
    head(s, to);
    fprintf(to, "cd %s\njobs=\n", of->from);
    for (uint64_t first = 0, n; whole && first < s->tasks; first += n) {
        n = s->tasks - first < s->most_in_array ? s->tasks - first : s->most_in_array;
        whole = submit_job(s, of, 0, first, n, to);
        fputs("jobs=$jobs:${job%%;*}\n", to);
    }
    for (int part = 1; whole && part < 3; part++) {
        whole = submit_job(s, of, part, 0, 0, to);
        fputs(part == 1 ? "jobs=:${job%%;*}\n" : "echo \"$job\"\n", to);
    }
    return whole;
}

/* ---- a shell ---- */

/* As many at a time as there are processors; a shard that fails leaves the others alone. */
static int shell(const submission *s, FILE *to)
{
    char *text = NULL;
    size_t size;
    FILE *job = open_memstream(&text, &size);
    if (!job) return 0;
    place(s, NULL, job);
    run_line(s, "exec ", job);
    fputs(" >\"$folder/log/$1.log\" 2>&1\n", job);
    const int whole = fclose(job) == 0;
    head(s, to);
    fputs("printf '%s' ", to);
    if (whole) submit_quote(text, to);
    fprintf(to,
            " >\"$folder/log/shard.sh\"\nat_once=$(($(nproc) / %" PRIu64 "))\n"
            "xargs -n 1 -P $((at_once > 0 ? at_once : 1)) sh \"$folder/log/shard.sh\" <<'ORDER' ||\n",
            s->task.cores);
    for (uint64_t k = 0; k < s->tasks; k++)
        fprintf(to, "%" PRIu64 "%c", s->order[k], k + 1 == s->tasks || k % 16 == 15 ? '\n' : ' ');
    fputs("ORDER\n    echo \"some shards did not end well; see $folder/log\" >&2\n", to);
    place(s, NULL, to);
    merge_lines(s, to);
    report_lines(to);
    free(text);
    return whole;
}

int submit_script(const submission *s, int system, FILE *to)
{
    static const batch systems[] = { [SUBMIT_SLURM] = { slurm_head, slurm_task, slurm_call, opens_log, "/" },
                                     [SUBMIT_PBS] = { pbs_head, pbs_task, pbs_call, NULL, "\"$folder/log\"" } };
    return system == SUBMIT_SHELL ? shell(s, to) : submit_jobs(s, &systems[system], to);
}
