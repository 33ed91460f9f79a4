/*
 * Makes one file-system call of a program fail, or kills the program before it. Loaded with LD_PRELOAD; faults.py uses it.
 *
 * Only calls are counted that concern a folder: by their path, or by a descriptor that was opened there. Standard output
 * counts as well. Every call is written to the log, one line each: its number, its name, its path.
 *
 *     FAULT_FOLDER   the folder, without links; a relative path counts as in it
 *     FAULT_LOG      the log
 *     FAULT_AT       the number of the call that fails, from 1
 *     FAULT_ERROR    its error number; 0 kills the program, -1 reads or writes only a part, and -2 is Ctrl-C before a
 *                    call that then works
 *     FAULT_LASTING  if set, calls of the same kind fail from then on, too
 *     FAULT_DENY     names of calls that always fail with an error number: "linkat=1 renameat2=22"
 *
 * scrypt is made cheap: the cost of a key is not tested.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DESCRIPTORS = 4096, KILL = 0, PART = -1, INTERRUPT = -2 };

/* The function that would have been called without this library. */
#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

static atomic_bool in_folder[DESCRIPTORS];
static atomic_long calls;
static int log_descriptor = -1;
static long fault_at;
static int fault_error;
static const char *folder, *denied;
static bool is_lasting;
static char lasting_name[32];

__attribute__((constructor)) static void start(void) {
    const char *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERROR"), *log = getenv("FAULT_LOG");
    folder = getenv("FAULT_FOLDER");
    denied = getenv("FAULT_DENY");
    is_lasting = getenv("FAULT_LASTING") != NULL;
    fault_at = at ? atol(at) : 0;
    fault_error = error ? atoi(error) : 0;
    if (log) log_descriptor = REAL(open)(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (folder) in_folder[STDOUT_FILENO] = true;
}

static bool is_watched(int descriptor) {
    return folder && descriptor >= 0 && descriptor < DESCRIPTORS && in_folder[descriptor];
}

static bool concerns(int descriptor, const char *path) {
    if (!folder || !path) return false;
    size_t length = strlen(folder);
    if (*path == '/') return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
    return descriptor == AT_FDCWD || is_watched(descriptor);
}

/* The error number that is always returned for a call, or 0. */
static int denial(const char *name) {
    const char *found = denied ? strstr(denied, name) : NULL;
    return found && found[strlen(name)] == '=' ? atoi(found + strlen(name) + 1) : 0;
}

/* Counts a call. Returns 0 if it is to be made, PART, or the error number that it is to fail with. */
static int fault(const char *name, const char *path) {
    int always = denial(name);
    long number = atomic_fetch_add(&calls, 1) + 1;
    bool now = number == fault_at || (is_lasting && *lasting_name && strcmp(name, lasting_name) == 0);
    if (log_descriptor >= 0) {
        char line[512];
        int size = snprintf(line, sizeof line, "%ld %s %s%s\n", number, name, path, now ? " FAULT" : "");
        if (size >= (int)sizeof line) line[(size = sizeof line - 1) - 1] = '\n';
        (void)!REAL(write)(log_descriptor, line, (size_t)size);
    }
    if (!now) return always;
    if (number == fault_at) snprintf(lasting_name, sizeof lasting_name, "%s", name);
    if (fault_error == KILL) kill(getpid(), SIGKILL);
    if (fault_error == INTERRUPT) {
        kill(getpid(), SIGINT);
        /* Another thread may get the signal. */
        usleep(5000);
        return always;
    }
    return fault_error;
}

/* Fails with an error number; `return FAIL(…)` in the functions below. */
#define FAIL(code) (errno = (code), -1)

static const char *descriptor_name(int descriptor, char text[32]) {
    snprintf(text, 32, "#%d", descriptor);
    return text;
}

#define BY_PATH(name, at, path)                          \
    if (concerns(at, path)) {                            \
        int code = fault(name, path);                    \
        if (code > 0) return FAIL(code);                 \
    }

#define BY_DESCRIPTOR(name, descriptor)                          \
    if (is_watched(descriptor)) {                                \
        char text[32];                                           \
        int code = fault(name, descriptor_name(descriptor, text)); \
        if (code > 0) return FAIL(code);                         \
    }

/* ---------------------------------------------------------------- Opening and closing */

static int remember(int descriptor, bool watched) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS) in_folder[descriptor] = watched;
    return descriptor;
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(arguments, int) : 0;
}

#define OPEN(function, at, path, call)                                            \
    va_list arguments;                                                            \
    va_start(arguments, flags);                                                   \
    mode_t mode = mode_of(flags, arguments);                                      \
    va_end(arguments);                                                            \
    bool watched = concerns(at, path);                                            \
    if (watched) {                                                                \
        int code = fault(flags & O_CREAT ? "create" : "open", path);              \
        if (code > 0) return FAIL(code);                                          \
    }                                                                             \
    return remember(call, watched)

int open(const char *path, int flags, ...) { OPEN(open, AT_FDCWD, path, REAL(open)(path, flags, mode)); }
int open64(const char *path, int flags, ...) { OPEN(open64, AT_FDCWD, path, REAL(open64)(path, flags, mode)); }
int openat(int at, const char *path, int flags, ...) { OPEN(openat, at, path, REAL(openat)(at, path, flags, mode)); }
int openat64(int at, const char *path, int flags, ...) {
    OPEN(openat64, at, path, REAL(openat64)(at, path, flags, mode));
}

int close(int descriptor) {
    if (is_watched(descriptor)) {
        char text[32];
        int code = fault("close", descriptor_name(descriptor, text));
        in_folder[descriptor] = false;
        /* The descriptor is closed all the same, as Linux does. */
        if (code > 0) return REAL(close)(descriptor), FAIL(code);
    }
    return REAL(close)(descriptor);
}

DIR *opendir(const char *path) {
    if (concerns(AT_FDCWD, path)) {
        int code = fault("opendir", path);
        if (code > 0) return errno = code, NULL;
        DIR *found = REAL(opendir)(path);
        if (found) remember(dirfd(found), true);
        return found;
    }
    return REAL(opendir)(path);
}

#define READ_NAME(function, list)                                     \
    if (is_watched(dirfd(list))) {                                    \
        char text[32];                                                \
        int code = fault("readdir", descriptor_name(dirfd(list), text)); \
        if (code > 0) return errno = code, NULL;                      \
    }                                                                 \
    return REAL(function)(list)

struct dirent *readdir(DIR *list) { READ_NAME(readdir, list); }
struct dirent64 *readdir64(DIR *list) { READ_NAME(readdir64, list); }

int closedir(DIR *list) {
    remember(dirfd(list), false);
    return REAL(closedir)(list);
}

char *realpath(const char *path, char *resolved) {
    if (concerns(AT_FDCWD, path)) {
        int code = fault("realpath", path);
        if (code > 0) return errno = code, NULL;
    }
    return REAL(realpath)(path, resolved);
}

/* ---------------------------------------------------------------- Reading and writing */

#define TRANSFER(name, descriptor, size)                              \
    if (is_watched(descriptor)) {                                     \
        char text[32];                                                \
        int code = fault(name, descriptor_name(descriptor, text));    \
        if (code > 0) return FAIL(code);                              \
        if (code == PART && size > 1) size /= 2;                      \
    }

ssize_t read(int descriptor, void *buffer, size_t size) {
    TRANSFER("read", descriptor, size);
    return REAL(read)(descriptor, buffer, size);
}

ssize_t pread(int descriptor, void *buffer, size_t size, off_t offset) {
    TRANSFER("read", descriptor, size);
    return REAL(pread)(descriptor, buffer, size, offset);
}

ssize_t write(int descriptor, const void *buffer, size_t size) {
    TRANSFER("write", descriptor, size);
    return REAL(write)(descriptor, buffer, size);
}

ssize_t pwrite(int descriptor, const void *buffer, size_t size, off_t offset) {
    TRANSFER("write", descriptor, size);
    return REAL(pwrite)(descriptor, buffer, size, offset);
}

int fsync(int descriptor) {
    BY_DESCRIPTOR("fsync", descriptor);
    return REAL(fsync)(descriptor);
}

int fdatasync(int descriptor) {
    BY_DESCRIPTOR("fsync", descriptor);
    return REAL(fdatasync)(descriptor);
}

int ftruncate(int descriptor, off_t size) {
    BY_DESCRIPTOR("ftruncate", descriptor);
    return REAL(ftruncate)(descriptor, size);
}

off_t lseek(int descriptor, off_t offset, int whence) {
    BY_DESCRIPTOR("lseek", descriptor);
    return REAL(lseek)(descriptor, offset, whence);
}

int flock(int descriptor, int operation) {
    BY_DESCRIPTOR("flock", descriptor);
    return REAL(flock)(descriptor, operation);
}

/* ---------------------------------------------------------------- Names */

int rename(const char *old_path, const char *new_path) {
    BY_PATH("rename", AT_FDCWD, new_path);
    return REAL(rename)(old_path, new_path);
}

int renameat(int old_at, const char *old_path, int new_at, const char *new_path) {
    BY_PATH("rename", new_at, new_path);
    return REAL(renameat)(old_at, old_path, new_at, new_path);
}

int renameat2(int old_at, const char *old_path, int new_at, const char *new_path, unsigned flags) {
    BY_PATH("renameat2", new_at, new_path);
    return REAL(renameat2)(old_at, old_path, new_at, new_path, flags);
}

long syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    long parts[6];
    for (int index = 0; index < 6; index++) parts[index] = va_arg(arguments, long);
    va_end(arguments);
#ifdef SYS_renameat2
    if (number == SYS_renameat2) {
        const char *new_path = (const char *)(uintptr_t)parts[3];
        BY_PATH("renameat2", (int)parts[2], new_path);
    }
#endif
    return REAL(syscall)(number, parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]);
}

int link(const char *old_path, const char *new_path) {
    BY_PATH("linkat", AT_FDCWD, new_path);
    return REAL(link)(old_path, new_path);
}

int linkat(int old_at, const char *old_path, int new_at, const char *new_path, int flags) {
    BY_PATH("linkat", new_at, new_path);
    return REAL(linkat)(old_at, old_path, new_at, new_path, flags);
}

int unlink(const char *path) {
    BY_PATH("unlink", AT_FDCWD, path);
    return REAL(unlink)(path);
}

int unlinkat(int at, const char *path, int flags) {
    BY_PATH("unlink", at, path);
    return REAL(unlinkat)(at, path, flags);
}

int rmdir(const char *path) {
    BY_PATH("rmdir", AT_FDCWD, path);
    return REAL(rmdir)(path);
}

int mkdir(const char *path, mode_t mode) {
    BY_PATH("mkdir", AT_FDCWD, path);
    return REAL(mkdir)(path, mode);
}

int mkdirat(int at, const char *path, mode_t mode) {
    BY_PATH("mkdir", at, path);
    return REAL(mkdirat)(at, path, mode);
}

int chmod(const char *path, mode_t mode) {
    BY_PATH("chmod", AT_FDCWD, path);
    return REAL(chmod)(path, mode);
}

int fchmod(int descriptor, mode_t mode) {
    BY_DESCRIPTOR("chmod", descriptor);
    return REAL(fchmod)(descriptor, mode);
}

int fchmodat(int at, const char *path, mode_t mode, int flags) {
    BY_PATH("chmod", at, path);
    return REAL(fchmodat)(at, path, mode, flags);
}

int stat(const char *restrict path, struct stat *restrict status) {
    BY_PATH("stat", AT_FDCWD, path);
    return REAL(stat)(path, status);
}

int lstat(const char *restrict path, struct stat *restrict status) {
    BY_PATH("stat", AT_FDCWD, path);
    return REAL(lstat)(path, status);
}

int fstat(int descriptor, struct stat *status) {
    BY_DESCRIPTOR("stat", descriptor);
    return REAL(fstat)(descriptor, status);
}

int fstatat(int at, const char *restrict path, struct stat *restrict status, int flags) {
    BY_PATH("stat", at, path);
    return REAL(fstatat)(at, path, status, flags);
}

/* ---------------------------------------------------------------- Keys */

int EVP_PBE_scrypt(const char *pass, size_t pass_size, const unsigned char *salt, size_t salt_size, uint64_t n, uint64_t r,
                   uint64_t p, uint64_t memory, unsigned char *key, size_t key_size);

int EVP_PBE_scrypt(const char *pass, size_t pass_size, const unsigned char *salt, size_t salt_size, uint64_t n, uint64_t r,
                   uint64_t p, uint64_t memory, unsigned char *key, size_t key_size) {
    return REAL(EVP_PBE_scrypt)(pass, pass_size, salt, salt_size, n > 2 ? 2 : n, r, p, memory, key, key_size);
}
