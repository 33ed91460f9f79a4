// New memory would cost a tenth of the decoding time, because the kernel clears each of its pages.
#include "CPictures.h"

#include <stdatomic.h>
#include <sys/mman.h>

// In front of the bytes, which are mapped: in malloc's arenas they would leave holes.
typedef struct {
    _Alignas(64) size_t size;
} block;

static _Atomic(block *) idle[CPICTURES_POOL_COUNT];

static void unmap(block *b) {
    if (b != NULL) munmap(b, b->size);
}

uint8_t *cpictures_pool_take(size_t count) {
    if (count > SIZE_MAX - sizeof(block)) return NULL;
    size_t size = count + sizeof(block);
    block *b = NULL;
    for (size_t i = 0; i < CPICTURES_POOL_COUNT && b == NULL; i++) b = atomic_exchange(&idle[i], NULL);
    if (b == NULL || b->size < size) {
        unmap(b);
        b = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (b == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
        madvise(b, size, MADV_HUGEPAGE); // small pages also work
#endif
        b->size = size;
    }
    return (uint8_t *)(b + 1);
}

void cpictures_pool_recycle(uint8_t *bytes) {
    if (bytes == NULL) return;
    block *b = (block *)(void *)bytes - 1;
    if (b->size <= CPICTURES_POOL_BYTES) {
        for (size_t i = 0; i < CPICTURES_POOL_COUNT && b != NULL; i++) b = atomic_exchange(&idle[i], b);
    }
    unmap(b);
}

void cpictures_pool_release(void) {
    for (size_t i = 0; i < CPICTURES_POOL_COUNT; i++) unmap(atomic_exchange(&idle[i], NULL));
}
