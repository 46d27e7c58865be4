/* confine.h -- a process that may run one program and write below one folder, and no more. */
#pragma once

#include <stddef.h>

/* What confine_self needs, made before a process forks. */
typedef struct confinement {
    int ruleset; /* -1: the kernel knows no Landlock, and nothing is confined */
} confinement;

/* The calling process, and what it executes, may from then on execute only `program` and the loader that starts it, and
 * write only below `folder`. A program that is a script for another one may execute anything. */
confinement confine_prepare(const char *program, const char *folder);
void confine_self(const confinement *c); /* in the child, before it executes; safe after fork */
void confine_end(confinement *c);

/* The file that a name without a slash is on the PATH; 0 where there is none. */
int confine_find(const char *name, char *to, size_t size);
