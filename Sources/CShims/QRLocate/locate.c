// One pass over an image: rows to runs, runs to hits, hits to confirmed patterns.
#include "Workspace.h"

#include <math.h>
#include <string.h>

bool cqr_image_is_valid(CQRImage image) {
    return image.pixels != NULL && image.width >= 1 && image.height >= 1 && image.width <= CQR_SIDE_MAX &&
           image.height <= CQR_SIDE_MAX && image.stride >= image.width;
}

static inline int32_t bin_of(float x) {
    const int32_t bin = (int32_t)x >> CQR_BIN_SHIFT;
    return bin < 0 ? 0 : bin >= CQR_BINS ? CQR_BINS - 1 : bin;
}

// The pattern of the same polarity around (x, y), or -1. `reachX` and `reachY` are in modules of that pattern.
// Also removes patterns from the bin that are too far above to be hit again.
static int32_t find_near(CQRWorkspace *ws, float x, float y, float module, bool inverted, float reachX, float reachY) {
    const int32_t last = bin_of(x + reachX * module * 1.5f);
    for (int32_t bin = bin_of(x - reachX * module * 1.5f); bin <= last; bin++) {
        int32_t *link = &ws->bins[bin];
        while (*link >= 0) {
            CQRPattern *p = &ws->patterns[*link];
            if (p->y + 4 * p->module + 2 < y) {
                *link = p->next;
                continue;
            }
            if (p->inverted == inverted && fabsf(p->x - x) <= reachX * p->module &&
                fabsf(p->y - y) <= reachY * p->module && module < 1.5f * p->module && p->module < 1.5f * module) {
                return *link;
            }
            link = &p->next;
        }
    }
    return -1;
}

// Whether enough rows hit a pattern; most look-alikes are hit by one.
static bool was_hit_enough(const CQRPattern *p, int32_t rowStep) {
    return (float)(rowStep * p->rows) >= 0.9f * p->module;
}

// Drops the patterns above row y that too few rows hit: a texture has thousands of them, and they would fill the memory
// before the search reaches the code. Returns whether there is space again.
static bool drop_poor(CQRWorkspace *ws, int32_t y) {
    int32_t kept = 0;
    memset(ws->bins, 0xff, sizeof ws->bins);
    for (int32_t i = 0; i < ws->patternCount; i++) {
        CQRPattern p = ws->patterns[i];
        const bool isPassed = p.y + 4 * p.module + 2 < (float)y;
        if (isPassed && !was_hit_enough(&p, ws->rowStep)) continue;
        if (!isPassed) {
            const int32_t bin = bin_of(p.x);
            p.next = ws->bins[bin];
            ws->bins[bin] = kept;
        }
        ws->patterns[kept++] = p;
    }
    ws->patternCount = kept;
    // If hardly anything was dropped, the next attempt would be in vain, too.
    ws->full = kept > CQR_PATTERNS_MAX - CQR_PATTERNS_MAX / 8;
    return kept < CQR_PATTERNS_MAX;
}

static void add_hit(CQRWorkspace *ws, CQRImage image, const CQRHit *hit, int32_t y) {
    // Another row through a known pattern costs almost nothing.
    int32_t known = find_near(ws, hit->x, (float)y + 0.5f, hit->module, hit->inverted, 0.7f, 1.9f);
    CQRPattern found;
    if (known < 0) {
        if (!cqr_confirm(image, hit, y, ws->tolerant, &found)) return;
        known = find_near(ws, found.x, found.y, found.module, found.inverted, 1.2f, 1.2f);
        if (known >= 0 && found.error < ws->patterns[known].error) {
            // The bin may be a neighbour of the right one now; the search looks that far.
            CQRPattern *p = &ws->patterns[known];
            p->x = found.x;
            p->y = found.y;
            p->module = found.module;
            p->moduleX = found.moduleX;
            p->moduleY = found.moduleY;
            p->error = found.error;
        }
    }
    if (known >= 0) {
        CQRPattern *p = &ws->patterns[known];
        if (p->lastRow != y) p->rows++;
        p->lastRow = y;
        return;
    }
    if (ws->patternCount == CQR_PATTERNS_MAX && (ws->full || !drop_poor(ws, y))) return;
    const int32_t bin = bin_of(found.x);
    found.rows = 1;
    found.lastRow = y;
    found.used = found.grouped = found.claimed = false;
    found.next = ws->bins[bin];
    ws->bins[bin] = ws->patternCount;
    ws->patterns[ws->patternCount++] = found;
}

// Rates the patterns and drops patterns that too few rows hit, or of codes that were read in an earlier pass.
static int32_t rate(CQRWorkspace *ws) {
    int32_t kept = 0, strong = 0;
    for (int32_t i = 0; i < ws->patternCount; i++) {
        CQRPattern p = ws->patterns[i];
        if (!was_hit_enough(&p, ws->rowStep)) continue;
        const float seen = (float)(ws->rowStep * p.rows);
        const CQRPoint center = {p.x * ws->pictureScale, p.y * ws->pictureScale};
        if (cqr_is_read(ws, center)) continue;
        // Of a pattern turned by 30 degrees, only the rows near its center show the right proportions.
        p.quality = fminf(1, seen / (1.5f * p.module)) / (1 + p.error / 2);
        if (p.quality > 0.6f) strong++;
        ws->patterns[kept++] = p;
    }
    ws->patternCount = kept;
    return strong;
}

// Chooses the stripes in whose middle row a new pattern can be seen, and those beside them; returns how many of them
// there are. Text and noise do not show patterns of such a quality.
static int32_t choose_stripes(CQRWorkspace *ws, CQRImage image, CQRLocateParameters parameters) {
    enum { COUNT = sizeof ws->stripes / sizeof *ws->stripes };
    memset(ws->stripes, 0, sizeof ws->stripes);
    const uint8_t *sampled = NULL;
    int32_t count = 0;
    for (int32_t y = CQR_STRIPE / 2; y < image.height; y += CQR_STRIPE) {
        const uint8_t *row = image.pixels + y * image.stride;
        if (sampled != NULL && memcmp(row, sampled, (size_t)image.width) == 0) continue;
        sampled = row;
        const int32_t runs = cqr_find_runs(row, image.width, parameters.contrast, ws->edges, ws->levels);
        const int32_t hits = cqr_find_hits(ws->edges, ws->levels, runs, ws->hits);
        for (int32_t i = 0; i < hits; i++) {
            const CQRPoint place = {ws->hits[i].x * parameters.pictureScale, (float)y * parameters.pictureScale};
            CQRPattern found;
            if (cqr_is_read(ws, place) || !cqr_confirm(image, &ws->hits[i], y, parameters.tolerant, &found)) continue;
            if (found.error > 1 || !cqr_is_steady(image, &found)) continue;
            const int32_t stripe = y / CQR_STRIPE;
            for (int32_t k = stripe > 0 ? stripe - 1 : 0; k <= stripe + 1 && k < COUNT; k++) ws->stripes[k] = true;
            count++;
            break;
        }
    }
    return count;
}

bool cqr_locate(CQRWorkspace *ws, CQRImage image, CQRLocateParameters parameters, CQRLocateResult *result) {
    *result = (CQRLocateResult){0};
    if (!cqr_image_is_valid(image) || parameters.rowStep < 1 || parameters.rowStep > 16 || parameters.contrast < 2 ||
        parameters.contrast > 255 || !(parameters.pictureScale >= 1.0f / 16 && parameters.pictureScale <= 16) ||
        !cqr_reserve_rows(ws, image.width)) {
        return false;
    }
    if (parameters.isLook && choose_stripes(ws, image, parameters) == 0) return false;
    ws->patternCount = ws->groupCount = ws->nextGroup = 0;
    ws->pictureScale = parameters.pictureScale;
    ws->tolerant = parameters.tolerant;
    ws->rowStep = parameters.rowStep;
    ws->leastQuality = parameters.leastQuality;
    ws->full = false;
    memset(ws->bins, 0xff, sizeof ws->bins);

    const uint8_t *sampled = NULL;
    int32_t hits = 0, runs = 0, rows = 0;
    int64_t edges = 0;
    int32_t y = parameters.rowStep / 2;
    if (y >= image.height) y = image.height - 1;
    for (; y < image.height; y += parameters.rowStep) {
        if (parameters.isLook && !ws->stripes[y / CQR_STRIPE]) continue;
        rows++;
        const uint8_t *row = image.pixels + y * image.stride;
        // Screenshots are full of rows that equal the one above.
        if (sampled == NULL || memcmp(row, sampled, (size_t)image.width) != 0) {
            runs = cqr_find_runs(row, image.width, parameters.contrast, ws->edges, ws->levels);
            hits = cqr_find_hits(ws->edges, ws->levels, runs, ws->hits);
            sampled = row;
        }
        edges += runs - 1;
        for (int32_t i = 0; i < hits; i++) add_hit(ws, image, &ws->hits[i], y);
    }
    if (rows > 0) result->edges = (int32_t)(edges * 1000 / ((int64_t)rows * image.width));
    result->strong = rate(ws);
    result->patterns = ws->patternCount;

    ws->tries = ws->weakTries = ws->nextLoose = 0;
    ws->guessed = false;
    cqr_group(ws, image);
    result->triples = ws->groupCount < CQR_TRIES_MAX ? ws->groupCount : CQR_TRIES_MAX;
    for (int32_t i = 0; i < result->triples; i++) {
        result->supported += cqr_is_supported(&ws->groups[i]);
    }
    return true;
}
