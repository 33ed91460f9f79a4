// Three patterns make a code if timing lines join them. Geometry alone would try ten times as many.
#include "Workspace.h"

#include <math.h>
#include <string.h>

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

int32_t cqr_timing_changes(CQRImage image, CQRPoint a, CQRPoint b, float ma, float mb, int32_t contrast) {
    const float dx = b.x - a.x, dy = b.y - a.y;
    const float distance = sqrtf(dx * dx + dy * dy);
    const float ux = dx / distance, uy = dy / distance;
    const float modules = 2 * distance / (ma + mb);

    // From the dark ring of one pattern to that of the other: modules 6 to dimension - 7, with a change between
    // every two of them.
    const float startX = a.x + 2.6f * ma * ux - 3 * ma * uy, startY = a.y + 2.6f * ma * uy + 3 * ma * ux;
    const float endX = b.x - 2.6f * mb * ux - 3 * mb * uy, endY = b.y - 2.6f * mb * uy + 3 * mb * ux;
    if (!is_inside(image, startX, startY) || !is_inside(image, endX, endY)) return -1;
    const int32_t steps = (int32_t)((modules - 5.2f) * 3);
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
    const float expected = modules - 6;
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

// The distance of two patterns in modules, 0 if they cannot belong to one code. A row cuts a rotated pattern aslant,
// so that its module seems larger by the direction's cosine.
static float modules_between(const CQRPattern *a, const CQRPattern *b, float *aslant) {
    if (a->inverted != b->inverted) return 0;
    if (a->module > 1.45f * b->module || b->module > 1.45f * a->module) return 0;
    const float dx = b->x - a->x, dy = b->y - a->y;
    const float distance = sqrtf(dx * dx + dy * dy);
    if (!(distance > 0)) return 0;
    *aslant = fmaxf(fabsf(dx), fabsf(dy)) / distance;
    const float modules = distance / ((a->module + b->module) / 2 * *aslant);
    return modules >= 10 && modules <= 200 ? modules : 0;
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
            if (b->module > 1.45f * a->module) break; // sorted: all others are larger
            float aslant;
            if (modules_between(a, b, &aslant) == 0) continue;
            const int32_t range = a->light - a->dark < b->light - b->dark ? a->light - a->dark : b->light - b->dark;
            const int32_t contrast = range * 3 / 10 < 4 ? 4 : range * 3 / 10;
            const CQRPoint pa = {a->x, a->y}, pb = {b->x, b->y};
            const float ma = a->module * aslant, mb = b->module * aslant;
            ws->rightTiming[i][j] = (int16_t)cqr_timing_changes(image, pa, pb, ma, mb, contrast);
            ws->rightTiming[j][i] = (int16_t)cqr_timing_changes(image, pb, pa, mb, ma, contrast);
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
static const float least_quality[3] = {0.6f, 0.45f, 0};

// Judges a corner with the patterns to its right and below it; keeps the triple if it could be a code.
static void consider(CQRWorkspace *ws, int32_t c, int32_t r, int32_t b) {
    const CQRPattern *corner = pattern(ws, c), *right = pattern(ws, r), *below = pattern(ws, b);
    // After a regrouping, what was tried before is not tried again.
    if (corner->grouped && right->grouped && below->grouped) return;
    float aslant;
    const float across = modules_between(corner, right, &aslant), down = modules_between(corner, below, &aslant);
    if (across == 0 || down == 0) return;
    const float rx = right->x - corner->x, ry = right->y - corner->y;
    const float bx = below->x - corner->x, by = below->y - corner->y;
    const float width = hypotf(rx, ry), height = hypotf(bx, by);
    const float cosine = fabsf(rx * bx + ry * by) / (width * height);
    if (rx * by - ry * bx <= 0 || cosine > 0.4f || width > 1.45f * height || height > 1.45f * width) return;

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
            float aslant;
            if (right == c || modules_between(pattern(ws, c), pattern(ws, right), &aslant) == 0) continue;
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
