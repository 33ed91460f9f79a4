// Writes PNG with libpng: its setjmp and longjmp stay within this file.
#include "CPictures.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// The data that outlives the longjmp out of libpng.
typedef struct {
    png_structp png;
    png_infop info;
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} writer;

static void append(png_structp png, png_bytep bytes, size_t count) {
    writer *target = png_get_io_ptr(png);
    if (count > target->capacity - target->count) {
        size_t capacity = 2 * target->capacity + count;
        uint8_t *larger = realloc(target->bytes, capacity);
        if (larger == NULL) png_error(png, "not enough memory");
        target->bytes = larger;
        target->capacity = capacity;
    }
    memcpy(target->bytes + target->count, bytes, count);
    target->count += count;
}

static void flush(png_structp png) { (void)png; }

static void on_error(png_structp png, png_const_charp text) {
    (void)text;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

// How pixels are stored.
typedef struct {
    int bit_depth;
    int color_type;
    size_t row_bytes;
    int filters;
    int level;
} layout;

static bool write_png(const uint8_t *rows, layout kind, uint32_t width, uint32_t height, uint8_t **bytes,
                      size_t *count) {
    *bytes = NULL;
    *count = 0;
    writer *target = calloc(1, sizeof *target);
    if (target == NULL) return false;
    target->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, target, on_error, on_warning);
    if (target->png != NULL) target->info = png_create_info_struct(target->png);
    volatile bool done = false;
    if (target->info != NULL && setjmp(png_jmpbuf(target->png)) == 0) {
        png_structp png = target->png;
        png_set_write_fn(png, target, append, flush);
        png_set_filter(png, PNG_FILTER_TYPE_BASE, kind.filters);
        png_set_compression_level(png, kind.level);
        png_set_IHDR(png, target->info, width, height, kind.bit_depth, kind.color_type, PNG_INTERLACE_NONE,
                     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_write_info(png, target->info);
        for (uint32_t y = 0; y < height; y++) png_write_row(png, rows + y * kind.row_bytes);
        png_write_end(png, target->info);
        done = true;
    }
    png_destroy_write_struct(&target->png, &target->info);
    if (done) {
        *bytes = target->bytes;
        *count = target->count;
    } else {
        free(target->bytes);
    }
    free(target);
    return done;
}

bool cpictures_write_png(const uint8_t *rows, uint32_t width, uint32_t height, uint8_t **bytes, size_t *count) {
    // For QR codes, faster than the default and nearly as small; with filters the files are larger.
    const layout kind = {1, PNG_COLOR_TYPE_GRAY, ((size_t)width + 7) / 8, PNG_FILTER_NONE, 4};
    return write_png(rows, kind, width, height, bytes, count);
}

bool cpictures_write_png_rgb(const uint8_t *rows, uint32_t width, uint32_t height, uint8_t **bytes, size_t *count) {
    const layout kind = {8, PNG_COLOR_TYPE_RGB, (size_t)width * 3, PNG_FILTER_SUB, 3};
    return write_png(rows, kind, width, height, bytes, count);
}

void cpictures_free(uint8_t *bytes) { free(bytes); }
