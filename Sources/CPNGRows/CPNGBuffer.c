#include "CPNGBuffer.h"

#include <stdatomic.h>
#include <sys/mman.h>

// Bytes of a buffer that is kept, and how many: more workers than that are on machines that have the memory.
enum { KEPT = 16 << 20, SLOTS = 8 };

// In front of the bytes. They come from the system itself: in malloc's arenas they would leave holes behind.
typedef struct {
    _Alignas(64) size_t size;
} block;

static _Atomic(block *) idle[SLOTS];

static void unmap(block *b) {
    if (b != NULL) munmap(b, b->size);
}

uint8_t *cpngbuffer_take(size_t count) {
    if (count > SIZE_MAX - sizeof(block)) return NULL;
    size_t size = count + sizeof(block);
    block *b = NULL;
    for (size_t i = 0; i < SLOTS && b == NULL; i++) b = atomic_exchange(&idle[i], NULL);
    if (b == NULL || b->size < size) {
        unmap(b);
        b = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (b == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
        madvise(b, size, MADV_HUGEPAGE); // where it is not to be had, small pages do
#endif
        b->size = size;
    }
    return (uint8_t *)(b + 1);
}

void cpngbuffer_give_back(uint8_t *bytes) {
    if (bytes == NULL) return;
    block *b = (block *)(void *)bytes - 1;
    if (b->size <= KEPT) {
        for (size_t i = 0; i < SLOTS && b != NULL; i++) b = atomic_exchange(&idle[i], b);
    }
    unmap(b);
}

void cpngbuffer_release(void) {
    for (size_t i = 0; i < SLOTS; i++) unmap(atomic_exchange(&idle[i], NULL));
}
