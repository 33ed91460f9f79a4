#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The alternate screen, no cursor, and no wrapping at the last column; and back.
static const char enter_text[] = "\033[?1049h\033[?25l\033[?7l";
static const char leave_text[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

static int terminal = -1;
// Set while the terminal is taken over; read by signal handlers, on any thread.
static atomic_int is_taken = 0;
static struct termios saved_terminal;
static atomic_int is_resized = 0, is_suspended = 0, is_continued = 0;
// A signal handler writes a byte, so that a wait that is about to start ends as well.
static int wake[2] = {-1, -1};

static void write_text(const char *text, size_t count) {
    while (count > 0) {
        ssize_t written = write(terminal, text, count);
        if (written < 0 && errno != EINTR) return;
        if (written > 0) {
            text += written;
            count -= (size_t)written;
        }
    }
}

static void on_signal(int number) {
    int saved_errno = errno;
    if (number == SIGWINCH) is_resized = 1;
    if (number == SIGTSTP) is_suspended = 1;
    if (number == SIGCONT) is_continued = 1;
    ssize_t ignored = write(wake[1], "", 1);
    (void)ignored;
    errno = saved_errno;
}

static void handle(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void take(void) {
    struct termios raw = saved_terminal;
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | ISIG | IEXTEN);
    raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | ISTRIP);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    // First, so that a signal in between gives the terminal back.
    is_taken = 1;
    tcsetattr(terminal, TCSANOW, &raw);
    write_text(enter_text, sizeof enter_text - 1);
}

int cprocess_screen_enter(void) {
    terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal < 0) return -1;
    if (tcgetattr(terminal, &saved_terminal) != 0 || pipe(wake) != 0) {
        close(terminal);
        return terminal = -1;
    }
    for (int end = 0; end < 2; end++) {
        fcntl(wake[end], F_SETFD, FD_CLOEXEC);
        fcntl(wake[end], F_SETFL, O_NONBLOCK);
    }
    handle(SIGWINCH, on_signal);
    handle(SIGTSTP, on_signal);
    handle(SIGCONT, on_signal);
    take();
    return terminal;
}

void cprocess_screen_restore(void) {
    if (!atomic_exchange(&is_taken, 0)) return;
    write_text(leave_text, sizeof leave_text - 1);
    tcsetattr(terminal, TCSANOW, &saved_terminal);
}

void cprocess_screen_leave(void) {
    if (terminal < 0) return;
    cprocess_screen_restore();
    handle(SIGWINCH, SIG_DFL);
    handle(SIGTSTP, SIG_DFL);
    handle(SIGCONT, SIG_DFL);
    close(wake[0]);
    close(wake[1]);
    close(terminal);
    terminal = -1;
}

void cprocess_screen_suspend(void) {
    cprocess_screen_restore();
    handle(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    handle(SIGTSTP, on_signal);
    is_suspended = is_continued = 0;
    take();
}

int cprocess_screen_wait(int milliseconds) {
    struct pollfd polled[2] = {{.fd = terminal, .events = POLLIN}, {.fd = wake[0], .events = POLLIN}};
    int events = 0;
    if (poll(polled, 2, milliseconds) > 0) {
        char drained[64];
        while (polled[1].revents && read(wake[0], drained, sizeof drained) > 0) {}
        if (polled[0].revents & POLLIN) events |= CPROCESS_SCREEN_INPUT;
        else if (polled[0].revents & (POLLHUP | POLLERR | POLLNVAL)) events |= CPROCESS_SCREEN_CLOSED;
    }
    if (atomic_exchange(&is_suspended, 0)) events |= CPROCESS_SCREEN_SUSPEND;
    if (atomic_exchange(&is_continued, 0)) {
        // The shell may have changed the terminal, also if the stop could not be noticed.
        take();
        events |= CPROCESS_SCREEN_CONTINUED;
    }
    if (atomic_exchange(&is_resized, 0)) events |= CPROCESS_SCREEN_RESIZED;
    return events;
}
