/*
 * Refuses the system calls of the kernel's keyring with the error of errno in the variable KEYRING_ERROR, as containers
 * do. Loaded with LD_PRELOAD; test_keyring.py uses it.
 */

#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define ON(call, action) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), BPF_STMT(BPF_RET | BPF_K, action)

__attribute__((constructor)) static void start(void) {
    const char *number = getenv("KEYRING_ERROR");
    unsigned refused = SECCOMP_RET_ERRNO | (number ? (unsigned)atoi(number) : 0);
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ON(SYS_add_key, refused),
        ON(SYS_request_key, refused),
        ON(SYS_keyctl, refused),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) _Exit(99);
}
