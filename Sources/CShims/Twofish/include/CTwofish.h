#ifndef CTWOFISH_H
#define CTWOFISH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decrypts whole blocks of 16 bytes with Twofish-256 in CBC mode; padding is not removed. Returns false if
/// libgcrypt fails.
bool ctwofish_cbc_decrypt(const uint8_t key[32], const uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t count);

/// Decrypts whole blocks of 8 bytes with Blowfish in ECB mode, with a key of 72 bytes, the longest; padding is not
/// removed. Returns false if libgcrypt fails.
bool ctwofish_blowfish_ecb_decrypt(const uint8_t key[72], const uint8_t *in, uint8_t *out, size_t count);

/// The version of libgcrypt that runs, or NULL.
const char *ctwofish_library_version(void);

#endif
