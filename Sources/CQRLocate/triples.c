// The triples of a picture, best first, and where their symbols lie.
#include "Workspace.h"

#include <math.h>

static void fill(const CQRWorkspace *ws, const CQRGroup *group, CQRTriple *triple) {
    const int32_t index[3] = {ws->grouped[group->corner], ws->grouped[group->right], ws->grouped[group->below]};
    const CQRPattern *corner = &ws->patterns[index[0]], *right = &ws->patterns[index[1]],
                     *below = &ws->patterns[index[2]];
    triple->corner = (CQRPoint){corner->x, corner->y};
    triple->right = (CQRPoint){right->x, right->y};
    triple->below = (CQRPoint){below->x, below->y};
    const float width = hypotf(right->x - corner->x, right->y - corner->y);
    const float height = hypotf(below->x - corner->x, below->y - corner->y);
    triple->module = (width + height) / (2 * (float)(group->dimension - 7));
    triple->score = group->score;
    triple->quality = fminf(corner->quality, fminf(right->quality, below->quality));
    triple->dimension = group->dimension;
    triple->dark = (uint8_t)((corner->dark + right->dark + below->dark) / 3);
    triple->light = (uint8_t)((corner->light + right->light + below->light) / 3);
    triple->inverted = corner->inverted;
    triple->timingLines = group->lines;
    triple->timingSupported = cqr_is_supported(group);
    for (int32_t i = 0; i < 3; i++) triple->patterns[i] = index[i];
    triple->pictureScale = ws->pictureScale;
}

bool cqr_next_triple(CQRWorkspace *ws, CQRImage image, CQRTriple *triple) {
    if (!cqr_image_is_valid(image)) return false;
    for (;;) {
        while (ws->nextGroup < ws->groupCount) {
            const CQRGroup *group = &ws->groups[ws->nextGroup++];
            if (ws->patterns[ws->grouped[group->corner]].used || ws->patterns[ws->grouped[group->right]].used ||
                ws->patterns[ws->grouped[group->below]].used) {
                continue;
            }
            if (ws->tries >= CQR_TRIES_MAX) return false;
            if (!cqr_is_supported(group)) {
                const int32_t limit = group->lines == 0 ? CQR_NO_LINE_TRIES : CQR_WEAK_TRIES;
                if (ws->weakTries >= limit) continue;
                ws->weakTries++;
            }
            ws->tries++;
            fill(ws, group, triple);
            return true;
        }
        // Grouping took the best patterns only. Once some of them are used up, others get their turn.
        if (!ws->readSinceGrouping || ws->patternCount <= CQR_GROUPED_MAX) return false;
        ws->tries = 0;
        cqr_group(ws, image);
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
