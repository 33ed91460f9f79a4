/*
 * Ends a program with SIGSYS when it opens a socket or starts another program. Loaded with LD_PRELOAD; test_process.py
 * uses it. The filter is installed before the program's own code runs, and the kernel enforces it.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define FIRST_ARGUMENT BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
/* Returns an action for one call. */
#define ON(call, action) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), RETURN(action)

__attribute__((constructor)) static void start(void) {
    struct sock_filter rules[] = {
        NUMBER,
        ON(SYS_socket, SECCOMP_RET_KILL_PROCESS),
        ON(SYS_connect, SECCOMP_RET_KILL_PROCESS),
        ON(SYS_bind, SECCOMP_RET_KILL_PROCESS),
        ON(SYS_sendto, SECCOMP_RET_KILL_PROCESS),
        ON(SYS_sendmsg, SECCOMP_RET_KILL_PROCESS),
        ON(SYS_execve, SECCOMP_RET_KILL_PROCESS),
        ON(SYS_execveat, SECCOMP_RET_KILL_PROCESS),
#ifdef SYS_fork
        ON(SYS_fork, SECCOMP_RET_KILL_PROCESS),
        ON(SYS_vfork, SECCOMP_RET_KILL_PROCESS),
#endif
        /* Its arguments are in memory, which a filter cannot read. The C library then takes clone. */
        ON(SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS),
        /* A new thread is allowed, a new process is not. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        FIRST_ARGUMENT,
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) _Exit(99);
}
