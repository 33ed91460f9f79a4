// libpng: its setjmp and longjmp stay within this file. PNG has one page.
#include "rows.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    size_t left;
    char *message;
    bool is_damaged;
} reader;

// The last message counts: libpng warns before it fails.
static void note_damage(reader *source, const char *text) {
    source->message[0] = 0;
    cpictures_keep_message(source->message, text);
    source->is_damaged = true;
}

static void read_bytes(png_structp png, png_bytep out, size_t count) {
    reader *source = png_get_io_ptr(png);
    if (count > source->left) png_error(png, "the file ends early");
    memcpy(out, source->bytes, count);
    source->bytes += count;
    source->left -= count;
}

static void on_error(png_structp png, png_const_charp text) {
    reader *source = png_get_error_ptr(png);
    note_damage(source, text);
    png_longjmp(png, 1);
}

// Most of libpng's warnings are harmless. A wrong checksum is not: pixels may be wrong.
static void on_warning(png_structp png, png_const_charp text) {
    reader *source = png_get_error_ptr(png);
    if (strstr(text, "CRC error") != NULL) note_damage(source, text);
}

static png_structp create_reader(reader *source) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, source, on_error, on_warning);
    if (png == NULL) return NULL;
    png_set_read_fn(png, source, read_bytes);
    // The caller has limits of its own, below libpng's million. Text and color profiles are not needed, but may
    // unpack to much.
    png_set_chunk_cache_max(png, CPICTURES_PNG_CHUNKS);
    png_set_chunk_malloc_max(png, CPICTURES_PNG_CHUNK_BYTES);
    // Use pixels with a wrong checksum: QR codes correct errors.
    png_set_crc_action(png, PNG_CRC_WARN_USE, PNG_CRC_WARN_DISCARD);
    return png;
}

static bool read_header(const uint8_t *bytes, size_t count, uint32_t page, cpictures_header *header) {
    (void)page;
    *header = (cpictures_header){0};
    reader source = {bytes, count, header->message, false};
    png_structp png = create_reader(&source);
    if (png == NULL) return false;
    png_infop info = png_create_info_struct(png);
    volatile bool done = false;
    if (info != NULL && setjmp(png_jmpbuf(png)) == 0) {
        png_read_info(png, info);
        header->width = png_get_image_width(png, info);
        header->height = png_get_image_height(png, info);
        header->pictures = 1;
        done = true;
    }
    png_destroy_read_struct(&png, &info, NULL);
    return done;
}

// One row of 1 to 4 channels to luma. Returns the lowest alpha.
static uint8_t convert_row(const uint8_t *row, size_t width, int channels, uint8_t background, uint8_t *luma) {
    switch (channels) {
    case 1:
        memcpy(luma, row, width);
        return 255;
    case 2:
        return cpictures_row_gray_alpha(row, width, background, luma);
    case 3:
        return cpictures_row_rgb(row, width, luma);
    default:
        return cpictures_row_rgba(row, width, background, luma);
    }
}

// Spreads one row of an Adam7 pass. Each pixel fills its block, so that a file that ends between two passes
// still shows a coarse picture; the next pass draws over it.
static void spread_row(const uint8_t *line, int pass, uint32_t row, uint8_t *luma, uint32_t width, uint32_t height) {
    static const uint32_t block_widths[] = {8, 4, 4, 2, 2, 1, 1}, block_heights[] = {8, 8, 4, 4, 2, 2, 1};
    uint32_t columns = PNG_PASS_COLS(width, pass);
    uint32_t top = PNG_ROW_FROM_PASS_ROW(row, pass);
    for (uint32_t y = top; y < height && y < top + block_heights[pass]; y++) {
        uint8_t *out = luma + (size_t)y * width;
        for (uint32_t column = 0; column < columns; column++) {
            uint32_t left = PNG_COL_FROM_PASS_COL(column, pass);
            for (uint32_t x = left; x < width && x < left + block_widths[pass]; x++) out[x] = line[column];
        }
    }
}

// The data that outlives the longjmp out of libpng.
typedef struct {
    reader source;
    png_structp png;
    png_infop info;
    uint8_t *row;           // one row as libpng gives it
    uint8_t *line;          // the same as luma, for interlaced pictures
} decoder;

static void read_rows(decoder *d, uint8_t background, uint8_t *luma, size_t luma_count, cpictures_result *result) {
    png_structp png = d->png;
    png_read_info(png, d->info);
    uint32_t width = png_get_image_width(png, d->info), height = png_get_image_height(png, d->info);
    if ((uint64_t)width * height != luma_count) png_error(png, "the size changed between two reads");

    png_set_expand(png);
    png_set_scale_16(png);
    int passes = png_get_interlace_type(png, d->info) == PNG_INTERLACE_NONE ? 1 : 7;
    png_read_update_info(png, d->info);
    int channels = png_get_channels(png, d->info);
    size_t row_bytes = png_get_rowbytes(png, d->info);
    if (channels < 1 || channels > 4 || row_bytes != (size_t)width * (size_t)channels) {
        png_error(png, "unknown kind of pixels");
    }
    d->row = malloc(row_bytes);
    d->line = malloc(width);
    if (d->row == NULL || d->line == NULL) png_error(png, "not enough memory");

    for (int pass = 0; pass < passes; pass++) {
        uint32_t rows = passes == 1 ? height : PNG_PASS_ROWS(height, pass);
        uint32_t columns = passes == 1 ? width : PNG_PASS_COLS(width, pass);
        if (columns == 0) continue;
        for (uint32_t y = 0; y < rows; y++) {
            png_read_row(png, d->row, NULL);
            uint8_t *out = passes == 1 ? luma + (size_t)y * width : d->line;
            if (convert_row(d->row, columns, channels, background, out) < 255) result->has_transparency = true;
            if (passes > 1) spread_row(d->line, pass, y, luma, width, height);
            result->has_pixels = true;
            if (pass == passes - 1) result->rows = passes == 1 ? y + 1 : PNG_ROW_FROM_PASS_ROW(y, pass) + 1;
        }
    }
    result->rows = height;
    png_read_end(png, NULL);
}

static bool decode(const uint8_t *bytes, size_t count, bool ignoring_checksum, uint8_t background, uint8_t *luma,
                   size_t luma_count, cpictures_result *result) {
    *result = (cpictures_result){0};
    decoder *d = calloc(1, sizeof *d);
    if (d == NULL) return false;
    d->source = (reader){bytes, count, result->message, false};
    d->png = create_reader(&d->source);
    if (d->png != NULL) d->info = png_create_info_struct(d->png);
    if (d->info != NULL && ignoring_checksum) png_set_option(d->png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    if (d->info != NULL && setjmp(png_jmpbuf(d->png)) == 0) {
        read_rows(d, background, luma, luma_count, result);
    }
    png_destroy_read_struct(&d->png, &d->info, NULL);
    result->is_damaged = d->source.is_damaged;
    free(d->row);
    free(d->line);
    free(d);
    return result->has_pixels;
}

static bool read_luma(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *luma,
                      size_t luma_count, cpictures_result *result) {
    (void)page;
    return decode(bytes, count, false, background, luma, luma_count, result);
}

static bool read_luma_ignoring_checksum(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background,
                                        uint8_t *luma, size_t luma_count, cpictures_result *result) {
    (void)page;
    return decode(bytes, count, true, background, luma, luma_count, result);
}

static void read_rgb_rows(decoder *d, uint8_t background, uint8_t *rgb, size_t rgb_count) {
    png_structp png = d->png;
    png_read_info(png, d->info);
    size_t width = png_get_image_width(png, d->info), height = png_get_image_height(png, d->info);
    if (width * height * 3 != rgb_count) png_error(png, "the size changed between two reads");

    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, d->info);
    size_t channels = png_get_channels(png, d->info);
    if ((channels != 3 && channels != 4) || png_get_rowbytes(png, d->info) != width * channels) {
        png_error(png, "unknown kind of pixels");
    }
    if (channels == 4) d->row = malloc(width * height * 4);
    uint8_t *pixels = channels == 4 ? d->row : rgb;
    if (pixels == NULL) png_error(png, "not enough memory");
    for (int pass = 0; pass < passes; pass++) {
        for (size_t y = 0; y < height; y++) png_read_row(png, pixels + y * width * channels, NULL);
    }
    if (channels == 4) cpictures_row_rgba_to_rgb(pixels, width * height, false, background, rgb);
    png_read_end(png, NULL);
}

static bool read_rgb(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *rgb,
                     size_t rgb_count) {
    (void)page;
    char message[128] = "";
    decoder *d = calloc(1, sizeof *d);
    if (d == NULL) return false;
    d->source = (reader){bytes, count, message, false};
    d->png = create_reader(&d->source);
    if (d->png != NULL) d->info = png_create_info_struct(d->png);
    volatile bool done = false;
    if (d->info != NULL && setjmp(png_jmpbuf(d->png)) == 0) {
        read_rgb_rows(d, background, rgb, rgb_count);
        done = true;
    }
    png_destroy_read_struct(&d->png, &d->info, NULL);
    done = done && !d->source.is_damaged;
    free(d->row);
    free(d);
    return done;
}

static void write_version(char version[CPICTURES_VERSION]) {
    snprintf(version, CPICTURES_VERSION, "%s", png_get_libpng_ver(NULL));
}

const cpictures_library cpictures_png = {read_header, read_luma, read_rgb, write_version};
const cpictures_library cpictures_png_ignoring_checksum = {read_header, read_luma_ignoring_checksum, NULL, write_version};
