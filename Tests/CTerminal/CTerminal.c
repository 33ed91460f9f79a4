#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void redirect(const char *file, int descriptor) {
    if (!file) return;
    int opened = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(127);
    close(opened);
}

// Only calls that are allowed after fork in a process with threads.
static void run(
    char *const arguments[], char *const environment[], const char *folder, const char *output_file,
    const char *error_file, const char *name) {
    // Threads of the tests may block signals.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    setsid();
    int terminal = open(name, O_RDWR);
    if (terminal < 0 || ioctl(terminal, TIOCSCTTY, 0) < 0) _exit(127);
    for (int descriptor = 0; descriptor <= 2; descriptor++) dup2(terminal, descriptor);
    if (terminal > 2) close(terminal);
    redirect(output_file, 1);
    redirect(error_file, 2);
    if (folder && chdir(folder) < 0) _exit(127);
    execve(arguments[0], arguments, environment);
    _exit(127);
}

int cterminal_start(
    char *const arguments[], char *const environment[], const char *folder, const char *output_file,
    const char *error_file, int columns, int rows, int *master) {
    int opened = posix_openpt(O_RDWR | O_NOCTTY);
    if (opened < 0) return -1;
    fcntl(opened, F_SETFD, FD_CLOEXEC);
    char name[256];
    if (grantpt(opened) < 0 || unlockpt(opened) < 0 || ptsname_r(opened, name, sizeof name) != 0) {
        close(opened);
        return -1;
    }
    // Held until the child has opened it: without any user, the other end would be at its end.
    int terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    cterminal_resize(opened, columns, rows);
    // Closed when the program runs: typing must find the terminal in its hands.
    int started[2];
    if (pipe(started) < 0) return -1;
    fcntl(started[0], F_SETFD, FD_CLOEXEC);
    fcntl(started[1], F_SETFD, FD_CLOEXEC);
    pid_t process = fork();
    if (process == 0) run(arguments, environment, folder, output_file, error_file, name);
    close(started[1]);
    char nothing;
    while (read(started[0], &nothing, 1) < 0 && errno == EINTR) {
    }
    close(started[0]);
    if (process < 0) {
        close(terminal);
        close(opened);
        return -1;
    }
    close(terminal);
    *master = opened;
    return process;
}

void cterminal_resize(int master, int columns, int rows) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    ioctl(master, TIOCSWINSZ, &size);
}
