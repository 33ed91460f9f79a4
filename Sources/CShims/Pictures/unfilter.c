#include "unfilter.h"

#include "processors.h"

#include <string.h>

// One pixel of up to four bytes, in lanes wide enough for the predictors' arithmetic.
typedef int16_t lanes __attribute__((vector_size(8)));
typedef uint8_t bytes4 __attribute__((vector_size(4)));

static inline lanes load(const uint8_t *p) {
    bytes4 b;
    memcpy(&b, p, 4);
    return __builtin_convertvector(b, lanes);
}

// Stores the first `count` bytes of a pixel; the lanes are taken modulo 256.
static inline void store(uint8_t *p, lanes value, size_t count) {
    bytes4 b = __builtin_convertvector(value, bytes4);
    uint32_t all;
    memcpy(&all, &b, 4);
    memcpy(p, &all, count & ~(size_t)1);
    // The last byte directly from the register, not through the stack.
    if (count == 1 || count == 3) p[count - 1] = (uint8_t)(all >> (8 * (count - 1)));
}

static inline lanes select_lanes(lanes mask, lanes a, lanes b) { return (mask & a) | (~mask & b); }

static inline lanes absolute(lanes v) { return __builtin_elementwise_max(v, -v); }

// Of left, above and corner, the nearest to left + above - corner. Each pixel waits for the one before it: the chain of
// operations on `left` takes all the time.
static inline lanes paeth(lanes left, lanes above, lanes corner) {
    lanes along = above - corner, across = left - corner;
    lanes to_left = absolute(along), to_above = absolute(across), to_corner = absolute(along + across);
    lanes nearest = __builtin_elementwise_min(__builtin_elementwise_min(to_left, to_above), to_corner);
    return select_lanes(nearest == to_left, left, select_lanes(nearest == to_above, above, corner));
}

// `size` is a constant at each call, so that each pixel is one load, a few lane operations and one store.
#define PIXEL_LOOPS(size)                                                                                             \
    FOR_EACH_PROCESSOR                                                                                                \
    static void sub_##size(uint8_t *row, size_t count) {                                                              \
        lanes left = {0};                                                                                             \
        for (size_t i = 0; i + size <= count; i += size) {                                                            \
            left = (load(row + i) + left) & 255;                                                                      \
            store(row + i, left, size);                                                                               \
        }                                                                                                             \
    }                                                                                                                 \
    FOR_EACH_PROCESSOR                                                                                                \
    static void average_##size(uint8_t *row, const uint8_t *above, size_t count) {                                    \
        lanes left = {0};                                                                                             \
        for (size_t i = 0; i + size <= count; i += size) {                                                            \
            left = (load(row + i) + ((left + load(above + i)) >> 1)) & 255;                                           \
            store(row + i, left, size);                                                                               \
        }                                                                                                             \
    }                                                                                                                 \
    FOR_EACH_PROCESSOR                                                                                                \
    static void paeth_##size(uint8_t *row, const uint8_t *above, size_t count) {                                      \
        lanes left = {0}, corner = {0};                                                                               \
        for (size_t i = 0; i + size <= count; i += size) {                                                            \
            lanes up = load(above + i);                                                                               \
            left = (load(row + i) + paeth(left, up, corner)) & 255;                                                   \
            corner = up;                                                                                              \
            store(row + i, left, size);                                                                               \
        }                                                                                                             \
    }

PIXEL_LOOPS(1)
PIXEL_LOOPS(2)
PIXEL_LOOPS(3)
PIXEL_LOOPS(4)

FOR_EACH_PROCESSOR static void up(uint8_t *restrict row, const uint8_t *restrict above, size_t count) {
    for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(row[i] + above[i]);
}

bool cpictures_unfilter_row(unsigned filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel_bytes) {
    static void (*const subs[])(uint8_t *, size_t) = {sub_1, sub_2, sub_3, sub_4};
    static void (*const averages[])(uint8_t *, const uint8_t *, size_t) = {average_1, average_2, average_3, average_4};
    static void (*const paeths[])(uint8_t *, const uint8_t *, size_t) = {paeth_1, paeth_2, paeth_3, paeth_4};
    switch (filter) {
    case 0: return true;
    case 1: subs[pixel_bytes - 1](row, count); return true;
    case 2: up(row, above, count); return true;
    case 3: averages[pixel_bytes - 1](row, above, count); return true;
    case 4: paeths[pixel_bytes - 1](row, above, count); return true;
    default: return false;
    }
}
