// Whole-image levels, for the last rungs of the ladder.
#include "Workspace.h"

uint8_t cqr_otsu_level(CQRImage image) {
    if (!cqr_image_is_valid(image)) return 127;
    // Four tables: with one, equal neighbors would wait for each other's increment.
    uint32_t counts[4][256] = {{0}};
    for (int32_t y = 0; y < image.height; y++) {
        const uint8_t *row = image.pixels + y * image.stride;
        for (int32_t x = 0; x < image.width; x++) counts[x & 3][row[x]]++;
    }
    double all = 0, weighted = 0;
    double histogram[256];
    for (int32_t i = 0; i < 256; i++) {
        histogram[i] = (double)counts[0][i] + counts[1][i] + counts[2][i] + counts[3][i];
        all += histogram[i];
        weighted += i * histogram[i];
    }
    double below = 0, belowWeighted = 0, best = -1;
    uint8_t level = 127;
    for (int32_t i = 0; i < 255; i++) {
        below += histogram[i];
        belowWeighted += i * histogram[i];
        if (below == 0) continue;
        if (below == all) break;
        const double apart = belowWeighted / below - (weighted - belowWeighted) / (all - below);
        const double variance = below * (all - below) * apart * apart;
        if (variance > best) {
            best = variance;
            level = (uint8_t)i;
        }
    }
    return level;
}

static bool fits(CQRImage image, size_t capacity) {
    return cqr_image_is_valid(image) && capacity >= (size_t)image.width * (size_t)image.height;
}

bool cqr_threshold(CQRImage image, uint8_t level, uint8_t *pixels, size_t capacity) {
    if (!fits(image, capacity)) return false;
    for (int32_t y = 0; y < image.height; y++, pixels += image.width) {
        const uint8_t *row = image.pixels + y * image.stride;
        for (int32_t x = 0; x < image.width; x++) pixels[x] = row[x] > level ? 255 : 0;
    }
    return true;
}

bool cqr_invert(CQRImage image, uint8_t *pixels, size_t capacity) {
    if (!fits(image, capacity)) return false;
    for (int32_t y = 0; y < image.height; y++, pixels += image.width) {
        const uint8_t *row = image.pixels + y * image.stride;
        for (int32_t x = 0; x < image.width; x++) pixels[x] = (uint8_t)(255 - row[x]);
    }
    return true;
}
