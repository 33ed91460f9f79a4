// Reduced and enlarged copies: at half the size, noise and blur that hide a code disappear.
#include "Workspace.h"

bool cqr_shrink(CQRImage image, int32_t factor, uint8_t *pixels, size_t capacity) {
    if (!cqr_image_is_valid(image) || factor < 2 || factor > 4) return false;
    const int32_t width = image.width / factor, height = image.height / factor;
    if (width == 0 || height == 0 || capacity < (size_t)width * (size_t)height) return false;
    for (int32_t y = 0; y < height; y++, pixels += width) {
        const uint8_t *row = image.pixels + (ptrdiff_t)y * factor * image.stride;
        if (factor == 2) {
            const uint8_t *below = row + image.stride;
            for (int32_t x = 0; x < width; x++) {
                pixels[x] = (uint8_t)((row[2 * x] + row[2 * x + 1] + below[2 * x] + below[2 * x + 1] + 2) >> 2);
            }
            continue;
        }
        const uint32_t area = (uint32_t)(factor * factor), share = (65536 + area - 1) / area;
        for (int32_t x = 0; x < width; x++) {
            const uint8_t *p = row + (ptrdiff_t)x * factor;
            uint32_t sum = area / 2;
            for (int32_t j = 0; j < factor; j++, p += image.stride) {
                for (int32_t i = 0; i < factor; i++) sum += p[i];
            }
            pixels[x] = (uint8_t)((sum * share) >> 16);
        }
    }
    return true;
}

bool cqr_shrink_by_quarter(CQRImage image, uint8_t *pixels, size_t capacity) {
    // Of four pixels, each of the three new ones covers one and a third.
    static const int32_t first[3] = {3, 2, 1};
    if (!cqr_image_is_valid(image)) return false;
    const int32_t width = image.width / 4 * 3, height = image.height / 4 * 3;
    if (width == 0 || height == 0 || capacity < (size_t)width * (size_t)height) return false;
    for (int32_t y = 0; y < height; y++, pixels += width) {
        const uint8_t *row = image.pixels + (ptrdiff_t)(y / 3 * 4 + y % 3) * image.stride, *below = row + image.stride;
        const int32_t v = first[y % 3];
        for (int32_t x = 0; x < width; x++) {
            const int32_t u = first[x % 3], at = x / 3 * 4 + x % 3;
            const int32_t upper = u * row[at] + (4 - u) * row[at + 1], lower = u * below[at] + (4 - u) * below[at + 1];
            pixels[x] = (uint8_t)((v * upper + (4 - v) * lower + 8) >> 4);
        }
    }
    return true;
}

// Linear interpolation: per axis, three parts of a pixel and one part of its neighbor.
static inline uint8_t mix(int32_t near, int32_t nearBelow, int32_t far, int32_t farBelow) {
    return (uint8_t)((9 * near + 3 * nearBelow + 3 * far + farBelow + 8) >> 4);
}

bool cqr_enlarge(CQRImage image, uint8_t *pixels, size_t capacity) {
    if (!cqr_image_is_valid(image) || image.width > CQR_SIDE_MAX / 2 || image.height > CQR_SIDE_MAX / 2) return false;
    const int32_t width = 2 * image.width, height = 2 * image.height;
    if (capacity < (size_t)width * (size_t)height) return false;
    for (int32_t y = 0; y < height; y++, pixels += width) {
        int32_t other = (y & 1) != 0 ? y / 2 + 1 : y / 2 - 1;
        other = other < 0 ? 0 : other >= image.height ? image.height - 1 : other;
        const uint8_t *row = image.pixels + (y / 2) * image.stride, *beside = image.pixels + other * image.stride;
        for (int32_t x = 0; x < image.width; x++) {
            const int32_t left = x > 0 ? x - 1 : 0, right = x + 1 < image.width ? x + 1 : x;
            pixels[2 * x] = mix(row[x], beside[x], row[left], beside[left]);
            pixels[2 * x + 1] = mix(row[x], beside[x], row[right], beside[right]);
        }
    }
    return true;
}
