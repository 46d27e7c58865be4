/*
 * guard.h -- inside this room: a shell that outlives the program by a moment. While a candidate is open it is told
 * which process groups and which folder there are; when the program is gone, whatever ended it, it kills what is left
 * of the groups and removes the folder. A process dies with its thread anyway (worker.h), but what a metric has started
 * itself (a pool of processes, say) does not. A safety net: where no shell can be had there is none, and nothing fails.
 */
#pragma once

#include <sys/types.h>

void guard_hold(void);    /* while somebody holds it, it is there */
void guard_release(void); /* the last ends it */
void guard_add(pid_t group);
void guard_drop(pid_t group);          /* before its leader is waited for: later the number may be another's */
void guard_folder(const char *folder); /* "": none any more */
