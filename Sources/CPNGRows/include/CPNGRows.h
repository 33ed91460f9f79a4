// Inflated PNG rows to luma: the pixel loops of the fast path. No library, no allocation but one row of zeros.
#ifndef CPNGROWS_H
#define CPNGROWS_H

#include "CPNGBuffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    size_t width;           // pixels, at least 1
    size_t height;          // rows, at least 1
    unsigned bit_depth;     // of a sample: 1, 2, 4 or 8
    unsigned channels;      // samples a pixel: 1 grey or palette, 2 grey and alpha, 3 RGB, 4 RGBA; below 8 bits only 1
    const uint8_t *table;   // the luma of each of 256 sample values, for palettes and grey below 8 bits; else NULL
    uint8_t background;     // what transparent pixels are laid over: 255 white, 0 black
} cpngrows_layout;

/// Bytes of one row without its filter byte.
size_t cpngrows_row_bytes(const cpngrows_layout *layout);

/// Bytes that the buffer behind `raw` must have beyond its rows: pixels of three bytes are read four at a time.
#define CPNGROWS_SLACK 16

/// Undoes the filters in place and converts to luma, (77 R + 150 G + 29 B + 128) >> 8.
///
/// `raw` holds (row bytes + 1) * height bytes, then CPNGROWS_SLACK writable ones. `luma` holds width * height bytes.
/// Returns false for a filter type above 4, or where there is no memory for one row.
bool cpngrows_to_luma(uint8_t *raw, const cpngrows_layout *layout, uint8_t *luma, bool *has_transparency);

#endif
