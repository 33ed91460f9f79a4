// The levels of a symbol's modules, and how dark is told from light.
#ifndef CQRLOCATE_LEVELS_H
#define CQRLOCATE_LEVELS_H

#include "Symbol.h"

enum {
    CQR_BORDER = 1, // modules around the symbol that are sampled, too
    CQR_SAMPLED_SIDE = CQR_DIMENSION_MAX + 2 * CQR_BORDER,
    CQR_SAMPLED_MAX = CQR_SAMPLED_SIDE * CQR_SAMPLED_SIDE
};

// One number per module and per module of the border, row by row; higher is lighter, whatever the symbol's polarity.
typedef struct {
    float levels[CQR_SAMPLED_MAX];
    float relative[CQR_SAMPLED_MAX]; // -1 is the darkest of the neighborhood, 1 the lightest
    float low[CQR_SAMPLED_MAX], high[CQR_SAMPLED_MAX], scratch[CQR_SAMPLED_MAX];
} CQRLevels;

static inline int32_t cqr_sampled_modules(int32_t dimension) { return dimension + 2 * CQR_BORDER; }

// Fills `relative` from the darkest and the lightest level within `reach` modules.
void cqr_compare_levels(CQRLevels *levels, int32_t dimension, int32_t reach);

// Replaces the levels by their logarithms.
void cqr_to_logarithms(CQRLevels *levels, int32_t dimension);

// Undoes blur within `reach` modules, 1 or 2: fills `out` with a number per module, negative for dark. `trained`: the
// modules of an earlier grid, which are used like the known ones, or null. Returns false without a solution.
bool cqr_undo_blur(const CQRLevels *levels, const uint8_t *known, int32_t dimension, int32_t reach,
                   const uint8_t *trained, float *out);

#endif
