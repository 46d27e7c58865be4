/*
 * gnuplot as a child process. The user's own ~/.gnuplot is left out (-d), so that figures do not depend on it. It may
 * write below its directory and execute nothing, where the kernel can see to that.
 */
#define _GNU_SOURCE /* pipe2, environ */
#include "gnuplot.h"

#include "confine.h"
#include "needed.h"
#include "plain_text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The environment with what would show in a figure fixed: the time zone and the date of documents, which go into a PDF,
 * and the locale, in which gnuplot looks for its signs. What gnuplot itself reads of it stays behind: a terminal
 * that is not there (GNUTERM=qt), files, fonts and helpers of the user's own. */
static char **fixed_environment(void)
{
    static char zone[] = "TZ=UTC0", date[] = "SOURCE_DATE_EPOCH=946684800", locale[] = "LC_ALL=C.UTF-8";
    static char *const fixed[] = { zone, date, locale };
    enum { FIXED = sizeof fixed / sizeof *fixed };
    size_t n = 0, used = 0;
    while (environ && environ[n]) n++;
    char **copy = needed(calloc(n + FIXED + 1, sizeof *copy));
    for (size_t k = 0; k < n; k++) {
        int ours = strncmp(environ[k], "GNU", 3) == 0 || strncmp(environ[k], "GDFONTPATH=", 11) == 0 ||
                   strncmp(environ[k], "FIT_", 4) == 0;
        for (size_t f = 0; f < FIXED; f++)
            ours |= strncmp(environ[k], fixed[f], (size_t)(strchr(fixed[f], '=') - fixed[f]) + 1) == 0;
        if (!ours) copy[used++] = environ[k];
    }
    for (size_t f = 0; f < FIXED; f++) copy[used++] = fixed[f];
    return copy;
}

/* Everything until the end, as one line; what does not fit is read and dropped, so that the child is never blocked. */
static void read_all(int from, char *to, size_t size)
{
    size_t used = 0;
    char c;
    for (ssize_t got; (got = read(from, &c, 1)) > 0 || (got < 0 && errno == EINTR);) {
        if (got > 0 && strchr("\n\r", c)) c = ' ';
        if (got > 0 && used + 1 < size && (c != ' ' || (used && to[used - 1] != ' '))) to[used++] = c;
    }
    while (used && to[used - 1] == ' ') used--;
    if (size) to[used] = '\0';
}

/* The child: no input, no output but what it has to say, no rights but to its folder. Calls here are safe after
 * fork. */
static void become(const char *program, char *const argv[], char *const environment[], int write_end,
                   const char *folder, const confinement *confined)
{
    const int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || chdir(folder) != 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0 ||
        dup2(write_end, STDERR_FILENO) < 0)
        _exit(126);
    confine_self(confined);
    execve(program, argv, environment);
    _exit(errno == ENOENT || errno == EACCES ? 127 : 126);
}

/* 0, or why there is no child. */
static int start(char *const argv[], const char *folder, int write_end, pid_t *child)
{
    char program[4096];
    if (!confine_find(argv[0], program, sizeof program)) return ENOENT;
    OWNED char **environment = fixed_environment();
    confinement confined = confine_prepare(program, folder);
    *child = fork();
    const int why = errno;
    if (*child == 0) become(program, argv, environment, write_end, folder, &confined);
    confine_end(&confined);
    return *child < 0 ? why : 0;
}

static assay_status not_installed(assay_error *err)
{
    return assay_fail(err, ASSAY_EENVIRONMENT, "gnuplot is not installed: apt-get install gnuplot-nox");
}

static assay_status run_child(char *const argv[], const char *folder, char *said, size_t size, assay_error *err)
{
    int ends[2], result = 0;
    pid_t child = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) return assay_fail(err, ASSAY_EENVIRONMENT, "gnuplot: %s", strerror(errno));
    const int why = start(argv, folder, ends[1], &child);
    close(ends[1]);
    if (!why) read_all(ends[0], said, size);
    close(ends[0]);
    if (why == ENOENT || why == EACCES) return not_installed(err);
    if (why) return assay_fail(err, ASSAY_EENVIRONMENT, "gnuplot cannot be started: %s", strerror(why));
    while (waitpid(child, &result, 0) < 0)
        if (errno != EINTR) return assay_fail(err, ASSAY_EENVIRONMENT, "gnuplot: %s", strerror(errno));
    if (WIFEXITED(result) && WEXITSTATUS(result) == 127 && !said[0]) /* some systems' way to say: no such program */
        return not_installed(err);
    if (WIFEXITED(result) && WEXITSTATUS(result) == 0) return ASSAY_OK;
    return assay_fail(err, ASSAY_EENVIRONMENT, "gnuplot failed on %s%s: %.600s", argv[2], argv[3] ? " or after it" : "",
                      said[0] ? said : "no reason given");
}

assay_status gnuplot_run(const char *directory, char *const script[], char *said, size_t size, assay_error *err)
{
    char program[] = "gnuplot", defaults[] = "-d";
    size_t n = 0;
    while (script[n]) n++;
    char **argv = kept(n + 3, sizeof *argv);
    if (size) said[0] = '\0';
    argv[0] = program;
    argv[1] = defaults;
    memcpy(argv + 2, script, n * sizeof *argv);
    return run_child(argv, directory, said, size, err);
}

/* `replace` has pairs: a character and what stands for it. */
typedef struct replacement {
    char character;
    const char *by;
} replacement;

static void put(const char *text, const replacement *replace, FILE *to)
{
    while (*text) {
        const size_t length = utf8_length(text);
        const replacement *r = replace;
        while (r->character && r->character != *text) r++;
        if (!length) fputc('?', to);
        else if (text_is_control(text)) fputc(' ', to);
        else if (r->character) fputs(r->by, to);
        else fwrite(text, 1, length, to);
        text += length ? length : 1;
    }
}

void gnuplot_comment(const char *text, FILE *to)
{
    put(text, (const replacement[]){ { '\\', "/" }, { '`', "'" }, { 0, NULL } }, to);
}

void gnuplot_field(const char *text, FILE *to)
{
    fputc('"', to);
    put(text, (const replacement[]){ { '"', "'" }, { '\\', "/" }, { '`', "'" }, { 0, NULL } }, to);
    fputc('"', to);
}

void gnuplot_string(const char *text, FILE *to)
{
    fputc('\'', to);
    put(text, (const replacement[]){ { '\'', "’" }, { 0, NULL } }, to);
    fputc('\'', to);
}
