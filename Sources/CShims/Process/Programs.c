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
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

// A program that another thread starts at the same time must not get an end: it would keep the pipe open.
static int open_pipe(int ends[2]) {
#ifdef __APPLE__
    if (pipe(ends) != 0) return -1;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
#else
    return pipe2(ends, O_CLOEXEC);
#endif
}

static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

// Closes every descriptor but the standard streams, also descriptors that a library opened without O_CLOEXEC.
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
    const int signals[] = {SIGPIPE, SIGXFSZ, SIGXCPU, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&ignored, signals[i]);
    if (posix_spawnattr_setsigmask(attributes, &none) != 0) return -1;
    if (posix_spawnattr_setsigdefault(attributes, &ignored) != 0) return -1;
    return posix_spawnattr_setflags(attributes, flags);
}

// Starts a program with the ends of pipes to its standard input and, unless `from` is NULL, from its standard output.
static pid_t start(const char *path, char *const arguments[], int *to, int *from) {
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    pid_t process = -1;
    char **variables = other_variables();
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (variables && open_pipe(in) == 0 && (!from || open_pipe(out) == 0) &&
        posix_spawn_file_actions_init(&actions) == 0) {
        if (posix_spawnattr_init(&attributes) == 0) {
            if (set_streams(&actions, in[0], out[1]) != 0 || set_attributes(&attributes) != 0 ||
                posix_spawn(&process, path, &actions, &attributes, arguments, variables) != 0)
                process = -1;
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    free(variables);
    close_end(&in[0]);
    close_end(&out[1]);
    if (process > 0 && fcntl(in[1], F_SETFL, O_NONBLOCK) == 0 &&
        (!from || fcntl(out[0], F_SETFL, O_NONBLOCK) == 0)) {
        *to = in[1];
        if (from) *from = out[0];
        return process;
    }
    close_end(&in[1]);
    close_end(&out[0]);
    cprocess_end_program(process);
    return -1;
}

// Writes without SIGPIPE, which ends a process that does not ignore it, such as one that only uses the library.
static ssize_t write_quietly(int descriptor, const void *bytes, size_t count) {
#ifdef F_SETNOSIGPIPE
    fcntl(descriptor, F_SETNOSIGPIPE, 1);
    return write(descriptor, bytes, count);
#else
    sigset_t broken, saved;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &saved);
    ssize_t written = write(descriptor, bytes, count);
    int error = errno;
    const struct timespec now = {0, 0};
    if (written < 0 && error == EPIPE) sigtimedwait(&broken, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    errno = error;
    return written;
#endif
}

int cprocess_start_program(const char *path, char *const arguments[], const void *input, size_t count) {
    int to = -1;
    // More would not fit the pipe, and the program may not be reading.
    pid_t process = count > CPROCESS_PROGRAM_INPUT ? -1 : start(path, arguments, &to, NULL);
    if (process > 0 && count > 0) {
        ssize_t written = write_quietly(to, input, count);
        if (written >= 0 ? (size_t)written < count : errno == EAGAIN) {
            cprocess_end_program(process);
            process = -1;
        }
    }
    close_end(&to);
    return process;
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Waits for one of the descriptors, at most `longest` milliseconds, and subtracts the time from `left`: for a time in
// which this process was stopped, at most twice as many.
static void wait_for(struct pollfd *polled, nfds_t count, int longest, int *left) {
    int64_t before = milliseconds_now();
    int most = *left < longest ? *left : longest;
    if (poll(polled, count, most) < 0)
        for (nfds_t i = 0; i < count; i++) polled[i].revents = 0;
    int64_t waited = milliseconds_now() - before;
    *left -= waited < 2 * longest ? (int)waited : 2 * longest;
}

static bool would_wait(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

// Writes the input and reads the output at the same time, until the program closed its end of both, or of the output.
int cprocess_read_program(cprocess_run *run) {
    const unsigned char *input = run->input;
    unsigned char *output = run->output;
    while (run->from >= 0 || run->to >= 0) {
        if (run->written == run->input_count) close_end(&run->to);
        if (run->to < 0 && run->from < 0) break;
        if (run->milliseconds <= 0) return CPROCESS_RUN_TOO_LONG;
        struct pollfd polled[] = {{.fd = run->to, .events = POLLOUT}, {.fd = run->from, .events = POLLIN}};
        wait_for(polled, 2, 100, &run->milliseconds);
        if (polled[0].revents) {
            ssize_t count = write_quietly(run->to, input + run->written, run->input_count - run->written);
            if (count >= 0) run->written += (size_t)count;
            // It does not want the rest.
            else if (!would_wait()) close_end(&run->to);
        }
        if (polled[1].revents) {
            ssize_t count = read(run->from, output + run->output_count, run->capacity - run->output_count);
            if (count > 0) run->output_count += (size_t)count;
            if (run->output_count == run->capacity) return CPROCESS_RUN_TOO_MUCH;
            if (count == 0 || (count < 0 && !would_wait())) break;
        }
    }
    return 0;
}

#ifdef __linux__
#ifdef __GLIBC__
typedef __rlimit_resource_t resource_kind;
#else
typedef int resource_kind;
#endif

static void lower(pid_t process, resource_kind resource, rlim_t most, rlim_t hard) {
    struct rlimit limit;
    if (prlimit(process, resource, NULL, &limit) != 0) return;
    if (limit.rlim_cur > most) limit.rlim_cur = most;
    if (limit.rlim_max > hard) limit.rlim_max = hard;
    prlimit(process, resource, &limit, NULL);
}
#endif

// The program has no input yet, so it has not done anything.
static void limit_program(pid_t process, const cprocess_run *run) {
#ifdef __linux__
    const rlim_t memory = (rlim_t)run->memory, seconds = (rlim_t)run->processor_seconds;
    lower(process, RLIMIT_AS, memory, memory);
    // Also if this process is killed. At the second one, the program cannot go on.
    lower(process, RLIMIT_CPU, seconds, seconds + 1);
    lower(process, RLIMIT_CORE, 0, 0);
#else
    (void)process, (void)run;
#endif
}

// Leaves the process as it is, so that its number cannot belong to another process yet.
static bool has_ended(pid_t process) {
    siginfo_t information;
    information.si_pid = 0;
    int result = waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT);
    return result != 0 ? errno != EINTR : information.si_pid != 0;
}

static int64_t milliseconds_of(struct timeval time) { return (int64_t)time.tv_sec * 1000 + time.tv_usec / 1000; }

int cprocess_open_program(const char *path, char *const arguments[], cprocess_run *run) {
    run->to = run->from = run->slot = -1;
    run->written = run->output_count = 0;
    run->processor_milliseconds = 0;
    run->process = start(path, arguments, &run->to, run->output ? &run->from : NULL);
    if (run->process < 0) return CPROCESS_RUN_NOT_STARTED;
    if (run->memory > 0) {
        run->slot = cprocess_remember_program(run->process);
        limit_program(run->process, run);
    }
    return 0;
}

int cprocess_close_program(cprocess_run *run, int result) {
    const pid_t process = run->process;
    close_end(&run->to);
    close_end(&run->from);
    for (int nap = 1; result == 0 && !has_ended(process); nap = nap < 16 ? 2 * nap : 16) {
        if (run->milliseconds <= 0) result = CPROCESS_RUN_TOO_LONG;
        else wait_for(NULL, 0, nap, &run->milliseconds);
    }
    // With the programs that it started.
    if (result < 0) {
        kill(-process, SIGKILL);
        kill(process, SIGKILL);
    }
    cprocess_forget_program(run->slot);
    int status;
    pid_t ended;
    struct rusage usage = {0};
    while ((ended = wait4(process, &status, 0, &usage)) < 0 && errno == EINTR) {}
    run->processor_milliseconds = milliseconds_of(usage.ru_utime) + milliseconds_of(usage.ru_stime);
    if (result < 0) return result;
    if (ended == process && WIFEXITED(status)) return WEXITSTATUS(status);
    return ended == process && WTERMSIG(status) == SIGXCPU ? CPROCESS_RUN_TOO_LONG : CPROCESS_RUN_KILLED;
}

int cprocess_run_program(const char *path, char *const arguments[], cprocess_run *run) {
    const int result = cprocess_open_program(path, arguments, run);
    return result < 0 ? result : cprocess_close_program(run, cprocess_read_program(run));
}

void cprocess_end_program(int process) {
    if (process <= 0) return;
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}

static void write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write_quietly(descriptor, bytes, count);
        if (written < 0 && errno != EINTR) return;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
}

// Writes from a process of its own, because the bytes may be more than a socket holds. It has the memory of this one, and
// ends when the bytes were taken, or nobody is left to take them. It is orphaned at once: nobody has to wait for it.
static bool write_apart(int ends[2], const void *bytes, size_t count) {
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        if (fork() == 0) write_all(ends[1], bytes, count);
        _exit(0);
    }
    while (process > 0 && waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    return process > 0;
}

// Lists of processes take a program's name from its path: so the path behind the link, if it still leads to this program.
static const char *path_with_name(const char *own, char *path, size_t size) {
    struct stat program, named;
    ssize_t count = readlink(own, path, size - 1);
    if (count < 0) return own;
    path[count] = '\0';
    bool is_same = stat(own, &program) == 0 && stat(path, &named) == 0 && program.st_dev == named.st_dev &&
                   program.st_ino == named.st_ino;
    return is_same ? path : own;
}

void cprocess_start_anew(char *const arguments[], const void *bytes, size_t count) {
    const char *path = cprocess_own_path();
    char named_path[4096];
    char **variables = other_variables();
    int ends[2];
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    // The process that writes must not clean up after a signal a second time.
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    // Not a pipe: other programs of the user could open that one until memory dumps are forbidden.
    if (path && variables && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
        for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
        if (write_apart(ends, bytes, count) && dup2(ends[0], STDIN_FILENO) >= 0) {
            close_end(&ends[1]);
            // Threads that run tasks block signals; a program starts without that.
            pthread_sigmask(SIG_SETMASK, &none, NULL);
            execve(path_with_name(path, named_path, sizeof named_path), arguments, variables);
        }
        close_end(&ends[0]);
        close_end(&ends[1]);
    }
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    free(variables);
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
