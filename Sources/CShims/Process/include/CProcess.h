// System calls that Swift's C library modules do not show, and code that must run inside a signal handler.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Forbids core dumps and reading of this process's memory by others of the same user.
/// Returns 0, or -1 with errno.
int cprocess_forbid_memory_dumps(void);

/// The address space that this process may use, in bytes (`ulimit -v`); INT64_MAX without a limit.
int64_t cprocess_address_space(void);

/// Whether a path is in a file system that the kernel makes up, such as /proc, where reading may never end: 1 or 0, or
/// -1 with errno if that is unknown.
int cprocess_is_of_kernel(const char *path);

/// Fixes the size from which the C library gets blocks from the system, and returns them. By default, glibc raises it
/// with each freed block: pictures are then placed among small blocks, and memory grows with their number.
void cprocess_tune_malloc(void);

/// Opens something as standard input, output and error if they are closed. Otherwise a file that is opened later could
/// take their number, and messages would be written into it. Reading and writing still fail: a result that nobody gets
/// is an error.
void cprocess_fill_standard_streams(void);

/// From now on SIGINT, SIGTERM and SIGHUP end the process at once with status 128 + the signal's number, after the
/// terminal's echo was restored. SIGQUIT (Ctrl-\) does the same, and the process ends by that signal. SIGPIPE and
/// SIGXFSZ are ignored: writes fail with an error instead.
void cprocess_exit_on_signals(void);

/// Ends the process without the clean-up of libraries, which threads that still run would crash in.
_Noreturn void cprocess_end(int status);

/// From now on SIGINT is the normal way to quit: no message, status 0.
void cprocess_exit_quietly_on_interrupt(void);

/// The message that SIGINT, SIGTERM, SIGHUP and SIGQUIT print on standard error, one line, cut at 1,022 bytes.
/// `says_unchanged`: whether it is true only until a file is written.
void cprocess_set_interrupt_note(const char *text, bool says_unchanged);

/// The message from now on, if the one before says that nothing was changed.
void cprocess_set_written_note(const char *text);

/// Until `cprocess_release_end` on the same thread, these signals do not end the process, but for a disk that takes
/// seconds. For a few calls of the file system, also inside of one another. Does not return once a signal ends the
/// process.
void cprocess_hold_end(void);

/// A signal that arrived meanwhile ends the process now.
void cprocess_release_end(void);

/// A file that SIGINT, SIGTERM, SIGHUP and SIGQUIT remove: a new one that has no final name yet. The folder's
/// descriptor must stay open until `cprocess_forget_temporary`. Returns its number, or -1 if it is not remembered. The
/// thread holds the end since before it created the file.
int cprocess_remember_temporary(int folder, const char *name);

/// Remembers a new folder that is open as `opened`: its files are removed first, as far as they are remembered.
int cprocess_remember_temporary_folder(int folder, const char *name, int opened);

/// A file or a folder in such a folder, before it is created. Does not return once a signal ends the process.
void cprocess_remember_content(int number, const char *name);

/// The thread holds the end since before it removed the file, or gave it its name.
void cprocess_forget_temporary(int number);

/// Before a progress line is drawn, which an interruption removes. Callers take turns. Does not return once a signal ends
/// the process: the line would stay.
void cprocess_start_line(void);

/// After it was drawn.
void cprocess_finish_line(void);

/// After it was removed.
void cprocess_forget_line(void);

/// Turns off the echo of a terminal; Ctrl-Z turns it on for the shell. Text that was typed before is kept. Returns
/// false if the descriptor is not a terminal. It must stay open until `cprocess_show_input`.
bool cprocess_hide_input(int descriptor);

/// Like `cprocess_hide_input`, but typed text can be read at once, not line by line: a terminal cuts long lines.
bool cprocess_hide_keys(int descriptor);

/// Puts the terminal back as it was before `cprocess_hide_input` or `cprocess_hide_keys`.
void cprocess_show_input(void);

/// Takes the terminal over: the alternate screen, without cursor, echo, line wrapping and signals of keys. Whatever
/// ends or suspends the program gives the terminal back as it was. Returns a descriptor to read keys from and to write
/// to, or -1 without a terminal.
int cprocess_screen_enter(void);

/// Gives the terminal back.
void cprocess_screen_leave(void);

/// As cprocess_screen_leave, from a signal handler.
void cprocess_screen_restore(void);

/// Suspends the program, with the terminal given back until it continues.
void cprocess_screen_suspend(void);

enum {
    /// Keys can be read.
    CPROCESS_SCREEN_INPUT = 1,
    /// The window has another size.
    CPROCESS_SCREEN_RESIZED = 2,
    /// The user asked the program to suspend itself.
    CPROCESS_SCREEN_SUSPEND = 4,
    /// The program continued after a stop; the terminal was taken over again.
    CPROCESS_SCREEN_CONTINUED = 8,
    /// The terminal is gone.
    CPROCESS_SCREEN_CLOSED = 16,
};

/// Waits for at most this many milliseconds. Returns the events, from the above; 0 if nothing happened.
int cprocess_screen_wait(int milliseconds);

/// Rows of the terminal of a descriptor; 0 if it is not a terminal or the height is unknown.
int cprocess_terminal_rows(int descriptor);

/// Columns of the terminal of a descriptor; 0 if it is not a terminal or the width is unknown.
int cprocess_terminal_columns(int descriptor);

/// Renames a file within an open folder; fails with EEXIST if there is a file of the new name. Returns 0, or -1 with
/// errno: ENOSYS, EINVAL or ENOTSUP where the system or the file system does not know such a call.
int cprocess_rename_exclusively(int folder, const char *old_name, const char *new_name);

/// The input, the limits and the output of a program.
typedef struct {
    const void *input;
    size_t input_count;
    /// A buffer for its standard output, which is dropped without one. A full buffer ends the program.
    void *output;
    size_t capacity;
    size_t output_count;
    /// The time that it has, and then what is left of it. Time in which this process is stopped does not count.
    int milliseconds;
    /// For a program that reads hostile bytes: the most address space, and the most seconds of the processor, on Linux. A
    /// signal that ends this process ends such a program, too. 0 for the user's own, without a limit.
    int64_t memory;
    int processor_seconds;
    /// What it took of the processor.
    int64_t processor_milliseconds;
    /// Of this module: the process, the ends of its pipes, its number among those that a signal ends, and how much of the
    /// input it has.
    int process, to, from, slot;
    size_t written;
} cprocess_run;

/// How a program ended that did not exit by itself.
enum {
    CPROCESS_RUN_NOT_STARTED = -1,
    CPROCESS_RUN_KILLED = -2,
    CPROCESS_RUN_TOO_LONG = -3,
    CPROCESS_RUN_TOO_MUCH = -4,
};

/// Runs a program to its end, in a session of its own, without other descriptors than the standard streams, and without
/// the environment's variables that start with TOTP_IMPORT_. Its standard error is dropped. Returns its exit status, or
/// one of the above.
int cprocess_run_program(const char *path, char *const arguments[], cprocess_run *run);

/// The same in steps, for a program that writes more than a buffer holds: it waits while nobody reads. Returns 0 if it
/// runs.
int cprocess_open_program(const char *path, char *const arguments[], cprocess_run *run);

/// Fills the buffer from `output_count` on; `input` and `output` may have moved. Returns CPROCESS_RUN_TOO_MUCH if the
/// buffer is full, 0 after the end of its output, CPROCESS_RUN_TOO_LONG.
int cprocess_read_program(cprocess_run *run);

/// Ends it if `result` is below 0, else waits for its end. Returns as `cprocess_run_program`.
int cprocess_close_program(cprocess_run *run, int result);

/// A program that SIGINT, SIGTERM, SIGHUP and SIGQUIT end. Returns its number, or -1 if it is not remembered.
int cprocess_remember_program(int process);

/// Before the process is waited for: then its number may belong to another one.
void cprocess_forget_program(int number);

/// The most bytes that a program gets on its standard input if it is not waited for: they fit a pipe without a reader,
/// except on a system that is out of memory for pipes: there it counts as a program that cannot be started.
enum { CPROCESS_PROGRAM_INPUT = 4096 };

/// Starts a program in the same way, without limits, and does not wait for it. Returns its process number, or -1.
int cprocess_start_program(const char *path, char *const arguments[], const void *input, size_t count);

/// Ends a program that was started so.
void cprocess_end_program(int process);

/// Starts this program again in this process, in place of what runs in it: nothing of its memory is left, and it has no
/// variable that starts with TOTP_IMPORT_. It gets the bytes on standard input, as many as they are. Returns only if that
/// is not possible.
void cprocess_start_anew(char *const arguments[], const void *bytes, size_t count);

/// The path of this program, to start it again; NULL if it is not known.
const char *cprocess_own_path(void);

#endif
