// The reader of vaults in C, Docs/vault-format/read_vault.c, as functions.
#ifndef CVAULTPEER_H
#define CVAULTPEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether it accepts everything of a vault that can be checked without a key.
bool vault_peer_accepts_envelope(const uint8_t *bytes, size_t count);

/// The number of accounts in a decrypted payload, or -1 if it refuses the payload.
long vault_peer_accounts(const uint8_t *bytes, size_t count);

#endif
