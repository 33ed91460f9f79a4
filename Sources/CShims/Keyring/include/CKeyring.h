// The keyring of the Linux kernel, called directly. libkeyutils wraps these few system calls and nothing else of it
// would be used: it is not worth a library to link, to package and to install.
#ifndef CKEYRING_H
#define CKEYRING_H

#include <stddef.h>

/// Puts a key into the keyring of the user, in place of one with the same name. It is there only once its time-out is set.
///
/// Returns 0, or an error of errno; ENOSYS on other systems than Linux.
int ckeyring_keep(const char *name, const void *key, size_t count, unsigned seconds);

/// Copies a key of the user.
///
/// Returns its length, of which at most `count` bytes are copied, or a negative error of errno.
long ckeyring_read(const char *name, void *key, size_t count);

/// Removes a key from the keyring of the user and from the memory of the kernel.
///
/// Returns 0, or an error of errno: ENOKEY if the key does not exist.
int ckeyring_remove(const char *name);

#endif
