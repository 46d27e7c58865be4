/* A list of paths under a lock: stores and candidates are opened on any thread. */
#define _DEFAULT_SOURCE /* strdup */
#include "hidden_files.h"

#include "growing.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct {
    pthread_mutex_t lock;
    char **path;
    size_t count, room;
    unsigned changes;
} hidden = { .lock = PTHREAD_MUTEX_INITIALIZER };

assay_status hidden_add(const char *path)
{
    char *own = strdup(path);
    pthread_mutex_lock(&hidden.lock);
    char **more = own ? grown(hidden.path, sizeof *more, hidden.count, &hidden.room) : NULL;
    if (more) {
        hidden.path = more;
        more[hidden.count++] = own;
        hidden.changes++;
    }
    pthread_mutex_unlock(&hidden.lock);
    if (!more) free(own);
    return more ? ASSAY_OK : ASSAY_ENOMEM;
}

void hidden_remove(const char *path)
{
    pthread_mutex_lock(&hidden.lock);
    size_t k = 0;
    while (k < hidden.count && strcmp(hidden.path[k], path) != 0) k++;
    if (k < hidden.count) {
        free(hidden.path[k]);
        hidden.path[k] = hidden.path[--hidden.count];
    }
    if (!hidden.count) {
        free(hidden.path);
        hidden.path = NULL;
        hidden.room = 0;
    }
    pthread_mutex_unlock(&hidden.lock);
}

unsigned hidden_changes(void)
{
    pthread_mutex_lock(&hidden.lock);
    const unsigned changes = hidden.changes;
    pthread_mutex_unlock(&hidden.lock);
    return changes;
}

const char **hidden_list(void)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
    enum { ENDS = sizeof ends / sizeof *ends, LONGEST_END = 9 };
    pthread_mutex_lock(&hidden.lock);
    size_t bytes = (ENDS * hidden.count + 1) * sizeof(char *), used = 0;
    char *text;
    for (size_t k = 0; k < hidden.count; k++) bytes += ENDS * (strlen(hidden.path[k]) + LONGEST_END);
    const char **list = malloc(bytes);
    text = list ? (char *)(list + ENDS * hidden.count + 1) : NULL;
    for (size_t k = 0; list && k < hidden.count; k++) {
        for (size_t e = 0; e < ENDS; e++) {
            list[used++] = text;
            text += sprintf(text, "%s%s", hidden.path[k], ends[e]) + 1;
        }
    }
    if (list) list[used] = NULL;
    pthread_mutex_unlock(&hidden.lock);
    return list;
}
