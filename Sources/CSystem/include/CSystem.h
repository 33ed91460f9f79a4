// System calls that Swift's C library modules do not show.
#ifndef CSYSTEM_H
#define CSYSTEM_H

/// Forbids core dumps and reading of this process's memory by others of the same user.
/// Returns 0, or -1 with errno. Does nothing (and returns 0) where the system has no such call.
int csystem_forbid_memory_dumps(void);

#endif
