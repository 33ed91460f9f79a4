// Prints what the C code makes of pictures, to the last bit: `packaging/test-arm` compares processors with it.
//
//   answers LIST    a line per picture: its kind, its file, width, height, bits per sample, samples per pixel
//
// Kind "rows": the inflated rows of a PNG, which are unfiltered in every way; "luma": a byte per pixel.
#include "CPictures.h"
#include "CQRLocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_sum(const char *name, const uint8_t *bytes, size_t count) {
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t i = 0; i < count; i++) sum = (sum ^ bytes[i]) * 0x100000001b3;
    printf(" %s %016llx", name, (unsigned long long)sum);
}

static uint8_t *read_file(const char *path, size_t count, size_t slack) {
    uint8_t *bytes = calloc(1, count + slack);
    FILE *file = fopen(path, "rb");
    if (bytes == NULL || file == NULL || fread(bytes, 1, count, file) != count) {
        fprintf(stderr, "answers: %s cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

static void unfilter(const char *path, cpictures_png_layout layout) {
    uint8_t table[256];
    for (int i = 0; i < 256; i++) table[i] = (uint8_t)(i * 7);
    if (layout.channels == 1) layout.table = table;
    size_t rows = (cpictures_png_row_bytes(&layout) + 1) * layout.height, pixels = layout.width * layout.height;
    uint8_t *luma = malloc(pixels);
    for (int how = cpictures_unfilter_best; how <= cpictures_unfilter_avx2; how++) {
        uint8_t *raw = read_file(path, rows, CPICTURES_PNG_SLACK);
        bool is_transparent = false;
        layout.unfiltering = (cpictures_unfiltering)how;
        printf(" %d%d", cpictures_png_rows_to_luma(raw, &layout, luma, &is_transparent), is_transparent);
        print_sum("rows", luma, pixels);
        free(raw);
    }
    free(luma);
}

static void print_triple(CQRSampler *sampler, CQRImage image, const CQRTriple *triple) {
    CQRPoint points[] = {triple->corner, triple->right, triple->below};
    for (int i = 0; i < 3; i++) printf(" %a,%a,%a", points[i].x, points[i].y, triple->modules[i]);
    printf(" %a %a %a %d %d %d %d", triple->module, triple->score, triple->quality, triple->dimension, triple->dark,
           triple->light, cqr_is_evident(image, triple));
    for (int perspective = 0; perspective < 2; perspective++) {
        CQRCropOptions options = {.scale = 3, .kept = 1, .perspective = perspective, .redraw = triple->guessed};
        size_t side = (size_t)cqr_crop_side(triple, options);
        uint8_t *pixels = malloc(side * side + 1);
        if (cqr_crop(image, triple, options, pixels, side, side * side)) print_sum("crop", pixels, side * side);
        free(pixels);
    }
    int32_t first = cqr_sample(sampler, image, triple), count = cqr_sample_otherwise(sampler, image);
    size_t side = (size_t)cqr_sampled_side(sampler);
    printf(" sampled %d %d %d", first, count, cqr_sampled_surely(sampler));
    uint8_t *pixels = malloc(side * side + 1);
    for (int32_t grid = 0; grid < count; grid++) {
        if (cqr_draw_sampled(sampler, grid, pixels, side * side)) print_sum("grid", pixels, side * side);
    }
    free(pixels);
}

static void locate(const char *path, int32_t width, int32_t height) {
    uint8_t *luma = read_file(path, (size_t)width * (size_t)height, 0);
    CQRImage image = {luma, width, height, width};
    CQRWorkspace *workspace = cqr_workspace_create();
    CQRSampler *sampler = cqr_sampler_create();
    cqr_begin_picture(workspace);
    for (int tolerant = 0; tolerant < 2; tolerant++) {
        CQRLocateParameters parameters = {
            .rowStep = tolerant ? 2 : 3, .contrast = tolerant ? 16 : 40, .pictureScale = 1, .tolerant = tolerant,
            .leastQuality = 0.3f};
        CQRLocateResult result = {0};
        printf(" located %d", cqr_locate(workspace, image, parameters, &result));
        printf(" %d %d %d %d %d", result.patterns, result.strong, result.triples, result.supported, result.edges);
        CQRTriple triple;
        for (int i = 0; i < 4 && cqr_next_triple(workspace, image, &triple); i++) print_triple(sampler, image, &triple);
        if (cqr_next_loose(workspace, image, true, &triple)) print_triple(sampler, image, &triple);
    }
    cqr_sampler_destroy(sampler);
    cqr_workspace_destroy(workspace);
    free(luma);
}

int main(int count, char **arguments) {
    FILE *list = count == 2 ? fopen(arguments[1], "r") : NULL;
    if (list == NULL) return 2;
    char kind[8], path[512];
    unsigned width, height, depth, channels;
    while (fscanf(list, "%7s %511s %u %u %u %u", kind, path, &width, &height, &depth, &channels) == 6) {
        printf("%s", path);
        if (strcmp(kind, "rows") == 0) {
            unfilter(path, (cpictures_png_layout){width, height, depth, channels, NULL, 255, cpictures_unfilter_best});
        } else {
            locate(path, (int32_t)width, (int32_t)height);
        }
        printf("\n");
    }
    return 0;
}
