/* assay submit -- a plan as tasks of a batch system: the scripts, with time and memory estimated. */
#define _DEFAULT_SOURCE /* realpath, readlink */
#include "cli.h"
#include "counted.h"
#include "embed.h"
#include "launch.h"
#include "needed.h"
#include "plan_cost.h"
#include "shard.h"
#include "terminal.h"
#include "unfinished.h"
#include "wording.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* the scripts that hand a plan's shards to a batch system, merge their stores and make the
 * report. */
enum { SUBMIT_SLURM, SUBMIT_PBS, SUBMIT_SHELL };

typedef struct job_size {
    uint64_t cores, megabytes, seconds; /* cores, memory, time limit */
} job_size;

/* Texts may hold any byte but 0; paths are absolute. */
typedef struct submission {
    char program[UNFINISHED_PATH];
    char from[UNFINISHED_PATH], folder[UNFINISHED_PATH]; /* where the jobs run; of shards/, log/, scores.db, report/ */
    char name[64];      /* of the jobs: letters, digits, ".", "_" and "-" */
    char estimate[256]; /* a comment, of one line */
    char *plan;         /* the words of `assay run`, quoted for a shell */
    job_size task, merge, report;
    uint64_t tasks, most_in_array; /* each task has the shard of its number */
    int partial; /* the report is made of an incomplete store, too */
} submission;

/* ---- what each batch system needs is in cli/submit/scripts.txt; here are the values that stand in it ---- */

EMBED(submit_scripts, "cli/submit/scripts.txt")
extern const char submit_scripts[];

/* A word as a shell reads it back: any text, since nothing but a quote ends a quoted word. */
static void submit_quote(const char *word, FILE *to)
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

/* What a section is filled with. */
typedef struct filling {
    const submission *s;
    const char *system, *part; /* "slurm"; "run", "merge", "report" */
    const job_size *size;
    uint64_t first, n; /* tasks first + 1 to first + n */
} filling;

/* What programs need of the environment here, as it is now; TMPDIR only where a job has none of its own. */
static void put_environment(const filling *f, FILE *to)
{
    (void)f;
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

/* Slurm takes a log's path, and that of the folder which a job is submitted from, for a pattern: "%%" is "%" there, but
 * nothing is a backslash, and a job whose folder's name has one opens its log itself. */
static int opens_log(const filling *f) { return strcmp(f->system, "slurm") == 0 && strchr(f->s->folder, '\\'); }

static void put_log(const filling *f, FILE *to)
{
    char *path = NULL;
    size_t size;
    if (opens_log(f)) {
        fputs("/dev/null", to);
        return;
    }
    FILE *pattern = needed(open_memstream(&path, &size));
    for (const char *c = f->s->folder; *c; c++) fprintf(pattern, *c == '%' ? "%%%%" : "%c", *c);
    fprintf(pattern, "/log/%s.log", strcmp(f->part, "run") == 0 ? "%A_%a" : f->part);
    needed_close(pattern);
    submit_quote(path, to);
    free(path);
}

static void put_open_log(const filling *f, FILE *to)
{
    const int run = strcmp(f->part, "run") == 0;
    if (opens_log(f))
        fprintf(to, "exec >>\"$folder/log/%s.log\" 2>&1\n",
                run ? "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" : f->part);
}

static void put_time(const filling *f, FILE *to)
{
    const uint64_t seconds = f->size->seconds;
    fprintf(to, "%" PRIu64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60), (int)(seconds % 60));
}

/* An array has two tasks at least. */
static void put_array(const filling *f, FILE *to)
{
    if (f->n > 1) fprintf(to, " -J 1-%" PRIu64, f->n);
}

/* 0: there is no value of this name. */
static int put_value(const filling *f, const char *name, FILE *to)
{
    const submission *s = f->s;
    const char *number = strcmp(f->system, "slurm") == 0 ? "SLURM_ARRAY_TASK_ID" : f->n > 1 ? "PBS_ARRAY_INDEX" : "1";
    const struct {
        const char *name, *text, *word; /* word: quoted */
        uint64_t count;
        void (*put)(const filling *f, FILE *to);
    } values[] = {
        { "estimate", s->estimate, NULL, 0, NULL },
        { "plan", s->plan, NULL, 0, NULL },
        { "name", s->name, NULL, 0, NULL },
        { "part", f->part, NULL, 0, NULL },
        { "number", number, NULL, 0, NULL },
        { "check", s->partial ? "" : " --check", NULL, 0, NULL },
        { "folder", NULL, s->folder, 0, NULL },
        { "from", NULL, s->from, 0, NULL },
        { "program", NULL, s->program, 0, NULL },
        { "tasks", NULL, NULL, s->tasks, NULL },
        { "cores", NULL, NULL, f->size->cores, NULL },
        { "megabytes", NULL, NULL, f->size->megabytes, NULL },
        { "n", NULL, NULL, f->n, NULL },
        { "first", NULL, NULL, f->first, NULL },
        { "environment", NULL, NULL, 0, put_environment },
        { "log", NULL, NULL, 0, put_log },
        { "open_log", NULL, NULL, 0, put_open_log },
        { "time", NULL, NULL, 0, put_time },
        { "array", NULL, NULL, 0, put_array },
    };
    size_t k = 0;
    while (k < ASSAY_COUNT(values) && strcmp(values[k].name, name) != 0) k++;
    if (k == ASSAY_COUNT(values)) return 0;
    if (values[k].put) values[k].put(f, to);
    else if (values[k].word) submit_quote(values[k].word, to);
    else if (values[k].text) fputs(values[k].text, to);
    else fprintf(to, "%" PRIu64, values[k].count);
    return 1;
}

static void put_section(const filling *f, const char *name, FILE *to);

/* "'name": the section as one word; "name-": without its last end of line. */
static void put_word(const filling *f, const char *name, FILE *to)
{
    char *text = NULL;
    size_t size = 0;
    FILE *section = needed(open_memstream(&text, &size));
    put_section(f, name, section);
    needed_close(section);
    if (*name == '\'') submit_quote(text, to);
    else fwrite(text, 1, size - 1, to);
    free(text);
}

static void put_section(const filling *f, const char *name, FILE *to)
{
    static const char mark[] = "\n== ";
    const size_t length = strcspn(name += *name == '\'', "-");
    const char *at = submit_scripts;
    while ((at = strstr(at, mark)) && (strncmp(at += strlen(mark), name, length) != 0 || at[length] != '\n')) continue;
    at = at ? at + length + 1 : "";
    const char *next = strstr(at, mark), *end = next ? next + 1 : at + strlen(at);
    while (at < end) {
        char inner[32];
        if (strncmp(at, "[[", 2) != 0) {
            fputc(*at++, to);
            continue;
        }
        snprintf(inner, sizeof inner, "%.*s", (int)strcspn(at + 2, "]"), at + 2);
        at += strlen(inner) + strlen("[[]]");
        if (*inner == '\'' || strchr(inner, '-')) put_word(f, inner, to);
        else if (!put_value(f, inner, to)) put_section(f, inner, to);
    }
}

/* One script for a shell that submits them all, or, of SUBMIT_SHELL, runs them here. */
static void submit_script(const submission *s, int system, FILE *to)
{
    static const char *const systems[] = { [SUBMIT_SLURM] = "slurm", [SUBMIT_PBS] = "pbs", [SUBMIT_SHELL] = "shell" };
    static const char *const parts[] = { "run", "merge", "report" };
    const job_size *const sizes[] = { &s->task, &s->merge, &s->report };
    filling f = { .s = s, .system = systems[system], .part = parts[0], .size = &s->task };
    put_section(&f, f.system, to);
    for (int part = 0; part < 3 && system != SUBMIT_SHELL; part++) {
        char name[32];
        f.part = parts[part];
        f.size = sizes[part];
        snprintf(name, sizeof name, "%s.submit.%s", f.system, f.part);
        for (f.first = 0; f.first < (part ? 1 : s->tasks); f.first += f.n) {
            f.n = s->tasks - f.first < s->most_in_array ? s->tasks - f.first : s->most_in_array;
            put_section(&f, name, to);
        }
    }
}

/* Of a process that scores: besides its programs' own, copies of the representation (docs/cluster.md has the
 * measurements). */
enum { BASE_MEGABYTES = 40, COPIES = 12 };
/* Of a merge and a report, by scores and by rows (a point at one number of samples, scored by one variant):
 * docs/cluster.md has the measurements and the margins. */
typedef struct reading_cost {
    double megabytes, bytes_a_score, bytes_a_row, seconds_a_score, seconds_a_row;
} reading_cost;
static const reading_cost cost_of_merge = { 100, 100, 0, 6e-6, 0 }, cost_of_report = { 200, 40, 15000, 50e-6, 5e-3 };
static const double scores_a_cell = 7;
enum { TASK_SECONDS = 1800, SHARDS_USUAL = 10000 };

typedef struct submitting {
    const cli_args *args;
    plan asked;
    cells all;
    plan_cost cost;
    submission as;
} submitting;

/* ---- what is asked for ---- */

static int read_plan(submitting *s)
{
    const cli_args *args = s->args;
    plan_changes changes = { .scenarios = cli_value(args, "scenarios"),
                             .metrics = cli_value(args, "metrics"),
                             .seeds = cli_value(args, "seeds") };
    int bad = cli_number(args, "samples", 1, 0, &changes.samples);
    if (!bad) bad = cli_fail(plan_read(args->word[0], &changes, &s->asked, &cli_error));
    if (!bad) bad = cli_fail(cells_make(&s->asked, &s->all, &cli_error));
    if (bad) return bad;
    terminal_say("%" PRIu64 " cells; scoring once with each of %zu variants to see how long they take ...\n",
            s->all.count, s->all.n_variants);
    return cli_fail(plan_cost_measure(&s->all, &s->cost, &cli_error));
}

/* "90", minutes, or "1:30:00"; 0: neither, nor "1:30", which may be minutes or hours. */
static uint64_t time_of(const char *text)
{
    static const uint64_t unit[] = { 3600, 60, 1 };
    uint64_t seconds = 0;
    for (size_t n = 0; n < ASSAY_COUNT(unit); n++) {
        const size_t digits = strspn(text, "0123456789");
        if (!digits || digits > 6) return 0;
        seconds += unit[n] * strtoull(text, NULL, 10);
        text += digits;
        if (!*text) return n == 0 ? seconds / 60 : n == 2 ? seconds : 0;
        if (*text++ != ':') return 0;
    }
    return 0;
}

/* "2000", "2000M", "4G": megabytes; 0: not one of these. */
static uint64_t megabytes_of(const char *text)
{
    char *end;
    const uint64_t number = strtoull(text, &end, 10);
    if (end == text || strspn(text, "0123456789") != (size_t)(end - text) || number > 1u << 30) return 0;
    if (strcmp(end, "G") == 0 || strcmp(end, "GB") == 0) return 1024 * number;
    return !*end || strcmp(end, "M") == 0 || strcmp(end, "MB") == 0 ? number : 0;
}

/* Three times the mean, since machines and estimates differ, and the longest score once more; whole ten minutes. */
static uint64_t time_needed(const submitting *s)
{
    const double tasks = (double)s->as.tasks, cores = (double)s->as.task.cores;
    return 600 * (uint64_t)ceil((3 * s->cost.total / tasks / cores + 3 * s->cost.dearest + 300) / 600);
}

static uint64_t memory_needed(const submitting *s)
{
    return BASE_MEGABYTES + (uint64_t)ceil((double)s->as.task.cores * COPIES * s->cost.bytes / 1048576.0);
}

static uint64_t tasks_needed(const submitting *s)
{
    const double tasks = ceil(s->cost.total / (double)s->as.task.cores / TASK_SECONDS);
    return tasks < 1 ? 1 : tasks > SHARDS_USUAL ? SHARDS_USUAL : (uint64_t)tasks;
}

/* Each group and variant that a part of the plan joins. */
static uint64_t count_rows(const cells *all)
{
    uint64_t rows = 0;
    cell_interval *to = needed(calloc(all->of->n_parts + 1, sizeof *to));
    for (size_t g = 0; g < all->n_groups; g++)
        for (size_t v = 0; v < all->n_variants; v++) rows += cells_intervals(all, &all->group[g], v, to) > 0;
    free(to);
    return rows;
}

/* Of a job that reads the whole store. */
static job_size size_of_reading(const submitting *s, const reading_cost *c)
{
    const double scores = (double)s->all.count * scores_a_cell, rows = (double)count_rows(&s->all);
    const double bytes = scores * c->bytes_a_score + rows * c->bytes_a_row;
    const double seconds = scores * c->seconds_a_score + rows * c->seconds_a_row;
    return (job_size){ 1, (uint64_t)ceil(c->megabytes + bytes / 1048576.0),
                       600 * (uint64_t)ceil((seconds + 300) / 600) };
}

static int read_sizes(submitting *s)
{
    const cli_args *args = s->args;
    const char *time = cli_value(args, "time"), *memory = cli_value(args, "mem");
    job_size *task = &s->as.task;
    int bad = cli_number(args, "cores", 1, 1, &task->cores);
    if (!bad) bad = cli_number(args, "tasks", 1, tasks_needed(s), &s->as.tasks);
    if (bad) return bad;
    if (s->as.tasks > SHARDS_MOST) return cli_usage("submit: --tasks: at most %d", SHARDS_MOST);
    task->seconds = time ? time_of(time) : time_needed(s);
    if (!task->seconds) return cli_usage("submit: --time %s: minutes or H:MM:SS", time);
    task->megabytes = memory ? megabytes_of(memory) : memory_needed(s);
    if (!task->megabytes) return cli_usage("submit: --mem %s: megabytes, or 4G", memory);
    s->as.merge = size_of_reading(s, &cost_of_merge);
    s->as.report = size_of_reading(s, &cost_of_report);
    const char *after = cli_value(args, "report-mem");
    if (after) s->as.merge.megabytes = s->as.report.megabytes = megabytes_of(after);
    return s->as.report.megabytes ? 0 : cli_usage("submit: --report-mem %s: megabytes, or 4G", after);
}

/* ---- what the scripts say ---- */

static char *words_of_run(const cli_args *args)
{
    static const char *const passed[] = { "scenarios", "metrics", "seeds", "samples" };
    char *text = NULL;
    size_t size;
    FILE *to = needed(open_memstream(&text, &size));
    for (size_t k = 0; k < sizeof passed / sizeof *passed; k++) {
        const char *value = cli_value(args, passed[k]);
        if (!value) continue;
        fprintf(to, "--%s=", passed[k]);
        submit_quote(value, to);
        fputc(' ', to);
    }
    fputs("-- ", to); /* a plan may be called like an option */
    submit_quote(args->word[0], to);
    needed_close(to);
    return text;
}

/* Letters and digits, for names of jobs and folders. */
static void plain_name(const char *name, char *to, size_t size)
{
    size_t n = 0;
    for (; *name && n + 1 < size; name++)
        to[n++] = strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", *name) ? *name : '-';
    to[n] = '\0';
}

static int fill(submitting *s)
{
    submission *as = &s->as;
    const char *out = cli_value(s->args, "out");
    const ssize_t length = readlink("/proc/self/exe", as->program, sizeof as->program - 1);
    if (length <= 0) return cli_usage("submit: the path of this program is unknown (/proc/self/exe)");
    as->program[length] = '\0';
    plain_name(s->asked.name, as->name, sizeof as->name);
    if (!getcwd(as->from, sizeof as->from)) return cli_usage("submit: this folder has no path: %s", strerror(errno));
    wording folder = WORDING(as->folder);
    if (!out || *out != '/') wording_add(&folder, "%s/", as->from);
    wording_add(&folder, "%s%s", out ? out : "out/", out ? "" : as->name);
    if (folder.used >= folder.size) return cli_usage("submit: --out: the path is too long");
    snprintf(as->estimate, sizeof as->estimate,
             "%s: %" PRIu64 " cells, about %.3g core-hours on this machine, %.3g s a shard; the longest score %.3g s",
             as->name, s->all.count, s->cost.total / 3600, s->cost.total / (double)as->tasks, s->cost.dearest);
    as->plan = words_of_run(s->args);
    as->partial = cli_given(s->args, "partial");
    return 0;
}

/* The largest array of this cluster, as the scheduler prints it; else as it is by default. Slurm's counts task 0. */
static uint64_t most_in_array(int system)
{
    static const struct {
        const char *ask, *key;
        uint64_t usual, task_0;
    } known[] = { [SUBMIT_SLURM] = { "scontrol show config 2>/dev/null", "MaxArraySize", 1001, 1 },
                  [SUBMIT_PBS] = { "qstat -Bf 2>/dev/null", "max_array_size", 10000, 0 } };
    if (system == SUBMIT_SHELL) return 0;
    char line[256];
    uint64_t most = known[system].usual;
    FILE *said = popen(known[system].ask, "r"); /* NOLINT(cert-env33-c): a fixed text */
    while (said && fgets(line, sizeof line, said)) {
        const char *at = line + strspn(line, " \t");
        const char *value = strncmp(at, known[system].key, strlen(known[system].key)) == 0 ? strchr(at, '=') : NULL;
        if (value) most = strtoull(value + 1, NULL, 10);
    }
    if (said) pclose(said);
    return most > 1 + known[system].task_0 ? most - known[system].task_0 : 1;
}

/* Which system: -1, and the exit status in *bad. */
static int system_of(const cli_args *args, int *bad)
{
    static const char *const names[] = { "slurm", "pbs", "shell" };
    int found = -1, n = 0;
    for (int k = 0; k < 3; k++)
        if (cli_given(args, names[k])) found = k, n++;
    *bad = n == 1 ? 0 : cli_usage("submit: one of --slurm, --pbs and --shell says for what");
    return n == 1 ? found : -1;
}

static int print_script(submitting *s, int system)
{
    cli_output output;
    s->as.most_in_array = most_in_array(system);
    const int bad = cli_output_open(cli_value(s->args, "output"), &output);
    if (bad) return bad;
    submit_script(&s->as, system, output.file);
    return cli_output_finish(&output);
}

static int run(const cli_args *args)
{
    submitting s = { .args = args };
    int bad;
    const int system = system_of(args, &bad);
    if (bad) return bad;
    bad = read_plan(&s);
    if (!bad) bad = read_sizes(&s);
    if (!bad) bad = fill(&s);
    if (!bad) bad = print_script(&s, system);
    free(s.as.plan);
    cells_free(&s.all);
    plan_free(&s.asked);
    return bad;
}

const cli_command cli_command_submit = { .least = 1, .most = 1, .run = run };
