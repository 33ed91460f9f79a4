// Timing lines: between two corners of a code dark and light alternate at every module.
#include "Timing.h"

#include <math.h>

// Positions in 1/65,536 pixel, counted between pixel centers.
typedef int64_t Fixed;

static inline int32_t blend(const uint8_t *p, ptrdiff_t right, ptrdiff_t below, Fixed x, Fixed y) {
    const int32_t fx = (int32_t)(x >> 8) & 255, fy = (int32_t)(y >> 8) & 255;
    const int32_t top = p[0] * (256 - fx) + p[right] * fx;
    const int32_t bottom = p[below] * (256 - fx) + p[below + right] * fx;
    return (top * (256 - fy) + bottom * fy) >> 16;
}

// Whether a line can be sampled without checking the borders: both ends are a pixel inside, so all of it is.
static bool is_inside(CQRImage image, float x, float y) {
    return x >= 2 && y >= 2 && x <= (float)(image.width - 3) && y <= (float)(image.height - 3);
}

// A row cuts a rotated pattern at an angle, so its modules look larger by the direction's cosine. In perspective, they
// differ between row and column.
static inline float along(const CQRPattern *p, float ux, float uy, float aslant) {
    return (p->moduleX * ux * ux + p->moduleY * uy * uy) * aslant;
}

CQRWay cqr_way_between(const CQRPattern *a, const CQRPattern *b) {
    CQRWay w = {0};
    if (a->inverted != b->inverted) return w;
    if (a->module > CQR_PERSPECTIVE * b->module || b->module > CQR_PERSPECTIVE * a->module) return w;
    const float dx = b->x - a->x, dy = b->y - a->y;
    w.distance = sqrtf(dx * dx + dy * dy);
    const float larger = a->module > b->module ? a->module : b->module;
    // Sections are at most 1.42 times as long as the pattern is wide; this rejects most wrong pairs.
    if (!(w.distance > 7 * larger && w.distance < 300 * larger)) return w;
    w.ux = dx / w.distance;
    w.uy = dy / w.distance;
    const float aslant = fmaxf(fabsf(w.ux), fabsf(w.uy));
    w.fromA = along(a, w.ux, w.uy, aslant);
    w.fromB = along(b, w.ux, w.uy, aslant);
    w.sideA = along(a, w.uy, w.ux, aslant);
    w.sideB = along(b, w.uy, w.ux, aslant);
    const float modules = 2 * w.distance / (w.fromA + w.fromB);
    w.modules = modules >= 10 && modules <= 200 ? modules : 0;
    return w;
}

CQRWay cqr_way_back(CQRWay w) {
    return (CQRWay){-w.ux, -w.uy, w.distance, w.fromB, w.fromA, w.sideB, w.sideA, w.modules};
}

int32_t cqr_timing_changes(CQRImage image, const CQRPattern *a, const CQRPattern *b, CQRWay w) {
    const int32_t range = a->light - a->dark < b->light - b->dark ? a->light - a->dark : b->light - b->dark;
    const int32_t contrast = range * 3 / 10 < 4 ? 4 : range * 3 / 10;
    // From the dark ring of one pattern to that of the other: modules 6 to dimension - 7, with a change between
    // every two of them.
    const float startX = a->x + 2.6f * w.fromA * w.ux - 3 * w.sideA * w.uy;
    const float startY = a->y + 2.6f * w.fromA * w.uy + 3 * w.sideA * w.ux;
    const float endX = b->x - 2.6f * w.fromB * w.ux - 3 * w.sideB * w.uy;
    const float endY = b->y - 2.6f * w.fromB * w.uy + 3 * w.sideB * w.ux;
    if (!is_inside(image, startX, startY) || !is_inside(image, endX, endY)) return -1;
    const int32_t steps = (int32_t)((w.modules - 5.2f) * 3);
    const Fixed stepX = (Fixed)((endX - startX) / (float)steps * 65536);
    const Fixed stepY = (Fixed)((endY - startY) / (float)steps * 65536);
    Fixed x = (Fixed)((startX - 0.5f) * 65536), y = (Fixed)((startY - 0.5f) * 65536);

    // The method is the same as along a row: uneven light and blur do not affect it.
    int32_t low = 255, high = 0, changes = 0, direction = 0;
    for (int32_t i = 0; i <= steps; i++, x += stepX, y += stepY) {
        const int32_t value = blend(image.pixels + (y >> 16) * image.stride + (x >> 16), 1, image.stride, x, y);
        if (direction >= 0 && value <= high - contrast) {
            changes++;
            direction = -1;
            low = value;
        } else if (direction <= 0 && value >= low + contrast) {
            changes++;
            direction = 1;
            high = value;
        } else {
            if (value > high) high = value;
            if (value < low) low = value;
        }
        // One change per module, everywhere: most wrong lines can be rejected after a few modules.
        if ((i & 3) == 3) {
            const float passed = (float)i / 3;
            if (fabsf((float)changes - passed) > fmaxf(3, 0.17f * passed) + 1) return -1;
        }
    }
    const float expected = w.modules - 6;
    return fabsf((float)changes - expected) <= fmaxf(3, 0.17f * expected) ? changes : -1;
}
