// A PNG file as pixels, read with libpng's simplified API, and the time that it took.
#ifndef PICTURE_H
#define PICTURE_H

#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    unsigned width;
    unsigned height;
    uint8_t *rgb;
} Picture;

static inline uint64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// The whole file in memory, so that no program is timed on its reading habits.
static inline uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    uint8_t *bytes = length > 0 ? malloc((size_t)length) : NULL;
    if (bytes && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *size = bytes ? (size_t)length : 0;
    return bytes;
}

// Decodes to 8-bit RGB, what is transparent over white; returns 0 for a file that libpng refuses.
static inline int decode_rgb(const uint8_t *bytes, size_t size, Picture *out) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, bytes, size)) return 0;
    image.format = PNG_FORMAT_RGB;
    out->rgb = malloc(PNG_IMAGE_SIZE(image));
    const png_color white = {255, 255, 255};
    if (!out->rgb || !png_image_finish_read(&image, &white, out->rgb, 0, NULL)) {
        free(out->rgb);
        png_image_free(&image);
        return 0;
    }
    out->width = image.width;
    out->height = image.height;
    return 1;
}

#endif
