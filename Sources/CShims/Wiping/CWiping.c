#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CWiping.h"

#include <stdbool.h>
#include <stdlib.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_ALLOCATOR_OF_ITS_OWN
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_ALLOCATOR_OF_ITS_OWN)

#include <dlfcn.h>
#include <malloc.h>
#include <string.h>
#include <sys/resource.h>

static bool wipes;

void cwiping_start(void) { __atomic_store_n(&wipes, true, __ATOMIC_RELAXED); }

// The functions below take the place of the C library's, also for the libraries. In the end, they call the C library's,
// or those of another allocator that was loaded before it.
static void *next_function(void **known, const char *name) {
    void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (!found) {
        found = dlsym(RTLD_NEXT, name);
        __atomic_store_n(known, found, __ATOMIC_RELAXED);
    }
    return found;
}

void free(void *block) {
    static void *known;
    void (*next)(void *) = (void (*)(void *))next_function(&known, "free");
    if (block && __atomic_load_n(&wipes, __ATOMIC_RELAXED)) explicit_bzero(block, malloc_usable_size(block));
    if (next) next(block);
}

// The C library's own would move a block, and leave its bytes at the old place.
void *realloc(void *block, size_t size) {
    static void *known;
    void *(*next)(void *, size_t) = (void *(*)(void *, size_t))next_function(&known, "realloc");
    if (!block || !__atomic_load_n(&wipes, __ATOMIC_RELAXED)) return next ? next(block, size) : NULL;
    if (size == 0) {
        free(block);
        return NULL;
    }
    size_t usable = malloc_usable_size(block);
    if (size <= usable && size >= usable / 2) {
        explicit_bzero((char *)block + size, usable - size);
        return block;
    }
    void *moved = malloc(size);
    if (!moved) return NULL;
    memcpy(moved, block, size < usable ? size : usable);
    free(block);
    return moved;
}

// The registers with which memcpy copies keep the bytes that it copied last. The dynamic linker puts them on the stack
// when a function is called for the first time.
static void wipe_registers(void) {
    static const char zeros[4096];
    char copy[sizeof zeros];
    // Each length uses others.
    for (volatile size_t count = 1; count <= sizeof zeros; count *= 2) memcpy(copy, zeros, count);
    __asm__ volatile("" : : "r"(copy) : "memory");
}

// Of a stack, in bytes.
enum { WIPED = 256 << 10 };

__attribute__((noinline)) static void wipe_stack(void) {
    volatile unsigned long unused[WIPED / sizeof(unsigned long)];
    for (size_t i = 0; i < sizeof unused / sizeof unused[0]; i++) unused[i] = 0;
}

void cwiping_stack(void) {
    struct rlimit limit;
    wipe_registers();
    // The limit is also the size of the threads' stacks.
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur >= 4 * WIPED) wipe_stack();
}

#else

void cwiping_start(void) {}
void cwiping_stack(void) {}

#endif
