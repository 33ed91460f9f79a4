#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// A signal may arrive while another thread changes data that its handler reads. So flags and pointers are atomic, and
// the data that belong to one are written before it is set.

// Set while a terminal's echo is off.
static atomic_int hidden_descriptor = -1;
static struct termios saved_terminal;
static struct termios quiet_terminal;
static atomic_int interrupt_is_an_end = 0;
static atomic_int line_is_drawn = 0;
// Set while a thread is drawing the line.
static atomic_int line_is_changing = 0;

// Set when a signal ends the process: other threads go on until then, but change nothing that the handler reads.
static atomic_int is_ending = 0;

// Threads that are in steps which a signal must not part: the handler waits for them.
static atomic_int holds = 0;
static _Thread_local int is_holding = 0;
static _Thread_local sigset_t signals_before;

// The messages after an interruption. The handler reads one of the two while the other is written.
static struct {
    char text[1024];
    // Whether it is true only until a file is written.
    bool says_unchanged;
} notes[2] = {{"interrupted; no file was changed\n", true}};
static atomic_int current_note = 0;
static pthread_mutex_t changing_note = PTHREAD_MUTEX_INITIALIZER;

// A file or a folder in a new folder.
struct content {
    struct content *next;
    char name[];
};

// New files and folders that have no final name yet.
#define TEMPORARIES 8
static struct {
    // 2 while it is being filled in.
    atomic_int is_used;
    int folder;
    char name[256];
    // The new folder itself, and its files; -1 for a file.
    int opened;
    _Atomic(struct content *) contents;
} temporaries[TEMPORARIES];

// Programs that end with this one, each in a session of its own. As many as inputs are read at once.
#define PROGRAMS 256
static atomic_int programs[PROGRAMS];

static void wait_if_ending(void) {
    while (is_ending) pause();
}

void cprocess_hold_end(void) {
    if (is_holding++) return;
    // On this thread, the handler would wait for what it interrupts.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &signals_before);
    holds++;
    if (is_ending) holds--;
    wait_if_ending();
}

void cprocess_release_end(void) {
    if (--is_holding) return;
    holds--;
    // The handler goes on in another thread, and this one could end the process before it.
    wait_if_ending();
    pthread_sigmask(SIG_SETMASK, &signals_before, NULL);
}

static int remember(int folder, const char *name, int opened) {
    if (strlen(name) >= sizeof temporaries[0].name) return -1;
    for (int slot = 0; slot < TEMPORARIES; slot++) {
        int unused = 0;
        if (!atomic_compare_exchange_strong(&temporaries[slot].is_used, &unused, 2)) continue;
        temporaries[slot].folder = folder;
        memcpy(temporaries[slot].name, name, strlen(name) + 1);
        temporaries[slot].opened = opened;
        temporaries[slot].contents = NULL;
        temporaries[slot].is_used = 1;
        return slot;
    }
    return -1;
}

int cprocess_remember_temporary(int folder, const char *name) { return remember(folder, name, -1); }

int cprocess_remember_temporary_folder(int folder, const char *name, int opened) {
    return remember(folder, name, opened);
}

void cprocess_remember_content(int slot, const char *name) {
    // Files created from now on would stay.
    wait_if_ending();
    if (slot < 0) return;
    size_t count = strlen(name) + 1;
    struct content *content = malloc(sizeof *content + count);
    if (!content) return;
    memcpy(content->name, name, count);
    content->next = temporaries[slot].contents;
    temporaries[slot].contents = content;
}

void cprocess_forget_temporary(int slot) {
    if (slot < 0) return;
    struct content *content = temporaries[slot].contents;
    temporaries[slot].is_used = 0;
    // A signal handler may be reading the names.
    while (content && !is_ending) {
        struct content *next = content->next;
        free(content);
        content = next;
    }
}

int cprocess_remember_program(int process) {
    for (int slot = 0; slot < PROGRAMS; slot++) {
        int unused = 0;
        if (!atomic_compare_exchange_strong(&programs[slot], &unused, process)) continue;
        // It gets no input, and ends.
        wait_if_ending();
        return slot;
    }
    return -1;
}

void cprocess_forget_program(int slot) {
    if (slot >= 0) programs[slot] = 0;
    // A handler ended it: this thread would say that it failed, and perhaps end the process before the handler does.
    wait_if_ending();
}

// A file that another thread is creating appears a moment later.
static void remove_folder(int slot) {
    for (int attempt = 0; attempt < 100; attempt++) {
        // The newest first: files before their folders.
        for (struct content *content = temporaries[slot].contents; content; content = content->next)
            if (unlinkat(temporaries[slot].opened, content->name, 0) != 0)
                unlinkat(temporaries[slot].opened, content->name, AT_REMOVEDIR);
        if (unlinkat(temporaries[slot].folder, temporaries[slot].name, AT_REMOVEDIR) == 0) return;
        if (errno != ENOTEMPTY && errno != EEXIST) return;
        poll(NULL, 0, 1);
    }
}

void cprocess_exit_quietly_on_interrupt(void) { interrupt_is_an_end = 1; }

void cprocess_start_line(void) {
    line_is_changing = 1;
    if (is_ending) line_is_changing = 0;
    wait_if_ending();
    line_is_drawn = 1;
}

void cprocess_finish_line(void) { line_is_changing = 0; }

void cprocess_forget_line(void) { line_is_drawn = 0; }

static void set_note(const char *text, bool says_unchanged, bool only_instead) {
    cprocess_hold_end();
    pthread_mutex_lock(&changing_note);
    if (!only_instead || notes[current_note].says_unchanged) {
        int next = 1 - current_note;
        size_t count = strnlen(text, sizeof notes[0].text - 2);
        memcpy(notes[next].text, text, count);
        memcpy(notes[next].text + count, "\n", 2);
        notes[next].says_unchanged = says_unchanged;
        current_note = next;
    }
    pthread_mutex_unlock(&changing_note);
    cprocess_release_end();
}

void cprocess_set_interrupt_note(const char *text, bool says_unchanged) { set_note(text, says_unchanged, false); }

void cprocess_set_written_note(const char *text) { set_note(text, false, true); }

static bool hide_input(int descriptor, bool is_by_line) {
    if (tcgetattr(descriptor, &saved_terminal) != 0) return false;
    quiet_terminal = saved_terminal;
    quiet_terminal.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | (is_by_line ? 0 : ICANON));
    quiet_terminal.c_lflag |= ISIG | (is_by_line ? ICANON : 0);
    if (!is_by_line) {
        quiet_terminal.c_cc[VMIN] = 1;
        quiet_terminal.c_cc[VTIME] = 0;
    }
    hidden_descriptor = descriptor;
    // Text that was typed before is kept: it may be the answer.
    if (tcsetattr(descriptor, TCSANOW, &quiet_terminal) == 0) return true;
    hidden_descriptor = -1;
    return false;
}

bool cprocess_hide_input(int descriptor) { return hide_input(descriptor, true); }

bool cprocess_hide_keys(int descriptor) { return hide_input(descriptor, false); }

void cprocess_show_input(void) {
    if (hidden_descriptor < 0) return;
    tcsetattr(hidden_descriptor, TCSANOW, &saved_terminal);
    hidden_descriptor = -1;
}

// Does the same as a signal without a handler, from its handler.
static void raise_default(int signal_number) {
    struct sigaction standard, handled;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    sigemptyset(&standard.sa_mask);
    sigaction(signal_number, &standard, &handled);
    sigset_t signals, saved;
    sigemptyset(&signals);
    sigaddset(&signals, signal_number);
    raise(signal_number);
    // It was blocked until here.
    pthread_sigmask(SIG_UNBLOCK, &signals, &saved);
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    sigaction(signal_number, &handled, NULL);
}

// Only calls that are allowed in a signal handler. Ending at once is safe: files are only ever replaced as a whole.
static void end_process(int signal_number) {
    if (hidden_descriptor >= 0) tcsetattr(hidden_descriptor, TCSANOW, &saved_terminal);
    cprocess_screen_restore();
    is_ending = 1;
    // Not for ever: a disk may hang.
    for (int attempt = 0; attempt < 2000 && holds; attempt++) poll(NULL, 0, 1);
    for (int slot = 0; slot < PROGRAMS; slot++) {
        int process = programs[slot];
        if (process > 0) kill(-process, SIGKILL);
    }
    for (int slot = 0; slot < TEMPORARIES; slot++) {
        if (temporaries[slot].is_used != 1) continue;
        if (temporaries[slot].opened >= 0) remove_folder(slot);
        else unlinkat(temporaries[slot].folder, temporaries[slot].name, 0);
    }
    if (signal_number == SIGINT && interrupt_is_an_end) _exit(0);
    // Not for long: it may be this thread that is drawing, and the terminal may be stopped.
    for (int attempt = 0; attempt < 20 && line_is_changing; attempt++) poll(NULL, 0, 1);
    const char *start = line_is_drawn ? "\r\033[K" : "\n";
    const char *note = notes[current_note].text;
    ssize_t ignored = write(STDERR_FILENO, start, strlen(start));
    ignored = write(STDERR_FILENO, note, strlen(note));
    (void)ignored;
    // Ctrl-\ does not exit quietly: the parent process learns of it.
    if (signal_number == SIGQUIT) raise_default(SIGQUIT);
    _exit(128 + signal_number);
}

static void continue_process(int signal_number) {
    (void)signal_number;
    int saved_errno = errno;
    // In the background, changing the terminal would stop the program again.
    if (hidden_descriptor >= 0 && tcgetpgrp(hidden_descriptor) == getpgrp())
        tcsetattr(hidden_descriptor, TCSANOW, &quiet_terminal);
    errno = saved_errno;
}

// Ctrl-Z: the shell gets its terminal with echo.
static void suspend_process(int signal_number) {
    int saved_errno = errno;
    if (hidden_descriptor >= 0) tcsetattr(hidden_descriptor, TCSANOW, &saved_terminal);
    raise_default(signal_number);
    // Also without a stop: a program whose shell has ended is never continued.
    continue_process(SIGCONT);
    errno = saved_errno;
}

// A job that ignores a signal was started that way.
static void handle_unless_ignored(int signal_number, const struct sigaction *action) {
    struct sigaction inherited;
    if (sigaction(signal_number, NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
        sigaction(signal_number, action, NULL);
}

void cprocess_exit_on_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_process;
    sigfillset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    handle_unless_ignored(SIGQUIT, &action);
    action.sa_flags = SA_RESTART;
    action.sa_handler = continue_process;
    sigaction(SIGCONT, &action, NULL);
    action.sa_handler = suspend_process;
    handle_unless_ignored(SIGTSTP, &action);
    action.sa_flags = 0;
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
#ifdef SIGXFSZ
    sigaction(SIGXFSZ, &action, NULL);
#endif
}
