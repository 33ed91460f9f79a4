#include "unfilter.h"

#include <string.h>

#define ALWAYS_INLINE __attribute__((always_inline)) static inline

// Vectors are parameters of functions that are always inlined: how they are passed does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

// Any processor; with NEON, its vectors.
#define EIGHT(name) plain_##name
#include "unfilter_eight.h"
#undef EIGHT

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define EIGHT(name) avx2_##name
#include "unfilter_eight.h"
#undef EIGHT
#pragma clang attribute pop

static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#else
static bool has_avx2(void) { return false; }
#define avx2_unfilter plain_unfilter
#endif

// Whether to undo eight rows at once: if told to, or if it is faster than one after the other. The time of a row by its
// filter was measured; eight rows take as long as about 13.
static bool is_for_eight(const uint8_t *row, size_t rows, size_t stride, cpictures_unfiltering how) {
    static const unsigned times[] = {0, 2, 0, 4, 13};
    if (rows < 8 || how == cpictures_unfilter_rows) return false;
    unsigned sum = 0;
    for (size_t k = 0; k < 8; k++) {
        uint8_t filter = row[(ptrdiff_t)(k * stride) - 1];
        if (filter > 4) return false;
        sum += times[filter];
    }
    return how != cpictures_unfilter_best || sum > 13;
}

size_t cpictures_unfilter(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel_bytes,
                          cpictures_unfiltering how) {
    size_t stride = count + 1;
    if (!is_for_eight(row, rows, stride, how)) {
        return cpictures_unfilter_row(row[-1], row, above, count, pixel_bytes) ? 1 : 0;
    }
    bool is_sixteen = is_for_eight(row + 8 * stride, rows - 8, stride, how);
    if (how != cpictures_unfilter_plain && has_avx2()) {
        avx2_unfilter(row, stride, above, count / pixel_bytes, pixel_bytes, is_sixteen);
    } else {
        plain_unfilter(row, stride, above, count / pixel_bytes, pixel_bytes, is_sixteen);
    }
    return is_sixteen ? 16 : 8;
}
