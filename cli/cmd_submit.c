/* assay submit -- a plan as tasks of a batch system: the scripts, with time and memory estimated. */
#define _DEFAULT_SOURCE /* realpath, readlink */
#include "cli.h"
#include "counted.h"
#include "launch.h"
#include "needed.h"
#include "plan_cost.h"
#include "shard.h"
#include "submit_script.h"
#include "terminal.h"
#include "wording.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

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

static int read_plan(submitting *s)
{
    const cli_args *args = s->args;
    plan_changes changes = { .scenarios = cli_value(args, "scenarios"),
                             .metrics = cli_value(args, "metrics"),
                             .seeds = cli_value(args, "seeds"),
                             .run = cli_given(args, "run") };
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
        launch_quote(value, to);
        fputc(' ', to);
    }
    if (cli_given(args, "run")) fputs("--run ", to);
    fputs("-- ", to); /* a plan may be called like an option */
    launch_quote(args->word[0], to);
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
