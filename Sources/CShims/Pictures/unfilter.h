#ifndef CPICTURES_UNFILTER_H
#define CPICTURES_UNFILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Undoes the filter of one row in place (PNG specification, chapter 9).
///
/// `pixel_bytes` is the distance to the pixel on the left, 1 to 4. Both rows have `count` bytes and four more that are
/// read and, in `row`, written back unchanged. Returns false for an unknown filter.
bool cpictures_unfilter_row(unsigned filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel_bytes);

#endif
