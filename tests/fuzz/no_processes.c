/*
 * What is linked to this starts no process, whatever an input asks for: the kernel refuses, whichever way is tried. An
 * input may be a command. Threads are made as always; so is the helper of the leak sanitizer, which shares our memory.
 */
#define _GNU_SOURCE /* CLONE_VM */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define IS(number, yes) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, yes, 0)
#define FAILS(why) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | why)

#ifndef SYS_fork /* not on every machine: vfork, too, is asked for through clone there */
#define SYS_fork SYS_clone
#define SYS_vfork SYS_clone
#endif

__attribute__((constructor)) static void forbid(void)
{
    struct sock_filter steps[] = {
        LOAD(nr),
        IS(SYS_execve, 6),
        IS(SYS_execveat, 5),
        IS(SYS_clone3, 5), /* the C library then takes clone */
        IS(SYS_clone, 5),
        IS(SYS_fork, 2),
        IS(SYS_vfork, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        FAILS(EPERM),
        FAILS(ENOSYS),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_VM, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        FAILS(EAGAIN),
    };
    const struct sock_fprog filter = { sizeof steps / sizeof *steps, steps };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        abort();
}
