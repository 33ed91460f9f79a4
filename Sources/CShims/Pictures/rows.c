#include "rows.h"

#include "processors.h"

#include <string.h>

void cpictures_keep_message(char message[128], const char *text) {
    if (message[0] != 0) return;
    strncpy(message, text, 127);
    message[127] = 0;
}

FOR_EACH_PROCESSOR
uint8_t cpictures_row_gray_alpha(const uint8_t *row, size_t width, uint8_t background, uint8_t *restrict luma) {
    uint8_t lowest = 255;
    for (size_t x = 0; x < width; x++) {
        uint8_t alpha = row[2 * x + 1];
        if (alpha < lowest) lowest = alpha;
        luma[x] = cpictures_over(row[2 * x], alpha, background);
    }
    return lowest;
}

FOR_EACH_PROCESSOR
uint8_t cpictures_row_rgb(const uint8_t *row, size_t width, uint8_t *restrict luma) {
    for (size_t x = 0; x < width; x++) luma[x] = cpictures_luma(row[3 * x], row[3 * x + 1], row[3 * x + 2]);
    return 255;
}

FOR_EACH_PROCESSOR
uint8_t cpictures_row_rgba(const uint8_t *row, size_t width, uint8_t background, uint8_t *restrict luma) {
    uint8_t lowest = 255;
    for (size_t x = 0; x < width; x++) lowest = row[4 * x + 3] < lowest ? row[4 * x + 3] : lowest;
    // Most pictures with an alpha channel are opaque.
    if (lowest == 255) {
        for (size_t x = 0; x < width; x++) luma[x] = cpictures_luma(row[4 * x], row[4 * x + 1], row[4 * x + 2]);
        return lowest;
    }
    for (size_t x = 0; x < width; x++) {
        const uint8_t *pixel = row + 4 * x;
        luma[x] = cpictures_over(cpictures_luma(pixel[0], pixel[1], pixel[2]), pixel[3], background);
    }
    return lowest;
}

FOR_EACH_PROCESSOR
uint8_t cpictures_row_premultiplied_rgba(const uint8_t *row, size_t width, uint8_t background, uint8_t *restrict luma) {
    uint8_t lowest = 255;
    for (size_t x = 0; x < width; x++) {
        const uint8_t *pixel = row + 4 * x;
        if (pixel[3] < lowest) lowest = pixel[3];
        uint32_t value = cpictures_luma(pixel[0], pixel[1], pixel[2]) + cpictures_over(background, 255 - pixel[3], 0);
        luma[x] = value > 255 ? 255 : (uint8_t)value;
    }
    return lowest;
}

FOR_EACH_PROCESSOR
uint8_t cpictures_row_video(const uint8_t *row, const uint8_t *alpha, size_t width, uint8_t background,
                            uint8_t *restrict luma) {
    uint8_t lowest = 255;
    for (size_t x = 0; x < width; x++) {
        int32_t value = ((int32_t)row[x] - 16) * 255 / 219;
        luma[x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        if (alpha == NULL || alpha[x] == 255) continue;
        if (alpha[x] < lowest) lowest = alpha[x];
        luma[x] = cpictures_over(luma[x], alpha[x], background);
    }
    return lowest;
}

FOR_EACH_PROCESSOR
uint8_t cpictures_row_cmyk(const uint8_t *row, size_t width, bool is_inverted, uint8_t *restrict luma) {
    uint8_t flip = is_inverted ? 0 : 255;
    for (size_t x = 0; x < width; x++) {
        const uint8_t *ink = row + 4 * x;
        uint32_t white = cpictures_luma(ink[0] ^ flip, ink[1] ^ flip, ink[2] ^ flip);
        luma[x] = cpictures_over(white, ink[3] ^ flip, 0);
    }
    return 255;
}

void cpictures_row_rgba_to_rgb(const uint8_t *row, size_t width, bool is_premultiplied, uint8_t background,
                               uint8_t *restrict rgb) {
    for (size_t x = 0; x < width; x++) {
        uint32_t alpha = row[4 * x + 3], ground = cpictures_over(background, 255 - alpha, 0);
        for (size_t i = 0; i < 3; i++) {
            uint32_t value = row[4 * x + i];
            if (is_premultiplied) value = value + ground > 255 ? 255 : value + ground;
            else value = cpictures_over(value, alpha, background);
            rgb[3 * x + i] = (uint8_t)value;
        }
    }
}

// Where pixels go: the first one, and from there along a row and across to the next, in pixels.
typedef struct {
    ptrdiff_t start, along, across;
} turn;

static turn turn_of(size_t width, size_t height, uint32_t orientation) {
    bool is_sideways = orientation >= 5;
    ptrdiff_t line = (ptrdiff_t)(is_sideways ? height : width);
    ptrdiff_t lines = (ptrdiff_t)(is_sideways ? width : height);
    bool from_right = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
    bool from_bottom = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
    ptrdiff_t right = from_right ? -1 : 1, down = from_bottom ? -line : line;
    ptrdiff_t start = (from_right ? line - 1 : 0) + (from_bottom ? (lines - 1) * line : 0);
    return (turn){start, is_sideways ? down : right, is_sideways ? right : down};
}

// Walks the stored picture in order; each pixel's position in the upright one moves by a fixed step.
void cpictures_turn(const uint8_t *luma, size_t width, size_t height, uint32_t orientation, uint8_t *turned) {
    const turn to = turn_of(width, height, orientation);
    for (size_t y = 0; y < height; y++) {
        const uint8_t *row = luma + y * width;
        ptrdiff_t position = to.start + (ptrdiff_t)y * to.across;
        for (size_t x = 0; x < width; x++, position += to.along) turned[position] = row[x];
    }
}

void cpictures_turn_rgb(const uint8_t *rgb, size_t width, size_t height, uint32_t orientation, uint8_t *turned) {
    const turn to = turn_of(width, height, orientation);
    for (size_t y = 0; y < height; y++) {
        const uint8_t *row = rgb + 3 * y * width;
        ptrdiff_t position = to.start + (ptrdiff_t)y * to.across;
        for (size_t x = 0; x < width; x++, position += to.along) memcpy(turned + 3 * position, row + 3 * x, 3);
    }
}
