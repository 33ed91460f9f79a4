// Reads a symbol module by module, and draws it as a clean symbol.
#include "Levels.h"
#include "Mesh.h"
#include "Repair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCALE = 3,  // pixels per module of the drawing
    QUIET = 4,  // modules of white around it
    GRIDS = 8,  // ways to tell dark from light
    DIMENSIONS = 5 // guesses per symbol
};

// What the paper of a symbol may be like.
typedef enum { FLAT, BENT, PAPERS } Paper;

// A mesh for one of them, and what it showed.
typedef struct {
    CQRMesh mesh;
    double share;    // how sure it is, from 0 to 1
    uint32_t format; // the most likely format bits
    bool mirrored;
} Trial;

struct CQRSampler {
    int32_t dimension; // of the symbol that was sampled last, 0 if there is none
    int32_t grids;     // how many grids of it are in `dark`
    Paper paper;       // what it was sampled as first
    bool legible;      // whether its finder patterns show format bits, if one of them is guessed
    bool both;         // whether it was sampled as the other paper, too
    CQRTriple triple;
    CQRSeeds seeds;
    Trial trials[PAPERS];
    uint8_t known[CQR_MODULES_MAX];
    uint8_t dark[GRIDS][CQR_MODULES_MAX];
    float values[CQR_MODULES_MAX]; // what `dark` was last decided by: negative for dark, near 0 if it may be wrong
    CQRLevels levels;
    CQRMesh mesh;
    uint16_t places[CQR_CODEWORDS_MAX * 8];
};

// Of the known modules, the share that must be right, and the share of most symbols. With a wrong dimension, at most
// 0.75 were right: from `likely` on, no other is tried. Fitting the patches once more made at most 0.08 of them right,
// and where a mesh was read, at least 0.88 were right before: below `hopeless`, it is not worth the time.
static const double least = 0.72, likely = 0.8, sure = 0.9, hopeless = 0.7;

// Wrong format bits beside two finder patterns. Where a mesh without the third was read, there were none; if there are
// more, the two are not the corners of one symbol, or blur leads the mesh astray.
static const int32_t formatErrorLimit = 4;

// Patches that a sampler fits: a symbol of the largest version takes 2,500 for each guess of its dimension.
static const int32_t workLimit = 8000;

CQRSampler *cqr_sampler_create(void) {
    CQRSampler *s = calloc(1, sizeof(CQRSampler));
    if (s != NULL) s->mesh.work = workLimit;
    return s;
}

void cqr_sampler_destroy(CQRSampler *sampler) { free(sampler); }

// The mean of nine places in each module; higher is lighter, whatever the symbol's polarity.
static void sample_levels(CQRSampler *s, CQRImage image, bool inverted, int32_t dimension) {
    const int32_t side = cqr_sampled_modules(dimension);
    for (int32_t row = 0; row < side; row++) {
        for (int32_t column = 0; column < side; column++) {
            const float u = (float)(column - CQR_BORDER) + 0.5f, v = (float)(row - CQR_BORDER) + 0.5f;
            const CQRPosition p = cqr_mesh_place(&s->mesh, u, v);
            const CQRPosition right = cqr_mesh_place(&s->mesh, u + 0.25f, v);
            const CQRPosition below = cqr_mesh_place(&s->mesh, u, v + 0.25f);
            const float ax = (float)(right.x - p.x), ay = (float)(right.y - p.y);
            const float bx = (float)(below.x - p.x), by = (float)(below.y - p.y);
            float sum = 0;
            for (int32_t k = 0; k < 9; k++) {
                const float i = (float)(k % 3 - 1), j = (float)(k / 3 - 1);
                sum += cqr_value_at(image, (float)p.x + i * ax + j * bx, (float)p.y + i * ay + j * by);
            }
            s->levels.levels[row * side + column] = inverted ? 255 - sum / 9 : sum / 9;
        }
    }
}

// Tells dark from light, with blur undone within `reach` modules if that is not 0.
static void decide(CQRSampler *s, int32_t dimension, int32_t reach, const uint8_t *trained, uint8_t *dark) {
    float *values = s->values;
    if (reach == 0 || !cqr_undo_blur(&s->levels, s->known, dimension, reach, trained, values)) {
        const float *row = s->levels.relative + CQR_BORDER * cqr_sampled_modules(dimension) + CQR_BORDER;
        for (int32_t y = 0; y < dimension; y++, row += cqr_sampled_modules(dimension)) {
            memcpy(values + y * dimension, row, (size_t)dimension * sizeof(float));
        }
    }
    for (int32_t at = 0; at < dimension * dimension; at++) dark[at] = values[at] < 0;
}

// The share of the known modules outside the finder patterns that are right.
static double known_share(const CQRSampler *s, int32_t dimension, const uint8_t *dark) {
    int32_t known = 0, right = 0;
    for (int32_t row = 0; row < dimension; row++) {
        for (int32_t column = 0; column < dimension; column++) {
            const bool left = column < 8, upper = row < 8;
            if ((left && upper) || (upper && column >= dimension - 8) || (left && row >= dimension - 8)) continue;
            const uint8_t kind = s->known[row * dimension + column];
            if (kind != CQR_DARK && kind != CQR_LIGHT) continue;
            known++;
            right += (dark[row * dimension + column] != 0) == (kind == CQR_DARK);
        }
    }
    return (double)right / known;
}

// How well the format bits fit the best of all words: the errors of its better copy, then of both.
typedef struct {
    int32_t better, both;
    uint32_t word;
    bool mirrored;
} Format;

static Format best_format(const uint8_t *dark, int32_t dimension) {
    Format best = {16, 31, 0, false};
    for (int32_t turn = 0; turn < 2; turn++) {
        uint32_t copies[2] = {0, 0};
        for (int32_t i = 0; i < 15; i++) {
            int32_t first[2], second[2];
            cqr_format_places(i, dimension, first, second);
            const int32_t x = turn, y = 1 - turn;
            copies[0] |= (uint32_t)dark[first[y] * dimension + first[x]] << i;
            copies[1] |= (uint32_t)dark[second[y] * dimension + second[x]] << i;
        }
        for (uint32_t index = 0; index < 32; index++) {
            const uint32_t word = cqr_format_word(index);
            const int32_t first = __builtin_popcount(copies[0] ^ word), second = __builtin_popcount(copies[1] ^ word);
            const int32_t better = first < second ? first : second;
            if (better < best.better || (better == best.better && first + second < best.both)) {
                best = (Format){better, first + second, word, turn == 1};
            }
        }
    }
    return best;
}

// Reads the modules with the mesh as it is into `dark`; returns how sure it is, from 0 to 1.
static double read_modules(CQRSampler *s, CQRImage image, bool inverted, int32_t dimension, uint8_t *dark,
                           Format *format) {
    sample_levels(s, image, inverted, dimension);
    cqr_compare_levels(&s->levels, dimension, 3);
    decide(s, dimension, 1, NULL, dark);
    *format = best_format(dark, dimension);
    return known_share(s, dimension, dark) - 0.03 * format->better;
}

// Lays a mesh for one guess of the dimension, and keeps it if it is the best so far on such paper.
static void try_dimension(CQRSampler *s, CQRImage image, Paper paper, int32_t dimension) {
    Trial *trial = &s->trials[paper];
    uint8_t *dark = s->dark[s->grids];
    const bool inverted = s->seeds.inverted;
    Format format;
    CQRMap map;
    cqr_known_modules(dimension, s->known);
    if (paper == FLAT) {
        if (s->triple.guessed || !cqr_projective_map(image, &s->triple, dimension, &map)) return;
        cqr_flat_mesh(&s->mesh, &map, dimension);
    } else {
        if (!cqr_fit_mesh(&s->mesh, image, &s->seeds, dimension, s->known)) return;
        if (read_modules(s, image, inverted, dimension, dark, &format) < hopeless) {
            // Counted all the same, as in a mesh.
            s->mesh.work -= s->mesh.side * s->mesh.side;
            return;
        }
        cqr_refine_mesh(&s->mesh, image, &s->seeds, s->known);
    }
    const double share = read_modules(s, image, inverted, dimension, dark, &format);
    if (share > trial->share) *trial = (Trial){s->mesh, share, format.word, format.mirrored};
}

// Adds a dimension to a list without repeating it.
static void suggest(int32_t dimension, int32_t *list, int32_t *count) {
    if (dimension < 21 || dimension > CQR_DIMENSION_MAX || dimension % 4 != 1 || *count == DIMENSIONS) return;
    for (int32_t i = 0; i < *count; i++) {
        if (list[i] == dimension) return;
    }
    list[(*count)++] = dimension;
}

// Moves grids that differ from all before them to the front; returns how many these are.
static int32_t without_repetitions(CQRSampler *s, int32_t filled) {
    const size_t size = (size_t)(s->dimension * s->dimension);
    int32_t count = 0;
    for (int32_t grid = 0; grid < filled; grid++) {
        bool repeated = false;
        for (int32_t k = 0; k < count; k++) repeated = repeated || memcmp(s->dark[k], s->dark[grid], size) == 0;
        if (repeated) continue;
        if (count != grid) memcpy(s->dark[count], s->dark[grid], size);
        count++;
    }
    return count;
}

// Corrects the modules that were last decided, as far as the symbol's check codewords allow. What is beyond the edge of
// the image was not seen.
static void repair(CQRSampler *s, CQRImage image, Paper paper, uint8_t *dark) {
    const int32_t dimension = s->dimension;
    for (int32_t at = 0; at < dimension * dimension; at++) {
        const CQRPosition p = cqr_mesh_place(&s->mesh, (float)(at % dimension) + 0.5f, (float)(at / dimension) + 0.5f);
        const bool isSeen = p.x > 0 && p.y > 0 && p.x < image.width && p.y < image.height;
        s->values[at] = isSeen ? fabsf(s->values[at]) + 1e-6f : 0;
    }
    const Trial *trial = &s->trials[paper];
    const CQRModules modules = {dimension, trial->format, trial->mirrored, s->known, s->values, dark};
    cqr_repair(&modules, s->places);
}

// Tells dark from light in four ways with the best mesh of one paper; returns how many grids there are then.
static int32_t add_grids(CQRSampler *s, CQRImage image, Paper paper) {
    const int32_t dimension = s->dimension, work = s->mesh.work;
    uint8_t(*dark)[CQR_MODULES_MAX] = &s->dark[s->grids];
    Format format;
    s->mesh = s->trials[paper].mesh;
    s->mesh.work = work;
    cqr_known_modules(dimension, s->known);
    read_modules(s, image, s->seeds.inverted, dimension, dark[0], &format);
    memcpy(dark[2], dark[0], (size_t)(dimension * dimension));
    repair(s, image, paper, dark[0]);
    for (int32_t round = 0; round < 2; round++) decide(s, dimension, 2, dark[2], dark[2]);
    repair(s, image, paper, dark[2]);
    cqr_compare_levels(&s->levels, dimension, 2);
    decide(s, dimension, 0, NULL, dark[3]);
    repair(s, image, paper, dark[3]);
    cqr_to_logarithms(&s->levels, dimension);
    cqr_compare_levels(&s->levels, dimension, 3);
    decide(s, dimension, 0, NULL, dark[1]);
    repair(s, image, paper, dark[1]);
    s->grids = without_repetitions(s, s->grids + GRIDS / PAPERS);
    return s->grids;
}

int32_t cqr_sample(CQRSampler *s, CQRImage image, const CQRTriple *triple) {
    s->dimension = s->grids = 0;
    s->both = false;
    s->triple = *triple;
    if (!cqr_image_is_valid(image) || s->mesh.work <= 0) return 0;
    if (triple->dimension < 21 || triple->dimension > CQR_DIMENSION_MAX || triple->dimension % 4 != 1) return 0;
    cqr_known_modules(triple->dimension, s->known);
    s->mesh.work -= 3;
    if (!cqr_fit_seeds(image, triple, s->known, &s->seeds)) return 0;
    int32_t counted[2], dimensions[DIMENSIONS], count = 0;
    cqr_count_timing(image, &s->seeds, counted);
    if (counted[0] == counted[1]) suggest(counted[0], dimensions, &count);
    suggest(triple->dimension, dimensions, &count);
    suggest(counted[0], dimensions, &count);
    suggest(counted[1], dimensions, &count);
    suggest(triple->dimension + 4, dimensions, &count);
    suggest(triple->dimension - 4, dimensions, &count);

    // A flat mesh takes a hundredth of the time of a bent one.
    Trial *flat = &s->trials[FLAT], *bent = &s->trials[BENT], *best = flat;
    flat->share = bent->share = 0;
    for (int32_t k = 0; k < count && flat->share < sure; k++) try_dimension(s, image, FLAT, dimensions[k]);
    s->legible = !triple->guessed || cqr_seeds_format_errors(image, &s->seeds, triple->dimension) <= formatErrorLimit;
    for (int32_t k = 0; k < count && s->legible && best->share < sure && s->mesh.work > 0; k++) {
        if (best->share >= likely && dimensions[k] != best->mesh.dimension) continue;
        try_dimension(s, image, BENT, dimensions[k]);
        if (bent->share > best->share) best = bent;
    }
    if (best->share <= least) return 0;
    s->paper = best == flat ? FLAT : BENT;
    s->dimension = best->mesh.dimension;
    return add_grids(s, image, s->paper);
}

int32_t cqr_sample_otherwise(CQRSampler *s, CQRImage image) {
    if (s->dimension == 0 || s->both || !cqr_image_is_valid(image)) return s->grids;
    s->both = true;
    const Paper paper = s->paper == FLAT ? BENT : FLAT;
    Trial *trial = &s->trials[paper];
    if (trial->share == 0 || trial->mesh.dimension != s->dimension) {
        trial->share = 0;
        if (paper == FLAT || s->legible) try_dimension(s, image, paper, s->dimension);
    }
    return trial->share < hopeless ? s->grids : add_grids(s, image, paper);
}

bool cqr_sampled_surely(const CQRSampler *s) { return s->dimension != 0 && s->trials[s->paper].share >= sure; }

int32_t cqr_sampled_side(const CQRSampler *s) {
    return s->dimension == 0 ? 0 : (s->dimension + 2 * QUIET) * SCALE;
}

static void paint(uint8_t *pixels, int32_t side, int32_t column, int32_t row) {
    uint8_t *p = pixels + (ptrdiff_t)(row + QUIET) * SCALE * side + (column + QUIET) * SCALE;
    for (int32_t i = 0; i < SCALE; i++, p += side) memset(p, 0, SCALE);
}

bool cqr_draw_sampled(const CQRSampler *s, int32_t grid, uint8_t *pixels, size_t capacity) {
    const int32_t side = cqr_sampled_side(s), dimension = s->dimension;
    if (side == 0 || grid < 0 || grid >= s->grids || capacity < (size_t)side * (size_t)side) return false;
    const Trial *best = &s->trials[s->paper];
    memset(pixels, 255, (size_t)side * (size_t)side);
    for (int32_t row = 0; row < dimension; row++) {
        for (int32_t column = 0; column < dimension; column++) {
            const uint8_t kind = s->known[row * dimension + column];
            const int32_t at = best->mirrored ? column * dimension + row : row * dimension + column;
            if (kind == CQR_DATA ? s->dark[grid][at] != 0 : kind == CQR_DARK) paint(pixels, side, column, row);
        }
    }
    for (int32_t i = 0; i < 15; i++) {
        int32_t first[2], second[2];
        cqr_format_places(i, dimension, first, second);
        if ((best->format >> i & 1) == 0) continue;
        paint(pixels, side, first[0], first[1]);
        paint(pixels, side, second[0], second[1]);
    }
    return true;
}
