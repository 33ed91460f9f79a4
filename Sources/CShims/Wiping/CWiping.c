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

// This takes the place of the C library's function, also for the libraries. That one is called in the end, or the one of
// another allocator that was loaded before it.
void free(void *block) {
    static void (*next)(void *);
    void (*found)(void *) = __atomic_load_n(&next, __ATOMIC_RELAXED);
    if (!found) {
        found = (void (*)(void *))dlsym(RTLD_NEXT, "free");
        __atomic_store_n(&next, found, __ATOMIC_RELAXED);
    }
    if (block && __atomic_load_n(&wipes, __ATOMIC_RELAXED)) explicit_bzero(block, malloc_usable_size(block));
    if (found) found(block);
}

// The registers with which memcpy copies keep what it copied last. The dynamic linker puts them on the stack when a
// function is called for the first time.
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
