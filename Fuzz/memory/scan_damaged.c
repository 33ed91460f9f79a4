// scan_damaged COUNT LIST: reads pictures named in a list, damages their bytes or their pixels, and runs the project's
// own decoder over libpng, the locator, its drawings and zbar over them. The same run every time; a picture that is
// refused counts as well.
#include "CPNG.h"
#include "CQRLocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zbar.h>

enum { PICTURES_MAX = 1024, FILE_MAX = 1 << 20, PIXELS_MAX = 1 << 20, SIDE_MAX = 30000, PATH_SIZE = 512 };

static uint64_t state = 0x9e3779b97f4a7c15;

static uint32_t below(uint32_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % limit;
}

static long scanned, triples, read;

static void scan(const uint8_t *pixels, int32_t width, int32_t height) {
    zbar_image_scanner_t *scanner = zbar_image_scanner_create();
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
    zbar_image_t *image = zbar_image_create();
    zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
    zbar_image_set_size(image, (unsigned)width, (unsigned)height);
    zbar_image_set_data(image, pixels, (unsigned long)width * (unsigned long)height, NULL);
    if (zbar_scan_image(scanner, image) > 0) read++;
    zbar_image_destroy(image);
    zbar_image_scanner_destroy(scanner);
}

static void draw(CQRImage image, const CQRTriple *triple) {
    for (int32_t k = 0; k < 3; k++) {
        const CQRCropOptions options = {
            .scale = k == 2 ? 6 : 3, .kept = 1, .redraw = k == 1, .perspective = k == 1, .binarize = k == 2};
        const int32_t side = cqr_crop_side(triple, options);
        const size_t size = (size_t)side * (size_t)side;
        uint8_t *drawing = malloc(size);
        if (drawing != NULL && cqr_crop(image, triple, options, drawing, (size_t)side, size)) scan(drawing, side, side);
        free(drawing);
    }
}

static void locate(CQRWorkspace *workspace, CQRImage image, CQRLocateParameters parameters) {
    CQRLocateResult found;
    if (!cqr_locate(workspace, image, parameters, &found)) return;
    CQRTriple triple;
    while (cqr_next_triple(workspace, image, &triple)) {
        triples++;
        draw(image, &triple);
        if (cqr_is_evident(image, &triple) || below(3) == 0) {
            cqr_mark_read(workspace, cqr_corners(&triple), triple.module * triple.pictureScale);
        }
    }
}

static void climb(CQRWorkspace *workspace, uint8_t *pixels, int32_t width, int32_t height) {
    const CQRImage image = {pixels, width, height, width};
    const size_t size = (size_t)width * (size_t)height;
    scanned++;
    cqr_begin_picture(workspace);
    locate(workspace, image, (CQRLocateParameters){3, 40, 1, false});
    locate(workspace, image, (CQRLocateParameters){2, 14, 1, true});
    uint8_t *copy = malloc(size);
    if (copy == NULL) return;
    if (cqr_shrink(image, 2, copy, size)) {
        const CQRImage half = {copy, width / 2, height / 2, width / 2};
        locate(workspace, half, (CQRLocateParameters){2, 16, 2, true});
    }
    scan(pixels, width, height);
    if (cqr_invert(image, copy, size)) scan(copy, width, height);
    if (cqr_threshold(image, cqr_otsu_level(image), copy, size)) scan(copy, width, height);
    free(copy);
}

// Blocks, lines, noise and copied rows, in pixels that were read.
static void damage_pixels(uint8_t *pixels, uint32_t width, uint32_t height) {
    for (uint32_t k = below(12); k > 0; k--) {
        const uint32_t top = below(height), left = below(width), kind = below(4);
        if (kind == 0) {
            for (uint32_t y = top; y < height && y < top + 20; y++) memset(pixels + y * width, (int)below(256), width);
        } else if (kind == 1) {
            for (uint32_t y = 0; y < height; y++) pixels[y * width + left] ^= (uint8_t)below(256);
        } else if (kind == 2) {
            for (uint32_t n = below(2000); n > 0; n--) pixels[below(width * height)] = (uint8_t)below(256);
        } else {
            memmove(pixels + top * width, pixels + below(height) * width, width);
        }
    }
}

static size_t load(const char *path, uint8_t *bytes) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return 0;
    const size_t size = fread(bytes, 1, FILE_MAX, file);
    fclose(file);
    return size;
}

static void try_one(CQRWorkspace *workspace, const char *path, bool damagesFile) {
    static uint8_t file[FILE_MAX];
    const size_t size = load(path, file);
    if (size == 0) return;
    for (uint32_t k = damagesFile ? 1 + below(4) : 0; k > 0; k--) {
        file[below((uint32_t)size)] = (uint8_t)below(256);
    }
    cpng_header header;
    if (!cpng_read_header(file, size, SIDE_MAX, &header)) return;
    const size_t area = (size_t)header.width * header.height;
    if (area > PIXELS_MAX) return;
    uint8_t *pixels = malloc(area);
    if (pixels == NULL) return;
    memset(pixels, 255, area);
    cpng_result result;
    if (cpng_read_luma(file, size, SIDE_MAX, 255, true, pixels, area, &result)) {
        if (!damagesFile) damage_pixels(pixels, header.width, header.height);
        climb(workspace, pixels, (int32_t)header.width, (int32_t)header.height);
    }
    free(pixels);
}

int main(int argc, char **argv) {
    static char paths[PICTURES_MAX][PATH_SIZE];
    FILE *list = argc == 3 ? fopen(argv[2], "r") : NULL;
    CQRWorkspace *workspace = cqr_workspace_create();
    if (list == NULL || workspace == NULL) return 64;
    uint32_t count = 0;
    while (count < PICTURES_MAX && fgets(paths[count], PATH_SIZE, list) != NULL) {
        paths[count][strcspn(paths[count], "\n")] = 0;
        count++;
    }
    fclose(list);
    if (count == 0) return 64;
    const long wanted = strtol(argv[1], NULL, 10);
    for (long n = 0; n < wanted; n++) try_one(workspace, paths[below(count)], n % 2 == 0);
    cqr_workspace_destroy(workspace);
    printf("%ld pictures damaged, %ld scanned: %ld places, %ld reads\n", wanted, scanned, triples, read);
    return scanned > 0 ? 0 : 1;
}
