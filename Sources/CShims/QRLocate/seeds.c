// The finder patterns as patches: where each is, how its modules run, and whether timing lines leave it.
#include "Mesh.h"

#include <math.h>
#include <stdlib.h>

int32_t cqr_alternating(const float *values, int32_t count, bool inverted) {
    int32_t right = 0;
    for (int32_t k = 1; k <= count; k++) {
        const bool isLight = (values[k] > (values[k - 1] + values[k + 1]) / 2) != inverted;
        right += isLight == (k % 2 == 0);
    }
    return right;
}

// Makes an axis of a patch as long as a module of its pattern is, which a row or a column cuts at an angle.
static void rescale(float *x, float *y, float module) {
    const float length = hypotf(*x, *y);
    if (!(length > 0) || !(module > 0)) return;
    const float factor = module * fmaxf(fabsf(*x), fabsf(*y)) / (length * length);
    *x *= factor;
    *y *= factor;
}

// In perspective, the modules of one pattern differ from the mean of the symbol.
static CQRNode first_guess(const CQRTarget *t, const CQRMap *map, float module) {
    const CQRNode mean = cqr_patch_from_map(map, t->column, t->row);
    CQRNode own = mean;
    rescale(&own.columnX, &own.columnY, module);
    rescale(&own.rowX, &own.rowY, module);
    return cqr_rate_patch(t, &own, 0, 0) > cqr_rate_patch(t, &mean, 0, 0) ? own : mean;
}

bool cqr_fit_seeds(CQRImage image, const CQRTriple *triple, const uint8_t *known, CQRSeeds *seeds) {
    // The first modules of the timing lines that leave each pattern: column and row of the direction.
    static const int8_t lines[3][2][2] = {{{1, 0}, {0, 1}}, {{-1, 0}, {0, 0}}, {{0, -1}, {0, 0}}};
    enum { CHECKED = 8 };
    const int32_t dimension = triple->dimension, count = dimension - 16 < CHECKED ? dimension - 16 : CHECKED;
    const CQRMap map = cqr_affine_map(triple, dimension);
    const float far = (float)dimension - 3.5f;
    bool isGuessed[3];
    int32_t wrong = 0, all = 0;
    seeds->inverted = triple->inverted;
    for (int32_t k = 0; k < 3; k++) {
        isGuessed[k] = triple->guessed && triple->patterns[k] < 0;
        if (!isGuessed[k]) all += k == 0 ? 2 * count : count;
    }
    for (int32_t k = 0; k < 3; k++) {
        CQRNode *node = &seeds->nodes[k];
        const float column = k == 1 ? far : 3.5f, row = k == 2 ? far : 3.5f;
        const CQRTarget target = {image, known, dimension, CQR_SEED_REACH, column, row, triple->inverted};
        *node = first_guess(&target, &map, triple->modules[k]);
        if (isGuessed[k]) continue;
        // Every code that was read was above 0.7 in the end.
        static const float least_share[4] = {0.15f, 0.4f, 0.65f, 0.65f};
        for (int32_t round = 0; round < 4; round++) {
            if (round > 0) cqr_fit_patch(&target, node, 0, true);
            if (cqr_known_share(&target, node) < least_share[round]) return false;
        }
        for (int32_t line = 0; line < 2; line++) {
            const float right = lines[k][line][0], down = lines[k][line][1];
            if (right == 0 && down == 0) continue;
            float values[CHECKED + 2];
            for (int32_t i = 0; i < count + 2; i++) {
                const float off = (float)(4 + i);
                const CQRPosition p = cqr_along(node, right == 0 ? 3 : right * off, down == 0 ? 3 : down * off);
                values[i] = cqr_value_at(image, (float)p.x, (float)p.y);
            }
            wrong += count - cqr_alternating(values, count, triple->inverted);
        }
        // Most places are rejected before the other patterns are fitted.
        if ((float)wrong > 0.3f * (float)all) return false;
    }
    return all > 0;
}

// The level between dark and light in a finder pattern.
static float middle_level(CQRImage image, const CQRNode *node) {
    float dark = 0, light = 0;
    for (int32_t j = -3; j <= 3; j++) {
        for (int32_t i = -3; i <= 3; i++) {
            const CQRPosition p = cqr_along(node, (float)i, (float)j);
            const float value = cqr_value_at(image, (float)p.x, (float)p.y);
            const int32_t ring = abs(i) > abs(j) ? abs(i) : abs(j);
            if (ring == 2) light += value; else dark += value;
        }
    }
    return (dark / 33 + light / 16) / 2;
}

static bool is_dark(CQRImage image, const CQRNode *node, float columns, float rows, float middle, bool inverted) {
    static const float around[5][2] = {{0, 0}, {0.25f, 0}, {-0.25f, 0}, {0, 0.25f}, {0, -0.25f}};
    float sum = 0;
    for (int32_t k = 0; k < 5; k++) {
        const CQRPosition p = cqr_along(node, columns + around[k][0], rows + around[k][1]);
        sum += cqr_value_at(image, (float)p.x, (float)p.y);
    }
    return (sum < 5 * middle) != inverted;
}

int32_t cqr_seeds_format_errors(CQRImage image, const CQRSeeds *seeds, int32_t dimension) {
    float middle[3];
    for (int32_t k = 0; k < 3; k++) middle[k] = middle_level(image, &seeds->nodes[k]);
    int32_t fewest = 30;
    for (int32_t turn = 0; turn < 2; turn++) {
        uint32_t copies[2] = {0, 0}, seen[2] = {0, 0};
        for (int32_t i = 0; i < 30; i++) {
            int32_t places[2][2];
            cqr_format_places(i / 2, dimension, places[0], places[1]);
            const int32_t column = places[i % 2][turn], row = places[i % 2][1 - turn];
            const int32_t k = column > 8 ? 1 : row > 8 ? 2 : 0;
            if (!seeds->nodes[k].solved) continue;
            const float columns = (float)(column - (k == 1 ? dimension - 4 : 3));
            const float rows = (float)(row - (k == 2 ? dimension - 4 : 3));
            const bool dark = is_dark(image, &seeds->nodes[k], columns, rows, middle[k], seeds->inverted);
            copies[i % 2] |= (uint32_t)dark << i / 2;
            seen[i % 2] |= 1u << i / 2;
        }
        for (int32_t copy = 0; copy < 2; copy++) copies[copy] |= copies[1 - copy] & ~seen[copy];
        for (uint32_t index = 0; index < 32; index++) {
            const uint32_t word = cqr_format_word(index);
            const int32_t errors = __builtin_popcount(copies[0] ^ word) + __builtin_popcount(copies[1] ^ word);
            if (errors < fewest) fewest = errors;
        }
    }
    return fewest;
}

void cqr_count_timing(CQRImage image, const CQRSeeds *seeds, int32_t dimensions[2]) {
    for (int32_t line = 0; line < 2; line++) {
        const CQRNode *a = &seeds->nodes[0], *b = &seeds->nodes[line + 1];
        dimensions[line] = 0;
        if (!a->solved || !b->solved) continue;
        // From the dark module at one end of the timing line to that at the other, along a curve that leaves and
        // reaches them in the directions of their patches.
        const CQRPosition from = cqr_along(a, 3, 3), to = line == 0 ? cqr_along(b, -3, 3) : cqr_along(b, 3, -3);
        const double ax = line == 0 ? a->columnX : a->rowX, ay = line == 0 ? a->columnY : a->rowY;
        const double bx = line == 0 ? b->columnX : b->rowX, by = line == 0 ? b->columnY : b->rowY;
        const double module = (hypot(ax, ay) + hypot(bx, by)) / 2;
        const double modules = module > 0.1 ? hypot(to.x - from.x, to.y - from.y) / module : 0;
        if (!(modules >= 4 && modules < 300)) continue;
        const int32_t steps = (int32_t)(modules * 6);
        const float contrast = 0.6f * sqrtf(fminf(a->energy, b->energy));
        float low = 255, high = 0;
        int32_t changes = 0, direction = 0;
        for (int32_t i = 0; i <= steps; i++) {
            const double t = (double)i / steps, u = 1 - t;
            const double h0 = u * u * (1 + 2 * t), h1 = t * t * (1 + 2 * u), g0 = t * u * u, g1 = -t * t * u;
            const double x = h0 * from.x + h1 * to.x + modules * (g0 * ax + g1 * bx);
            const double y = h0 * from.y + h1 * to.y + modules * (g0 * ay + g1 * by);
            const float value = cqr_value_at(image, (float)x, (float)y);
            if (direction >= 0 && value <= high - contrast) {
                changes += direction != 0;
                direction = -1;
                low = value;
            } else if (direction <= 0 && value >= low + contrast) {
                changes += direction != 0;
                direction = 1;
                high = value;
            } else {
                low = fminf(low, value);
                high = fmaxf(high, value);
            }
        }
        // The first change that is seen is the one to the first light module.
        const int32_t version = (changes + 1 + 13 - 17 + 2) / 4;
        if (version >= 1 && version <= 40) dimensions[line] = 17 + 4 * version;
    }
}
