// libtiff. Pages count from 0.
#ifdef CPICTURES_TIFF

#include "rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

typedef struct {
    const uint8_t *bytes;
    uint64_t count, position;
    char *message;
} source;

static tmsize_t read_bytes(thandle_t handle, void *out, tmsize_t wanted) {
    source *s = handle;
    if (wanted < 0 || s->position >= s->count) return 0;
    uint64_t left = s->count - s->position;
    tmsize_t given = (uint64_t)wanted < left ? wanted : (tmsize_t)left;
    memcpy(out, s->bytes + s->position, (size_t)given);
    s->position += (uint64_t)given;
    return given;
}

static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t count) {
    (void)handle, (void)bytes, (void)count;
    return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int from) {
    source *s = handle;
    s->position = from == SEEK_SET ? offset : (from == SEEK_CUR ? s->position : s->count) + offset;
    return s->position;
}

static int close_source(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size(thandle_t handle) { return ((source *)handle)->count; }

static int on_error(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)module;
    char text[256];
    vsnprintf(text, sizeof text, format, arguments);
    // libtiff's own words are about an option that users do not have.
    bool is_too_large = strstr(format, "limit defined in open options") != NULL;
    cpictures_keep_message(((source *)context)->message, is_too_large ? CPICTURES_TOO_MUCH_MEMORY : text);
    return 1;
}

// Most of libtiff's warnings are harmless. A tag missing at the end of the file is not: it may be the palette.
static int on_warning(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
    return strstr(format, "IO error") == NULL || on_error(tiff, context, module, format, arguments);
}

static TIFF *open_page(source *s, uint32_t page) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL) return NULL;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, CPICTURES_TIFF_ALLOCATION);
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, s);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, s);
    // m: without mapping, as the bytes are handed out in pieces.
    TIFF *tiff = TIFFClientOpenExt("picture", "rm", s, read_bytes, write_bytes, seek, close_source, size, NULL, NULL,
                                   options);
    TIFFOpenOptionsFree(options);
    if (tiff != NULL && page > 0 && !TIFFSetDirectory(tiff, (tdir_t)page)) {
        TIFFClose(tiff);
        return NULL;
    }
    return tiff;
}

static bool read_header(const uint8_t *bytes, size_t count, uint32_t page, cpictures_header *header) {
    *header = (cpictures_header){0};
    source s = {bytes, count, 0, header->message};
    TIFF *tiff = open_page(&s, page);
    if (tiff == NULL) return false;
    uint16_t orientation = ORIENTATION_TOPLEFT;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
    bool done = TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &header->width) &&
                TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &header->height);
    header->orientation = orientation;
    header->pictures = 1;
    if (page == 0) {
        while (header->pictures < CPICTURES_TIFF_PAGES && TIFFReadDirectory(tiff)) header->pictures++;
    }
    TIFFClose(tiff);
    return done;
}

// Reads one strip or one row of tiles at a time, so that the whole picture is never in memory in color.
static void read_bands(TIFF *tiff, TIFFRGBAImage *image, uint8_t background, uint8_t *luma, cpictures_result *result) {
    uint32_t width = image->width, height = image->height, band = height;
    TIFFGetFieldDefaulted(tiff, TIFFIsTiled(tiff) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &band);
    if (band == 0 || band > height) band = height;
    if ((uint64_t)width * band > CPICTURES_TIFF_STRIP) {
        snprintf(result->message, sizeof result->message,
                 "a strip of it has more than %d million pixels; save it as PNG", CPICTURES_TIFF_STRIP / 1000000);
        return;
    }
    uint32_t *raster = malloc((size_t)width * band * sizeof *raster);
    if (raster == NULL) {
        cpictures_keep_message(result->message, "not enough memory");
        return;
    }
    // A band that cannot be read stays white; those below it may be intact.
    for (uint32_t top = 0; top < height; top += band) {
        uint32_t rows = height - top < band ? height - top : band;
        memset(raster, 255, (size_t)width * rows * sizeof *raster);
        image->row_offset = (int)top;
        image->col_offset = 0;
        if (!TIFFRGBAImageGet(image, raster, width, rows)) {
            cpictures_keep_message(result->message, "a strip cannot be read");
            continue;
        }
        for (uint32_t y = 0; y < rows; y++) {
            uint8_t lowest = cpictures_row_premultiplied_rgba((const uint8_t *)(raster + (size_t)y * width), width,
                                                            background, luma + (size_t)(top + y) * width);
            if (lowest < 255) result->has_transparency = true;
        }
        result->has_pixels = true;
        if (result->message[0] == 0) result->rows = top + rows;
    }
    free(raster);
}

static bool read_luma(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *luma,
                      size_t luma_count, cpictures_result *result) {
    *result = (cpictures_result){0};
    source s = {bytes, count, 0, result->message};
    TIFF *tiff = open_page(&s, page);
    if (tiff == NULL) return false;
    TIFFRGBAImage image;
    char text[1024] = "";
    if (!TIFFRGBAImageOK(tiff, text) || !TIFFRGBAImageBegin(&image, tiff, 0, text)) {
        cpictures_keep_message(result->message, text);
    } else {
        // The caller turns the picture: libtiff cannot do it band by band.
        image.orientation = image.req_orientation = ORIENTATION_TOPLEFT;
        if ((uint64_t)image.width * image.height != luma_count) {
            cpictures_keep_message(result->message, "the size changed between two reads");
        } else {
            read_bands(tiff, &image, background, luma, result);
        }
        TIFFRGBAImageEnd(&image);
    }
    TIFFClose(tiff);
    result->is_damaged = result->message[0] != 0;
    return result->has_pixels;
}

static void write_version(char version[CPICTURES_VERSION]) {
    // `LIBTIFF, Version 4.5.0`, then lines of copyright.
    const char *text = strstr(TIFFGetVersion(), "Version ");
    if (text == NULL || sscanf(text, "Version %31[0-9.]", version) != 1) version[0] = 0;
}

const cpictures_library cpictures_tiff = {read_header, read_luma, NULL, write_version};

#endif
