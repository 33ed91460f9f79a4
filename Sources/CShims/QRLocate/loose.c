// Places for the sampler: three good patterns that no timing line joins, and pairs that lack the third. Bent paper and
// strong perspective move the timing lines away from the straight ways on which grouping looks for them.
#include "Workspace.h"

#include <math.h>

enum {
    LOOSE_THREES = CQR_LOOSE_MAX, // the best patterns, of which all threes are tried
    LOOSE_PAIRS = 4               // of which all pairs are
};

static const float least = 0.52f;     // quality of a pattern
static const float unequal = 2.3f;    // how much larger one pattern or side may look than another
static const float slantLimit = 0.7f; // cosine of the angle in a corner

// Takes the best unused patterns, first those with a border: data modules look like finder patterns, but seldom have
// one.
static void choose(CQRWorkspace *ws, CQRImage image) {
    float ranks[LOOSE_THREES];
    int32_t count = 0, bordered = 0;
    for (int32_t i = 0; i < ws->patternCount; i++) {
        const CQRPattern *p = &ws->patterns[i];
        if (p->used || p->quality < least) continue;
        const bool hasBorder = cqr_has_border(image, p);
        const float rank = p->quality + (hasBorder ? 1 : 0);
        bordered += hasBorder;
        int32_t at = count < LOOSE_THREES ? count++ : LOOSE_THREES;
        for (; at > 0 && ranks[at - 1] < rank; at--) {
            if (at == LOOSE_THREES) continue;
            ws->loose[at] = ws->loose[at - 1];
            ranks[at] = ranks[at - 1];
        }
        if (at == LOOSE_THREES) continue;
        ws->loose[at] = i;
        ranks[at] = rank;
    }
    ws->looseCount = count;
    ws->looseBordered = bordered < count ? bordered : count;
}

static float distance(CQRPoint a, CQRPoint b) { return hypotf(b.x - a.x, b.y - a.y); }

// A row cuts a turned pattern at an angle, so its modules look larger.
static float modules_between(CQRPoint a, CQRPoint b, float module) {
    const float length = distance(a, b);
    if (!(length > 0)) return 0;
    return length / (module * fmaxf(fabsf(b.x - a.x), fabsf(b.y - a.y)) * (1 / length));
}

// Fills a triple from three centers, any of whose patterns may be -1; false if they cannot be a code.
static bool fill(const CQRWorkspace *ws, const int32_t patterns[3], const CQRPoint centers[3], CQRTriple *t) {
    const float width = distance(centers[0], centers[1]), height = distance(centers[0], centers[2]);
    const float ux = centers[1].x - centers[0].x, uy = centers[1].y - centers[0].y;
    const float vx = centers[2].x - centers[0].x, vy = centers[2].y - centers[0].y;
    if (!(ux * vy - uy * vx > 0) || fabsf(ux * vx + uy * vy) > slantLimit * width * height) return false;
    if (width > unequal * height || height > unequal * width) return false;
    int32_t dark = 0, light = 0, seen = 0;
    float smallest = 0, largest = 0, sum = 0, quality = 1;
    bool inverted = false;
    for (int32_t k = 0; k < 3; k++) {
        if (patterns[k] < 0) continue;
        const CQRPattern *p = &ws->patterns[patterns[k]];
        if (seen > 0 && p->inverted != inverted) return false;
        inverted = p->inverted;
        smallest = seen == 0 ? p->module : fminf(smallest, p->module);
        largest = fmaxf(largest, p->module);
        sum += p->module;
        quality = fminf(quality, p->quality);
        dark += p->dark;
        light += p->light;
        seen++;
    }
    if (largest > unequal * smallest) return false;
    const float module = sum / (float)seen;
    const float modules =
        (modules_between(centers[0], centers[1], module) + modules_between(centers[0], centers[2], module)) / 2;
    if (!(modules > 10 && modules < 200)) return false;
    const int32_t version = (int32_t)lroundf((modules - 10) / 4);
    const int32_t dimension = 17 + 4 * (version < 1 ? 1 : version > 40 ? 40 : version);
    *t = (CQRTriple){
        .corner = centers[0],
        .right = centers[1],
        .below = centers[2],
        .module = (width + height) / (2 * (float)(dimension - 7)),
        .modules = {module, module, module},
        .score = 1,
        .quality = quality,
        .dimension = dimension,
        .dark = (uint8_t)(dark / seen),
        .light = (uint8_t)(light / seen),
        .inverted = inverted,
        .guessed = seen < 3,
        .patterns = {patterns[0], patterns[1], patterns[2]},
        .pictureScale = ws->pictureScale,
    };
    for (int32_t k = 0; k < 3; k++) {
        if (patterns[k] >= 0) t->modules[k] = ws->patterns[patterns[k]].module;
    }
    return true;
}

static CQRPoint center_of(const CQRWorkspace *ws, int32_t index) {
    return (CQRPoint){ws->patterns[index].x, ws->patterns[index].y};
}

// The three as corner, right and below: the corner is opposite the longest side.
static bool fill_three(const CQRWorkspace *ws, int32_t a, int32_t b, int32_t c, CQRTriple *triple) {
    int32_t order[3] = {a, b, c};
    float longest = 0;
    for (int32_t k = 0; k < 3; k++) {
        const int32_t turned[5] = {a, b, c, a, b}, *other = &turned[k];
        const float side = distance(center_of(ws, other[1]), center_of(ws, other[2]));
        if (side <= longest) continue;
        longest = side;
        for (int32_t i = 0; i < 3; i++) order[i] = other[i];
    }
    for (int32_t turn = 0; turn < 2; turn++) {
        const int32_t patterns[3] = {order[0], order[1 + turn], order[2 - turn]};
        const CQRPoint centers[3] = {center_of(ws, patterns[0]), center_of(ws, patterns[1]),
                                     center_of(ws, patterns[2])};
        if (fill(ws, patterns, centers, triple)) return true;
    }
    return false;
}

// Two as the pattern of the corner and the one to its right (role 0) or below it (1), or as the latter two (2).
static bool fill_pair(const CQRWorkspace *ws, int32_t a, int32_t b, int32_t role, CQRTriple *triple) {
    const CQRPoint p = center_of(ws, a), q = center_of(ws, b);
    const float dx = q.x - p.x, dy = q.y - p.y;
    if (role == 0) {
        return fill(ws, (int32_t[3]){a, b, -1}, (CQRPoint[3]){p, q, {p.x - dy, p.y + dx}}, triple);
    }
    if (role == 1) {
        return fill(ws, (int32_t[3]){a, -1, b}, (CQRPoint[3]){p, {p.x + dy, p.y - dx}, q}, triple);
    }
    const CQRPoint corner = {p.x + (dx - dy) / 2, p.y + (dx + dy) / 2};
    return fill(ws, (int32_t[3]){-1, a, b}, (CQRPoint[3]){corner, p, q}, triple);
}

bool cqr_next_loose(CQRWorkspace *ws, CQRImage image, bool hasSigns, CQRTriple *triple) {
    enum { THREES = LOOSE_THREES * LOOSE_THREES * LOOSE_THREES, PAIRS = LOOSE_PAIRS * LOOSE_PAIRS * 3 };
    if (!cqr_image_is_valid(image)) return false;
    if (ws->nextLoose == 0) choose(ws, image);
    const int32_t end = hasSigns ? THREES + PAIRS : THREES, count = hasSigns ? ws->looseCount : ws->looseBordered;
    while (ws->nextLoose < end) {
        const int32_t at = ws->nextLoose++;
        const bool three = at < THREES;
        const int32_t base = three ? LOOSE_THREES : LOOSE_PAIRS, rest = three ? at : (at - THREES) / 3;
        const int32_t a = rest % base, b = rest / base % base, c = three ? rest / base / base : 0;
        if (a >= count || b >= count || c >= count) continue;
        if (three ? a >= b || b >= c : a == b) continue;
        const int32_t i = ws->loose[a], j = ws->loose[b], k = ws->loose[c];
        if (ws->patterns[i].used || ws->patterns[j].used || (three && ws->patterns[k].used)) continue;
        if (three ? fill_three(ws, i, j, k, triple) : fill_pair(ws, i, j, (at - THREES) % 3, triple)) return true;
    }
    return false;
}
