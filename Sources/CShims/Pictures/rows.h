// The functions that the libraries share: rows of every kind of pixels to luma, and messages.
#ifndef CPICTURES_ROWS_H
#define CPICTURES_ROWS_H

#include "CPictures.h"

/// The message if a library may not allocate as much as it wants.
#define CPICTURES_TOO_MUCH_MEMORY "it needs too much memory; save it as PNG"

/// Keeps the part of a text that fits into the message of a header or a result; the first one stays.
void cpictures_keep_message(char message[128], const char *text);

// One row each. They return the lowest alpha found, 255 if the row is opaque.
uint8_t cpictures_row_gray_alpha(const uint8_t *row, size_t width, uint8_t background, uint8_t *restrict luma);
uint8_t cpictures_row_rgb(const uint8_t *row, size_t width, uint8_t *restrict luma);
uint8_t cpictures_row_rgba(const uint8_t *row, size_t width, uint8_t background, uint8_t *restrict luma);
/// Colors that are already multiplied by their alpha.
uint8_t cpictures_row_premultiplied_rgba(const uint8_t *row, size_t width, uint8_t background, uint8_t *restrict luma);
/// RGBA to RGB over a gray background.
void cpictures_row_rgba_to_rgb(const uint8_t *row, size_t width, bool is_premultiplied, uint8_t background,
                               uint8_t *restrict rgb);
/// Video luma, 16 to 235, and a row of alpha (NULL: opaque).
uint8_t cpictures_row_video(const uint8_t *row, const uint8_t *alpha, size_t width, uint8_t background,
                            uint8_t *restrict luma);
/// Ink from 0 to 255, or the inverse, as Adobe writes it.
uint8_t cpictures_row_cmyk(const uint8_t *row, size_t width, bool is_inverted, uint8_t *restrict luma);

#endif
