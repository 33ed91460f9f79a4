// Codes with a destroyed corner: two good patterns show where the third was, and both timing lines confirm it.
#include "Timing.h"

static const float strong = 0.7f; // quality of a pattern that is worth a guess

// The expected values of the destroyed pattern: the mean of the two that exist.
static CQRPattern imagine(const CQRPattern *a, const CQRPattern *b, float x, float y) {
    CQRPattern p = *a;
    p.x = x;
    p.y = y;
    p.module = (a->module + b->module) / 2;
    p.moduleX = (a->moduleX + b->moduleX) / 2;
    p.moduleY = (a->moduleY + b->moduleY) / 2;
    p.quality = a->quality < b->quality ? a->quality : b->quality;
    return p;
}

static void try_guess(CQRWorkspace *ws, CQRImage image, const CQRPattern *corner, const CQRPattern *right,
                      const CQRPattern *below, CQRGroup group) {
    const CQRWay toRight = cqr_way_between(corner, right), fromBelow = cqr_way_between(below, corner);
    if (toRight.modules == 0 || fromBelow.modules == 0) return;
    const int32_t across = cqr_timing_changes(image, corner, right, toRight);
    if (across < 0) return;
    const int32_t down = cqr_timing_changes(image, below, corner, fromBelow);
    if (down < 0 || !cqr_judge(corner, right, below, across, down, &group)) return;
    cqr_keep(ws, group);
}

static void guess_third(CQRWorkspace *ws, CQRImage image, int32_t i, int32_t j) {
    const CQRPattern *a = &ws->patterns[i], *b = &ws->patterns[j];
    const float dx = b->x - a->x, dy = b->y - a->y;

    // a is the corner, b to its right; a is the corner, b below it; a is on the right, b below.
    const CQRPattern below = imagine(a, b, a->x - dy, a->y + dx);
    try_guess(ws, image, a, b, &below, (CQRGroup){.patterns = {i, j, -1}, .guess = {below.x, below.y}});
    const CQRPattern right = imagine(a, b, a->x + dy, a->y - dx);
    try_guess(ws, image, a, &right, b, (CQRGroup){.patterns = {i, -1, j}, .guess = {right.x, right.y}});
    const CQRPattern corner = imagine(a, b, a->x + (dx - dy) / 2, a->y + (dx + dy) / 2);
    try_guess(ws, image, &corner, a, b, (CQRGroup){.patterns = {-1, i, j}, .guess = {corner.x, corner.y}});
}

void cqr_guess(CQRWorkspace *ws, CQRImage image) {
    int32_t left[CQR_GUESSED_MAX], count = 0;
    ws->groupCount = ws->nextGroup = 0;
    ws->guessed = true;
    for (int32_t i = 0; i < ws->patternCount && count < CQR_GUESSED_MAX; i++) {
        const CQRPattern *p = &ws->patterns[i];
        if (!p->used && !p->claimed && p->quality >= strong) left[count++] = i;
    }
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = 0; j < count; j++) {
            if (i != j) guess_third(ws, image, left[i], left[j]);
        }
    }
}
