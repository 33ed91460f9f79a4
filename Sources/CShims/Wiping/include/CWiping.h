// Wiping of memory that is freed; only for the program, never for a library: it replaces `free` and `realloc` of the
// whole process.
#ifndef CWIPING_H
#define CWIPING_H

/// From now on, every block that is freed, or left by `realloc`, is overwritten first. Only with glibc; elsewhere this does nothing.
void cwiping_start(void);

/// Overwrites the data left by functions that have returned: the next 256 KiB of the thread's stack, and the registers
/// of memcpy. Only with glibc; elsewhere stacks may be too small for it, and this does nothing.
void cwiping_stack(void);

#endif
