#ifndef CPNGROWS_UNFILTER_H
#define CPNGROWS_UNFILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Undoes the filter of one row in place (PNG specification, chapter 9).
///
/// `pixel_bytes` is the distance to the pixel on the left, 1 to 4. Both rows have `count` bytes and four more that may
/// be read and, in `row`, written over with what they held. Returns false for an unknown filter.
bool unfilter_row(unsigned filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel_bytes);

#endif
