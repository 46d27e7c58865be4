/*
 * contain.h -- inside this room: a process in a PID namespace of its own. Its first process is ours and waits for the
 * candidate, which is the second; when the first ends, whatever way, the kernel kills everything that was started in
 * there, setsid or not, before anybody is told of the end. From inside no process outside can be named, so none can be
 * signalled. Not everywhere permitted: without it there is a process group, which setsid leaves.
 */
#ifndef ASSAY_CONTAIN_H
#define ASSAY_CONTAIN_H

#include <sys/types.h>

/* fork, into namespaces of its own where they can be had, which is tried once. *contained: whether they were. After it
 * the child may make only such calls as are safe in a signal handler. */
pid_t contain_fork(int *contained);

/* In a contained child, with nothing open but its standard streams and `status`, a pipe: returns in the candidate, in
 * which `status` is closed. The first process itself never returns: it writes the candidate's wait status and ends. */
void contain_enter(int status);

#endif
