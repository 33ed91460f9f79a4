// What the Swift runtime reads in /proc, for places where that is not mounted, such as a chroot.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSwiftRuntime.h"

#ifdef __linux__
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

__attribute__((swiftcall)) void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

// Without /proc, `CommandLine` is empty: every command would be none, and succeed. glibc passes the arguments of `main`
// to what runs before it.
__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}

static int is_state_of_thread(const char *path) {
    const size_t count = strlen(path);
    return count > 11 && memcmp(path, "/proc/", 6) == 0 && memcmp(path + count - 5, "/stat", 5) == 0;
}

// The linker puts it in place of `open`. Once a second libdispatch reads in /proc/ID/stat which of its threads run, and
// ends the process if it cannot be opened. Here all of them run.
int __wrap_open(const char *path, int flags, ...) {
    mode_t mode = 0;
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {
        va_list more;
        va_start(more, flags);
        mode = va_arg(more, mode_t);
        va_end(more);
    }
    const int descriptor = openat(AT_FDCWD, path, flags, mode);
    int ends[2];
    const char state[] = "0 - R";
    if (descriptor >= 0 || !is_state_of_thread(path) || pipe2(ends, O_CLOEXEC) != 0) return descriptor;
    (void)!write(ends[1], state, sizeof state - 1);
    close(ends[1]);
    return ends[0];
}
#endif
