// Finder patterns: dark and light 1:1:3:1:1 through the center in every direction.
#include "Workspace.h"

#include <math.h>

static inline float deviation(float run, float expected) { return fabsf(run - expected); }

int32_t cqr_find_hits(const float *edges, const uint8_t *levels, int32_t runs, CQRHit *hits) {
    int32_t count = 0;
    for (int32_t i = 0; i + 5 <= runs; i++) {
        const float *e = edges + i;
        const float inner = e[4] - e[1];
        const float core = e[3] - e[2];
        // The inner three runs are always 1:3:1. This rejects most sequences.
        if (core * 10 < inner * 3.3f - 4 || core * 10 > inner * 8.0f + 4) continue;
        const float left = e[1] - e[0], gap1 = e[2] - e[1], gap2 = e[4] - e[3], right = e[5] - e[4];
        float module = (e[5] - e[0]) / 7;
        float slack = 0.55f * module + 0.35f;
        float position;
        float error = deviation(gap1, module) + deviation(core, 3 * module) + deviation(gap2, module);
        if (deviation(left, module) <= slack && deviation(gap1, module) <= slack &&
            deviation(core, 3 * module) <= 2 * slack - 0.35f && deviation(gap2, module) <= slack &&
            deviation(right, module) <= slack) {
            position = (e[0] + e[1] + e[2] + e[3] + e[4] + e[5]) / 6;
            error += deviation(left, module) + deviation(right, module);
        } else {
            // No quiet zone: the outer ring merges with its surroundings. Use only the inner runs.
            module = inner / 5;
            slack = 0.55f * module + 0.35f;
            if (left < 0.5f * module || right < 0.5f * module || (left < 1.5f * module && right < 1.5f * module) ||
                deviation(gap1, module) > slack || deviation(gap2, module) > slack ||
                deviation(core, 3 * module) > 2 * slack - 0.35f) {
                continue;
            }
            position = (e[1] + e[2] + e[3] + e[4]) / 4;
            error = deviation(gap1, module) + deviation(core, 3 * module) + deviation(gap2, module) + module;
        }
        if (module < 0.6f) continue;
        const int32_t own = (levels[i] + 2 * levels[i + 2] + levels[i + 4]) / 4;
        const int32_t other = (levels[i + 1] + levels[i + 3]) / 2;
        const bool inverted = own > other;
        hits[count++] = (CQRHit){.x = position,
                                 .module = module,
                                 .error = error / module,
                                 .dark = (uint8_t)(inverted ? other : own),
                                 .light = (uint8_t)(inverted ? own : other),
                                 .inverted = inverted};
        if (count == CQR_HITS_MAX) break;
    }
    return count;
}

// One way out of a pattern's center: how far its core, its light ring and its dark ring reach, in steps.
typedef struct {
    float reach[3];
    bool open; // nothing ends the dark ring: a dark frame, or the border of the image
} Arm;

typedef struct {
    int32_t flip;   // 255 for light-on-dark patterns, else 0
    int32_t middle; // twice the threshold, after the flip
} Threshold;

// Walks from the pixel at p, whose value must be dark after the flip, over at most `available` further pixels.
static bool walk(const uint8_t *p, ptrdiff_t step, int32_t available, float module, Threshold t, Arm *arm) {
    const int32_t limit = (int32_t)(module * 6) + 3;
    const int32_t end = available < limit ? available : limit;
    int32_t last = p[0] ^ t.flip;
    if (2 * last > t.middle) return false;
    int32_t i = 1;
    for (int32_t part = 0; part < 3; part++) {
        int32_t value = last;
        const bool dark = part != 1;
        for (; i <= end; i++) {
            value = p[i * step] ^ t.flip;
            if ((2 * value > t.middle) == dark) break;
            last = value;
        }
        if (i > end) {
            if (part < 2) return false;
            arm->reach[2] = (float)end + 0.5f;
            arm->open = true;
            return true;
        }
        arm->reach[part] = (float)(i - 1) + (0.5f * (float)t.middle - (float)last) / (float)(value - last);
        last = value;
        i++;
    }
    arm->open = false;
    return true;
}

typedef struct {
    float module, shift, error;
} Section;

// Judges two opposite arms as a section 1:1:3:1:1; `tolerance` is that of a single run, in modules.
static bool judge(const Arm *a, const Arm *b, float tolerance, Section *section) {
    const float *ra = a->reach, *rb = b->reach;
    const float core = ra[0] + rb[0], inner = ra[1] + rb[1];
    const float gapA = ra[1] - ra[0], gapB = rb[1] - rb[0];
    const float ringA = ra[2] - ra[1], ringB = rb[2] - rb[1];
    if (!a->open && !b->open) {
        const float module = (ra[2] + rb[2]) / 7;
        const float slack = tolerance * module + 0.35f;
        const float dCore = deviation(core, 3 * module), dGapA = deviation(gapA, module);
        const float dGapB = deviation(gapB, module), dRingA = deviation(ringA, module);
        const float dRingB = deviation(ringB, module);
        if (dCore <= 2 * slack - 0.35f && dGapA <= slack && dGapB <= slack && dRingA <= slack && dRingB <= slack) {
            section->module = module;
            section->shift = (rb[0] - ra[0] + rb[1] - ra[1] + rb[2] - ra[2]) / 6;
            section->error = (dCore + dGapA + dGapB + dRingA + dRingB) / module;
            return true;
        }
    }
    const float module = inner / 5;
    const float slack = tolerance * module + 0.35f;
    if (ringA < 0.5f * module || ringB < 0.5f * module || deviation(core, 3 * module) > 2 * slack - 0.35f ||
        deviation(gapA, module) > slack || deviation(gapB, module) > slack) {
        return false;
    }
    section->module = module;
    section->shift = (rb[0] - ra[0] + rb[1] - ra[1]) / 4;
    section->error = (deviation(core, 3 * module) + deviation(gapA, module) + deviation(gapB, module)) / module + 1;
    return true;
}

static inline int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

// The section through pixel (x, y) in the direction (dx, dy), each -1, 0 or 1.
static bool section(CQRImage image, int32_t x, int32_t y, int32_t dx, int32_t dy, float module, Threshold t,
                    float tolerance, Section *out) {
    const uint8_t *p = image.pixels + y * image.stride + x;
    const ptrdiff_t step = dy * image.stride + dx;
    int32_t before = CQR_SIDE_MAX, after = CQR_SIDE_MAX;
    if (dx != 0) {
        before = smaller(before, dx > 0 ? x : image.width - 1 - x);
        after = smaller(after, dx > 0 ? image.width - 1 - x : x);
    }
    if (dy != 0) {
        before = smaller(before, dy > 0 ? y : image.height - 1 - y);
        after = smaller(after, dy > 0 ? image.height - 1 - y : y);
    }
    Arm a, b;
    return walk(p, -step, before, module, t, &a) && walk(p, step, after, module, t, &b) &&
           judge(&a, &b, tolerance, out);
}

static inline int32_t pixel_at(float position, int32_t count) {
    const int32_t i = (int32_t)position;
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

// A section along the row or the column. A damaged module in the middle of the pattern spoils the one through its
// center, but the core is three modules wide: a tolerant search also tries beside it.
static bool straight_section(CQRImage image, int32_t x, int32_t y, bool down, float module, Threshold t, bool tolerant,
                             Section *out) {
    if (section(image, x, y, down ? 0 : 1, down ? 1 : 0, module * 1.2f, t, 0.5f, out)) return true;
    const int32_t beside = (int32_t)(module * 0.9f + 0.5f);
    for (int32_t side = -1; tolerant && side <= 1; side += 2) {
        const int32_t column = x + (down ? side * beside : 0), row = y + (down ? 0 : side * beside);
        if (column < 0 || row < 0 || column >= image.width || row >= image.height) continue;
        if (section(image, column, row, down ? 0 : 1, down ? 1 : 0, module * 1.2f, t, 0.5f, out)) return true;
    }
    return false;
}

bool cqr_confirm(CQRImage image, const CQRHit *hit, int32_t y, bool tolerant, CQRPattern *pattern) {
    const int32_t sum = hit->dark + hit->light;
    const Threshold t = {.flip = hit->inverted ? 255 : 0, .middle = hit->inverted ? 510 - sum : sum};
    int32_t column = pixel_at(hit->x, image.width);
    Section vertical, horizontal, falling, rising;

    // Down and up the column: for a rotated pattern its total still equals that of the row.
    if (!straight_section(image, column, y, true, hit->module, t, tolerant, &vertical)) return false;
    if (vertical.module < 0.62f * hit->module - 0.1f || vertical.module > 1.6f * hit->module + 0.1f) return false;
    const float centerY = (float)y + 0.5f + vertical.shift;
    const int32_t row = pixel_at(centerY, image.height);

    if (!straight_section(image, column, row, false, hit->module, t, tolerant, &horizontal)) return false;
    if (vertical.module < 0.62f * horizontal.module - 0.1f || vertical.module > 1.6f * horizontal.module + 0.1f) {
        return false;
    }
    const float centerX = (float)column + 0.5f + horizontal.shift;
    column = pixel_at(centerX, image.width);

    // A diagonal step is longer than a pixel, and rounded or rotated patterns are cut short: judge loosely.
    const float module = (vertical.module + horizontal.module) / 2;
    const float least = 0.42f * module - 0.2f, most = 1.35f * module + 0.2f;
    const bool falls = section(image, column, row, 1, 1, module, t, 0.8f, &falling) && falling.module >= least &&
                       falling.module <= most;
    const bool rises = section(image, column, row, 1, -1, module, t, 0.8f, &rising) && rising.module >= least &&
                       rising.module <= most;
    if (tolerant ? !falls && !rises : !falls || !rises) return false;

    pattern->x = centerX;
    pattern->y = centerY;
    pattern->module = module;
    pattern->moduleX = horizontal.module;
    pattern->moduleY = vertical.module;
    pattern->error = (vertical.error + horizontal.error) / 2 + fabsf(vertical.module - horizontal.module) / module;
    pattern->dark = hit->dark;
    pattern->light = hit->light;
    pattern->inverted = hit->inverted;
    return true;
}

bool cqr_is_steady(CQRImage image, const CQRPattern *p) {
    const int32_t sum = p->dark + p->light, beside = (int32_t)(0.6f * p->module + 0.5f), away = beside > 0 ? beside : 1;
    const Threshold t = {.flip = p->inverted ? 255 : 0, .middle = p->inverted ? 510 - sum : sum};
    const int32_t column = pixel_at(p->x, image.width), row = pixel_at(p->y, image.height);
    Section ignored;
    return row >= away && row + away < image.height &&
           section(image, column, row - away, 1, 0, p->module * 1.2f, t, 0.5f, &ignored) &&
           section(image, column, row + away, 1, 0, p->module * 1.2f, t, 0.5f, &ignored);
}
