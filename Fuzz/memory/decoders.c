#include "decoders.h"

#include "CPictures.h"
#include "damage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#else
#define VALGRIND_GET_VBITS(bytes, bits, count) 0
#define VALGRIND_MAKE_MEM_DEFINED(bytes, count) (void)0
#endif

enum { SIDE_MAX = 30000, PAGES_MAX = 4 };

typedef uint8_t *reader(const uint8_t *file, size_t size, size_t most, uint32_t *width, uint32_t *height);

static uint8_t *white(size_t width, size_t height, size_t most) {
    if (width == 0 || height == 0 || width > most / height) return NULL;
    uint8_t *pixels = malloc(width * height);
    if (pixels != NULL) memset(pixels, 255, width * height);
    return pixels;
}

static uint8_t *kept(uint8_t *pixels, bool is_read) {
    if (is_read) return pixels;
    free(pixels);
    return NULL;
}

static uint8_t *read_library(cpictures_library library, const uint8_t *file, size_t size, size_t most, uint32_t *width,
                             uint32_t *height) {
    const uint32_t page = below(8) == 0 ? below(PAGES_MAX) : 0;
    cpictures_header header;
    if (!library.read_header(file, size, page, &header)) return NULL;
    uint8_t *pixels = white(*width = header.width, *height = header.height, most);
    if (pixels == NULL) return NULL;
    cpictures_result result;
    const size_t area = (size_t)header.width * header.height;
    const uint8_t background = (uint8_t)(255 * below(2));
    if (!library.read_luma(file, size, page, background, pixels, area, &result)) return kept(pixels, false);
    uint8_t *turned = white(header.width, header.height, most);
    if (turned != NULL) cpictures_turn(pixels, header.width, header.height, 2 + below(7), turned);
    free(turned);
    uint8_t *rgb = library.read_rgb == NULL || area > most / 3 ? NULL : malloc(3 * area);
    if (rgb != NULL && library.read_rgb(file, size, page, background, rgb, 3 * area)) {
        uint8_t *upright = malloc(3 * area);
        if (upright != NULL) cpictures_turn_rgb(rgb, header.width, header.height, 2 + below(7), upright);
        free(upright);
    }
    free(rgb);
    return pixels;
}

#define LIBRARY(name)                                                                                              \
    static uint8_t *read_##name(const uint8_t *file, size_t size, size_t most, uint32_t *width, uint32_t *height) { \
        return read_library(cpictures_##name, file, size, most, width, height);                                     \
    }

LIBRARY(webp)
#ifdef CPICTURES_HEIF
LIBRARY(heif)
#endif
#ifdef CPICTURES_TIFF
LIBRARY(tiff)
#endif
#ifdef CPICTURES_GIF
LIBRARY(gif)
#endif

// As a whole, or a few rows at a time, from a file that moves.
static uint8_t *read_jpeg(const uint8_t *file, size_t size, size_t most, uint32_t *width, uint32_t *height) {
    if (below(2) == 0) return read_library(cpictures_jpeg, file, size, most, width, height);
    cpictures_header header;
    if (!cpictures_jpeg.read_header(file, size, 0, &header)) return NULL;
    uint8_t *pixels = white(*width = header.width, *height = header.height, most), *moved = malloc(size);
    cpictures_jpeg_rows *rows = cpictures_jpeg_open(file, size);
    uint32_t done = 0, read = 1;
    if (pixels != NULL && moved != NULL && rows != NULL) {
        memcpy(moved, file, size);
        for (bool is_moved = true; read > 0 && done < header.height; done += read, is_moved = !is_moved) {
            const uint32_t left = header.height - done, wanted = 1 + below(100);
            read = cpictures_jpeg_read(rows, is_moved ? moved : file, pixels + (size_t)done * header.width,
                                       wanted < left ? wanted : left);
        }
    }
    cpictures_result result = {0};
    if (rows != NULL) cpictures_jpeg_close(rows, &result);
    free(moved);
    return kept(pixels, result.has_pixels);
}

static uint8_t *read_png(const uint8_t *file, size_t size, size_t most, uint32_t *width, uint32_t *height) {
    const cpictures_library library = below(2) == 0 ? cpictures_png : cpictures_png_ignoring_checksum;
    return read_library(library, file, size, most, width, height);
}

static struct {
    const char *name, *signature;
    size_t at;
    reader *read;
    long seen, decoded;
    long undefined;  // gave pixels that were never written
} kinds[] = {
    {"PNG", "\x89PNG", 0, read_png, 0, 0, 0},
    {"JPEG", "\xff\xd8\xff", 0, read_jpeg, 0, 0, 0},
    {"WebP", "WEBP", 8, read_webp, 0, 0, 0},
#ifdef CPICTURES_HEIF
    {"HEIF and AVIF", "ftyp", 4, read_heif, 0, 0, 0},
#endif
#ifdef CPICTURES_TIFF
    {"TIFF", "II*", 0, read_tiff, 0, 0, 0},
    {"BigTIFF", "II+", 0, read_tiff, 0, 0, 0},
    {"TIFF, big-endian", "MM", 0, read_tiff, 0, 0, 0},
#endif
#ifdef CPICTURES_GIF
    {"GIF", "GIF8", 0, read_gif, 0, 0, 0},
#endif
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// Whether a library left out pixels without reporting damage. Checked under valgrind only; the pixels count as written
// afterward, so that each fault is reported once, at its source.
static bool has_undefined(uint8_t *pixels, size_t count) {
    bool found = false;
    uint8_t bits[4096];
    for (size_t start = 0; start < count; start += sizeof bits) {
        const size_t size = count - start < sizeof bits ? count - start : sizeof bits;
        if (VALGRIND_GET_VBITS(pixels + start, bits, size) != 1) break;
        for (size_t i = 0; i < size && !found; i++) found = bits[i] != 0;
    }
    VALGRIND_MAKE_MEM_DEFINED(pixels, count);
    return found;
}

uint8_t *decode(const uint8_t *file, size_t size, size_t most, uint32_t *width, uint32_t *height) {
    for (size_t k = 0; k < KINDS; k++) {
        const size_t length = strlen(kinds[k].signature);
        if (size < kinds[k].at + length || memcmp(file + kinds[k].at, kinds[k].signature, length) != 0) continue;
        kinds[k].seen++;
        uint8_t *pixels = kinds[k].read(file, size, most, width, height);
        if (pixels == NULL) return NULL;
        kinds[k].decoded++;
        if (has_undefined(pixels, (size_t)*width * *height)) kinds[k].undefined++;
        return pixels;
    }
    return NULL;
}

// Undoes the filters in one way and then one row after the other, and compares.
static void compare_rows(uint8_t *raw, size_t size, const cpictures_png_layout *layout, uint8_t *luma) {
    uint8_t *copy = malloc(size);
    if (copy == NULL) return;
    memcpy(copy, raw, size);
    cpictures_png_layout plain = *layout;
    plain.unfiltering = cpictures_unfilter_rows;
    bool has_transparency = false;
    const bool done = cpictures_png_rows_to_luma(copy, layout, luma, &has_transparency);
    if (cpictures_png_rows_to_luma(raw, &plain, luma, &has_transparency) != done ||
        (done && memcmp(raw, copy, size) != 0)) {
        fprintf(stderr, "the ways to undo filters differ\n");
        abort();
    }
    free(copy);
}

void write_picture(void) {
    const uint32_t width = 1 + below(90), height = 1 + below(40);
    const size_t area = (size_t)width * height;
    uint8_t *rgb = malloc(3 * area), *luma = white(width, height, SIDE_MAX), *png = NULL;
    size_t size = 0;
    if (rgb != NULL && luma != NULL) {
        for (size_t i = 0; i < 3 * area; i++) rgb[i] = (uint8_t)below(256);
        cpictures_result result;
        if (!cpictures_write_png_rgb(rgb, width, height, &png, &size) ||
            !cpictures_png.read_luma(png, size, 0, 255, luma, area, &result) || result.is_damaged) {
            fprintf(stderr, "a written picture cannot be read\n");
            abort();
        }
        for (size_t i = 0; i < area; i++) {
            if (luma[i] != cpictures_luma(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2])) abort();
        }
    }
    cpictures_free(png);
    free(rgb);
    free(luma);
}

void decode_rows(void) {
    static const struct { unsigned depth, channels; } layouts[] = {{1, 1}, {2, 1}, {4, 1}, {8, 1},
                                                                   {8, 2}, {8, 3}, {8, 4}};
    static uint8_t table[256];
    for (size_t k = 0; k < sizeof layouts / sizeof *layouts; k++) {
        const cpictures_png_layout layout = {
            .width = 1 + below(70), .height = 1 + below(40), .bit_depth = layouts[k].depth,
            .channels = layouts[k].channels, .table = layouts[k].channels == 1 ? table : NULL, .background = 255,
            .unfiltering = (cpictures_unfiltering)below(4)};
        const size_t row = cpictures_png_row_bytes(&layout) + 1, size = row * layout.height + CPICTURES_PNG_SLACK;
        uint8_t *raw = malloc(size), *luma = white(layout.width, layout.height, SIDE_MAX);
        if (raw != NULL && luma != NULL) {
            for (size_t i = 0; i < size; i++) raw[i] = (uint8_t)below(256);
            // Sometimes a filter that does not exist.
            for (size_t y = 0; y < layout.height; y++) raw[y * row] = (uint8_t)below(below(200) == 0 ? 6 : 5);
            compare_rows(raw, size, &layout, luma);
        }
        free(raw);
        free(luma);
    }
}

void print_decoded(void) {
    for (size_t k = 0; k < KINDS; k++) {
        printf("    %-18s %5ld files, %5ld gave pixels, %3ld of them some never written\n", kinds[k].name,
               kinds[k].seen, kinds[k].decoded, kinds[k].undefined);
    }
}
