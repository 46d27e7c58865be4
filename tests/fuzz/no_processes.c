/* What is linked to this starts no process, whatever an input asks for. */
#include <errno.h>
#include <sys/types.h>

pid_t fork(void);
pid_t vfork(void);

pid_t fork(void)
{
    errno = EAGAIN;
    return -1;
}

pid_t vfork(void)
{
    return fork();
}
