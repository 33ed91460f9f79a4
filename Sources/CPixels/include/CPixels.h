// What all picture libraries are asked for and give: a header, rows as luma, and what is wrong with the file.
#ifndef CPIXELS_H
#define CPIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint32_t width;        // pixels, as they are stored
    uint32_t height;
    uint32_t orientation;  // EXIF and TIFF: 1 upright, 2 to 8 turned or mirrored; 0 where the library has not looked
    uint32_t pictures;     // frames or pages that are known to be there, at least 1
    char message[128];     // why there is no header
} cpixels_header;

typedef struct {
    uint32_t rows;          // complete rows, from the top
    bool has_pixels;        // at least one row was read
    bool is_damaged;        // something is wrong with the file; `message` says what
    bool has_transparency;  // at least one pixel read is not opaque
    char message[128];      // the library's words, empty when all is well
} cpixels_result;

/// Keeps as much of a text as fits, for a header or a result; the first one stays.
void cpixels_keep_message(char message[128], const char *text);

/// (77 R + 150 G + 29 B + 128) >> 8.
static inline uint8_t cpixels_luma(uint32_t red, uint32_t green, uint32_t blue) {
    return (uint8_t)((77u * red + 150u * green + 29u * blue + 128u) >> 8);
}

/// A value laid over a ground, rounded.
static inline uint8_t cpixels_over(uint32_t value, uint32_t alpha, uint32_t background) {
    uint32_t t = value * alpha + background * (255 - alpha) + 128;
    return (uint8_t)((t + (t >> 8)) >> 8);
}

// One row each. They return the lowest alpha seen, 255 where the row is opaque.
uint8_t cpixels_row_gray_alpha(const uint8_t *row, size_t width, uint8_t background, uint8_t *luma);
uint8_t cpixels_row_rgb(const uint8_t *row, size_t width, uint8_t *luma);
uint8_t cpixels_row_rgba(const uint8_t *row, size_t width, uint8_t background, uint8_t *luma);
/// Colours that are multiplied with their alpha already.
uint8_t cpixels_row_premultiplied_rgba(const uint8_t *row, size_t width, uint8_t background, uint8_t *luma);
/// Video luma, 16 to 235, and a row of alpha (NULL: opaque).
uint8_t cpixels_row_video(const uint8_t *row, const uint8_t *alpha, size_t width, uint8_t background, uint8_t *luma);
/// Ink from 0 to 255, or, as Adobe writes it, what the ink leaves of the light.
uint8_t cpixels_row_cmyk(const uint8_t *row, size_t width, bool is_inverted, uint8_t *luma);

/// Turns a picture upright. `turned` holds as many bytes; for orientations 5 to 8 its rows are `height` long.
void cpixels_turn(const uint8_t *luma, size_t width, size_t height, uint32_t orientation, uint8_t *turned);

#ifdef __cplusplus
}
#endif

#endif
