// Finder patterns that look like the corner of a code which was not read. A good one has a separator and the first
// modules of a timing line beside it: icons, letters and faces look like finder patterns, but nothing alternates there.
// Blur hides timing lines; then three patterns at an exact right angle are a sign.
#include "Workspace.h"

#include <math.h>

enum {
    CHECKED = 48,     // the best patterns of an image
    CHANGES = 8,      // between modules 6 and 14 of a timing line, which every version has
    DIRECTIONS = 160, // around the pattern; after the 8 modules of the line, neighbors are half a module apart
};

static const float good = 0.7f;  // quality of a pattern that is checked for a timing line
static const float least = 0.5f; // quality of one of three at a right angle

typedef struct {
    float x, y;
} Step;

// What a pattern is in a square: its corner, with the patterns to its right and below it, or one of these.
typedef struct {
    int32_t right, below;
    bool isCorner, isTaken;
} Square;

// The level at a place, 0 (dark module) to 255 (light module); false outside the image.
static bool sample(CQRImage image, const CQRPattern *p, float x, float y, int32_t *level) {
    if (!(x >= 1 && y >= 1 && x < (float)(image.width - 1) && y < (float)(image.height - 1))) return false;
    // Pixel centers are halfway between whole positions.
    const int32_t fx = (int32_t)((x - 0.5f) * 256), fy = (int32_t)((y - 0.5f) * 256);
    const uint8_t *at = image.pixels + (fy >> 8) * image.stride + (fx >> 8);
    const int32_t u = fx & 255, v = fy & 255;
    const int32_t top = at[0] * (256 - u) + at[1] * u;
    const int32_t bottom = at[image.stride] * (256 - u) + at[image.stride + 1] * u;
    const int32_t value = (top * (256 - v) + bottom * v) >> 16;
    *level = p->inverted ? 255 - value : value;
    return true;
}

// Whether a column of modules beside the pattern, this many modules from its center in direction `along`, is light:
// five of six samples.
static bool is_light(CQRImage image, const CQRPattern *p, float distance, Step along, Step side, int32_t middle) {
    int32_t dark = 0;
    for (int32_t i = 0; i < 6; i++) {
        const float across = (float)i - 3;
        int32_t level;
        const float x = p->x + distance * along.x + across * side.x, y = p->y + distance * along.y + across * side.y;
        if (!sample(image, p, x, y, &level)) return false;
        if (level < middle && ++dark > 1) return false;
    }
    return true;
}

// Whether dark and light alternate at each module along the line that starts in the pattern's ring, 3 modules to one
// side of its center.
static bool alternates(CQRImage image, const CQRPattern *p, Step along, Step side, int32_t contrast) {
    enum { PARTS = 4, SAMPLES = (CHANGES + 1) * PARTS - 1 };
    int32_t low = 255, high = 0, changes = 0, direction = 0, last = 0;
    for (int32_t i = 0; i < SAMPLES; i++) {
        const float passed = 2.75f + (float)i / (float)PARTS;
        int32_t value;
        if (!sample(image, p, p->x + passed * along.x + 3 * side.x, p->y + passed * along.y + 3 * side.y, &value)) {
            return false;
        }
        if (direction >= 0 && value <= high - contrast) {
            direction = -1;
            low = value;
        } else if (direction <= 0 && value >= low + contrast) {
            direction = 1;
            high = value;
        } else {
            if (value > high) high = value;
            if (value < low) low = value;
            // One color for more than two modules is not a timing line.
            if (i - last > 2 * PARTS + 1) return false;
            continue;
        }
        changes++;
        last = i;
    }
    return changes >= CHANGES - 1 && changes <= CHANGES + 1;
}

// Whether nothing is beside the pattern and the timing line, where a QR code has data: such a line is the edge of a
// Micro QR or rMQR code.
static bool is_edge(CQRImage image, const CQRPattern *p, Step along, Step side, int32_t middle) {
    for (float passed = -3; passed <= 11; passed += 0.5f) {
        int32_t level;
        const float x = p->x + passed * along.x + 4.25f * side.x, y = p->y + passed * along.y + 4.25f * side.y;
        if (!sample(image, p, x, y, &level) || level < middle) return false;
    }
    return true;
}

// The level between dark and light, as `sample` gives levels.
static int32_t middle_of(const CQRPattern *p) {
    const int32_t sum = p->dark + p->light;
    return (p->inverted ? 510 - sum : sum) / 2;
}

// How a pattern's modules run if it is turned by an angle. Sections along rows and columns cut a turned pattern at an
// angle: its modules look larger than they are.
static void turn(const CQRPattern *p, float angle, Step *along, Step *side) {
    const float cosine = cosf(angle), sine = sinf(angle), aslant = fmaxf(fabsf(cosine), fabsf(sine));
    const float length = (p->moduleX * cosine * cosine + p->moduleY * sine * sine) * aslant;
    const float width = (p->moduleX * sine * sine + p->moduleY * cosine * cosine) * aslant;
    *along = (Step){cosine * length, sine * length};
    *side = (Step){-sine * width, cosine * width};
}

static Step back(Step s) { return (Step){-s.x, -s.y}; }

bool cqr_has_border(CQRImage image, const CQRPattern *p) {
    enum { TURNS = 20 };
    const int32_t middle = middle_of(p);
    for (int32_t i = 0; i < TURNS; i++) {
        Step along, side;
        turn(p, (float)i / TURNS * 1.57079633f, &along, &side);
        if (is_light(image, p, 4, along, side, middle) && is_light(image, p, 4, side, along, middle) &&
            is_light(image, p, 4, back(along), side, middle) && is_light(image, p, 4, back(side), along, middle)) {
            return true;
        }
    }
    return false;
}

static bool has_timing_line(CQRImage image, const CQRPattern *p, bool *isSmall) {
    const int32_t range = p->light > p->dark ? p->light - p->dark : 1;
    const int32_t contrast = range * 3 / 10 < 4 ? 4 : range * 3 / 10, middle = middle_of(p);
    for (int32_t i = 0; i < DIRECTIONS; i++) {
        // The four ways along rows and columns first: most codes are upright.
        Step along, right;
        turn(p, ((float)(i % 4) + (float)(i / 4) / (DIRECTIONS / 4)) * 1.57079633f, &along, &right);
        for (int32_t hand = 0; hand < 2; hand++) {
            const Step side = hand == 0 ? back(right) : right;
            if (!is_light(image, p, 4, along, side, middle)) continue; // the separator
            if (!alternates(image, p, along, side, contrast)) continue;
            *isSmall = is_edge(image, p, along, side, middle);
            return true;
        }
    }
    return false;
}

// Whether two patterns are one size, and far enough apart for a code of version 1 to 12.
static bool fit(const CQRPattern *a, const CQRPattern *b, float dx, float dy) {
    if (a->inverted != b->inverted || a->module > 1.12f * b->module || b->module > 1.12f * a->module) return false;
    const float module = (a->module + b->module) / 2, distance = hypotf(dx, dy);
    return distance > 12 * module && distance < 64 * module;
}

// Whether the quiet zone on two sides of a pattern is light: across (1: to the right, -1: to the left) and down.
static bool has_quiet_zone(CQRImage image, const CQRPattern *p, Step right, float across, float down) {
    const float length = hypotf(right.x, right.y), module = p->module / length;
    const Step x = {right.x * module * across, right.y * module * across};
    const Step y = {-right.y * module * down, right.x * module * down};
    const int32_t middle = middle_of(p);
    return is_light(image, p, 4.5f, x, y, middle) && is_light(image, p, 4.5f, y, x, middle);
}

// The corners of a symbol, or of one pattern if all three are the same, in pixels of the picture.
static CQRQuad area_of(const CQRPattern *corner, const CQRPattern *right, const CQRPattern *below, float scale) {
    const float module = scale * corner->module;
    float x = right->x - corner->x, y = right->y - corner->y;
    const float length = hypotf(x, y);
    x = length > 0 ? 3.5f * module * x / length : 3.5f * module;
    y = length > 0 ? 3.5f * module * y / length : 0;
    const CQRPoint c = {scale * corner->x, scale * corner->y}, r = {scale * right->x, scale * right->y};
    const CQRPoint b = {scale * below->x, scale * below->y}, f = {r.x + b.x - c.x, r.y + b.y - c.y};
    return (CQRQuad){{c.x - x + y, c.y - y - x}, {r.x + x + y, r.y + y - x}, {f.x + x - y, f.y + y + x},
                     {b.x - x - y, b.y - y + x}};
}

// Finds threes of patterns that are the corners of a square: for each of the three the one at the right angle, and for
// that one the others. Text has rows and columns of look-alikes, but few of them are as far apart in one direction as in
// the other, and alone.
static void find_squares(const CQRWorkspace *ws, CQRImage image, const int32_t *best, int32_t count,
                         Square *squares) {
    for (int32_t c = 0; c < count; c++) {
        const CQRPattern *corner = &ws->patterns[best[c]];
        for (int32_t r = 0; r < count; r++) {
            const CQRPattern *right = &ws->patterns[best[r]];
            const float dx = right->x - corner->x, dy = right->y - corner->y;
            if (r == c || !fit(corner, right, dx, dy)) continue;
            const Step way = {dx, dy};
            if (!has_quiet_zone(image, corner, way, -1, -1) || !has_quiet_zone(image, right, way, 1, -1)) continue;
            const float tolerance = 0.04f * hypotf(dx, dy);
            for (int32_t b = 0; b < count; b++) {
                const CQRPattern *below = &ws->patterns[best[b]];
                if (hypotf(below->x - corner->x + dy, below->y - corner->y - dx) > tolerance ||
                    !fit(corner, below, -dy, dx) || !has_quiet_zone(image, below, way, -1, 1)) {
                    continue;
                }
                squares[c] = (Square){best[r], best[b], true, true};
                squares[r].isTaken = squares[b].isTaken = true;
            }
        }
    }
}

int32_t cqr_signs(const CQRWorkspace *ws, CQRImage image, CQRSign *signs, int32_t capacity) {
    if (!cqr_image_is_valid(image)) return 0;
    int32_t best[CHECKED], count = 0;
    for (int32_t i = 0; i < ws->patternCount; i++) {
        const float quality = ws->patterns[i].quality;
        if (ws->patterns[i].used || quality < least) continue;
        if (count == CHECKED && ws->patterns[best[count - 1]].quality >= quality) continue;
        int32_t at = count < CHECKED ? count++ : count - 1;
        for (; at > 0 && ws->patterns[best[at - 1]].quality < quality; at--) best[at] = best[at - 1];
        best[at] = i;
    }
    Square squares[CHECKED] = {0};
    find_squares(ws, image, best, count, squares);
    int32_t found = 0;
    for (int32_t i = 0; i < count && found < capacity; i++) {
        const CQRPattern *p = &ws->patterns[best[i]];
        const bool isWhole = squares[i].isCorner;
        if (!isWhole && (squares[i].isTaken || p->quality < good || !cqr_is_steady(image, p))) continue;
        bool isSmall = false;
        if (!isWhole && !has_timing_line(image, p, &isSmall)) continue;
        const CQRPattern *right = isWhole ? &ws->patterns[squares[i].right] : p;
        const CQRPattern *below = isWhole ? &ws->patterns[squares[i].below] : p;
        const float scale = ws->pictureScale;
        signs[found++] = (CQRSign){.center = {p->x * scale, p->y * scale},
                                   .module = p->module * scale,
                                   .quality = p->quality,
                                   .inverted = p->inverted,
                                   .isWhole = isWhole,
                                   .isSmall = isSmall,
                                   .area = area_of(p, right, below, scale)};
    }
    return found;
}
