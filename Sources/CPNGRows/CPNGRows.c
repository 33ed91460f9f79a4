#include "CPNGRows.h"

#include "unfilter.h"

#include <stdlib.h>
#include <string.h>

size_t cpngrows_row_bytes(const cpngrows_layout *layout) {
    return (layout->width * layout->channels * layout->bit_depth + 7) / 8;
}

static inline uint8_t over(uint32_t value, uint32_t alpha, uint32_t background) {
    uint32_t t = value * alpha + background * (255 - alpha) + 128;
    return (uint8_t)((t + (t >> 8)) >> 8);
}

static inline uint32_t luma_of(const uint8_t *rgb) {
    return (77u * rgb[0] + 150u * rgb[1] + 29u * rgb[2] + 128u) >> 8;
}

// Samples of less than eight bits, most significant first.
static void convert_packed(const uint8_t *row, const cpngrows_layout *layout, uint8_t *luma) {
    unsigned depth = layout->bit_depth, mask = (1u << depth) - 1, per_byte = 8 / depth;
    for (size_t x = 0; x < layout->width; x++) {
        unsigned shift = 8 - depth * (unsigned)(x % per_byte + 1);
        luma[x] = layout->table[(row[x / per_byte] >> shift) & mask];
    }
}

// Returns the lowest alpha of the row.
FOR_EACH_PROCESSOR
static uint8_t convert_row(const uint8_t *row, const cpngrows_layout *layout, uint8_t *restrict luma) {
    size_t width = layout->width;
    uint8_t lowest = 255;
    if (layout->bit_depth < 8) {
        convert_packed(row, layout, luma);
    } else if (layout->table != NULL) {
        for (size_t x = 0; x < width; x++) luma[x] = layout->table[row[x]];
    } else if (layout->channels == 1) {
        memcpy(luma, row, width);
    } else if (layout->channels == 2) {
        for (size_t x = 0; x < width; x++) {
            uint8_t alpha = row[2 * x + 1];
            lowest = alpha < lowest ? alpha : lowest;
            luma[x] = over(row[2 * x], alpha, layout->background);
        }
    } else if (layout->channels == 3) {
        for (size_t x = 0; x < width; x++) luma[x] = (uint8_t)luma_of(row + 3 * x);
    } else {
        for (size_t x = 0; x < width; x++) {
            uint8_t alpha = row[4 * x + 3];
            lowest = alpha < lowest ? alpha : lowest;
            luma[x] = over(luma_of(row + 4 * x), alpha, layout->background);
        }
    }
    return lowest;
}

bool cpngrows_to_luma(uint8_t *raw, const cpngrows_layout *layout, uint8_t *luma, bool *has_transparency) {
    size_t count = cpngrows_row_bytes(layout);
    size_t pixel_bytes = layout->bit_depth < 8 ? 1 : layout->channels;
    // Above the first row the specification has a row of zeros.
    uint8_t *zeros = calloc(1, count + CPNGROWS_SLACK);
    if (zeros == NULL) return false;
    const uint8_t *above = zeros;
    bool done = true;
    for (size_t y = 0; y < layout->height && done; y++) {
        uint8_t *row = raw + y * (count + 1) + 1;
        done = unfilter_row(row[-1], row, above, count, pixel_bytes);
        if (y > 0 && memcmp(row, above, count) == 0) {
            // Screenshots have many rows that repeat the one above.
            memcpy(luma, luma - layout->width, layout->width);
        } else if (convert_row(row, layout, luma) < 255) {
            *has_transparency = true;
        }
        luma += layout->width;
        above = row;
    }
    free(zeros);
    return done;
}
