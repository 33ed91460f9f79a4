// Fits single patches. A grid that is off shows mixtures of dark and light: in place, the modules differ most.
#include "Mesh.h"

#include <math.h>

typedef float CQRFour __attribute__((vector_size(16)));
typedef int32_t CQRFourIntegers __attribute__((vector_size(16)));

// From the middle of a module to the four points around it that are sampled too, in pixels.
typedef struct {
    CQRFour x, y;
    // The most of each, and one pixel.
    float reachX, reachY;
} CQRAround;

static CQRAround around_of(const CQRNode *n) {
    const float part = 0.28f;
    const float x[2] = {part * n->columnX, part * n->rowX}, y[2] = {part * n->columnY, part * n->rowY};
    return (CQRAround){{x[0], -x[0], x[1], -x[1]},
                       {y[0], -y[0], y[1], -y[1]},
                       fmaxf(fabsf(x[0]), fabsf(x[1])) + 1,
                       fmaxf(fabsf(y[0]), fabsf(y[1])) + 1};
}

// The level at the four points, as cqr_value_at gives it, if they and their neighbors are in the image.
static CQRFour values_inside(CQRImage image, CQRFour x, CQRFour y) {
    x -= 0.5f;
    y -= 0.5f;
    const CQRFourIntegers column = __builtin_convertvector(x, CQRFourIntegers);
    const CQRFourIntegers row = __builtin_convertvector(y, CQRFourIntegers);
    CQRFourIntegers topLeft, topRight, belowLeft, belowRight;
    for (int32_t k = 0; k < 4; k++) {
        const uint8_t *p = image.pixels + row[k] * image.stride + column[k];
        topLeft[k] = p[0];
        topRight[k] = p[1];
        belowLeft[k] = p[image.stride];
        belowRight[k] = p[image.stride + 1];
    }
    const CQRFour fx = x - __builtin_convertvector(column, CQRFour), fy = y - __builtin_convertvector(row, CQRFour);
    const CQRFour top = __builtin_convertvector(topLeft, CQRFour) +
                        fx * __builtin_convertvector(topRight - topLeft, CQRFour);
    const CQRFour below = __builtin_convertvector(belowLeft, CQRFour) +
                          fx * __builtin_convertvector(belowRight - belowLeft, CQRFour);
    return top + fy * (below - top);
}

// The sum of the levels in the middle of a module and at the points around it.
static float sum_around(CQRImage image, const CQRAround *around, float x, float y) {
    float sum = cqr_value_at(image, x, y);
    const bool isInside = x > around->reachX && y > around->reachY && x + around->reachX < (float)image.width &&
                          y + around->reachY < (float)image.height;
    if (isInside) {
        const CQRFour values = values_inside(image, x + around->x, y + around->y);
        for (int32_t k = 0; k < 4; k++) sum += values[k];
    } else {
        for (int32_t k = 0; k < 4; k++) sum += cqr_value_at(image, x + around->x[k], y + around->y[k]);
    }
    return sum;
}

// How well a patch fits: the variance of its modules, where known modules that are wrong count as negative.
//
// `share`: receives the energy's part of the variance without regard to known modules: 1 if all of it is right.
static float energy_of(const CQRTarget *t, const CQRNode *n, float *share) {
    enum { SIDE_MAX = 2 * CQR_SEED_REACH + 1 };
    const int32_t dimension = t->dimension, side = 2 * t->reach + 1;
    const int32_t firstColumn = (int32_t)t->column - t->reach, firstRow = (int32_t)t->row - t->reach;
    float values[SIDE_MAX * SIDE_MAX];
    uint8_t kinds[SIDE_MAX * SIDE_MAX];
    const CQRAround around = around_of(n);
    float sum = 0;
    int32_t count = 0;
    for (int32_t j = 0; j < side; j++) {
        for (int32_t i = 0; i < side; i++) {
            const int32_t c = firstColumn + i, r = firstRow + j;
            // One module around the symbol is light.
            if (c < -1 || r < -1 || c > dimension || r > dimension) continue;
            const bool outside = c < 0 || r < 0 || c == dimension || r == dimension;
            const CQRPosition p = cqr_along(n, (float)c + 0.5f - t->column, (float)r + 0.5f - t->row);
            const float value = sum_around(t->image, &around, (float)p.x, (float)p.y);
            values[count] = value;
            kinds[count++] = outside ? CQR_LIGHT : t->known[r * dimension + c];
            sum += value;
        }
    }
    const float mean = sum / (float)count;
    float energy = 0, variance = 1e-3f;
    for (int32_t k = 0; k < count; k++) {
        const float off = values[k] - mean, square = off * off;
        const bool isKnown = kinds[k] == CQR_DARK || kinds[k] == CQR_LIGHT;
        const bool isLight = (off > 0) != t->inverted;
        energy += isKnown && isLight != (kinds[k] == CQR_LIGHT) ? -square : square;
        variance += square;
    }
    *share = energy / variance;
    return energy / (25.0f * (float)count);
}

// Less for patches that are far from where they should be, in modules.
float cqr_rate_patch(const CQRTarget *t, const CQRNode *n, float offX, float offY) {
    float share;
    return energy_of(t, n, &share) * (1 - 0.25f * (offX * offX + offY * offY));
}

// Moves a patch within `reach` modules of where it is, then also turns and stretches it.
void cqr_fit_patch(const CQRTarget *t, CQRNode *node, float reach, bool bends) {
    const CQRNode start = *node;
    CQRNode best = start;
    float most = cqr_rate_patch(t, &best, 0, 0), bestX = 0, bestY = 0;
    const float coarse = 0.22f;
    const int32_t steps = (int32_t)(reach / coarse + 0.5f);
    for (int32_t j = -steps; j <= steps; j++) {
        for (int32_t i = -steps; i <= steps; i++) {
            if (i == 0 && j == 0) continue;
            CQRNode n = start;
            const float offX = coarse * (float)i, offY = coarse * (float)j;
            const CQRPosition p = cqr_along(&start, offX, offY);
            n.x = (float)p.x;
            n.y = (float)p.y;
            const float energy = cqr_rate_patch(t, &n, offX, offY);
            if (energy > most) {
                most = energy;
                best = n;
                bestX = offX;
                bestY = offY;
            }
        }
    }
    float size = 0.16f;
    for (int32_t round = 0; round < 4; round++, size /= 2) {
        for (int32_t k = 0; k < (bends ? 12 : 4); k++) {
            CQRNode n = best;
            const float by = (k & 1) != 0 ? -size : size;
            float offX = bestX, offY = bestY;
            // Over the reach of a patch, a change of its direction moves as far as a change of its place.
            const float bend = by / (float)t->reach;
            switch (k >> 1) {
            case 0: offX += by; n.x += by * start.columnX; n.y += by * start.columnY; break;
            case 1: offY += by; n.x += by * start.rowX; n.y += by * start.rowY; break;
            case 2: n.columnX += bend * start.columnX; n.columnY += bend * start.columnY; break;
            case 3: n.columnX += bend * start.rowX; n.columnY += bend * start.rowY; break;
            case 4: n.rowX += bend * start.columnX; n.rowY += bend * start.columnY; break;
            default: n.rowX += bend * start.rowX; n.rowY += bend * start.rowY; break;
            }
            const float energy = cqr_rate_patch(t, &n, offX, offY);
            if (energy > most * 1.002f) {
                most = energy;
                best = n;
                bestX = offX;
                bestY = offY;
            }
        }
    }
    best.energy = fmaxf(most, 0);
    best.solved = true;
    *node = best;
}

float cqr_known_share(const CQRTarget *t, const CQRNode *node) {
    float share;
    energy_of(t, node, &share);
    return share;
}

CQRNode cqr_patch_from_map(const CQRMap *map, float column, float row) {
    const CQRPosition p = cqr_map(map, column, row);
    const CQRPosition right = cqr_map(map, column + 0.5, row), left = cqr_map(map, column - 0.5, row);
    const CQRPosition below = cqr_map(map, column, row + 0.5), above = cqr_map(map, column, row - 0.5);
    return (CQRNode){(float)p.x, (float)p.y, (float)(right.x - left.x), (float)(right.y - left.y),
                     (float)(below.x - above.x), (float)(below.y - above.y), 0, false};
}
