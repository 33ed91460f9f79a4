/*
 * Moves and frees blocks, and looks at what they left; compiled with CWiping.c by test_memory.py. Exits with 0 if nothing
 * is left, and with the number of the first check that found something.
 */

#include "CWiping.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 4000 };

static const char secret[] = "an invented secret, which nobody may find";

/* Reads memory that was freed, so the compiler must not know where the address is from. */
static int has_secret(uintptr_t address, size_t count) {
    const volatile char *bytes = (const volatile char *)address;
    for (size_t start = 0; start + sizeof secret <= count; start++) {
        size_t same = 0;
        while (same < sizeof secret - 1 && bytes[start + same] == secret[same]) same++;
        if (same == sizeof secret - 1) return 1;
    }
    return 0;
}

static char *filled(size_t size) {
    char *block = malloc(size);
    if (!block) exit(99);
    for (size_t place = 0; place + sizeof secret <= size; place += sizeof secret)
        memcpy(block + place, secret, sizeof secret);
    return block;
}

int main(void) {
    cwiping_start();

    char *freed = filled(SIZE);
    uintptr_t old = (uintptr_t)freed;
    free(freed);
    /* The first bytes are the allocator's own now. */
    if (has_secret(old + 64, SIZE - 64)) return 1;

    /* Behind it there is another block, so it must move to grow. */
    char *small = filled(SIZE), *wall = malloc(SIZE);
    old = (uintptr_t)small;
    char *grown = realloc(small, 64 * SIZE);
    if (!grown || !wall || memcmp(grown, secret, sizeof secret) != 0 || !has_secret((uintptr_t)grown, SIZE)) return 2;
    if ((uintptr_t)grown == old || has_secret(old + 64, SIZE - 64)) return 3;

    /* Bytes that a block loses are wiped as well, whether it moves or not. */
    char *large = filled(16 * SIZE);
    old = (uintptr_t)large;
    char *halved = realloc(large, 8 * SIZE);
    if (!halved || !has_secret((uintptr_t)halved, 8 * SIZE)) return 4;
    if (has_secret(old + 8 * SIZE, 8 * SIZE)) return 5;
    char *shrunk = realloc(halved, 100);
    if (!shrunk || memcmp(shrunk, secret, sizeof secret) != 0 || has_secret(old + 200, 8 * SIZE - 200)) return 6;
    return realloc(shrunk, 0) == NULL ? 0 : 7;
}
