// The triples of a picture, best first, and where their symbols are.
#include "Workspace.h"

#include <math.h>

static bool is_free(const CQRWorkspace *ws, const CQRGroup *group) {
    for (int32_t i = 0; i < 3; i++) {
        const int32_t index = group->patterns[i];
        const CQRPoint guess = {group->guess.x * ws->pictureScale, group->guess.y * ws->pictureScale};
        if (index >= 0 ? ws->patterns[index].used : cqr_is_read(ws, guess)) return false;
    }
    return true;
}

static void fill(const CQRWorkspace *ws, const CQRGroup *group, CQRTriple *triple) {
    CQRPoint *centers[3] = {&triple->corner, &triple->right, &triple->below};
    int32_t dark = 0, light = 0, seen = 0;
    triple->quality = 1;
    for (int32_t i = 0; i < 3; i++) {
        triple->patterns[i] = group->patterns[i];
        triple->modules[i] = 0;
        if (group->patterns[i] < 0) {
            *centers[i] = group->guess;
            continue;
        }
        const CQRPattern *p = &ws->patterns[group->patterns[i]];
        *centers[i] = (CQRPoint){p->x, p->y};
        triple->modules[i] = p->module;
        triple->quality = fminf(triple->quality, p->quality);
        triple->inverted = p->inverted;
        dark += p->dark;
        light += p->light;
        seen++;
    }
    const float width = hypotf(triple->right.x - triple->corner.x, triple->right.y - triple->corner.y);
    const float height = hypotf(triple->below.x - triple->corner.x, triple->below.y - triple->corner.y);
    triple->module = (width + height) / (2 * (float)(group->dimension - 7));
    triple->score = group->score;
    triple->dimension = group->dimension;
    triple->dark = (uint8_t)(dark / seen);
    triple->light = (uint8_t)(light / seen);
    triple->timingLines = group->lines;
    triple->guessed = seen < 3;
    triple->timingSupported = cqr_is_supported(group) && !triple->guessed;
    triple->pictureScale = ws->pictureScale;
}

static void claim(CQRWorkspace *ws, const CQRGroup *group) {
    for (int32_t i = 0; i < 3; i++) {
        if (group->patterns[i] >= 0) ws->patterns[group->patterns[i]].claimed = true;
    }
}

bool cqr_next_triple(CQRWorkspace *ws, CQRImage image, CQRTriple *triple) {
    if (!cqr_image_is_valid(image)) return false;
    for (;;) {
        while (ws->nextGroup < ws->groupCount) {
            const CQRGroup *group = &ws->groups[ws->nextGroup++];
            if (!is_free(ws, group)) continue;
            if (ws->tries >= CQR_TRIES_MAX) return false;
            if (!cqr_is_supported(group)) {
                const int32_t limit = group->lines == 0 ? CQR_NO_LINE_TRIES : CQR_WEAK_TRIES;
                if (ws->weakTries >= limit) continue;
                ws->weakTries++;
            } else {
                claim(ws, group);
            }
            ws->tries++;
            fill(ws, group, triple);
            return true;
        }
        if (ws->readSinceGrouping && ws->patternCount > CQR_GROUPED_MAX) {
            // Grouping took only the best patterns. Once some of them are used up, group the others.
            ws->tries = 0;
            cqr_group(ws, image);
        } else if (!ws->guessed) {
            cqr_guess(ws, image);
        } else {
            return false;
        }
    }
}

// A point in modules from the symbol's top left corner, in pixels of the image.
static CQRPoint place(const CQRTriple *t, float column, float row) {
    const float span = (float)(t->dimension - 7);
    const float u = (column - 3.5f) / span, v = (row - 3.5f) / span;
    return (CQRPoint){t->corner.x + u * (t->right.x - t->corner.x) + v * (t->below.x - t->corner.x),
                      t->corner.y + u * (t->right.y - t->corner.y) + v * (t->below.y - t->corner.y)};
}

CQRQuad cqr_corners(const CQRTriple *triple) {
    const float side = (float)triple->dimension;
    CQRQuad quad = {place(triple, 0, 0), place(triple, side, 0), place(triple, side, side), place(triple, 0, side)};
    CQRPoint *corners[4] = {&quad.topLeft, &quad.topRight, &quad.bottomRight, &quad.bottomLeft};
    for (int32_t i = 0; i < 4; i++) {
        corners[i]->x *= triple->pictureScale;
        corners[i]->y *= triple->pictureScale;
    }
    return quad;
}
