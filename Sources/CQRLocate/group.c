// Three patterns make a code if timing lines join them. Geometry alone would try ten times as many.
#include "Workspace.h"

#include <math.h>
#include <string.h>

// How much larger one pattern, or one side, of a code may seem than another, in perspective.
#define RATIO 1.6f

// Positions in 1/65,536 pixel, counted between pixel centres.
typedef int64_t Fixed;

static inline int32_t blend(const uint8_t *p, ptrdiff_t right, ptrdiff_t below, Fixed x, Fixed y) {
    const int32_t fx = (int32_t)(x >> 8) & 255, fy = (int32_t)(y >> 8) & 255;
    const int32_t top = p[0] * (256 - fx) + p[right] * fx;
    const int32_t bottom = p[below] * (256 - fx) + p[below + right] * fx;
    return (top * (256 - fy) + bottom * fy) >> 16;
}

// Whether a line can be sampled without looking for the borders: its ends lie a pixel inside, so all of it does.
static bool is_inside(CQRImage image, float x, float y) {
    return x >= 2 && y >= 2 && x <= (float)(image.width - 3) && y <= (float)(image.height - 3);
}

// The way from one pattern to another.
typedef struct {
    float ux, uy;         // its direction
    float distance;       // in pixels
    float fromA, fromB;   // module sizes along it, at either end
    float sideA, sideB;   // module sizes across it
    float modules;        // its length in modules, 0 if the two cannot belong to one code
} Way;

// Counts the dark/light changes along the line 3 modules to the right of a way, or returns -1 where no timing line runs.
static int32_t timing_changes(CQRImage image, const CQRPattern *a, const CQRPattern *b, Way w, int32_t contrast) {
    // From the dark ring of one pattern to that of the other: modules 6 to dimension - 7, with a change between
    // every two of them.
    const float startX = a->x + 2.6f * w.fromA * w.ux - 3 * w.sideA * w.uy;
    const float startY = a->y + 2.6f * w.fromA * w.uy + 3 * w.sideA * w.ux;
    const float endX = b->x - 2.6f * w.fromB * w.ux - 3 * w.sideB * w.uy;
    const float endY = b->y - 2.6f * w.fromB * w.uy + 3 * w.sideB * w.ux;
    if (!is_inside(image, startX, startY) || !is_inside(image, endX, endY)) return -1;
    const int32_t steps = (int32_t)((w.modules - 5.2f) * 3);
    const Fixed stepX = (Fixed)((endX - startX) / (float)steps * 65536);
    const Fixed stepY = (Fixed)((endY - startY) / (float)steps * 65536);
    Fixed x = (Fixed)((startX - 0.5f) * 65536), y = (Fixed)((startY - 0.5f) * 65536);

    // The same zigzag as along a row: uneven light and blur leave it alone.
    int32_t low = 255, high = 0, changes = 0, direction = 0;
    for (int32_t i = 0; i <= steps; i++, x += stepX, y += stepY) {
        const int32_t value = blend(image.pixels + (y >> 16) * image.stride + (x >> 16), 1, image.stride, x, y);
        if (direction >= 0 && value <= high - contrast) {
            changes++;
            direction = -1;
            low = value;
        } else if (direction <= 0 && value >= low + contrast) {
            changes++;
            direction = 1;
            high = value;
        } else {
            if (value > high) high = value;
            if (value < low) low = value;
        }
        // One change a module, all along: most lines that are none can be left after a few modules.
        if ((i & 3) == 3) {
            const float passed = (float)i / 3;
            if (fabsf((float)changes - passed) > fmaxf(3, 0.17f * passed) + 1) return -1;
        }
    }
    const float expected = w.modules - 6;
    return fabsf((float)changes - expected) <= fmaxf(3, 0.17f * expected) ? changes : -1;
}

static void choose(CQRWorkspace *ws) {
    int32_t count = 0;
    // The best by quality, by insertion: the list is short.
    for (int32_t i = 0; i < ws->patternCount; i++) {
        if (ws->patterns[i].used) continue;
        const float quality = ws->patterns[i].quality;
        if (count == CQR_GROUPED_MAX && ws->patterns[ws->grouped[count - 1]].quality >= quality) continue;
        int32_t at = count < CQR_GROUPED_MAX ? count++ : count - 1;
        for (; at > 0 && ws->patterns[ws->grouped[at - 1]].quality < quality; at--) ws->grouped[at] = ws->grouped[at - 1];
        ws->grouped[at] = i;
    }
    ws->groupedCount = count;
}

static void sort_by_module(CQRWorkspace *ws) {
    for (int32_t i = 1; i < ws->groupedCount; i++) {
        const int32_t moved = ws->grouped[i];
        int32_t at = i;
        for (; at > 0 && ws->patterns[ws->grouped[at - 1]].module > ws->patterns[moved].module; at--) {
            ws->grouped[at] = ws->grouped[at - 1];
        }
        ws->grouped[at] = moved;
    }
}

static const CQRPattern *pattern(const CQRWorkspace *ws, int32_t i) { return &ws->patterns[ws->grouped[i]]; }

// A row cuts a turned pattern aslant, so that its module seems larger by the direction's cosine; and perspective
// makes it differ between row and column.
static inline float along(const CQRPattern *p, float ux, float uy, float aslant) {
    return (p->moduleX * ux * ux + p->moduleY * uy * uy) * aslant;
}

static Way way_between(const CQRPattern *a, const CQRPattern *b) {
    Way w = {0};
    if (a->inverted != b->inverted) return w;
    if (a->module > RATIO * b->module || b->module > RATIO * a->module) return w;
    const float dx = b->x - a->x, dy = b->y - a->y;
    w.distance = sqrtf(dx * dx + dy * dy);
    const float larger = a->module > b->module ? a->module : b->module;
    // Sections are at most 1.42 times as long as the pattern is wide; most pairs that are none end here.
    if (!(w.distance > 7 * larger && w.distance < 300 * larger)) return w;
    w.ux = dx / w.distance;
    w.uy = dy / w.distance;
    const float aslant = fmaxf(fabsf(w.ux), fabsf(w.uy));
    w.fromA = along(a, w.ux, w.uy, aslant);
    w.fromB = along(b, w.ux, w.uy, aslant);
    w.sideA = along(a, w.uy, w.ux, aslant);
    w.sideB = along(b, w.uy, w.ux, aslant);
    const float modules = 2 * w.distance / (w.fromA + w.fromB);
    w.modules = modules >= 10 && modules <= 200 ? modules : 0;
    return w;
}

static Way back(Way w) {
    return (Way){-w.ux, -w.uy, w.distance, w.fromB, w.fromA, w.sideB, w.sideA, w.modules};
}

// Walks both sides of every pair that could be two corners, once: the line on the right of the way from a to b is the
// one on the left of the way back.
static void find_timing_lines(CQRWorkspace *ws, CQRImage image) {
    for (int32_t i = 0; i < ws->groupedCount; i++) {
        memset(ws->rightTiming[i], 0xff, sizeof ws->rightTiming[i]);
    }
    for (int32_t i = 0; i < ws->groupedCount; i++) {
        const CQRPattern *a = pattern(ws, i);
        for (int32_t j = i + 1; j < ws->groupedCount; j++) {
            const CQRPattern *b = pattern(ws, j);
            if (b->module > RATIO * a->module) break; // sorted: all others are larger
            const Way there = way_between(a, b);
            if (there.modules == 0) continue;
            const int32_t range = a->light - a->dark < b->light - b->dark ? a->light - a->dark : b->light - b->dark;
            const int32_t contrast = range * 3 / 10 < 4 ? 4 : range * 3 / 10;
            ws->rightTiming[i][j] = (int16_t)timing_changes(image, a, b, there, contrast);
            ws->rightTiming[j][i] = (int16_t)timing_changes(image, b, a, back(there), contrast);
        }
    }
}

static void keep(CQRWorkspace *ws, CQRGroup group) {
    int32_t at = ws->groupCount;
    if (at == CQR_TRIPLES_MAX) {
        const CQRGroup *last = &ws->groups[at - 1];
        if (last->lines > group.lines || (last->lines == group.lines && last->score <= group.score)) return;
        at--;
    } else {
        ws->groupCount++;
    }
    for (; at > 0; at--) {
        const CQRGroup *above = &ws->groups[at - 1];
        if (above->lines > group.lines || (above->lines == group.lines && above->score <= group.score)) break;
        ws->groups[at] = ws->groups[at - 1];
    }
    ws->groups[at] = group;
}

static int32_t nearest_dimension(float modules) {
    const int32_t version = (int32_t)lroundf((modules - 17) / 4);
    return 17 + 4 * (version < 1 ? 1 : version > 40 ? 40 : version);
}

// What the worst of three patterns must be worth, by the number of timing lines. Poor patterns that only happen to lie
// at right angles are many in text and noise, and no code was ever found among them.
static const float least_quality[3] = {0.65f, 0.6f, 0};

// Judges a corner with the patterns to its right and below it; keeps the triple if it could be a code.
static void consider(CQRWorkspace *ws, int32_t c, int32_t r, int32_t b) {
    const CQRPattern *corner = pattern(ws, c), *right = pattern(ws, r), *below = pattern(ws, b);
    // After a regrouping, what was tried before is not tried again.
    if (corner->grouped && right->grouped && below->grouped) return;
    const Way toRight = way_between(corner, right), toBelow = way_between(corner, below);
    const float across = toRight.modules, down = toBelow.modules, width = toRight.distance, height = toBelow.distance;
    if (across == 0 || down == 0) return;
    const float cosine = fabsf(toRight.ux * toBelow.ux + toRight.uy * toBelow.uy);
    if (toRight.ux * toBelow.uy - toRight.uy * toBelow.ux <= 0 || cosine > 0.4f) return;
    if (width > RATIO * height || height > RATIO * width) return;

    // Perspective shortens a side and its modules alike, so the two dimensions agree although the sides do not.
    const float modules = (across + down) / 2;
    const float apart = fabsf(across - down) / modules;
    if (apart > 0.12f + 2 / modules) return;

    const int32_t acrossLine = ws->rightTiming[c][r], downLine = ws->rightTiming[b][c];
    const int32_t lines = (acrossLine >= 0) + (downLine >= 0);
    const float quality = fminf(corner->quality, fminf(right->quality, below->quality));
    if (quality < least_quality[lines]) return;
    float error = 0;
    int32_t dimension = nearest_dimension(modules + 7);
    if (acrossLine >= 0) error += fabsf((float)acrossLine - (across - 6)) / across;
    if (downLine >= 0) error += fabsf((float)downLine - (down - 6)) / down;
    // A timing line of n changes belongs to a dimension of n + 13. Where both lines say the same, they are right;
    // the distance over the module size may be off by a version or two in dense codes.
    if (acrossLine >= 0 && acrossLine == downLine && (acrossLine + 13) % 4 == 1) dimension = acrossLine + 13;

    const float score = error + apart + cosine + fabsf(width - height) / (width + height) +
                        0.3f * (3 - corner->quality - right->quality - below->quality);
    keep(ws, (CQRGroup){.score = score,
                        .corner = c,
                        .right = r,
                        .below = b,
                        .dimension = (int16_t)(dimension < 21 ? 21 : dimension > 177 ? 177 : dimension),
                        .lines = (uint8_t)lines});
}

static void group_by_lines(CQRWorkspace *ws) {
    for (int32_t c = 0; c < ws->groupedCount; c++) {
        for (int32_t other = 0; other < ws->groupedCount; other++) {
            if (ws->rightTiming[c][other] >= 0) {
                // The timing line to the right is there; the one below may be damaged.
                for (int32_t below = 0; below < ws->groupedCount; below++) {
                    if (below != c && below != other) consider(ws, c, other, below);
                }
            }
            if (ws->rightTiming[other][c] >= 0) {
                for (int32_t right = 0; right < ws->groupedCount; right++) {
                    if (right != c && right != other && ws->rightTiming[c][right] < 0) consider(ws, c, right, other);
                }
            }
        }
    }
}

static void group_by_geometry(CQRWorkspace *ws) {
    if (ws->groupedCount > CQR_GEOMETRIC_MAX) return;
    for (int32_t c = 0; c < ws->groupedCount; c++) {
        for (int32_t right = 0; right < ws->groupedCount; right++) {
            if (right == c || way_between(pattern(ws, c), pattern(ws, right)).modules == 0) continue;
            for (int32_t below = 0; below < ws->groupedCount; below++) {
                if (below != c && below != right) consider(ws, c, right, below);
            }
        }
    }
}

void cqr_group(CQRWorkspace *ws, CQRImage image) {
    ws->groupCount = ws->nextGroup = 0;
    ws->readSinceGrouping = false;
    choose(ws);
    // `choose` leaves them best first, so that this keeps the best.
    const int32_t best = ws->groupedCount < CQR_GEOMETRIC_MAX ? ws->groupedCount : CQR_GEOMETRIC_MAX;
    sort_by_module(ws);
    find_timing_lines(ws, image);
    group_by_lines(ws);
    if (ws->groupCount == 0 && ws->readCount == 0) {
        choose(ws);
        ws->groupedCount = best;
        sort_by_module(ws);
        find_timing_lines(ws, image);
        group_by_geometry(ws);
    }
    for (int32_t i = 0; i < ws->groupedCount; i++) ws->patterns[ws->grouped[i]].grouped = true;
}
