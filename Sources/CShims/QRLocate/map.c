// Where the modules of a symbol are. Three finder patterns give a parallelogram; a photograph needs the fourth corner.
#include "Map.h"

#include <math.h>
#include <string.h>

CQRMap cqr_affine_map(const CQRTriple *t, int32_t dimension) {
    const double span = dimension - 7;
    CQRMap m = {{((double)t->right.x - t->corner.x) / span, ((double)t->below.x - t->corner.x) / span, 0,
                 ((double)t->right.y - t->corner.y) / span, ((double)t->below.y - t->corner.y) / span, 0, 0, 0}};
    m.a[2] = t->corner.x - 3.5 * (m.a[0] + m.a[1]);
    m.a[5] = t->corner.y - 3.5 * (m.a[3] + m.a[4]);
    return m;
}

CQRMap cqr_transposed(CQRMap m) {
    return (CQRMap){{m.a[1], m.a[0], m.a[2], m.a[4], m.a[3], m.a[5], m.a[7], m.a[6]}};
}

int32_t cqr_alignment_centers(int32_t dimension, int32_t centers[7]) {
    const int32_t version = (dimension - 17) / 4;
    if (version < 2 || version > 40) return 0;
    const int32_t count = version / 7 + 2;
    // ISO/IEC 18004, annex E: even distances from the last, the first takes the rest. Version 32 is an exception.
    const int32_t step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2;
    centers[0] = 6;
    for (int32_t i = 1; i < count; i++) centers[i] = dimension - 7 - step * (count - 1 - i);
    return count;
}

// Solves for the map that takes four points of the symbol to four of the image; false if they are degenerate.
static bool solve(const CQRPosition from[4], const CQRPosition to[4], CQRMap *map) {
    double m[8][9];
    for (int32_t i = 0; i < 4; i++) {
        const double u = from[i].x, v = from[i].y, x = to[i].x, y = to[i].y;
        const double rows[2][9] = {{u, v, 1, 0, 0, 0, -u * x, -v * x, x}, {0, 0, 0, u, v, 1, -u * y, -v * y, y}};
        memcpy(m[2 * i], rows, sizeof rows);
    }
    for (int32_t column = 0; column < 8; column++) {
        int32_t pivot = column;
        for (int32_t row = column + 1; row < 8; row++) {
            if (fabs(m[row][column]) > fabs(m[pivot][column])) pivot = row;
        }
        if (!(fabs(m[pivot][column]) > 1e-9)) return false;
        for (int32_t k = 0; k < 9; k++) {
            const double swapped = m[column][k];
            m[column][k] = m[pivot][k];
            m[pivot][k] = swapped;
        }
        for (int32_t row = 0; row < 8; row++) {
            if (row == column) continue;
            const double factor = m[row][column] / m[column][column];
            for (int32_t k = column; k < 9; k++) m[row][k] -= factor * m[column][k];
        }
    }
    for (int32_t i = 0; i < 8; i++) map->a[i] = m[i][8] / m[i][i];
    return true;
}

double cqr_level_at(CQRImage image, const CQRTriple *t, double x, double y) {
    x = fmin(fmax(x - 0.5, 0), image.width - 1);
    y = fmin(fmax(y - 0.5, 0), image.height - 1);
    const int32_t column = (int32_t)x, row = (int32_t)y;
    const int32_t right = column + 1 < image.width ? column + 1 : column;
    const int32_t below = row + 1 < image.height ? row + 1 : row;
    const double fx = x - column, fy = y - row;
    const uint8_t *p = image.pixels + row * image.stride, *q = image.pixels + below * image.stride;
    const double top = p[column] * (1 - fx) + p[right] * fx, bottom = q[column] * (1 - fx) + q[right] * fx;
    const double value = top * (1 - fy) + bottom * fy;
    const double range = t->light > t->dark ? t->light - t->dark : 1;
    const double level = (value - t->dark) / range;
    return t->inverted ? 1 - level : level;
}

// A straight line: point + k * direction.
typedef struct {
    CQRPosition point, direction;
} Edge;

// Fits a line to the outer edge of a finder pattern: `out` points from its center through that edge, `along` along it,
// both a module long. The edge is looked for from the quiet zone inwards.
static bool fit_edge(CQRImage image, const CQRTriple *t, CQRPoint center, CQRPosition out, CQRPosition along,
                     Edge *edge) {
    enum { SAMPLES = 25 };
    double at[SAMPLES], reach[SAMPLES];
    int32_t count = 0;
    for (int32_t i = 0; i < SAMPLES; i++) {
        const double k = -3 + i * 0.25;
        double before = 1;
        for (double u = 5.2; u >= 2.2; u -= 0.1) {
            const double x = center.x + u * out.x + k * along.x, y = center.y + u * out.y + k * along.y;
            const double level = cqr_level_at(image, t, x, y);
            if (level < 0.5) {
                // The first sample is dark: this row starts in the symbol or in something beside it.
                if (u > 5.1) break;
                at[count] = k;
                reach[count++] = u + 0.1 * (0.5 - level) / (before - level);
                break;
            }
            before = level;
        }
    }
    // Least squares, twice: the second time without the points that are far from the first line.
    double slope = 0, offset = 0;
    for (int32_t round = 0; round < 3; round++) {
        double n = 0, sk = 0, su = 0, skk = 0, sku = 0;
        for (int32_t i = 0; i < count; i++) {
            if (round > 0 && fabs(reach[i] - offset - slope * at[i]) > (round == 1 ? 0.5 : 0.25)) continue;
            n += 1;
            sk += at[i];
            su += reach[i];
            skk += at[i] * at[i];
            sku += at[i] * reach[i];
        }
        const double spread = n * skk - sk * sk;
        if (n < 8 || spread < 1) return false;
        slope = (n * sku - sk * su) / spread;
        offset = (su - slope * sk) / n;
    }
    edge->point = (CQRPosition){center.x + offset * out.x, center.y + offset * out.y};
    edge->direction = (CQRPosition){along.x + slope * out.x, along.y + slope * out.y};
    return true;
}

static bool intersect(Edge a, Edge b, CQRPosition *point) {
    const double cross = a.direction.x * b.direction.y - a.direction.y * b.direction.x;
    const double size = hypot(a.direction.x, a.direction.y) * hypot(b.direction.x, b.direction.y);
    if (!(fabs(cross) > 0.2 * size)) return false;
    const double k = ((b.point.x - a.point.x) * b.direction.y - (b.point.y - a.point.y) * b.direction.x) / cross;
    *point = (CQRPosition){a.point.x + k * a.direction.x, a.point.y + k * a.direction.y};
    return true;
}

// How well an alignment pattern fits at a point of the symbol: 1 is perfect, 0 is chance.
static double alignment_fit(CQRImage image, const CQRTriple *t, const CQRMap *map, double column, double row) {
    double light = 0, dark = 0;
    for (int32_t j = -2; j <= 2; j++) {
        for (int32_t i = -2; i <= 2; i++) {
            const CQRPosition p = cqr_map(map, column + i, row + j);
            const double level = fmin(fmax(cqr_level_at(image, t, p.x, p.y), 0), 1);
            const bool isLight = (i != 0 || j != 0) && i >= -1 && i <= 1 && j >= -1 && j <= 1;
            if (isLight) light += level; else dark += level;
        }
    }
    return light / 8 - dark / 17;
}

// Looks for the last alignment pattern around where the map puts it; returns how well it fits.
static double find_alignment(CQRImage image, const CQRTriple *t, const CQRMap *map, int32_t dimension, double reach,
                             CQRPosition *found) {
    const double center = dimension - 6.5;
    double best = 0, bestX = 0, bestY = 0;
    for (double step = 0.5, around = reach, midX = 0, midY = 0; step > 0.05; step /= 4) {
        for (double dy = midY - around; dy <= midY + around + 1e-6; dy += step) {
            for (double dx = midX - around; dx <= midX + around + 1e-6; dx += step) {
                // If two look the same, the nearer one is right.
                const double fit = alignment_fit(image, t, map, center + dx, center + dy) - 0.02 * hypot(dx, dy);
                if (fit > best) {
                    best = fit;
                    bestX = dx;
                    bestY = dy;
                }
            }
        }
        midX = bestX;
        midY = bestY;
        around = step;
    }
    *found = cqr_map(map, center + bestX, center + bestY);
    return best;
}

bool cqr_projective_map(CQRImage image, const CQRTriple *t, int32_t dimension, CQRMap *map) {
    const double side = dimension, last = dimension - 3.5;
    CQRPosition from[4] = {{3.5, 3.5}, {last, 3.5}, {3.5, last}, {side, side}};
    CQRPosition to[4] = {{t->corner.x, t->corner.y}, {t->right.x, t->right.y}, {t->below.x, t->below.y}, {0, 0}};
    CQRMap affine = cqr_affine_map(t, dimension);
    *map = affine;
    const CQRPosition across = {affine.a[0], affine.a[3]}, down = {affine.a[1], affine.a[4]};
    Edge rightEdge, lowerEdge;
    bool told = fit_edge(image, t, t->right, across, down, &rightEdge) &&
                fit_edge(image, t, t->below, down, across, &lowerEdge) && intersect(rightEdge, lowerEdge, &to[3]);
    if (told) {
        const CQRPosition guess = cqr_map(&affine, side, side);
        const double span = hypot(t->right.x - t->corner.x, t->right.y - t->corner.y) +
                            hypot(t->below.x - t->corner.x, t->below.y - t->corner.y);
        told = hypot(guess.x - to[3].x, guess.y - to[3].y) < 0.3 * span && solve(from, to, map);
        if (!told) *map = affine;
    }
    if (dimension >= 25) {
        CQRPosition found;
        if (find_alignment(image, t, map, dimension, told ? 2.5 : 4.5, &found) > 0.5) {
            from[3] = (CQRPosition){dimension - 6.5, dimension - 6.5};
            to[3] = found;
            CQRMap refined;
            if (solve(from, to, &refined)) {
                *map = refined;
                told = true;
            }
        }
    }
    return told;
}
