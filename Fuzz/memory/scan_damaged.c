// scan_damaged COUNT LIST: reads the images named in a list, damages their bytes or their pixels, and runs our decoders,
// the locator, its drawings and zbar over them. Every run is the same; refused images count, too.
#include "CQRLocate.h"
#include "damage.h"
#include "decoders.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zbar.h>

enum { PICTURES_MAX = 1024, FILE_MAX = 1 << 20, PIXELS_MAX = 1 << 20, PATH_SIZE = 512 };

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

// Reads a place module by module; sometimes one that is nowhere or no number.
static void sample(CQRImage image, CQRTriple triple) {
    static const float odd[4] = {1e30f, -5, NAN, INFINITY};
    if (below(8) == 0) triple.right.x = odd[below(4)];
    if (below(8) == 0) triple.modules[below(3)] = odd[below(4)];
    if (below(8) == 0) triple.dimension = (int32_t)below(50) * 4 + 1;
    CQRSampler *sampler = cqr_sampler_create();
    if (sampler == NULL) return;
    (void)cqr_sample(sampler, image, &triple);
    const int32_t count = cqr_sample_otherwise(sampler, image), side = cqr_sampled_side(sampler);
    const size_t size = (size_t)side * (size_t)side;
    uint8_t *drawing = malloc(size + 1);
    for (int32_t k = 0; drawing != NULL && k < count; k++) {
        if (cqr_draw_sampled(sampler, k, drawing, size)) scan(drawing, side, side);
    }
    free(drawing);
    cqr_sampler_destroy(sampler);
}

static void locate(CQRWorkspace *workspace, CQRImage image, CQRLocateParameters parameters) {
    CQRLocateResult found;
    if (!cqr_locate(workspace, image, parameters, &found)) return;
    CQRSign signs[8];
    (void)cqr_signs(workspace, image, signs, 8);
    CQRTriple triple;
    while (cqr_next_triple(workspace, image, &triple)) {
        triples++;
        draw(image, &triple);
        if (below(4) == 0) sample(image, triple);
        if (cqr_is_evident(image, &triple) || below(3) == 0) {
            cqr_mark_read(workspace, cqr_corners(&triple), triple.module * triple.pictureScale);
        }
    }
    while (cqr_next_loose(workspace, image, true, &triple)) {
        if (below(16) == 0) sample(image, triple);
    }
}

static void run(CQRWorkspace *workspace, uint8_t *pixels, int32_t width, int32_t height) {
    const CQRImage image = {pixels, width, height, width};
    const size_t size = (size_t)width * (size_t)height;
    scanned++;
    cqr_begin_picture(workspace);
    locate(workspace, image, (CQRLocateParameters){3, 40, 1, false, 0, false});
    locate(workspace, image, (CQRLocateParameters){2, 14, 1, false, 0.6f, true});
    locate(workspace, image, (CQRLocateParameters){2, 14, 1, true, 0, false});
    uint8_t *copy = malloc(size);
    if (copy == NULL) return;
    if (cqr_shrink(image, 2, copy, size)) {
        const CQRImage half = {copy, width / 2, height / 2, width / 2};
        locate(workspace, half, (CQRLocateParameters){2, 16, 2, true, 0, false});
    }
    CQRSign blocks[8];
    (void)cqr_blocks(workspace, image, 1 + (int32_t)below(8), blocks, 8);
    scan(pixels, width, height);
    if (cqr_invert(image, copy, size)) scan(copy, width, height);
    const CQRGap gap = cqr_find_gap(workspace, image, 3);
    if (cqr_fill(image, gap.width, 1, gap.isLight, copy, size)) scan(copy, width, height);
    if (cqr_columns(image, 2, copy, size)) (void)cqr_find_gap(workspace, (CQRImage){copy, height, width / 2, height}, 1);
    if (cqr_threshold(image, cqr_otsu_level(image), copy, size)) scan(copy, width, height);
    free(copy);
}

static size_t load(const char *path, uint8_t *bytes) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return 0;
    const size_t size = fread(bytes, 1, FILE_MAX, file);
    fclose(file);
    return size;
}

static void try_one(CQRWorkspace *workspace, const char *path, bool damages_file) {
    static uint8_t file[FILE_MAX];
    size_t size = load(path, file);
    if (size == 0) return;
    if (damages_file) size = damage_file(file, size);
    // A block of exactly this size, so that reads past its end are caught.
    uint8_t *copy = malloc(size);
    if (copy == NULL) return;
    memcpy(copy, file, size);
    uint32_t width = 0, height = 0;
    uint8_t *pixels = decode(copy, size, PIXELS_MAX, &width, &height);
    free(copy);
    if (pixels == NULL) return;
    if (!damages_file) damage_pixels(pixels, width, height);
    run(workspace, pixels, (int32_t)width, (int32_t)height);
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
    for (long n = 0; n < wanted; n++) {
        try_one(workspace, paths[below(count)], n % 2 == 0);
        decode_rows();
        if (n % 8 == 0) write_picture();
    }
    cqr_workspace_destroy(workspace);
    printf("%ld pictures damaged, %ld scanned: %ld places, %ld reads\n", wanted, scanned, triples, read);
    print_decoded();
    return scanned > 0 ? 0 : 1;
}
