#include "progress.h"

#include "launch.h"
#include "needed.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile sig_atomic_t progress_stop;

static void on_signal(int number) { progress_stop = number; }

/* SA_RESETHAND makes the second signal final. */
void progress_listen(void)
{
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL); /* a batch system's warning that the time is up */
}

static char *const *typed;

void progress_typed(char *const *words) { typed = words; }

int progress_stopped(int is_kept)
{
    FILE *to = phrase_open();
    for (char *const *word = typed; is_kept && word && *word; word++) {
        fputc(' ', to);
        launch_quote(*word, to);
    }
    const char *text = phrase_close(to);
    if (is_kept) terminal_say("To go on:%s\n", text);
    return 128 + (progress_stop ? progress_stop : SIGINT);
}

int progress_on_terminal(void)
{
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) && (!term || strcmp(term, "dumb") != 0);
}

void progress_bar(uint64_t done, uint64_t all)
{
    enum { WIDTH = 28 };
    const int full = all ? (int)(WIDTH * (done < all ? done : all) / all) : 0;
    fprintf(stderr, "\r\033[K[%.*s%*s] ", full, "############################", WIDTH - full, "");
}

void progress_clear(void) { fputs("\r\033[K", stderr); }

int progress_asked(const char *word)
{
    const char *asked = getenv("ASSAY_PROGRESS");
    return asked && strcmp(asked, word) == 0;
}

meter meter_new(void) { return (meter){ .terminal = progress_asked("line") || progress_on_terminal() }; }

int meter_begin(meter *m, double seconds, uint64_t done, uint64_t all)
{
    if (seconds - m->last < (!m->terminal ? 15.0 : m->drawn ? 0.1 : 0.0)) return 0;
    m->drawn = 1;
    m->last = seconds;
    if (m->terminal) progress_bar(done, all);
    return 1;
}

void meter_end(const meter *m)
{
    if (!m->terminal) fputc('\n', stderr);
    fflush(stderr);
}

void meter_clear(const meter *m)
{
    if (m->terminal && m->drawn) progress_clear();
}
