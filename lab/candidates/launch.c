/* Programs and their arguments. The Python host is part of the library, so an installed assay needs no path to it. */
#define _GNU_SOURCE /* dladdr */
#include "launch.h"
#include "embed.h"
#include "kinds.h"
#include "owned.h"
#include "wording.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

EMBED(assay_python_host, "python/assay/host.py")
EMBED(assay_python_observer, "python/assay/observer.py")
extern const char assay_python_host[], assay_python_observer[];

#ifdef ASSAY_SANITIZED
enum { OWN_MEMORY_LIMIT = 0 }; /* the sanitizers reserve terabytes of addresses */
#else
enum { OWN_MEMORY_LIMIT = 1 };
#endif

static int program_serves;

void launch_serves(void) { program_serves = 1; }

static int find_program(const char *name, char path[LAUNCH_PATH])
{
    if (strchr(name, '/')) {
        snprintf(path, LAUNCH_PATH, "%s", name);
        return access(path, X_OK) == 0;
    }
    const char *at = getenv("PATH");
    for (at = at ? at : "/usr/local/bin:/usr/bin:/bin"; *at; at += strcspn(at, ":"), at += *at == ':') {
        const size_t length = strcspn(at, ":");
        const int fits = snprintf(path, LAUNCH_PATH, "%.*s/%s", (int)length, length ? at : ".", name) < LAUNCH_PATH;
        if (fits && access(path, X_OK) == 0) return 1;
    }
    return 0;
}

const char *launch_python(size_t k, char path[LAUNCH_PATH], int *found)
{
    static const char *const usual[] = { "python3", "/usr/bin/python3" };
    const char *told = getenv("ASSAY_PYTHON");
    if (told && !*told) told = NULL;
    const char *name = told ? (k == 0 ? told : NULL) : k < 2 ? usual[k] : NULL;
    *found = name && find_program(name, path);
    return name;
}

/* build/gcc/libassay.so has assay beside it, lib/libassay.so has ../bin/assay. */
static int beside_library(char path[LAUNCH_PATH])
{
    static const char *const places[] = { "assay", "../bin/assay" };
    Dl_info about;
    if (!dladdr(assay_python_host, &about) || !about.dli_fname) return 0;
    const char *slash = strrchr(about.dli_fname, '/');
    const size_t folder = slash ? (size_t)(slash - about.dli_fname) + 1 : 0;
    for (size_t k = 0; k < 2; k++) {
        snprintf(path, LAUNCH_PATH, "%.*s%s%s", (int)folder, about.dli_fname, folder ? "" : "./", places[k]);
        if (access(path, X_OK) == 0) return 1;
    }
    return 0;
}

assay_status launch_program(char path[LAUNCH_PATH], assay_error *err)
{
    const char *told = getenv("ASSAY_PROGRAM");
    if (told && *told) {
        if (find_program(told, path)) return ASSAY_OK;
        return assay_fail(err, ASSAY_EENVIRONMENT, "ASSAY_PROGRAM=%s cannot be run: %s", told, strerror(errno));
    }
    if (program_serves) {
        snprintf(path, LAUNCH_PATH, "/proc/self/exe");
        return ASSAY_OK;
    }
    if (beside_library(path) || find_program("assay", path)) return ASSAY_OK;
    return assay_fail(err, ASSAY_EENVIRONMENT,
                      "plug-ins run in a process of the program assay, which is neither next to the library nor on the "
                      "PATH; set ASSAY_PROGRAM to it");
}

/* A command of words alone need not keep its shell: how it ends is then seen, and there is one process less. */
static int is_simple(const char *command)
{
    const size_t word = strcspn(command, " \t");
    return !strpbrk(command, "\n;&|<>()`$*?[#~!{}") && !memchr(command, '=', word) && !strchr(" \t:.", *command);
}

/* sh -c COMMAND */
static assay_status start_command(const char *command, const contain_view *view, size_t memory_mb, int asked,
                                  worker **to, assay_error *err)
{
    OWNED char *whole = wording_made("%s%s", is_simple(command) ? "exec " : "", command);
    if (!whole) return no_memory(NULL, err);
    const char *const argv[] = { "sh", "-c", whole, NULL };
    return worker_start("/bin/sh", argv, view, memory_mb, asked, to, err);
}

/* A name that stays the same file in another folder; no link is followed, since a Python looks beside its own. */
static int whole_name(const char *name, char to[LAUNCH_PATH])
{
    char here[LAUNCH_PATH] = "";
    if (name[0] != '/' && !getcwd(here, sizeof here)) return 0;
    return snprintf(to, LAUNCH_PATH, "%s%s%s", here, *here ? "/" : "", name) < LAUNCH_PATH;
}

/* A file is served in a folder without anything; a command is run where we are, since its words may name files. */
assay_status launch(const candidate_spec *spec, const char *program, const handover *data, worker **to,
                    assay_error *err)
{
    char file[LAUNCH_PATH], host[LAUNCH_PATH];
    contain_view view = handover_view(data);
    if (spec->kind == SPEC_EXEC) {
        view.at = NULL;
        return start_command(spec->target, &view, spec->memory, 1, to, err);
    }
    if (!whole_name(spec->target, file) || !whole_name(program, host))
        return assay_fail(err, ASSAY_EENVIRONMENT, "%.200s: its whole name is too long", spec->target);
    const char *const python[] = { host,
                                   "-X",
                                   "faulthandler",
                                   "-c",
                                   assay_python_host,
                                   file,
                                   spec->function ? spec->function : "",
                                   spec->target,
                                   assay_python_observer,
                                   NULL };
    const char *const plugin[] = { "assay", "--serve-plugin", file, NULL };
    if (spec->kind == SPEC_PYTHON) return worker_start(host, python, &view, spec->memory, 1, to, err);
    return worker_start(host, plugin, &view, OWN_MEMORY_LIMIT ? spec->memory : 0, 1, to, err);
}

void launch_quote(const char *text, FILE *to)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+:,./@%=";
    if (*text && strspn(text, plain) == strlen(text)) {
        fputs(text, to);
        return;
    }
    fputc('\'', to);
    for (; *text; text++) {
        if (*text == '\'') fputs("'\\''", to);
        else fputc(*text, to);
    }
    fputc('\'', to);
}

/* What a placeholder at `at` stands for; its length, 0 where there is none. */
static size_t put_placeholder(const char *at, const handover *data, const assay_rep *rep, uint64_t seed, FILE *to)
{
    static const char *const names[] = { "{factors}", "{codes}", "{factors.csv}", "{codes.csv}", "{seed}", "{kinds}" };
    char own[KIND_TEXT];
    size_t k = 0, count = sizeof names / sizeof *names;
    while (k < count && strncmp(at, names[k], strlen(names[k])) != 0) k++;
    if (k == count || (k < VIEW_FILES && !data->path[k])) return 0;
    if (k < VIEW_FILES) launch_quote(data->path[k], to);
    else if (k == VIEW_FILES) fprintf(to, "%" PRIu64, seed);
    else
        for (size_t i = 0; i < rep->n_factors; i++) fprintf(to, "%s%s", i ? "," : "", kind_of(rep, i, own));
    return strlen(names[k]);
}

assay_status launch_template(const candidate_spec *spec, const handover *data, const assay_rep *rep, uint64_t seed,
                             worker **to, assay_error *err)
{
    OWNED char *command = NULL;
    size_t size;
    *to = NULL;
    FILE *text = open_memstream(&command, &size);
    if (!text) return no_memory(NULL, err);
    for (const char *at = spec->target; *at;) {
        const size_t length = *at == '{' ? put_placeholder(at, data, rep, seed, text) : 0;
        if (!length) fputc(*at, text);
        at += length ? length : 1;
    }
    if (fclose(text) != 0) return no_memory(NULL, err);
    contain_view view = handover_view(data);
    view.at = NULL;
    return start_command(command, &view, spec->memory, 0, to, err);
}
