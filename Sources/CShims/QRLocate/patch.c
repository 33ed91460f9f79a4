// Fits single patches. A grid that is off shows mixtures of dark and light: in place, the modules differ most.
#include "Mesh.h"

#include <math.h>
#include <string.h>

enum { SIDE_MAX = 2 * CQR_SEED_REACH + 1, MODULES_MAX = SIDE_MAX * SIDE_MAX, AT_ONCE = 4, POINTS = 5 };

typedef float CQRFour __attribute__((vector_size(16)));
typedef int32_t CQRFourIntegers __attribute__((vector_size(16)));
// Two neighbors of a row each, the left one in the low byte.
typedef uint16_t CQRFourPairs __attribute__((vector_size(8)));
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the left neighbor is the low byte");

// The modules of a patch: where each is in the image, what it must be, and its level, as the sum of its points. Groups of
// four are read, so there is room after the last module.
typedef struct {
    int32_t count;
    float x[MODULES_MAX + AT_ONCE], y[MODULES_MAX + AT_ONCE], sums[MODULES_MAX + AT_ONCE];
    uint8_t kinds[MODULES_MAX];
} CQRPatchModules;

// From the middle of a module to the points where it is sampled, in pixels.
typedef struct {
    float x[POINTS], y[POINTS];
} CQRAround;

static CQRAround around_of(const CQRNode *n) {
    const float part = 0.28f;
    const float x[2] = {part * n->columnX, part * n->rowX}, y[2] = {part * n->columnY, part * n->rowY};
    return (CQRAround){{0, x[0], -x[0], x[1], -x[1]}, {0, y[0], -y[0], y[1], -y[1]}};
}

// Whether all points around the modules at a corner of the patch, and their neighbors, are in the image.
static bool is_inside(CQRImage image, const CQRAround *around, float x, float y) {
    const float reachX = fmaxf(fabsf(around->x[1]), fabsf(around->x[3])) + 1;
    const float reachY = fmaxf(fabsf(around->y[1]), fabsf(around->y[3])) + 1;
    return x > reachX && y > reachY && x + reachX < (float)image.width && y + reachY < (float)image.height;
}

// Adds the levels, as cqr_value_at gives them, of a patch that is inside.
static void sum_inside(CQRImage image, const CQRAround *around, CQRPatchModules *modules) {
    for (int32_t first = 0; first < modules->count; first += AT_ONCE) {
        CQRFour middleX, middleY, sum = {0};
        memcpy(&middleX, modules->x + first, sizeof middleX);
        memcpy(&middleY, modules->y + first, sizeof middleY);
        for (int32_t point = 0; point < POINTS; point++) {
            const CQRFour x = middleX + around->x[point] - 0.5f, y = middleY + around->y[point] - 0.5f;
            const CQRFourIntegers column = __builtin_convertvector(x, CQRFourIntegers);
            const CQRFourIntegers row = __builtin_convertvector(y, CQRFourIntegers);
            CQRFourPairs upper, lower;
            for (int32_t k = 0; k < AT_ONCE; k++) {
                const uint8_t *p = image.pixels + row[k] * image.stride + column[k];
                uint16_t pair;
                memcpy(&pair, p, sizeof pair);
                upper[k] = pair;
                memcpy(&pair, p + image.stride, sizeof pair);
                lower[k] = pair;
            }
            const CQRFourIntegers topLeft = __builtin_convertvector(upper & 255, CQRFourIntegers);
            const CQRFourIntegers topRight = __builtin_convertvector(upper >> 8, CQRFourIntegers);
            const CQRFourIntegers belowLeft = __builtin_convertvector(lower & 255, CQRFourIntegers);
            const CQRFourIntegers belowRight = __builtin_convertvector(lower >> 8, CQRFourIntegers);
            const CQRFour fx = x - __builtin_convertvector(column, CQRFour);
            const CQRFour fy = y - __builtin_convertvector(row, CQRFour);
            const CQRFour top = __builtin_convertvector(topLeft, CQRFour) +
                                fx * __builtin_convertvector(topRight - topLeft, CQRFour);
            const CQRFour below = __builtin_convertvector(belowLeft, CQRFour) +
                                  fx * __builtin_convertvector(belowRight - belowLeft, CQRFour);
            sum += top + fy * (below - top);
        }
        memcpy(modules->sums + first, &sum, sizeof sum);
    }
}

// The same for a patch that reaches over the border.
static void sum_clamped(CQRImage image, const CQRAround *around, CQRPatchModules *modules) {
    for (int32_t k = 0; k < modules->count; k++) {
        modules->sums[k] = 0;
        for (int32_t point = 0; point < POINTS; point++) {
            modules->sums[k] +=
                cqr_value_at(image, modules->x[k] + around->x[point], modules->y[k] + around->y[point]);
        }
    }
}

// Looks at the modules of a patch, and at one module around the symbol, which is light.
static void read_modules(const CQRTarget *t, const CQRNode *n, CQRPatchModules *modules) {
    const int32_t dimension = t->dimension;
    const int32_t firstColumn = (int32_t)t->column - t->reach, firstRow = (int32_t)t->row - t->reach;
    const int32_t left = firstColumn < -1 ? -1 : firstColumn, top = firstRow < -1 ? -1 : firstRow;
    const int32_t lastColumn = firstColumn + 2 * t->reach, lastRow = firstRow + 2 * t->reach;
    const int32_t right = lastColumn > dimension ? dimension : lastColumn;
    const int32_t bottom = lastRow > dimension ? dimension : lastRow;
    int32_t count = 0;
    for (int32_t r = top; r <= bottom; r++) {
        for (int32_t c = left; c <= right; c++) {
            const bool isOutside = c < 0 || r < 0 || c == dimension || r == dimension;
            const CQRPosition p = cqr_along(n, (float)c + 0.5f - t->column, (float)r + 0.5f - t->row);
            modules->x[count] = (float)p.x;
            modules->y[count] = (float)p.y;
            modules->kinds[count++] = isOutside ? CQR_LIGHT : t->known[r * dimension + c];
        }
    }
    modules->count = count;
    const CQRAround around = around_of(n);
    // The patch is a parallelogram: its corners reach farthest.
    const int32_t corners[4] = {0, right - left, count - 1 - (right - left), count - 1};
    bool isInside = true;
    for (int32_t k = 0; k < 4; k++) {
        isInside &= is_inside(t->image, &around, modules->x[corners[k]], modules->y[corners[k]]);
    }
    for (int32_t k = 0; k < AT_ONCE; k++) {
        modules->x[count + k] = modules->x[count - 1];
        modules->y[count + k] = modules->y[count - 1];
    }
    isInside ? sum_inside(t->image, &around, modules) : sum_clamped(t->image, &around, modules);
}

// How well a patch fits: the variance of its modules, where known modules that are wrong count as negative.
//
// `share`: receives the energy's part of the variance without regard to known modules: 1 if all of it is right.
static float energy_of(const CQRTarget *t, const CQRNode *n, float *share) {
    CQRPatchModules modules;
    read_modules(t, n, &modules);
    float sum = 0;
    for (int32_t k = 0; k < modules.count; k++) sum += modules.sums[k];
    const float mean = sum / (float)modules.count;
    float energy = 0, variance = 1e-3f;
    // No branches: which modules are wrong cannot be predicted.
    static const float signs[2] = {1, -1};
    const uint8_t wrongAbove = t->inverted ? CQR_LIGHT : CQR_DARK, wrongBelow = t->inverted ? CQR_DARK : CQR_LIGHT;
    for (int32_t k = 0; k < modules.count; k++) {
        const float off = modules.sums[k] - mean, square = off * off;
        const uint8_t wrong = off > 0 ? wrongAbove : wrongBelow;
        energy += square * signs[modules.kinds[k] == wrong];
        variance += square;
    }
    *share = energy / variance;
    return energy / (25.0f * (float)modules.count);
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
                // The way back leads to where it was.
                k |= 1;
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
