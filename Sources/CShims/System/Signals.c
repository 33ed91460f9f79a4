#include "CSystem.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Set while a terminal's echo is off; read by the signal handler.
static volatile sig_atomic_t hidden_descriptor = -1;
static struct termios saved_terminal;
static volatile sig_atomic_t interrupt_is_an_end = 0;

void csystem_exit_quietly_on_interrupt(void) { interrupt_is_an_end = 1; }

bool csystem_hide_input(int descriptor) {
    if (tcgetattr(descriptor, &saved_terminal) != 0) return false;
    struct termios quiet = saved_terminal;
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    quiet.c_lflag |= ECHONL | ICANON | ISIG;
    // A suspended program would leave the shell without echo.
    quiet.c_cc[VSUSP] = _POSIX_VDISABLE;
    hidden_descriptor = descriptor;
    if (tcsetattr(descriptor, TCSAFLUSH, &quiet) == 0) return true;
    hidden_descriptor = -1;
    return false;
}

void csystem_show_input(void) {
    if (hidden_descriptor < 0) return;
    tcsetattr(hidden_descriptor, TCSAFLUSH, &saved_terminal);
    hidden_descriptor = -1;
}

// Only calls that are allowed in a signal handler. Ending at once is safe: files are only ever replaced as a whole.
static void end_process(int signal_number) {
    static const char message[] = "\ninterrupted; nothing that was there before is changed or half written\n";
    if (hidden_descriptor >= 0) tcsetattr(hidden_descriptor, TCSAFLUSH, &saved_terminal);
    csystem_screen_restore();
    if (signal_number == SIGINT && interrupt_is_an_end) _exit(0);
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(128 + signal_number);
}

void csystem_exit_on_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_process;
    sigfillset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
#ifdef SIGXFSZ
    sigaction(SIGXFSZ, &action, NULL);
#endif
}
