/* What each batch system needs is in cli/submit/scripts.txt; here are the values that stand in it. */
#include "submit_script.h"

#include "counted.h"
#include "embed.h"
#include "launch.h"
#include "needed.h"

#include <inttypes.h>
#include <string.h>

EMBED(submit_scripts, "cli/submit/scripts.txt")
extern const char submit_scripts[];

static void assign(const char *name, const char *value, FILE *to)
{
    fprintf(to, "%s=", name);
    launch_quote(value, to);
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
    launch_quote(local, to);
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
    launch_quote(path, to);
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
    else if (values[k].word) launch_quote(values[k].word, to);
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
    if (*name == '\'') launch_quote(text, to);
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

void submit_script(const submission *s, int system, FILE *to)
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
