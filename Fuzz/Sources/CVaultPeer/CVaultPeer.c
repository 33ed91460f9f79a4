#include "CVaultPeer.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

// The reader is a program: it ends with `exit` and leaves its memory to the system. Here a refusal is a jump back, and
// what it allocated is freed afterwards.
static jmp_buf refused;

typedef struct Allocation {
    struct Allocation *next;
    size_t size;
} Allocation;

static Allocation *allocations;

static void *peer_malloc(size_t size) {
    Allocation *allocation = malloc(sizeof *allocation + size);
    if (!allocation) return NULL;
    allocation->next = allocations, allocation->size = size;
    allocations = allocation;
    return allocation + 1;
}

static void *peer_realloc(void *old, size_t size) {
    void *new = peer_malloc(size);
    if (new && old) {
        size_t before = ((Allocation *)old - 1)->size;
        memcpy(new, old, before < size ? before : size);
    }
    return new;
}

static void free_all(void) {
    while (allocations) {
        Allocation *next = allocations->next;
        free(allocations);
        allocations = next;
    }
}

static FILE *nowhere;

#define malloc peer_malloc
#define realloc peer_realloc
#define free(pointer) ((void)(pointer))
#define exit(code) longjmp(refused, 1 + (code))
#undef stderr
#define stderr nowhere
#define main read_vault_main
#include "../../../Docs/vault-format/read_vault.c"
#undef main
#undef free

static void start(void) {
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    blocks = NULL;
}

bool vault_peer_accepts_envelope(const uint8_t *bytes, size_t count) {
    volatile bool is_accepted = false;
    start();
    if (setjmp(refused) == 0) {
        read_envelope((Span){bytes, bytes + count});
        is_accepted = true;
    }
    free_all();
    return is_accepted;
}

long vault_peer_accounts(const uint8_t *bytes, size_t count) {
    volatile long accounts = -1;
    start();
    if (setjmp(refused) == 0) {
        Object plaintext = read_plaintext((Span){bytes, bytes + count});
        Cursor items = cursor(member(plaintext.json, "items"));
        Span item;
        long found = 0;
        while (next(&items, NULL, &item)) found++;
        accounts = found;
    }
    free_all();
    return accounts;
}
