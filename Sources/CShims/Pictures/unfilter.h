#ifndef CPICTURES_UNFILTER_H
#define CPICTURES_UNFILTER_H

#include "CPictures.h"

/// Undoes the filter of one row in place (PNG specification, chapter 9).
///
/// `pixel_bytes` is the distance to the pixel on the left, 1 to 4. Both rows have `count` bytes and four more that are
/// read and, in `row`, written back unchanged. Returns false for an unknown filter.
bool cpictures_unfilter_row(unsigned filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel_bytes);

/// Undoes the filters of 1, 8 or 16 rows in place. Returns how many; 0 if the first row has an unknown filter.
///
/// `row` is behind its filter byte, which the others have as well. `above` has CPICTURES_PNG_SLACK bytes behind it, as
/// the last of the `rows` has.
size_t cpictures_unfilter(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel_bytes,
                          cpictures_unfiltering how);

#endif
