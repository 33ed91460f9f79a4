// Reads a symbol module by module, and draws it as a clean symbol.
#include "Levels.h"
#include "Mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCALE = 3,  // pixels per module of the drawing
    QUIET = 4,  // modules of white around it
    GRIDS = 8,  // ways to tell dark from light
    DIMENSIONS = 5 // guesses per symbol
};

struct CQRSampler {
    int32_t dimension; // of the symbol that was sampled last, 0 if there is none
    bool sure;         // whether nearly all of its known modules are right
    bool mirrored;
    uint32_t format; // its most likely format bits
    uint8_t known[CQR_MODULES_MAX];
    uint8_t dark[GRIDS][CQR_MODULES_MAX];
    CQRLevels levels;
    CQRMesh mesh;
};

// Of the known modules, the share that must be right, and the share of most symbols. Fitting the patches once more made
// at most 0.08 of them right: a mesh that is farther below is not worth the time.
static const double least = 0.72, sure = 0.9, hopeless = 0.62;

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

static void decide(const float *values, int32_t count, uint8_t *dark) {
    for (int32_t at = 0; at < count; at++) dark[at] = values[at] < 0;
}

static void decide_plainly(const CQRSampler *s, int32_t dimension, uint8_t *dark) {
    const int32_t side = cqr_sampled_modules(dimension);
    for (int32_t row = 0; row < dimension; row++) {
        for (int32_t column = 0; column < dimension; column++) {
            dark[row * dimension + column] = s->levels.relative[(row + CQR_BORDER) * side + column + CQR_BORDER] < 0;
        }
    }
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

// A guess about a symbol: its dimension, and whether the paper is flat.
typedef struct {
    int32_t dimension;
    bool flat;
} Guess;

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
    if (cqr_undo_blur(&s->levels, s->known, dimension, 1, NULL, s->levels.scratch)) {
        decide(s->levels.scratch, dimension * dimension, dark);
    } else {
        decide_plainly(s, dimension, dark);
    }
    *format = best_format(dark, dimension);
    return known_share(s, dimension, dark) - 0.03 * format->better;
}

// The same for one guess of the dimension and of the paper.
static double try_dimension(CQRSampler *s, CQRImage image, const CQRTriple *triple, const CQRSeeds *seeds, Guess guess,
                            uint8_t *dark, Format *format) {
    const int32_t dimension = guess.dimension;
    cqr_known_modules(dimension, s->known);
    CQRMap map;
    if (!guess.flat) {
        if (!cqr_fit_mesh(&s->mesh, image, seeds, dimension, s->known)) return 0;
        const double share = read_modules(s, image, seeds->inverted, dimension, dark, format);
        if (share < hopeless) {
            // Counted all the same: otherwise a picture with many look-alikes would try more of them in the time saved.
            s->mesh.work -= s->mesh.side * s->mesh.side;
            return share;
        }
        cqr_refine_mesh(&s->mesh, image, seeds, s->known);
    } else if (!triple->guessed && cqr_projective_map(image, triple, dimension, &map)) {
        cqr_flat_mesh(&s->mesh, &map, dimension);
    } else {
        return 0;
    }
    return read_modules(s, image, seeds->inverted, dimension, dark, format);
}

// Three more ways to tell dark from light, after `try_dimension`.
static void add_grids(CQRSampler *s, int32_t dimension, uint8_t (*dark)[CQR_MODULES_MAX]) {
    memcpy(dark[2], dark[0], (size_t)(dimension * dimension));
    for (int32_t round = 0; round < 2; round++) {
        if (cqr_undo_blur(&s->levels, s->known, dimension, 2, dark[2], s->levels.scratch)) {
            decide(s->levels.scratch, dimension * dimension, dark[2]);
        }
    }
    cqr_compare_levels(&s->levels, dimension, 2);
    decide_plainly(s, dimension, dark[3]);
    cqr_to_logarithms(&s->levels, dimension);
    cqr_compare_levels(&s->levels, dimension, 3);
    decide_plainly(s, dimension, dark[1]);
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

int32_t cqr_sample(CQRSampler *s, CQRImage image, const CQRTriple *triple) {
    s->dimension = 0;
    s->sure = false;
    if (!cqr_image_is_valid(image) || s->mesh.work <= 0) return 0;
    if (triple->dimension < 21 || triple->dimension > CQR_DIMENSION_MAX || triple->dimension % 4 != 1) return 0;
    CQRSeeds seeds;
    cqr_known_modules(triple->dimension, s->known);
    s->mesh.work -= 3;
    if (!cqr_fit_seeds(image, triple, s->known, &seeds)) return 0;
    int32_t counted[2], dimensions[DIMENSIONS], count = 0;
    cqr_count_timing(image, &seeds, counted);
    if (counted[0] == counted[1]) suggest(counted[0], dimensions, &count);
    suggest(triple->dimension, dimensions, &count);
    suggest(counted[0], dimensions, &count);
    suggest(counted[1], dimensions, &count);
    suggest(triple->dimension + 4, dimensions, &count);
    suggest(triple->dimension - 4, dimensions, &count);

    double most = least;
    Guess best = {0, false}, last = best;
    for (int32_t k = 0; k < 2 * count && most < sure && s->mesh.work > 0; k++) {
        Format found = {0};
        const Guess guess = {dimensions[k / 2], k % 2 == 1};
        const double share = try_dimension(s, image, triple, &seeds, guess, s->dark[0], &found);
        last = guess;
        if (share <= most) continue;
        most = share;
        best = guess;
        s->format = found.word;
        s->mirrored = found.mirrored;
    }
    if (best.dimension == 0) return 0;
    Format found;
    int32_t sets = 0;
    for (int32_t k = 0; k < 2; k++) {
        const Guess guess = {best.dimension, best.flat != (k == 1)};
        uint8_t(*dark)[CQR_MODULES_MAX] = &s->dark[sets * GRIDS / 2];
        // The last guess is still in memory.
        const bool isKnown = k == 0 && last.dimension == best.dimension && last.flat == best.flat;
        if (!isKnown && try_dimension(s, image, triple, &seeds, guess, dark[0], &found) <= 0) continue;
        add_grids(s, best.dimension, dark);
        sets++;
    }
    s->dimension = best.dimension;
    s->sure = most >= sure;
    return without_repetitions(s, sets * GRIDS / 2);
}

bool cqr_sampled_surely(const CQRSampler *s) { return s->sure; }

int32_t cqr_sampled_side(const CQRSampler *s) {
    return s->dimension == 0 ? 0 : (s->dimension + 2 * QUIET) * SCALE;
}

static void paint(uint8_t *pixels, int32_t side, int32_t column, int32_t row) {
    uint8_t *p = pixels + (ptrdiff_t)(row + QUIET) * SCALE * side + (column + QUIET) * SCALE;
    for (int32_t i = 0; i < SCALE; i++, p += side) memset(p, 0, SCALE);
}

bool cqr_draw_sampled(const CQRSampler *s, int32_t grid, uint8_t *pixels, size_t capacity) {
    const int32_t side = cqr_sampled_side(s), dimension = s->dimension;
    if (side == 0 || grid < 0 || grid >= GRIDS || capacity < (size_t)side * (size_t)side) return false;
    memset(pixels, 255, (size_t)side * (size_t)side);
    for (int32_t row = 0; row < dimension; row++) {
        for (int32_t column = 0; column < dimension; column++) {
            const uint8_t kind = s->known[row * dimension + column];
            const int32_t at = s->mirrored ? column * dimension + row : row * dimension + column;
            if (kind == CQR_DATA ? s->dark[grid][at] != 0 : kind == CQR_DARK) paint(pixels, side, column, row);
        }
    }
    for (int32_t i = 0; i < 15; i++) {
        int32_t first[2], second[2];
        cqr_format_places(i, dimension, first, second);
        if ((s->format >> i & 1) == 0) continue;
        paint(pixels, side, first[0], first[1]);
        paint(pixels, side, second[0], second[1]);
    }
    return true;
}
