// libpng behind two calls that return: its setjmp and longjmp stay within this target.
#ifndef CPNG_H
#define CPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t width;         // pixels, at least 1
    uint32_t height;        // pixels, at least 1
    bool is_interlaced;
} cpng_header;

typedef struct {
    uint32_t rows;          // complete rows, from the top; of an interlaced picture: of its last pass
    bool has_pixels;        // at least one row of one pass was read
    bool is_damaged;        // something is wrong with the file; `message` says what
    bool has_transparency;  // at least one pixel read is not opaque
    char message[128];      // libpng's words, empty when all is well
} cpng_result;

/// Reads the header. Returns false when there is none that libpng accepts.
bool cpng_read_header(const uint8_t *bytes, size_t count, uint32_t max_side, cpng_header *header);

/// Decodes to 8-bit luma, (77 R + 150 G + 29 B + 128) >> 8, transparent parts laid over `background`
/// (255 white, 0 black).
///
/// `luma` holds width * height bytes as `cpng_read_header` gave them. Rows that could not be read keep what was
/// there. With `ignoring_checksums` the sum over the pixels is not looked at: libpng holds the last row back where it
/// is wrong. Returns false when nothing could be read at all.
bool cpng_read_luma(const uint8_t *bytes, size_t count, uint32_t max_side, uint8_t background,
                    bool ignoring_checksums, uint8_t *luma, size_t luma_count, cpng_result *result);

#endif
