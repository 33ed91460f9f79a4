// Groups three patterns into a code if timing lines join them. By geometry alone, ten times as many would be tried.
#include "Timing.h"

#include <math.h>
#include <string.h>

static const CQRPattern *pattern(const CQRWorkspace *ws, int32_t i) { return &ws->patterns[ws->grouped[i]]; }

// Takes up to `limit` unused patterns with the best quality into `grouped`, sorted by module size, so that patterns of
// one code are close together.
static void choose(CQRWorkspace *ws, int32_t limit) {
    int32_t count = 0;
    // By insertion: the list is short.
    for (int32_t i = 0; i < ws->patternCount; i++) {
        if (ws->patterns[i].used) continue;
        const float quality = ws->patterns[i].quality;
        if (quality < ws->leastQuality) continue;
        if (count == limit && pattern(ws, count - 1)->quality >= quality) continue;
        int32_t at = count < limit ? count++ : count - 1;
        for (; at > 0 && pattern(ws, at - 1)->quality < quality; at--) ws->grouped[at] = ws->grouped[at - 1];
        ws->grouped[at] = i;
    }
    ws->groupedCount = count;
    for (int32_t i = 1; i < count; i++) {
        const int32_t moved = ws->grouped[i];
        int32_t at = i;
        for (; at > 0 && pattern(ws, at - 1)->module > ws->patterns[moved].module; at--) {
            ws->grouped[at] = ws->grouped[at - 1];
        }
        ws->grouped[at] = moved;
    }
    memset(ws->rightTiming, 0xff, sizeof ws->rightTiming); // -1: no line known
}

// Walks both sides of every pair that could be two corners, once: the line on the right of the way from a to b is the
// one on the left of the way back.
static void find_timing_lines(CQRWorkspace *ws, CQRImage image) {
    for (int32_t i = 0; i < ws->groupedCount; i++) {
        const CQRPattern *a = pattern(ws, i);
        for (int32_t j = i + 1; j < ws->groupedCount; j++) {
            const CQRPattern *b = pattern(ws, j);
            if (b->module > CQR_PERSPECTIVE * a->module) break; // sorted: all others are larger
            const CQRWay there = cqr_way_between(a, b);
            if (there.modules == 0) continue;
            ws->rightTiming[i][j] = (int16_t)cqr_timing_changes(image, a, b, there);
            ws->rightTiming[j][i] = (int16_t)cqr_timing_changes(image, b, a, cqr_way_back(there));
        }
    }
}

void cqr_keep(CQRWorkspace *ws, CQRGroup group) {
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

// The least quality of the worst of three patterns, by the number of timing lines. Text and noise have many poor
// patterns that are at right angles by chance; no code was ever found among them.
static const float least_quality[3] = {0.65f, 0.6f, 0};

bool cqr_judge(const CQRPattern *corner, const CQRPattern *right, const CQRPattern *below, int32_t acrossLine,
               int32_t downLine, CQRGroup *group) {
    const CQRWay toRight = cqr_way_between(corner, right), toBelow = cqr_way_between(corner, below);
    const float across = toRight.modules, down = toBelow.modules, width = toRight.distance, height = toBelow.distance;
    if (across == 0 || down == 0) return false;
    const float cosine = fabsf(toRight.ux * toBelow.ux + toRight.uy * toBelow.uy);
    if (toRight.ux * toBelow.uy - toRight.uy * toBelow.ux <= 0 || cosine > 0.4f) return false;
    if (width > CQR_PERSPECTIVE * height || height > CQR_PERSPECTIVE * width) return false;

    // Perspective shortens a side and its modules alike, so the two dimensions agree although the sides do not.
    const float modules = (across + down) / 2;
    const float apart = fabsf(across - down) / modules;
    if (apart > 0.12f + 2 / modules) return false;

    const int32_t lines = (acrossLine >= 0) + (downLine >= 0);
    const float quality = fminf(corner->quality, fminf(right->quality, below->quality));
    if (quality < least_quality[lines]) return false;
    float error = 0;
    int32_t dimension = nearest_dimension(modules + 7);
    if (acrossLine >= 0) error += fabsf((float)acrossLine - (across - 6)) / across;
    if (downLine >= 0) error += fabsf((float)downLine - (down - 6)) / down;
    // A timing line of n changes belongs to a dimension of n + 13. Where both lines say the same, they are right;
    // the distance over the module size may be off by a version or two in dense codes.
    if (acrossLine >= 0 && acrossLine == downLine && (acrossLine + 13) % 4 == 1) dimension = acrossLine + 13;

    group->score = error + apart + cosine + fabsf(width - height) / (width + height) +
                   0.3f * (3 - corner->quality - right->quality - below->quality);
    group->dimension = (int16_t)(dimension < 21 ? 21 : dimension > 177 ? 177 : dimension);
    group->lines = (uint8_t)lines;
    return true;
}

static void consider(CQRWorkspace *ws, int32_t c, int32_t r, int32_t b) {
    const CQRPattern *corner = pattern(ws, c), *right = pattern(ws, r), *below = pattern(ws, b);
    // After a regrouping, groups that were tried before are not tried again.
    if (corner->grouped && right->grouped && below->grouped) return;
    CQRGroup group = {.patterns = {ws->grouped[c], ws->grouped[r], ws->grouped[b]}};
    if (cqr_judge(corner, right, below, ws->rightTiming[c][r], ws->rightTiming[b][c], &group)) cqr_keep(ws, group);
}

static void group_by_lines(CQRWorkspace *ws) {
    for (int32_t c = 0; c < ws->groupedCount; c++) {
        for (int32_t other = 0; other < ws->groupedCount; other++) {
            if (ws->rightTiming[c][other] >= 0) {
                // The timing line to the right exists; the one below may be damaged.
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
    for (int32_t c = 0; c < ws->groupedCount; c++) {
        for (int32_t right = 0; right < ws->groupedCount; right++) {
            if (right == c || cqr_way_between(pattern(ws, c), pattern(ws, right)).modules == 0) continue;
            for (int32_t below = 0; below < ws->groupedCount; below++) {
                if (below != c && below != right) consider(ws, c, right, below);
            }
        }
    }
}

void cqr_group(CQRWorkspace *ws, CQRImage image) {
    ws->groupCount = ws->nextGroup = 0;
    ws->readSinceGrouping = false;
    choose(ws, CQR_GROUPED_MAX);
    find_timing_lines(ws, image);
    group_by_lines(ws);
    if (ws->groupCount == 0 && ws->readCount == 0) {
        choose(ws, CQR_GEOMETRIC_MAX);
        group_by_geometry(ws);
    }
    for (int32_t i = 0; i < ws->groupedCount; i++) ws->patterns[ws->grouped[i]].grouped = true;
}
