// The memory of a locator, and the areas of codes that were read.
#include "Workspace.h"

#include <math.h>
#include <stdlib.h>

CQRWorkspace *cqr_workspace_create(void) { return calloc(1, sizeof(CQRWorkspace)); }

void cqr_workspace_destroy(CQRWorkspace *ws) {
    if (ws == NULL) return;
    free(ws->edges);
    free(ws->levels);
    free(ws);
}

bool cqr_reserve_rows(CQRWorkspace *ws, int32_t width) {
    if (width <= ws->capacity) return true;
    float *edges = malloc(((size_t)width + 2) * sizeof *edges);
    uint8_t *levels = malloc((size_t)width + 1);
    if (edges == NULL || levels == NULL) {
        free(edges);
        free(levels);
        return false;
    }
    free(ws->edges);
    free(ws->levels);
    ws->edges = edges;
    ws->levels = levels;
    ws->capacity = width;
    return true;
}

void cqr_begin_picture(CQRWorkspace *ws) {
    ws->patternCount = ws->groupCount = ws->nextGroup = 0;
    ws->readCount = 0;
}

bool cqr_quad_contains(CQRQuad quad, CQRPoint point) {
    const CQRPoint c[4] = {quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft};
    bool left = false, right = false;
    for (int32_t i = 0; i < 4; i++) {
        const CQRPoint a = c[i], b = c[(i + 1) % 4];
        const float side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
        if (side > 0) right = true;
        if (side < 0) left = true;
    }
    return left != right;
}

static CQRPoint away(CQRPoint corner, CQRPoint center, float distance) {
    const float dx = corner.x - center.x, dy = corner.y - center.y;
    const float length = hypotf(dx, dy);
    if (!(length > 0)) return corner;
    return (CQRPoint){corner.x + dx / length * distance, corner.y + dy / length * distance};
}

void cqr_mark_read(CQRWorkspace *ws, CQRQuad area, float module) {
    if (module > 0) {
        const CQRPoint center = {(area.topLeft.x + area.topRight.x + area.bottomRight.x + area.bottomLeft.x) / 4,
                                 (area.topLeft.y + area.topRight.y + area.bottomRight.y + area.bottomLeft.y) / 4};
        const float margin = module * 1.41421356f;
        area.topLeft = away(area.topLeft, center, margin);
        area.topRight = away(area.topRight, center, margin);
        area.bottomRight = away(area.bottomRight, center, margin);
        area.bottomLeft = away(area.bottomLeft, center, margin);
    }
    if (ws->readCount < CQR_READ_MAX) ws->read[ws->readCount++] = area;
    for (int32_t i = 0; i < ws->patternCount; i++) {
        CQRPattern *p = &ws->patterns[i];
        const CQRPoint center = {p->x * ws->pictureScale, p->y * ws->pictureScale};
        if (cqr_quad_contains(area, center)) p->used = true;
    }
    ws->readSinceGrouping = true;
}

bool cqr_is_read(const CQRWorkspace *ws, CQRPoint point) {
    for (int32_t i = 0; i < ws->readCount; i++) {
        if (cqr_quad_contains(ws->read[i], point)) return true;
    }
    return false;
}

int32_t cqr_unused_patterns(const CQRWorkspace *ws, float quality) {
    int32_t count = 0;
    for (int32_t i = 0; i < ws->patternCount; i++) {
        count += !ws->patterns[i].used && ws->patterns[i].quality >= quality;
    }
    return count;
}
