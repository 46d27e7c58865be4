#include "hidden_files.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct hidden_file {
    struct hidden_file *next;
    char path[];
} hidden_file;

static struct {
    pthread_mutex_t lock;
    hidden_file *first;
    unsigned changes;
} hidden = { .lock = PTHREAD_MUTEX_INITIALIZER };

assay_status hidden_add(const char *path)
{
    hidden_file *one = malloc(sizeof *one + strlen(path) + 1);
    if (!one) return ASSAY_ENOMEM;
    strcpy(one->path, path);
    pthread_mutex_lock(&hidden.lock);
    one->next = hidden.first;
    hidden.first = one;
    hidden.changes++;
    pthread_mutex_unlock(&hidden.lock);
    return ASSAY_OK;
}

void hidden_remove(const char *path)
{
    pthread_mutex_lock(&hidden.lock);
    hidden_file **at = &hidden.first, *one;
    while (*at && strcmp((*at)->path, path) != 0) at = &(*at)->next;
    one = *at;
    if (one) *at = one->next;
    pthread_mutex_unlock(&hidden.lock);
    free(one);
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
    size_t names = 1, bytes = 0, used = 0;
    pthread_mutex_lock(&hidden.lock);
    for (const hidden_file *f = hidden.first; f; f = f->next, names += ENDS)
        bytes += ENDS * (strlen(f->path) + LONGEST_END);
    const char **list = malloc(names * sizeof *list + bytes);
    char *text = (char *)(list + names);
    for (const hidden_file *f = hidden.first; list && f; f = f->next)
        for (size_t e = 0; e < ENDS; e++) {
            list[used++] = text;
            text += sprintf(text, "%s%s", f->path, ends[e]) + 1;
        }
    if (list) list[used] = NULL;
    pthread_mutex_unlock(&hidden.lock);
    return list;
}
