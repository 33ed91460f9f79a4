// Other programs, such as the ones that own the clipboard: no shell, no descriptor of ours, no passphrase of ours.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CProcess.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char **environ;

// The program's own variables hold passphrases.
static const char own_variables[] = "TOTP_IMPORT_";

// The environment without our variables; the array is to be freed.
static char **other_variables(void) {
    size_t count = 0, kept = 0;
    while (environ && environ[count]) count++;
    char **variables = calloc(count + 1, sizeof *variables);
    if (!variables) return NULL;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], own_variables, sizeof own_variables - 1) != 0) variables[kept++] = environ[i];
    return variables;
}

static int open_pipe(int ends[2]) {
    if (pipe(ends) != 0) return -1;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
}

static void close_both(const int ends[2]) {
    for (int end = 0; end < 2; end++)
        if (ends[end] >= 0) close(ends[end]);
}

// Closes every descriptor but the standard streams, also those that a library opened without O_CLOEXEC.
static int close_others(posix_spawn_file_actions_t *actions) {
#ifdef __APPLE__
    (void)actions; // POSIX_SPAWN_CLOEXEC_DEFAULT does it.
    return 0;
#else
    DIR *folder = opendir("/proc/self/fd");
    if (!folder) {
        for (int descriptor = 3; descriptor < 256; descriptor++)
            if (posix_spawn_file_actions_addclose(actions, descriptor) != 0) return -1;
        return 0;
    }
    int result = 0;
    for (struct dirent *entry; result == 0 && (entry = readdir(folder));) {
        int descriptor = atoi(entry->d_name);
        if (descriptor > 2 && descriptor != dirfd(folder))
            result = posix_spawn_file_actions_addclose(actions, descriptor);
    }
    closedir(folder);
    return result;
#endif
}

static int set_streams(posix_spawn_file_actions_t *actions, int input, int output) {
    int result = posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
    if (result == 0)
        result = output >= 0 ? posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO)
                             : posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (result == 0) result = posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    return result == 0 ? close_others(actions) : result;
}

// A session of its own: neither Ctrl-C nor the end of the terminal ends a program that owns the clipboard.
static int set_attributes(posix_spawnattr_t *attributes) {
    short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    sigset_t none, ignored;
    sigemptyset(&none);
    sigemptyset(&ignored);
    const int signals[] = {SIGPIPE, SIGXFSZ, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&ignored, signals[i]);
    if (posix_spawnattr_setsigmask(attributes, &none) != 0) return -1;
    if (posix_spawnattr_setsigdefault(attributes, &ignored) != 0) return -1;
    return posix_spawnattr_setflags(attributes, flags);
}

// `output` gets the end of a pipe from which standard output can be read, if it is not NULL.
static int start(const char *path, char *const arguments[], const void *input, size_t count, int *output) {
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    pid_t process = -1;
    // More would not fit the pipe, and the program may not be reading.
    if (count > CPROCESS_PROGRAM_INPUT || open_pipe(in) != 0) return -1;
    char **variables = other_variables();
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (variables && (!output || open_pipe(out) == 0) && posix_spawn_file_actions_init(&actions) == 0) {
        if (posix_spawnattr_init(&attributes) == 0) {
            if (set_streams(&actions, in[0], out[1]) != 0 || set_attributes(&attributes) != 0 ||
                posix_spawn(&process, path, &actions, &attributes, arguments, variables) != 0)
                process = -1;
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    free(variables);
    // SIGPIPE is ignored. Bytes that do not fit the pipe at once would wait for a program that may not read.
    if (process > 0 && count > 0 && fcntl(in[1], F_SETFL, O_NONBLOCK) == 0) {
        ssize_t written = write(in[1], input, count);
        if (written >= 0 ? (size_t)written < count : errno == EAGAIN) {
            cprocess_end_program(process);
            process = -1;
        }
    }
    close_both(in);
    if (process > 0 && output) {
        *output = out[0];
        out[0] = -1;
    }
    close_both(out);
    return process;
}

int cprocess_start_program(const char *path, char *const arguments[], const void *input, size_t count) {
    return start(path, arguments, input, count, NULL);
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Returns the number of bytes; reading ends with the stream, the buffer or the time.
static size_t read_all(int descriptor, unsigned char *buffer, size_t capacity, int64_t end) {
    size_t count = 0;
    while (count < capacity) {
        int64_t left = end - milliseconds_now();
        struct pollfd polled = {.fd = descriptor, .events = POLLIN};
        if (left <= 0 || (poll(&polled, 1, (int)left) < 0 && errno != EINTR)) break;
        if (!polled.revents) continue;
        ssize_t added = read(descriptor, buffer + count, capacity - count);
        if (added < 0 && errno == EINTR) continue;
        if (added <= 0) break;
        count += (size_t)added;
    }
    return count;
}

int cprocess_run_program(
    const char *path, char *const arguments[], const void *input, size_t count, void *output, size_t *capacity,
    int milliseconds) {
    int64_t end = milliseconds_now() + milliseconds;
    int from_program = -1;
    int process = start(path, arguments, input, count, output ? &from_program : NULL);
    if (process < 0) return -1;
    if (output) {
        *capacity = read_all(from_program, output, *capacity, end);
        close(from_program);
    }
    for (int nap = 1;; nap = nap < 16 ? 2 * nap : 16) {
        int status;
        pid_t ended = waitpid(process, &status, WNOHANG);
        if (ended == process) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        if (ended < 0 && errno != EINTR) return -1;
        if (milliseconds_now() >= end) break;
        poll(NULL, 0, nap);
    }
    // With the programs that it started.
    kill(-process, SIGKILL);
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    return -1;
}

void cprocess_end_program(int process) {
    if (process <= 0) return;
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}

const char *cprocess_own_path(void) {
#if defined(__linux__)
    return "/proc/self/exe";
#elif defined(__APPLE__)
    static char path[4096];
    uint32_t size = sizeof path;
    return _NSGetExecutablePath(path, &size) == 0 ? path : NULL;
#else
    return NULL;
#endif
}
