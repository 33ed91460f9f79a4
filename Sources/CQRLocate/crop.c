// A symbol, drawn upright at a few pixels a module: what a reader reads best and in the least time.
#include "Workspace.h"

#include <math.h>
#include <string.h>

#ifndef KEPT
#define KEPT 1
#endif
enum { QUIET = 4 };

// Positions in 1/65,536 pixel.
typedef int64_t Fixed;
static inline Fixed fixed(double x) { return (Fixed)llrint(x * 65536); }

// From modules of the symbol to pixels of the image: origin + column * across + row * down.
typedef struct {
    double originX, originY, acrossX, acrossY, downX, downY;
} Map;

static Map map_of(const CQRTriple *t, int32_t dimension, bool transpose) {
    const double span = dimension - 7;
    Map m = {.acrossX = ((double)t->right.x - t->corner.x) / span,
             .acrossY = ((double)t->right.y - t->corner.y) / span,
             .downX = ((double)t->below.x - t->corner.x) / span,
             .downY = ((double)t->below.y - t->corner.y) / span};
    if (transpose) {
        const Map straight = m;
        m.acrossX = straight.downX;
        m.acrossY = straight.downY;
        m.downX = straight.acrossX;
        m.downY = straight.acrossY;
    }
    m.originX = t->corner.x - 3.5 * (m.acrossX + m.downX);
    m.originY = t->corner.y - 3.5 * (m.acrossY + m.downY);
    return m;
}

static int32_t dimension_of(const CQRTriple *t, CQRCropOptions options) {
    return options.dimension != 0 ? options.dimension : t->dimension;
}

int32_t cqr_crop_side(const CQRTriple *triple, CQRCropOptions options) {
    const int32_t dimension = dimension_of(triple, options);
    if (options.scale < 2 || options.scale > 8 || dimension < 21 || dimension > 177 || dimension % 4 != 1) return 0;
    return (dimension + 2 * QUIET) * options.scale;
}

// Stretches the levels between dark and light to 0 and 255, the other way round for a light symbol.
static void fill_levels(uint8_t *levels, const CQRTriple *t, bool binarize) {
    const int32_t range = t->light > t->dark ? t->light - t->dark : 1;
    for (int32_t i = 0; i < 256; i++) {
        int32_t level = (i - t->dark) * 255 / range;
        level = level < 0 ? 0 : level > 255 ? 255 : level;
        if (binarize) level = level > 127 ? 255 : 0;
        levels[i] = (uint8_t)(t->inverted ? 255 - level : level);
    }
}

// A row of samples: starts at (x, y) and goes on by (dx, dy).
typedef struct {
    Fixed x, y, dx, dy;
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

static void draw_interpolated(CQRImage image, Line line, bool inside, const uint8_t *levels, uint8_t *out,
                              int32_t count) {
    // Interpolation is between pixel centres.
    Fixed x = line.x - 32768, y = line.y - 32768;
    for (int32_t i = 0; i < count; i++, x += line.dx, y += line.dy) {
        if (inside) {
            out[i] = levels[blend(image.pixels + (y >> 16) * image.stride + (x >> 16), 1, image.stride, x, y)];
        } else {
            const int32_t column = clamped(x, image.width), row = clamped(y, image.height);
            const ptrdiff_t right = clamped(x + 65536, image.width) - column;
            const ptrdiff_t below = (clamped(y + 65536, image.height) - row) * image.stride;
            out[i] = levels[blend(image.pixels + row * image.stride + column, right, below, x, y)];
        }
    }
}

// The mean of several pixels for each sample, where the image has many pixels for one of the crop.
static void draw_averaged(CQRImage image, Line line, Fixed downX, Fixed downY, int32_t samples, bool inside,
                          const uint8_t *levels, uint8_t *out, int32_t count) {
    Fixed offsetX[16], offsetY[16];
    ptrdiff_t total = 0;
    for (int32_t j = 0; j < samples; j++) {
        for (int32_t i = 0; i < samples; i++, total++) {
            const Fixed u = 2 * i + 1 - samples, v = 2 * j + 1 - samples; // in halves of 1/samples
            offsetX[total] = (line.dx * u + downX * v) / (2 * samples);
            offsetY[total] = (line.dy * u + downY * v) / (2 * samples);
        }
    }
    const uint32_t share = (uint32_t)(65536 / total);
    Fixed x = line.x, y = line.y;
    for (int32_t i = 0; i < count; i++, x += line.dx, y += line.dy) {
        uint32_t sum = 0;
        if (inside) {
            for (ptrdiff_t k = 0; k < total; k++) {
                sum += image.pixels[((y + offsetY[k]) >> 16) * image.stride + ((x + offsetX[k]) >> 16)];
            }
        } else {
            for (ptrdiff_t k = 0; k < total; k++) {
                sum += image.pixels[clamped(y + offsetY[k], image.height) * image.stride +
                                    clamped(x + offsetX[k], image.width)];
            }
        }
        out[i] = levels[(sum * share + 32768) >> 16];
    }
}

// Whether every sample of the crop lies at least a pixel inside the image, so that none needs clamping. An affine map
// takes its extremes at the corners.
static bool is_inside(CQRImage image, Map m, double from, double to) {
    for (int32_t corner = 0; corner < 4; corner++) {
        const double column = corner & 1 ? to : from, row = corner & 2 ? to : from;
        const double x = m.originX + column * m.acrossX + row * m.downX;
        const double y = m.originY + column * m.acrossY + row * m.downY;
        if (!(x >= 2 && x <= image.width - 3 && y >= 2 && y <= image.height - 3)) return false;
    }
    return true;
}

bool cqr_crop(CQRImage image, const CQRTriple *triple, CQRCropOptions options, uint8_t *pixels, size_t stride,
              size_t capacity) {
    const int32_t side = cqr_crop_side(triple, options);
    if (side == 0 || !cqr_image_is_valid(image) || stride < (size_t)side ||
        capacity / stride < (size_t)side - 1 || capacity - stride * ((size_t)side - 1) < (size_t)side) {
        return false;
    }
    const int32_t dimension = dimension_of(triple, options);
    const Map m = map_of(triple, dimension, options.transpose);
    // A triple of this module always passes; one made up by the caller may not.
    const double reach = 4.0 * CQR_SIDE_MAX;
    if (!(fabs(m.originX) < reach && fabs(m.originY) < reach && fabs(m.acrossX) < reach && fabs(m.acrossY) < reach &&
          fabs(m.downX) < reach && fabs(m.downY) < reach)) {
        return false;
    }
    uint8_t levels[256];
    fill_levels(levels, triple, options.binarize);

    const double step = 1.0 / options.scale;
    const double module = (hypot(m.acrossX, m.acrossY) + hypot(m.downX, m.downY)) / 2;
    const double ratio = module * step;
    const int32_t samples = ratio < 1.5 ? 1 : ratio < 3 ? 2 : ratio < 4.5 ? 3 : 4;
    const bool inside = is_inside(image, m, -1.0*KEPT, dimension + KEPT);
    const int32_t margin = (int)((QUIET - KEPT) * options.scale), drawn = side - 2 * margin;
    const Fixed downX = fixed(m.downX * step), downY = fixed(m.downY * step);

    for (int32_t i = 0; i < side; i++) memset(pixels + (size_t)i * stride, 255, (size_t)side);
    for (int32_t i = 0; i < drawn; i++) {
        const double row = -1.0*KEPT + (i + 0.5) * step, column = -1.0*KEPT + 0.5 * step;
        const Line line = {.x = fixed(m.originX + column * m.acrossX + row * m.downX),
                           .y = fixed(m.originY + column * m.acrossY + row * m.downY),
                           .dx = fixed(m.acrossX * step),
                           .dy = fixed(m.acrossY * step)};
        uint8_t *out = pixels + (size_t)(margin + i) * stride + margin;
        if (samples == 1) {
            draw_interpolated(image, line, inside, levels, out, drawn);
        } else {
            draw_averaged(image, line, downX, downY, samples, inside, levels, out, drawn);
        }
    }
    return true;
}
