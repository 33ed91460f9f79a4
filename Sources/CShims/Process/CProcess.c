#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

int cprocess_forbid_memory_dumps(void) {
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
#ifdef __linux__
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#else
    return 0;
#endif
}

#ifndef __has_feature
#define __has_feature(name) 0
#endif

void cprocess_end(int status) {
    fflush(stdout);
#if __has_feature(address_sanitizer)
    // It looks for leaks then.
    exit(status);
#else
    _exit(status);
#endif
}

int64_t cprocess_address_space(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return INT64_MAX;
    return limit.rlim_cur > INT64_MAX ? INT64_MAX : (int64_t)limit.rlim_cur;
}

int cprocess_is_of_kernel(const char *path) {
#ifdef __linux__
    struct statfs file_system;
    if (statfs(path, &file_system) != 0) return -1;
    switch ((uint32_t)file_system.f_type) {
    case 0x9FA0:      // proc
    case 0x62656572:  // sysfs
    case 0x64626720:  // debugfs
    case 0x74726163:  // tracefs
        return 1;
    default: return 0;
    }
#else
    (void)path;
    return 0;
#endif
}

void cprocess_tune_malloc(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

void cprocess_fill_standard_streams(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) continue;
        // open takes the lowest free number. A folder cannot be written to by the name /dev/stdout either.
        (void)!(descriptor == STDIN_FILENO ? open("/dev/null", O_WRONLY) : open("/", O_RDONLY));
    }
}

int cprocess_terminal_columns(int descriptor) {
    struct winsize size = {0};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int cprocess_terminal_rows(int descriptor) {
    struct winsize size = {0};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

int cprocess_rename_exclusively(int folder, const char *old_name, const char *new_name) {
#if defined(__linux__) && defined(SYS_renameat2)
    // By its number: not every C library has a function for it.
    return (int)syscall(SYS_renameat2, folder, old_name, folder, new_name, 1u /* RENAME_NOREPLACE */);
#elif defined(__APPLE__)
    return renameatx_np(folder, old_name, folder, new_name, RENAME_EXCL);
#else
    (void)folder, (void)old_name, (void)new_name;
    errno = ENOSYS;
    return -1;
#endif
}
