#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CWiping.h"

#include <stdbool.h>
#include <stdlib.h>

// Not with memset: its first call goes through the dynamic linker, which saves registers with old content on the stack.
__attribute__((noinline)) void cwiping_stack(void) {
    volatile unsigned long block[(256 << 10) / sizeof(unsigned long)];
    for (size_t index = 0; index < sizeof(block) / sizeof(block[0]); index++) block[index] = 0;
}

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_ALLOCATOR_OF_ITS_OWN
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_ALLOCATOR_OF_ITS_OWN)

#include <dlfcn.h>
#include <malloc.h>
#include <string.h>

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

#else

void cwiping_start(void) {}

#endif
