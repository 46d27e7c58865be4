/*
 * contain.h -- inside this room: a candidate, and whatever it starts, ends when we say so. Its first process is ours
 * and waits for the candidate, which is the second.
 *
 * Apart: in a PID namespace of its own. When the first process ends, whatever way, the kernel kills everything that was
 * started in there, setsid or not, before anybody is told of the end. From inside no process outside can be named, so
 * none can be signalled. Not everywhere permitted: without it, the first process takes in what the candidate leaves
 * (PR_SET_CHILD_SUBREAPER), finds it in /proc and kills it. Only who kills the first process itself escapes that.
 *
 * Neither way it can look into the first process, a copy of ours: that is not dumpable, and its command line is
 * overwritten. Apart, it sees of the data nothing but its own and of open stores nothing (contain_view); not apart, our
 * own process is not dumpable either, but files that it can name it can read.
 *
 * Both ways the candidate is limited to as many processes and threads as `assay list limits` says: by the kernel where
 * it counts those of the namespace and the user is not root, else by the first process, which then kills them all.
 */
#pragma once

#include <sys/types.h>

/* What the candidate has around it; made before fork. Apart, nothing else of the folder is there for it, and hidden
 * files are empty. */
enum { VIEW_FILES = 4 };
typedef struct contain_view {
    const char *folder, *file[VIEW_FILES]; /* of the data that it is given, as many as there are; NULL: none */
    const char *at;                        /* its working directory, an empty folder in that one; NULL: ours */
    const char **hidden;                   /* hidden_list() */
} contain_view;

enum { CONTAIN_TOO_MANY = -1 }; /* in the place of a wait status: it had too many processes */

/* fork, into namespaces of its own where they can be had, which is tried once. *apart: whether they were. After it the
 * child may make only such calls as are safe in a signal handler. */
pid_t contain_fork(int *apart);

/* In a child of contain_fork, with nothing open but its standard streams and `status`, a pipe: returns in the
 * candidate, in which `status` is closed. The first process itself never returns: it writes how the candidate ended and
 * ends. */
void contain_enter(int apart, int status, const contain_view *view);

/* In the candidate: keeps of root's rights those about files, so that no other process can be looked into. */
void contain_disarm(void);

/* The command line of this program, which has a copy of it: what candidates could see of it is overwritten. */
void contain_own_words(int argc, char **argv);

/* Ends a first process and all below it; it stays to be waited for. */
void contain_end(pid_t first, int apart);
