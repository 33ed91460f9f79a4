#include "CKeyring.h"

#include <errno.h>

#ifdef __linux__
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Of keyutils.h: the possessor may do everything, and the user view, read and search. Others have no permissions.
 *
 * A key in the keyring of the user is possessed only if the session's keyring has a link to that keyring, which depends
 * on how the user logged in. Any program of the user could make that link, so reading by the user gives nothing away.
 */
static const unsigned permissions = 0x3f000000 | 0x010000 | 0x020000 | 0x080000;

static long keyctl(int operation, long first, long second, long third, long fourth) {
    return syscall(SYS_keyctl, operation, first, second, third, fourth);
}

/* The keyring of the user, not that of the session: other terminals and logins of the user see the key as well. */
static long find(const char *name) {
    return keyctl(KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, (long)"user", (long)name, 0);
}

int ckeyring_keep(const char *name, const void *key, size_t count, unsigned seconds) {
    /* First where it ends with the thread: a key without a time-out never remains, even if the program is killed. */
    long id = syscall(SYS_add_key, "user", name, key, count, KEY_SPEC_THREAD_KEYRING);
    if (id < 0) return errno;
    int error = 0;
    if (keyctl(KEYCTL_SET_TIMEOUT, id, (long)seconds, 0, 0) < 0 || keyctl(KEYCTL_SETPERM, id, permissions, 0, 0) < 0 ||
        keyctl(KEYCTL_LINK, id, KEY_SPEC_USER_KEYRING, 0, 0) < 0)
        error = errno;
    keyctl(KEYCTL_UNLINK, id, KEY_SPEC_THREAD_KEYRING, 0, 0);
    return error;
}

long ckeyring_read(const char *name, void *key, size_t count) {
    long id = find(name);
    long length = id < 0 ? id : keyctl(KEYCTL_READ, id, (long)key, (long)count, 0);
    return length < 0 ? -(long)errno : length;
}

int ckeyring_remove(const char *name) {
    long id = find(name);
    return id < 0 || keyctl(KEYCTL_INVALIDATE, id, 0, 0, 0) < 0 ? errno : 0;
}
#else
int ckeyring_keep(const char *name, const void *key, size_t count, unsigned seconds) { return ENOSYS; }
long ckeyring_read(const char *name, void *key, size_t count) { return -ENOSYS; }
int ckeyring_remove(const char *name) { return ENOSYS; }
#endif
