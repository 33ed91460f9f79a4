// Splits a row into runs without binarizing it: follows the extreme so far, and fixes it once the row turns back by the
// given contrast. The edge is where the row crosses the middle of two neighboring extremes. This needs no threshold and
// works on gradients and on any two colors that differ enough.
#include "Workspace.h"

#include <string.h>

typedef uint8_t Bytes16 __attribute__((vector_size(16)));

// The first of the 16 bytes at p outside [low, low + range], or 16.
static inline int32_t first_outside(const uint8_t *p, uint8_t low, uint8_t range) {
    Bytes16 v;
    memcpy(&v, p, sizeof v);
    Bytes16 outside = (Bytes16)((v - low) > (Bytes16){0} + range);
    uint64_t half[2];
    memcpy(half, &outside, sizeof half);
    // Both supported processor families are little-endian: the lowest byte is the first pixel.
    if (half[0] != 0) return __builtin_ctzll(half[0]) >> 3;
    if (half[1] != 0) return 8 + (__builtin_ctzll(half[1]) >> 3);
    return 16;
}

// Where the row crosses the middle of the extremes `from` and `to`, searched from column `near`, which is between
// them. The extremes themselves end both searches: one is on each side of the middle.
static inline float crossing(const uint8_t *row, int32_t width, int32_t near, int32_t from, int32_t to) {
    const int32_t middle = from + to; // twice the middle
    int32_t i = near;
    if (to > from) {
        if (2 * row[i] >= middle) {
            while (i > 1 && 2 * row[i - 1] >= middle) i--;
        } else {
            while (i < width - 1 && 2 * row[i] < middle) i++;
        }
    } else {
        if (2 * row[i] <= middle) {
            while (i > 1 && 2 * row[i - 1] <= middle) i--;
        } else {
            while (i < width - 1 && 2 * row[i] > middle) i++;
        }
    }
    const int32_t before = row[i - 1], after = row[i];
    if (before == after) return (float)i;
    return (float)i - 0.5f + (0.5f * (float)middle - (float)before) / (float)(after - before);
}

int32_t cqr_find_runs(const uint8_t *row, int32_t width, int32_t contrast, float *edges, uint8_t *levels) {
    int32_t runs = 0;
    int32_t i = 0;
    int32_t low = row[0], high = row[0];
    bool rising = false;
    edges[0] = 0;

    // Until the row has changed by the contrast once, it is not known whether it starts dark or light.
    for (;;) {
        while (i + 16 <= width) {
            int32_t skip = first_outside(row + i, (uint8_t)low, (uint8_t)(high - low));
            i += skip;
            if (skip < 16) break;
        }
        while (i < width && row[i] >= low && row[i] <= high) i++;
        if (i >= width) {
            levels[0] = (uint8_t)low;
            edges[1] = (float)width;
            return 1;
        }
        if (row[i] < low) low = row[i]; else high = row[i];
        if (high - low >= contrast) break;
    }
    rising = row[i] == high;
    levels[runs] = (uint8_t)(rising ? low : high);
    int32_t extreme = row[i];
    int32_t turn = i; // where this run first was `contrast` away from the extreme before it
    int32_t before = levels[runs];
    i++;

    while (i < width) {
        // Nothing happens while the row stays within the contrast below (above) the extreme.
        const int32_t reach = rising ? (extreme < contrast - 1 ? extreme : contrast - 1)
                                     : (255 - extreme < contrast - 1 ? 255 - extreme : contrast - 1);
        const int32_t floor = rising ? extreme - reach : extreme;
        if (i + 16 <= width) {
            int32_t skip = first_outside(row + i, (uint8_t)floor, (uint8_t)reach);
            i += skip;
            if (skip == 16) continue;
        } else {
            while (i < width && row[i] >= floor && row[i] <= floor + reach) i++;
            if (i >= width) break;
        }
        const int32_t value = row[i];
        if (rising ? value > extreme : value < extreme) {
            extreme = value;
        } else {
            edges[++runs] = crossing(row, width, turn, before, extreme);
            levels[runs] = (uint8_t)extreme;
            before = extreme;
            extreme = value;
            turn = i;
            rising = !rising;
        }
        i++;
    }
    edges[++runs] = crossing(row, width, turn, before, extreme);
    levels[runs] = (uint8_t)extreme;
    edges[++runs] = (float)width;
    return runs;
}
