// System calls that Swift's C library modules do not show, and what must run inside a signal handler.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdbool.h>

/// Forbids core dumps and reading of this process's memory by others of the same user.
/// Returns 0, or -1 with errno.
int csystem_forbid_memory_dumps(void);

/// Fixes from which size on the C library gets a block from the system, and gives it back. Left alone, glibc raises both
/// with each block that is freed: pictures end up among small blocks, and memory grows with their number.
void csystem_tune_malloc(void);

/// Opens standard input, output and error on nothing where they are closed: a file that is opened later would become
/// one of them, and messages would be written into it.
void csystem_fill_standard_streams(void);

/// From now on SIGINT, SIGTERM and SIGHUP end the process at once with status 128 + the signal's number, after the
/// terminal's echo was restored. SIGPIPE and SIGXFSZ are ignored: writes fail with an error instead.
void csystem_exit_on_signals(void);

/// From now on SIGINT is the ordinary way out: no message, status 0.
void csystem_exit_quietly_on_interrupt(void);

/// Turns the echo of a terminal off, and suspension with it. Returns false where the descriptor is no terminal.
bool csystem_hide_input(int descriptor);

/// Puts the terminal back as it was before `csystem_hide_input`.
void csystem_show_input(void);

/// Columns of the terminal behind a descriptor, 0 where it is none or does not say.
int csystem_terminal_columns(int descriptor);

/// Renames a file within an open folder; fails with EEXIST if there is a file of the new name. Returns 0, or -1 with
/// errno: ENOSYS, EINVAL or ENOTSUP where the system or the file system does not know such a call.
int csystem_rename_exclusively(int folder, const char *old_name, const char *new_name);

#endif
