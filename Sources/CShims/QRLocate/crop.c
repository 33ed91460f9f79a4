// Draws a symbol upright at a few pixels per module, which readers read best and fastest.
#include "Map.h"

#include <math.h>
#include <string.h>

enum { QUIET = 4 }; // modules of white around the symbol

// Positions in 1/65,536 pixel.
typedef int64_t Fixed;
static inline Fixed fixed(double x) { return (Fixed)llrint(x * 65536); }

static int32_t dimension_of(const CQRTriple *t, CQRCropOptions options) {
    return options.dimension != 0 ? options.dimension : t->dimension;
}

int32_t cqr_crop_side(const CQRTriple *triple, CQRCropOptions options) {
    const int32_t dimension = dimension_of(triple, options);
    if (options.scale < 2 || options.scale > 8 || options.kept < 0 || options.kept > options.scale) return 0;
    if (dimension < 21 || dimension > 177 || dimension % 4 != 1) return 0;
    return (dimension + 2 * QUIET) * options.scale;
}

// Stretches the levels between dark and light to 0 and 255, reversed for a light symbol.
static void fill_levels(uint8_t *levels, const CQRTriple *t, bool binarize) {
    const int32_t range = t->light > t->dark ? t->light - t->dark : 1;
    for (int32_t i = 0; i < 256; i++) {
        int32_t level = (i - t->dark) * 255 / range;
        level = level < 0 ? 0 : level > 255 ? 255 : level;
        if (binarize) level = level > 127 ? 255 : 0;
        levels[i] = (uint8_t)(t->inverted ? 255 - level : level);
    }
}

// A row of samples from (x, y) in steps of (dx, dy). `inside`: none of them needs clamping.
typedef struct {
    Fixed x, y, dx, dy;
    bool inside;
} Line;

static inline int32_t clamped(Fixed position, int32_t count) {
    const Fixed i = position >> 16;
    return i < 0 ? 0 : i >= count ? count - 1 : (int32_t)i;
}

static inline uint32_t blend(const uint8_t *p, ptrdiff_t right, ptrdiff_t below, Fixed x, Fixed y) {
    const uint32_t fx = (uint32_t)(x >> 8) & 255, fy = (uint32_t)(y >> 8) & 255;
    const uint32_t top = p[0] * (256 - fx) + p[right] * fx;
    const uint32_t bottom = p[below] * (256 - fx) + p[below + right] * fx;
    return (top * (256 - fy) + bottom * fy + 32768) >> 16;
}

// Interpolates at a position that counts between pixel centers.
static inline uint32_t blend_clamped(CQRImage image, Fixed x, Fixed y) {
    const int32_t column = clamped(x, image.width), row = clamped(y, image.height);
    const ptrdiff_t right = clamped(x + 65536, image.width) - column;
    const ptrdiff_t below = (clamped(y + 65536, image.height) - row) * image.stride;
    return blend(image.pixels + row * image.stride + column, right, below, x, y);
}

static void draw_interpolated(CQRImage image, Line line, const uint8_t *levels, uint8_t *out, int32_t count) {
    Fixed x = line.x - 32768, y = line.y - 32768;
    if (!line.inside) {
        for (int32_t i = 0; i < count; i++, x += line.dx, y += line.dy) out[i] = levels[blend_clamped(image, x, y)];
        return;
    }
    for (int32_t i = 0; i < count; i++, x += line.dx, y += line.dy) {
        out[i] = levels[blend(image.pixels + (y >> 16) * image.stride + (x >> 16), 1, image.stride, x, y)];
    }
}

// The mean of several pixels for each sample, where the image has many pixels for one of the crop.
static void draw_averaged(CQRImage image, Line line, Fixed downX, Fixed downY, int32_t samples, const uint8_t *levels,
                          uint8_t *out, int32_t count) {
    Fixed offsetX[16], offsetY[16];
    int32_t total = 0;
    for (int32_t j = 0; j < samples; j++) {
        for (int32_t i = 0; i < samples; i++, total++) {
            const Fixed u = 2 * i + 1 - samples, v = 2 * j + 1 - samples; // in halves of 1/samples
            offsetX[total] = (line.dx * u + downX * v) / (2 * samples);
            offsetY[total] = (line.dy * u + downY * v) / (2 * samples);
        }
    }
    const uint32_t share = 65536 / (uint32_t)total;
    Fixed x = line.x, y = line.y;
    for (int32_t i = 0; i < count; i++, x += line.dx, y += line.dy) {
        uint32_t sum = 0;
        if (line.inside) {
            for (int32_t k = 0; k < total; k++) {
                sum += image.pixels[((y + offsetY[k]) >> 16) * image.stride + ((x + offsetX[k]) >> 16)];
            }
        } else {
            for (int32_t k = 0; k < total; k++) {
                sum += image.pixels[clamped(y + offsetY[k], image.height) * image.stride +
                                    clamped(x + offsetX[k], image.width)];
            }
        }
        out[i] = levels[(sum * share + 32768) >> 16];
    }
}

// Which pixels of the crop show the image, and how many samples each takes.
typedef struct {
    int32_t first, count, samples;
    double start, step; // in modules
} Window;

static void draw_affine(CQRImage image, const CQRMap *m, Window w, const uint8_t *levels, uint8_t *pixels,
                        size_t stride) {
    // The extremes of a parallelogram are its corners: if these are two pixels inside, no sample needs clamping.
    bool inside = true;
    const double end = w.start + w.count * w.step;
    for (int32_t corner = 0; corner < 4; corner++) {
        const CQRPosition p = cqr_map(m, corner & 1 ? end : w.start, corner & 2 ? end : w.start);
        inside = inside && p.x >= 2 && p.x <= image.width - 3 && p.y >= 2 && p.y <= image.height - 3;
    }
    for (int32_t i = 0; i < w.count; i++) {
        const CQRPosition p = cqr_map(m, w.start + 0.5 * w.step, w.start + (i + 0.5) * w.step);
        const Line line = {fixed(p.x), fixed(p.y), fixed(m->a[0] * w.step), fixed(m->a[3] * w.step), inside};
        uint8_t *out = pixels + (size_t)(w.first + i) * stride + w.first;
        if (w.samples == 1) {
            draw_interpolated(image, line, levels, out, w.count);
        } else {
            draw_averaged(image, line, fixed(m->a[1] * w.step), fixed(m->a[4] * w.step), w.samples, levels, out,
                          w.count);
        }
    }
}

static void draw_projective(CQRImage image, const CQRMap *m, Window w, const uint8_t *levels, uint8_t *pixels,
                            size_t stride) {
    const int32_t samples = w.samples > 2 ? 2 : w.samples;
    const double part = w.step / samples;
    for (int32_t i = 0; i < w.count; i++) {
        uint8_t *out = pixels + (size_t)(w.first + i) * stride + w.first;
        for (int32_t j = 0; j < w.count; j++) {
            uint32_t sum = 0;
            for (int32_t k = 0; k < samples * samples; k++) {
                const double column = w.start + j * w.step + (k % samples + 0.5) * part;
                const double row = w.start + i * w.step + (k / samples + 0.5) * part;
                const CQRPosition p = cqr_map(m, column, row);
                sum += blend_clamped(image, fixed(p.x - 0.5), fixed(p.y - 0.5));
            }
            out[j] = levels[sum / (uint32_t)(samples * samples)];
        }
    }
}

static void paint(uint8_t *pixels, size_t stride, int32_t scale, int32_t column, int32_t row, bool dark) {
    uint8_t *p = pixels + (size_t)((row + QUIET) * scale) * stride + (column + QUIET) * scale;
    for (int32_t i = 0; i < scale; i++, p += stride) memset(p, dark ? 0 : 255, (size_t)scale);
}

// Draws the modules that every symbol of this dimension has in the same places.
static void redraw(uint8_t *pixels, size_t stride, int32_t scale, int32_t dimension) {
    for (int32_t i = 8; i < dimension - 8; i++) {
        paint(pixels, stride, scale, i, 6, i % 2 == 0);
        paint(pixels, stride, scale, 6, i, i % 2 == 0);
    }
    int32_t centers[7];
    const int32_t count = cqr_alignment_centers(dimension, centers);
    for (int32_t a = 0; a < count; a++) {
        for (int32_t b = 0; b < count; b++) {
            const bool corner = (a == 0 && (b == 0 || b == count - 1)) || (a == count - 1 && b == 0);
            for (int32_t k = 0; k < 25 && !corner; k++) {
                const int32_t i = k % 5 - 2, j = k / 5 - 2;
                const bool light = k != 12 && i >= -1 && i <= 1 && j >= -1 && j <= 1;
                paint(pixels, stride, scale, centers[a] + i, centers[b] + j, !light);
            }
        }
    }
    for (int32_t k = 0; k < 81; k++) {
        const int32_t i = k % 9 - 1, j = k / 9 - 1;
        const int32_t ring = (i < 3 ? 3 - i : i - 3) > (j < 3 ? 3 - j : j - 3) ? (i < 3 ? 3 - i : i - 3)
                                                                             : (j < 3 ? 3 - j : j - 3);
        const bool dark = ring == 3 || ring < 2;
        paint(pixels, stride, scale, i, j, dark);
        paint(pixels, stride, scale, dimension - 7 + i, j, dark);
        paint(pixels, stride, scale, i, dimension - 7 + j, dark);
    }
}

bool cqr_crop(CQRImage image, const CQRTriple *triple, CQRCropOptions options, uint8_t *pixels, size_t stride,
              size_t capacity) {
    const int32_t side = cqr_crop_side(triple, options);
    if (side == 0 || !cqr_image_is_valid(image) || stride < (size_t)side || capacity / stride < (size_t)side - 1 ||
        capacity - stride * ((size_t)side - 1) < (size_t)side) {
        return false;
    }
    const int32_t dimension = dimension_of(triple, options);
    CQRMap map = cqr_affine_map(triple, dimension);
    const double module = (hypot(map.a[0], map.a[3]) + hypot(map.a[1], map.a[4])) / 2;
    if (options.perspective && !cqr_projective_map(image, triple, dimension, &map)) return false;

    const double step = 1.0 / options.scale;
    const double ratio = module * step;
    Window w = {.first = QUIET * options.scale - options.kept,
                .count = dimension * options.scale + 2 * options.kept,
                .samples = ratio < 1.5 ? 1 : ratio < 3 ? 2 : ratio < 4.5 ? 3 : 4,
                .start = -options.kept * step,
                .step = step};
    // Triples from the locator always pass; a triple that the caller made, or a horizon across the symbol, may not.
    const double end = w.start + w.count * step;
    for (int32_t corner = 0; corner < 4; corner++) {
        const double column = corner & 1 ? end : w.start, row = corner & 2 ? end : w.start;
        const CQRPosition p = cqr_map(&map, column, row);
        if (!(map.a[6] * column + map.a[7] * row + 1 > 0.1 && fabs(p.x) < 1e6 && fabs(p.y) < 1e6)) return false;
    }

    uint8_t levels[256];
    fill_levels(levels, triple, options.binarize);
    for (int32_t i = 0; i < side; i++) memset(pixels + (size_t)i * stride, 255, (size_t)side);
    if (options.perspective) {
        draw_projective(image, &map, w, levels, pixels, stride);
    } else {
        draw_affine(image, &map, w, levels, pixels, stride);
    }
    if (options.redraw) redraw(pixels, stride, options.scale, dimension);
    return true;
}
