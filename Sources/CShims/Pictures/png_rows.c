// The fast PNG path: inflated rows to luma. No library, no allocation except one row of zeros.
#include "rows.h"
#include "unfilter.h"

#include <stdlib.h>
#include <string.h>

size_t cpictures_png_row_bytes(const cpictures_png_layout *layout) {
    return (layout->width * layout->channels * layout->bit_depth + 7) / 8;
}

// Samples of less than eight bits, most significant first.
static void convert_packed(const uint8_t *row, const cpictures_png_layout *layout, uint8_t *luma) {
    unsigned depth = layout->bit_depth, mask = (1u << depth) - 1, per_byte = 8 / depth;
    for (size_t x = 0; x < layout->width; x++) {
        unsigned shift = 8 - depth * (unsigned)(x % per_byte + 1);
        luma[x] = layout->table[(row[x / per_byte] >> shift) & mask];
    }
}

// Returns the lowest alpha of the row.
static uint8_t convert_row(const uint8_t *row, const cpictures_png_layout *layout, uint8_t *restrict luma) {
    size_t width = layout->width;
    if (layout->bit_depth < 8) {
        convert_packed(row, layout, luma);
    } else if (layout->table != NULL) {
        for (size_t x = 0; x < width; x++) luma[x] = layout->table[row[x]];
    } else if (layout->channels == 1) {
        memcpy(luma, row, width);
    } else if (layout->channels == 2) {
        return cpictures_row_gray_alpha(row, width, layout->background, luma);
    } else if (layout->channels == 3) {
        return cpictures_row_rgb(row, width, luma);
    } else {
        return cpictures_row_rgba(row, width, layout->background, luma);
    }
    return 255;
}

bool cpictures_png_rows_to_luma(uint8_t *raw, const cpictures_png_layout *layout, uint8_t *luma,
                                bool *has_transparency) {
    size_t count = cpictures_png_row_bytes(layout);
    size_t pixel_bytes = layout->bit_depth < 8 ? 1 : layout->channels;
    // The row above the first one is zeros (PNG specification).
    uint8_t *zeros = calloc(1, count + CPICTURES_PNG_SLACK);
    if (zeros == NULL) return false;
    const uint8_t *above = zeros;
    size_t y = 0, unfiltered = 1;
    while (y < layout->height && unfiltered > 0) {
        uint8_t *row = raw + y * (count + 1) + 1;
        unfiltered = cpictures_unfilter(row, layout->height - y, above, count, pixel_bytes, layout->unfiltering);
        // While the rows are in the cache.
        for (size_t i = 0; i < unfiltered; i++, y++, above = row, row += count + 1, luma += layout->width) {
            if (y > 0 && memcmp(row, above, count) == 0) {
                // Screenshots have many rows that repeat the one above.
                memcpy(luma, luma - layout->width, layout->width);
            } else if (convert_row(row, layout, luma) < 255) {
                *has_transparency = true;
            }
        }
    }
    free(zeros);
    return unfiltered > 0;
}
