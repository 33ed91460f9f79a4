// Tells dark from light by neighborhood, and undoes blur.
#include "Levels.h"

#include <math.h>

enum { TAPS_MAX = 26 };

// The least or the greatest level within `reach` modules in each direction.
static void extremes(const float *levels, int32_t side, int32_t reach, bool greatest, float *scratch, float *out) {
    for (int32_t pass = 0; pass < 2; pass++) {
        const float *from = pass == 0 ? levels : scratch;
        float *to = pass == 0 ? scratch : out;
        const int32_t along = pass == 0 ? 1 : side, across = pass == 0 ? side : 1;
        for (int32_t line = 0; line < side; line++) {
            for (int32_t at = 0; at < side; at++) {
                const int32_t first = at > reach ? at - reach : 0, last = at + reach < side ? at + reach : side - 1;
                float value = from[line * across + first * along];
                for (int32_t k = first + 1; k <= last; k++) {
                    const float other = from[line * across + k * along];
                    value = greatest ? fmaxf(value, other) : fminf(value, other);
                }
                to[line * across + at * along] = value;
            }
        }
    }
}

// The mean within `reach` modules in each direction, in place.
static void smooth(float *values, int32_t side, int32_t reach, float *scratch) {
    for (int32_t pass = 0; pass < 2; pass++) {
        const float *from = pass == 0 ? values : scratch;
        float *to = pass == 0 ? scratch : values;
        const int32_t along = pass == 0 ? 1 : side, across = pass == 0 ? side : 1;
        for (int32_t line = 0; line < side; line++) {
            for (int32_t at = 0; at < side; at++) {
                const int32_t first = at > reach ? at - reach : 0, last = at + reach < side ? at + reach : side - 1;
                float sum = 0;
                for (int32_t k = first; k <= last; k++) sum += from[line * across + k * along];
                to[line * across + at * along] = sum / (float)(last - first + 1);
            }
        }
    }
}

// Levels as the eye sees them: the edge of a shadow is then a smaller step than that from ink to paper.
void cqr_to_logarithms(CQRLevels *l, int32_t dimension) {
    const int32_t count = cqr_sampled_modules(dimension) * cqr_sampled_modules(dimension);
    for (int32_t at = 0; at < count; at++) l->levels[at] = 40 * logf(fmaxf(l->levels[at], 0) + 4);
}

// Each level between the darkest (-1) and the lightest (1) of its neighborhood.
void cqr_compare_levels(CQRLevels *l, int32_t dimension, int32_t reach) {
    const int32_t side = cqr_sampled_modules(dimension), count = side * side;
    extremes(l->levels, side, reach, false, l->scratch, l->low);
    extremes(l->levels, side, reach, true, l->scratch, l->high);
    smooth(l->low, side, reach - 1, l->scratch);
    smooth(l->high, side, reach - 1, l->scratch);
    float widest = 1;
    for (int32_t at = 0; at < count; at++) widest = fmaxf(widest, l->high[at] - l->low[at]);
    for (int32_t at = 0; at < count; at++) {
        const float half = fmaxf((l->high[at] - l->low[at]) / 2, widest / 40);
        const float value = (l->levels[at] - (l->high[at] + l->low[at]) / 2) / half;
        l->relative[at] = fminf(fmaxf(value, -1.5f), 1.5f);
    }
}

// Blur mixes each module with its neighbors. The modules that are known in advance show how, and which factors for the
// neighborhood of each module undo it: least squares, drawn towards no change.
//
// `trained`: also uses the modules that an earlier grid is sure of. Returns false without a solution.
bool cqr_undo_blur(const CQRLevels *l, const uint8_t *known, int32_t dimension, int32_t reach, const uint8_t *trained,
                   float *out) {
    const int32_t side = cqr_sampled_modules(dimension), width = 2 * reach + 1, taps = width * width + 1;
    double m[TAPS_MAX][TAPS_MAX + 1] = {{0}};
    double equations = 0;
    for (int32_t row = 0; row < dimension; row++) {
        for (int32_t column = 0; column < dimension; column++) {
            const int32_t at = row * dimension + column;
            const bool isKnown = known[at] == CQR_DARK || known[at] == CQR_LIGHT;
            if (!isKnown && (trained == NULL || known[at] == CQR_FORMAT)) continue;
            const double wanted = (isKnown ? known[at] == CQR_LIGHT : trained[at] == 0) ? 1 : -1;
            const double here = l->relative[(row + CQR_BORDER) * side + column + CQR_BORDER];
            // A known module that is hidden says nothing about blur.
            if (here * wanted < -0.5) continue;
            float values[TAPS_MAX];
            int32_t n = 0;
            for (int32_t j = -reach; j <= reach; j++) {
                for (int32_t i = -reach; i <= reach; i++) {
                    const int32_t x = column + CQR_BORDER + i, y = row + CQR_BORDER + j;
                    values[n++] = x < 0 || y < 0 || x >= side || y >= side ? 1 : l->relative[y * side + x];
                }
            }
            values[n] = 1;
            for (int32_t a = 0; a < taps; a++) {
                for (int32_t b = a; b < taps; b++) m[a][b] += (double)values[a] * values[b];
                m[a][taps] += values[a] * wanted;
            }
            equations += 1;
        }
    }
    const double pull = 0.02 * equations + 1;
    for (int32_t a = 0; a < taps; a++) {
        for (int32_t b = 0; b < a; b++) m[a][b] = m[b][a];
        m[a][a] += pull;
    }
    m[reach * width + reach][taps] += pull;
    for (int32_t a = 0; a < taps; a++) {
        // The matrix is positive definite: no pivot is needed.
        if (!(m[a][a] > 1e-9)) return false;
        for (int32_t row = 0; row < taps; row++) {
            if (row == a) continue;
            const double factor = m[row][a] / m[a][a];
            for (int32_t b = a; b <= taps; b++) m[row][b] -= factor * m[a][b];
        }
    }
    for (int32_t row = 0; row < dimension; row++) {
        for (int32_t column = 0; column < dimension; column++) {
            double value = m[taps - 1][taps] / m[taps - 1][taps - 1];
            int32_t n = 0;
            for (int32_t j = -reach; j <= reach; j++) {
                for (int32_t i = -reach; i <= reach; i++, n++) {
                    const int32_t x = column + CQR_BORDER + i, y = row + CQR_BORDER + j;
                    const double level = x < 0 || y < 0 || x >= side || y >= side ? 1 : l->relative[y * side + x];
                    value += m[n][taps] / m[n][n] * level;
                }
            }
            out[row * dimension + column] = (float)value;
        }
    }
    return true;
}
