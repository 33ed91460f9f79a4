// Whether three patterns and two timing lines really belong to a code: noise, grids and drawings may have all of these,
// but not the format bits, the alignment patterns and the version bits that every code contains.
#include "Map.h"
#include "Symbol.h"

#include <math.h>

// The number of modules whose color is known in advance, and how many of them have that color.
typedef struct {
    int32_t known, right;
} Tally;

// A module's level from five samples around its center, 0 (dark) to 1 (light).
static bool is_dark(CQRImage image, const CQRTriple *t, const CQRMap *map, int32_t column, int32_t row) {
    static const double around[5][2] = {{0.5, 0.5}, {0.3, 0.5}, {0.7, 0.5}, {0.5, 0.3}, {0.5, 0.7}};
    double level = 0;
    for (int32_t i = 0; i < 5; i++) {
        const CQRPosition p = cqr_map(map, column + around[i][0], row + around[i][1]);
        level += fmin(fmax(cqr_level_at(image, t, p.x, p.y), 0), 1);
    }
    return level < 2.5;
}

// Compares both copies with all 32 words; returns whether one copy equals a word exactly.
static bool judge_format(CQRImage image, const CQRTriple *t, const CQRMap *map, int32_t dimension, Tally *tally) {
    uint32_t copies[2] = {0, 0};
    for (int32_t i = 0; i < 15; i++) {
        int32_t first[2], second[2];
        cqr_format_places(i, dimension, first, second);
        copies[0] |= (uint32_t)is_dark(image, t, map, first[0], first[1]) << i;
        copies[1] |= (uint32_t)is_dark(image, t, map, second[0], second[1]) << i;
    }
    int32_t fewest = 30;
    bool exact = false;
    for (uint32_t word = 0; word < 32; word++) {
        const uint32_t expected = cqr_format_word(word);
        const int32_t first = __builtin_popcount(copies[0] ^ expected);
        const int32_t second = __builtin_popcount(copies[1] ^ expected);
        if (first + second < fewest) fewest = first + second;
        exact = exact || first == 0 || second == 0;
    }
    tally->known += 30;
    tally->right += 30 - fewest;
    return exact;
}

static void judge_version(CQRImage image, const CQRTriple *t, const CQRMap *map, int32_t dimension, Tally *tally) {
    const int32_t version = (dimension - 17) / 4;
    if (version < 7) return;
    const uint32_t bits = cqr_version_word(version);
    for (int32_t i = 0; i < 18; i++) {
        const int32_t near = i / 3, far = dimension - 11 + i % 3;
        const bool dark = (bits >> i & 1) != 0;
        tally->known += 2;
        tally->right += (is_dark(image, t, map, near, far) == dark) + (is_dark(image, t, map, far, near) == dark);
    }
}

// Returns whether one of the patterns that are not on the timing lines has at most two wrong modules.
static bool judge_alignment(CQRImage image, const CQRTriple *t, const CQRMap *map, int32_t dimension, Tally *tally) {
    int32_t centers[7];
    const int32_t count = cqr_alignment_centers(dimension, centers);
    bool good = false;
    for (int32_t a = 1; a < count; a++) {
        for (int32_t b = 1; b < count; b++) {
            int32_t right = 0;
            for (int32_t k = 0; k < 25; k++) {
                const int32_t i = k % 5 - 2, j = k / 5 - 2;
                const bool light = k != 12 && i >= -1 && i <= 1 && j >= -1 && j <= 1;
                right += is_dark(image, t, map, centers[a] + i, centers[b] + j) != light;
            }
            tally->known += 25;
            tally->right += right;
            good = good || right >= 23;
        }
    }
    return good;
}

// The share of the modules of both timing lines that alternate as they must.
static double timing_share(CQRImage image, const CQRTriple *t, const CQRMap *map, int32_t dimension) {
    int32_t right = 0;
    for (int32_t i = 8; i < dimension - 8; i++) {
        right += (is_dark(image, t, map, i, 6) == (i % 2 == 0)) + (is_dark(image, t, map, 6, i) == (i % 2 == 0));
    }
    return right / (2.0 * (dimension - 16));
}

static bool is_evident(CQRImage image, const CQRTriple *t, const CQRMap *map, int32_t dimension) {
    if (timing_share(image, t, map, dimension) < 0.8) return false;
    Tally tally = {1, is_dark(image, t, map, 8, dimension - 8)};
    const bool hasFormat = judge_format(image, t, map, dimension, &tally);
    judge_version(image, t, map, dimension, &tally);
    const bool hasAlignment = judge_alignment(image, t, map, dimension, &tally);
    if (hasFormat || hasAlignment) return true;
    // Half of all would be right by chance, and of 32 words in two orientations the best one fits 6 bits better. A
    // result that exceeds this by 2.2 standard deviations is not chance.
    return tally.right - 0.5 * tally.known - 6 >= 2.2 * 0.5 * sqrt(tally.known);
}

bool cqr_is_evident(CQRImage image, const CQRTriple *triple) {
    if (!cqr_image_is_valid(image)) return false;
    // The estimate may be off by a version; the timing lines fit one dimension only.
    for (int32_t k = 0; k < 3; k++) {
        const int32_t dimension = triple->dimension + (k == 0 ? 0 : k == 1 ? 4 : -4);
        if (dimension < 21 || dimension > 177 || dimension % 4 != 1) continue;
        CQRMap maps[2] = {cqr_affine_map(triple, dimension)};
        const int32_t count = cqr_projective_map(image, triple, dimension, &maps[1]) ? 2 : 1;
        for (int32_t i = 0; i < count; i++) {
            if (is_evident(image, triple, &maps[i], dimension)) return true;
            // A mirrored code.
            const CQRMap transposed = cqr_transposed(maps[i]);
            if (is_evident(image, triple, &transposed, dimension)) return true;
        }
    }
    return false;
}
