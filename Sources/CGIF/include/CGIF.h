// giflib behind two calls that return. There is one page; of an animation, its first frame.
#ifndef CGIF_H
#define CGIF_H

#include <CPixels.h>

/// Reads the header. Returns false, with a message, where there is none that the library accepts.
bool cgif_read_header(const uint8_t *bytes, size_t count, uint32_t page, cpixels_header *header);

/// Decodes to 8-bit luma, transparent parts laid over `background` (255 white, 0 black).
///
/// `luma` holds the width times the height of the header. Rows that could not be read keep what was there. Returns
/// false when nothing could be read at all.
bool cgif_read_luma(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *luma,
                  size_t luma_count, cpixels_result *result);

#endif
