// A program in a terminal of its own. In C, because fork is safe only there.
#ifndef CTERMINAL_H
#define CTERMINAL_H

/// Starts a program with a new terminal as its controlling terminal and as its standard streams.
///
/// `folder`, `output_file` and `error_file` may be NULL. Returns the process, or -1 with errno; `master` is then the
/// other end of the terminal.
int cterminal_start(
    char *const arguments[], char *const environment[], const char *folder, const char *output_file,
    const char *error_file, int columns, int rows, int *master);

/// Changes the size of the window. The program gets SIGWINCH.
void cterminal_resize(int master, int columns, int rows);

#endif
