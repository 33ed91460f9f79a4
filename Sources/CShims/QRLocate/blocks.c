// Blocks that look like the codes that were read beside them, from so far that only their modules' ink is seen: blur
// and faint ink hide finder patterns, but not that something is there. A cell is one module of those codes; a tile is
// nine.
//
// A code is a square about half as dark as its ink, changes as much across as down, and has the same of both
// everywhere. Text has more paper than ink, photographs are darker in one place than in another, icons are even inside.
#include "Workspace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE = 3,            // cells per side
    AREA = 9 * 9,        // cells that a tile is judged by: those of it and of its neighbors
    PAPER = 5,           // tiles around one among which its paper is
    CELLS_MAX = 2000000, // more have modules of a pixel or two in millions of pixels
    FEWEST = 16,         // tiles of a block; smaller ones are not judged
    PARTS = 4,           // of a block, per side, whose darkness is compared
};

typedef struct {
    int32_t width, height; // in tiles
    int32_t columns, rows; // in cells
    float size;            // of a tile, in pixels of the picture
    uint8_t *cells;
    uint16_t *level, *across, *down; // sums over AREA: of the levels, and of the differences of cells two apart
    uint8_t *paper;                  // the lightest cell around
    uint8_t *state;                  // 1: may be in a block; 0: not, or looked at
    int32_t *found;
    int32_t noise; // the texture of the middle one of all tiles, in eighths of a level
} Tiles;

static void release(Tiles *t) {
    free(t->cells);
    free(t->level);
    free(t->paper);
    free(t->found);
}

// Each cell is the mean of four pixels.
static bool reduce(Tiles *t, CQRImage image, int32_t cell) {
    const int32_t first = cell / 4, apart = cell > 1 ? cell / 2 : 0;
    t->columns = image.width / cell;
    t->rows = image.height / cell;
    t->width = t->columns / TILE;
    t->height = t->rows / TILE;
    const size_t cells = (size_t)t->columns * (size_t)t->rows, tiles = (size_t)t->width * (size_t)t->height;
    if (t->width < 2 || t->height < 2 || cells > CELLS_MAX) return false;
    t->cells = malloc(cells);
    t->level = calloc(3 * tiles, sizeof *t->level);
    t->paper = malloc(2 * tiles);
    t->found = malloc(tiles * sizeof *t->found);
    if (t->cells == NULL || t->level == NULL || t->paper == NULL || t->found == NULL) return false;
    t->across = t->level + tiles;
    t->down = t->across + tiles;
    t->state = t->paper + tiles;
    for (int32_t y = 0; y < t->rows; y++) {
        const uint8_t *row = image.pixels + (ptrdiff_t)(y * cell + first) * image.stride + first;
        const uint8_t *below = row + (ptrdiff_t)apart * image.stride;
        uint8_t *out = t->cells + (ptrdiff_t)y * t->columns;
        for (int32_t x = 0; x < t->columns; x++, row += cell, below += cell) {
            out[x] = (uint8_t)((row[0] + row[apart] + below[0] + below[apart] + 2) >> 2);
        }
    }
    return true;
}

// The sums of a tile and its neighbors, along one side.
static void spread(uint16_t *sums, int32_t count, ptrdiff_t step) {
    uint16_t before = sums[0];
    for (int32_t i = 0; i < count; i++) {
        uint16_t *sum = sums + i * step;
        const uint16_t own = *sum, after = i + 1 < count ? sum[step] : own;
        *sum = (uint16_t)(before + own + after);
        before = own;
    }
}

static void lighten(uint8_t *levels, int32_t count, ptrdiff_t step) {
    uint8_t around[CQR_SIDE_MAX / TILE + 2 * PAPER + 1];
    memset(around, 0, (size_t)count + 2 * PAPER);
    for (int32_t i = 0; i < count; i++) around[i + PAPER] = levels[i * step];
    for (int32_t i = 0; i < count; i++) {
        uint8_t most = 0;
        for (int32_t j = 0; j <= 2 * PAPER; j++) most = around[i + j] > most ? around[i + j] : most;
        levels[i * step] = most;
    }
}

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

static int32_t change(const Tiles *t, int32_t i) { return smaller(t->across[i], t->down[i]); }

// Sums up the tile whose first cell is at a place.
static void measure_tile(Tiles *t, int32_t i, int32_t left, int32_t top) {
    int32_t sum = 0, across = 0, down = 0, most = 0;
    for (int32_t y = top; y < top + TILE; y++) {
        const uint8_t *at = t->cells + (ptrdiff_t)y * t->columns + left;
        for (int32_t x = left; x < left + TILE; x++, at++) {
            sum += *at;
            most = *at > most ? *at : most;
            if (x > 0 && x + 1 < t->columns) across += abs(at[1] - at[-1]);
            if (y > 0 && y + 1 < t->rows) down += abs(at[t->columns] - at[-t->columns]);
        }
    }
    t->level[i] = (uint16_t)sum;
    t->across[i] = (uint16_t)across;
    t->down[i] = (uint16_t)down;
    t->paper[i] = (uint8_t)most;
}

static void measure(Tiles *t) {
    for (int32_t i = 0, y = 0; y < TILE * t->height; y += TILE) {
        for (int32_t x = 0; x < TILE * t->width; x += TILE, i++) measure_tile(t, i, x, y);
    }
    for (int32_t y = 0; y < t->height; y++) {
        for (int32_t k = 0; k < 3; k++) spread(t->level + ((ptrdiff_t)k * t->height + y) * t->width, t->width, 1);
        lighten(t->paper + (ptrdiff_t)y * t->width, t->width, 1);
    }
    for (int32_t x = 0; x < t->width; x++) {
        for (int32_t k = 0; k < 3; k++) {
            spread(t->level + (ptrdiff_t)k * t->height * t->width + x, t->height, t->width);
        }
        lighten(t->paper + x, t->height, t->width);
    }
    int32_t counts[8 * 256] = {0}, tiles = t->width * t->height, passed = 0;
    for (int32_t i = 0; i < tiles; i++) counts[8 * change(t, i) / AREA]++;
    while ((passed += counts[t->noise]) <= tiles / 2) t->noise++;
}

// How much darker than paper a tile is, summed.
static int32_t darkness(const Tiles *t, int32_t i) { return t->paper[i] * AREA - t->level[i]; }

// How much a tile changes, summed, without noise.
static int32_t texture(const Tiles *t, int32_t i) { return change(t, i) - t->noise * AREA / 8; }

static CQRPoint center_of(CQRQuad quad) {
    return (CQRPoint){(quad.topLeft.x + quad.topRight.x + quad.bottomRight.x + quad.bottomLeft.x) / 4,
                      (quad.topLeft.y + quad.topRight.y + quad.bottomRight.y + quad.bottomLeft.y) / 4};
}

// Whether a tile is in a code that was read, or so near that the code's edge is in it.
static bool is_read(const CQRWorkspace *ws, const Tiles *t, int32_t i) {
    const float x = ((float)(i % t->width) + 0.5f) * t->size, y = ((float)(i / t->width) + 0.5f) * t->size;
    for (int32_t k = 0; k < ws->readCount; k++) {
        const CQRPoint c = center_of(ws->read[k]);
        if (cqr_quad_contains(ws->read[k], (CQRPoint){c.x + (x - c.x) / 1.15f, c.y + (y - c.y) / 1.15f})) return true;
    }
    return false;
}

static bool may_be_in_block(const CQRWorkspace *ws, const Tiles *t, int32_t i) {
    const int32_t dark = darkness(t, i), least = change(t, i), most = t->across[i] + t->down[i] - least;
    return 16 * dark > (32 + t->noise) * AREA && 100 * texture(t, i) > 12 * dark && 10 * most < 22 * least &&
           !is_read(ws, t, i);
}

// The connected tiles from one on; returns how many there are.
static int32_t take(Tiles *t, int32_t start) {
    int32_t count = 0, next = 0;
    t->found[count++] = start;
    t->state[start] = 0;
    while (next < count) {
        const int32_t i = t->found[next++], x = i % t->width, y = i / t->width;
        const int32_t around[4] = {x > 0 ? i - 1 : i, x + 1 < t->width ? i + 1 : i, y > 0 ? i - t->width : i,
                                   y + 1 < t->height ? i + t->width : i};
        for (int32_t k = 0; k < 4; k++) {
            if (!t->state[around[k]]) continue;
            t->state[around[k]] = 0;
            t->found[count++] = around[k];
        }
    }
    return count;
}

// Whether the inside of a square, of which these are the middle and the side in cells, is half ink, and the same
// everywhere.
//
// - parameter share: how much it changes, as a share of how dark it is. Sharp strong patterns that are no code change
//   more.
static bool is_even(const Tiles *t, double x, double y, double side, double paper, double share) {
    const int32_t left = (int32_t)fmax(0, x - 0.45 * side), right = smaller((int32_t)(x + 0.45 * side), t->columns);
    const int32_t top = (int32_t)fmax(0, y - 0.45 * side), bottom = smaller((int32_t)(y + 0.45 * side), t->rows);
    const int32_t width = right - left, height = bottom - top;
    if (width < PARTS || height < PARTS) return false;
    int32_t counts[256] = {0};
    double sums[PARTS * PARTS] = {0}, cells[PARTS * PARTS] = {0}, mean = 0, variance = 0;
    for (int32_t row = 0; row < height; row++) {
        for (int32_t column = 0; column < width; column++) {
            const uint8_t level = t->cells[(ptrdiff_t)(top + row) * t->columns + left + column];
            const int32_t part = row * PARTS / height * PARTS + column * PARTS / width;
            counts[level]++;
            sums[part] += level;
            cells[part]++;
        }
    }
    int32_t ink = 0, passed = 0;
    while ((passed += counts[ink]) * 100 <= 3 * width * height) ink++;
    for (int32_t k = 0; k < PARTS * PARTS; k++) mean += sums[k] / cells[k] / (PARTS * PARTS);
    for (int32_t k = 0; k < PARTS * PARTS; k++) variance += pow(sums[k] / cells[k] - mean, 2) / (PARTS * PARTS);
    const double dark = paper - mean, inked = dark / (paper - ink);
    return dark >= 3 + 1.5 / 8 * t->noise && share <= (dark < 8 ? 0.85 : 0.6) && inked >= 0.48 && inked <= 0.72 &&
           sqrt(variance) <= 0.25 * dark;
}

// How much a pixel of an area differs from the next one in its row.
static double sharpness(CQRImage image, CQRQuad area, int32_t step) {
    const int32_t left = (int32_t)fmaxf(0, area.topLeft.x), right = smaller((int32_t)area.topRight.x, image.width - 1);
    const int32_t top = (int32_t)fmaxf(0, area.topLeft.y), bottom = smaller((int32_t)area.bottomLeft.y, image.height);
    int64_t sum = 0, count = 1;
    for (int32_t y = top; y < bottom; y += step) {
        const uint8_t *row = image.pixels + (ptrdiff_t)y * image.stride;
        for (int32_t x = left; x < right; x++, count++) sum += abs(row[x + 1] - row[x]);
    }
    return (double)sum / (double)count;
}

// Judges the tiles that were taken: whether they are a square, and what is in it.
static bool is_block(const Tiles *t, CQRImage image, int32_t count, CQRSign *sign) {
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0, paper = 0, dark = 0, changes = 0;
    for (int32_t k = 0; k < count; k++) {
        const int32_t i = t->found[k];
        const double column = i % t->width, row = i / t->width;
        x += column;
        y += row;
        xx += column * column;
        yy += row * row;
        xy += column * row;
        paper += t->paper[i];
        dark += darkness(t, i);
        changes += texture(t, i);
    }
    x /= count;
    y /= count;
    // A filled square of side s has the variance s * s / 12 in every direction.
    const double across = xx / count - x * x + 1.0 / 12, down = yy / count - y * y + 1.0 / 12;
    const double both = xy / count - x * y;
    const double product = across * down - both * both, half = (across + down) / 2;
    const double longer = half + sqrt(fmax(0, half * half - product)), tiles = sqrt(12 * sqrt(product));
    const double side = (double)TILE * tiles, share = changes / dark;
    if (side < 16 || count < 0.78 * tiles * tiles || longer * longer > 1.45 * 1.45 * product) return false;
    const double column = side / tiles * (x + 0.5), row = side / tiles * (y + 0.5);
    if (share < 0.17 || !is_even(t, column, row, side, paper / count, share)) return false;
    const float left = (float)(x + 0.5 - tiles / 2) * t->size, right = (float)(x + 0.5 + tiles / 2) * t->size;
    const float top = (float)(y + 0.5 - tiles / 2) * t->size, bottom = (float)(y + 0.5 + tiles / 2) * t->size;
    *sign = (CQRSign){.center = {(left + right) / 2, (top + bottom) / 2},
                      .module = t->size / (float)TILE,
                      .isWhole = true,
                      .area = {{left, top}, {right, top}, {right, bottom}, {left, bottom}}};
    // Each second module is of another color than the one before it; of random pixels, nearly all are.
    const double most = fmin(0.5, 1.6 / sign->module) * dark / count / (double)AREA + 2.5 / 8 * t->noise;
    return sharpness(image, sign->area, (int32_t)sign->module) <= most;
}

int32_t cqr_blocks(const CQRWorkspace *ws, CQRImage image, int32_t cell, CQRSign *signs, int32_t capacity) {
    if (!cqr_image_is_valid(image) || cell < 1 || cell > image.width || cell > image.height) return 0;
    Tiles t = {.size = (float)(TILE * cell)};
    int32_t found = 0;
    if (reduce(&t, image, cell)) {
        measure(&t);
        const int32_t tiles = t.width * t.height;
        for (int32_t i = 0; i < tiles; i++) t.state[i] = may_be_in_block(ws, &t, i);
        for (int32_t i = 0; i < tiles && found < capacity; i++) {
            if (!t.state[i]) continue;
            const int32_t count = take(&t, i);
            if (count >= FEWEST && is_block(&t, image, count, &signs[found])) found++;
        }
    }
    release(&t);
    return found;
}
