// libtiff behind two calls that return. Pages count from 0.
#ifndef CTIFF_H
#define CTIFF_H

#include <CPixels.h>

/// Reads the header. Returns false, with a message, where there is none that the library accepts.
bool ctiff_read_header(const uint8_t *bytes, size_t count, uint32_t page, cpixels_header *header);

/// Decodes to 8-bit luma, transparent parts laid over `background` (255 white, 0 black).
///
/// `luma` holds the width times the height of the header. Rows that could not be read keep what was there. Returns
/// false when nothing could be read at all.
bool ctiff_read_luma(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *luma,
                  size_t luma_count, cpixels_result *result);

#endif
