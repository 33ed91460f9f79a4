// The mesh grows from the finder patterns: each patch starts where its neighbors lead and moves to where its modules
// differ most, because a grid that is off shows mixtures of dark and light.
#include "Mesh.h"

#include <math.h>

enum {
    REACH = 3,     // modules to either side of a node that its patch covers
    SEED_REACH = 4 // of a finder pattern, with its border
};

// Modules between nodes, about: small symbols have few others to correct a patch that is off.
static float spacing_of(int32_t dimension) { return dimension < 50 ? 3.5f : 5; }

static float node_place(const CQRMesh *mesh, int32_t i) { return 3.5f + (float)i * mesh->step; }

static CQRPosition along(const CQRNode *n, float columns, float rows) {
    return (CQRPosition){n->x + columns * n->columnX + rows * n->rowX, n->y + columns * n->columnY + rows * n->rowY};
}

// What a patch is fitted to.
typedef struct {
    CQRImage image;
    const uint8_t *known;
    int32_t dimension, reach;
    float column, row; // its centre, in modules
    bool inverted;
} Target;

// How well a patch fits: the variance of its modules, where those that are known and wrong count as negative.
//
// `share`: receives the energy's part of the variance without regard to what is known: 1 if all of it is right.
static float energy_of(const Target *t, const CQRNode *n, float *share) {
    static const float around[5][2] = {{0, 0}, {0.28f, 0}, {-0.28f, 0}, {0, 0.28f}, {0, -0.28f}};
    enum { SIDE_MAX = 2 * SEED_REACH + 1 };
    const int32_t dimension = t->dimension, side = 2 * t->reach + 1;
    const int32_t firstColumn = (int32_t)t->column - t->reach, firstRow = (int32_t)t->row - t->reach;
    float values[SIDE_MAX * SIDE_MAX];
    uint8_t kinds[SIDE_MAX * SIDE_MAX];
    float sum = 0;
    int32_t count = 0;
    for (int32_t j = 0; j < side; j++) {
        for (int32_t i = 0; i < side; i++) {
            const int32_t c = firstColumn + i, r = firstRow + j;
            // One module around the symbol is light.
            if (c < -1 || r < -1 || c > dimension || r > dimension) continue;
            const bool outside = c < 0 || r < 0 || c == dimension || r == dimension;
            const CQRPosition p = along(n, (float)c + 0.5f - t->column, (float)r + 0.5f - t->row);
            float value = 0;
            for (int32_t k = 0; k < 5; k++) {
                const float dx = around[k][0], dy = around[k][1];
                value += cqr_value_at(t->image, (float)p.x + dx * n->columnX + dy * n->rowX,
                                      (float)p.y + dx * n->columnY + dy * n->rowY);
            }
            values[count] = value;
            kinds[count++] = outside ? CQR_LIGHT : t->known[r * dimension + c];
            sum += value;
        }
    }
    const float mean = sum / (float)count;
    float energy = 0, variance = 1e-3f;
    for (int32_t k = 0; k < count; k++) {
        const float off = values[k] - mean, square = off * off;
        const bool isKnown = kinds[k] == CQR_DARK || kinds[k] == CQR_LIGHT;
        const bool isLight = (off > 0) != t->inverted;
        energy += isKnown && isLight != (kinds[k] == CQR_LIGHT) ? -square : square;
        variance += square;
    }
    *share = energy / variance;
    return energy / (25.0f * (float)count);
}

// Less for patches that are far from where they should be, in modules.
static float rated(const Target *t, const CQRNode *n, float offX, float offY) {
    float share;
    return energy_of(t, n, &share) * (1 - 0.25f * (offX * offX + offY * offY));
}

// Moves a patch within `reach` modules of where it is, then also turns and stretches it.
static void fit_node(const Target *t, CQRNode *node, float reach, bool bends) {
    const CQRNode start = *node;
    CQRNode best = start;
    float most = rated(t, &best, 0, 0), bestX = 0, bestY = 0;
    const float coarse = 0.22f;
    const int32_t steps = (int32_t)(reach / coarse + 0.5f);
    for (int32_t j = -steps; j <= steps; j++) {
        for (int32_t i = -steps; i <= steps; i++) {
            if (i == 0 && j == 0) continue;
            CQRNode n = start;
            const float offX = coarse * (float)i, offY = coarse * (float)j;
            const CQRPosition p = along(&start, offX, offY);
            n.x = (float)p.x;
            n.y = (float)p.y;
            const float energy = rated(t, &n, offX, offY);
            if (energy > most) {
                most = energy;
                best = n;
                bestX = offX;
                bestY = offY;
            }
        }
    }
    float size = 0.16f;
    for (int32_t round = 0; round < 4; round++, size /= 2) {
        for (int32_t k = 0; k < (bends ? 12 : 4); k++) {
            CQRNode n = best;
            const float by = (k & 1) != 0 ? -size : size;
            float offX = bestX, offY = bestY;
            // Over the reach of a patch, a change of its direction moves as far as a change of its place.
            const float bend = by / (float)t->reach;
            switch (k >> 1) {
            case 0: offX += by; n.x += by * start.columnX; n.y += by * start.columnY; break;
            case 1: offY += by; n.x += by * start.rowX; n.y += by * start.rowY; break;
            case 2: n.columnX += bend * start.columnX; n.columnY += bend * start.columnY; break;
            case 3: n.columnX += bend * start.rowX; n.columnY += bend * start.rowY; break;
            case 4: n.rowX += bend * start.columnX; n.rowY += bend * start.columnY; break;
            default: n.rowX += bend * start.rowX; n.rowY += bend * start.rowY; break;
            }
            const float energy = rated(t, &n, offX, offY);
            if (energy > most * 1.002f) {
                most = energy;
                best = n;
                bestX = offX;
                bestY = offY;
            }
        }
    }
    best.energy = fmaxf(most, 0);
    best.solved = true;
    *node = best;
}

// The mean of what the solved neighbors say of a node; false if there are none.
static bool predicted(const CQRMesh *mesh, int32_t i, int32_t j, CQRNode *node) {
    CQRNode sum = {0};
    float total = 0;
    for (int32_t k = 0; k < 9; k++) {
        const int32_t a = i + k % 3 - 1, b = j + k / 3 - 1;
        if (k == 4 || a < 0 || b < 0 || a >= mesh->side || b >= mesh->side) continue;
        const CQRNode *n = &mesh->nodes[b * mesh->side + a];
        if (!n->solved) continue;
        const float weight = (n->energy + 1e-3f) * (k % 2 == 1 ? 1 : 0.5f);
        const CQRPosition p = along(n, (float)(i - a) * mesh->step, (float)(j - b) * mesh->step);
        sum.x += weight * (float)p.x;
        sum.y += weight * (float)p.y;
        sum.columnX += weight * n->columnX;
        sum.columnY += weight * n->columnY;
        sum.rowX += weight * n->rowX;
        sum.rowY += weight * n->rowY;
        total += weight;
    }
    if (!(total > 0)) return false;
    const float energy = node->energy;
    *node = (CQRNode){sum.x / total, sum.y / total, sum.columnX / total, sum.columnY / total,
                      sum.rowX / total, sum.rowY / total, energy, false};
    return true;
}

// The unsolved node with the best neighbors, or -1. `edges`: only those along the timing lines.
static int32_t next_node(const CQRMesh *mesh, bool edges) {
    int32_t best = -1;
    float most = 0;
    for (int32_t at = 0; at < mesh->side * mesh->side; at++) {
        const int32_t i = at % mesh->side, j = at / mesh->side;
        if (mesh->nodes[at].solved || (edges && i > 0 && j > 0)) continue;
        float weight = 0;
        for (int32_t k = 0; k < 9; k++) {
            const int32_t a = i + k % 3 - 1, b = j + k / 3 - 1;
            if (a < 0 || b < 0 || a >= mesh->side || b >= mesh->side) continue;
            const CQRNode *n = &mesh->nodes[b * mesh->side + a];
            if (n->solved) weight += (n->energy + 1e-3f) * (k % 2 == 1 ? 1 : 0.5f);
        }
        if (weight > most) {
            most = weight;
            best = at;
        }
    }
    return best;
}

// Starts a node where its neighbors lead on average, or where one of them does if that fits better.
static bool start_node(const CQRMesh *mesh, const Target *t, int32_t i, int32_t j, CQRNode *node) {
    if (!predicted(mesh, i, j, node)) return false;
    float most = rated(t, node, 0, 0);
    static const int8_t beside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int32_t k = 0; k < 4; k++) {
        const int32_t a = i + beside[k][0], b = j + beside[k][1];
        if (a < 0 || b < 0 || a >= mesh->side || b >= mesh->side) continue;
        CQRNode n = mesh->nodes[b * mesh->side + a];
        if (!n.solved) continue;
        const CQRPosition p = along(&n, (float)(i - a) * mesh->step, (float)(j - b) * mesh->step);
        n.x = (float)p.x;
        n.y = (float)p.y;
        const float energy = rated(t, &n, 0, 0);
        if (energy <= most) continue;
        most = energy;
        *node = n;
    }
    return true;
}

// Solves the nodes one by one, those with the best neighbors first.
static void grow(CQRMesh *mesh, Target target, bool edges) {
    for (int32_t at = next_node(mesh, edges); at >= 0; at = next_node(mesh, edges)) {
        CQRNode *node = &mesh->nodes[at];
        mesh->work--;
        target.column = node_place(mesh, at % mesh->side);
        target.row = node_place(mesh, at / mesh->side);
        if (!start_node(mesh, &target, at % mesh->side, at / mesh->side, node)) return;
        fit_node(&target, node, 0.44f, true);
    }
}

// How many of `count` values alternate around their neighbors, dark first: `values` has one more at either end.
static int32_t alternating(const float *values, int32_t count, bool inverted) {
    int32_t right = 0;
    for (int32_t k = 1; k <= count; k++) {
        const bool isLight = (values[k] > (values[k - 1] + values[k + 1]) / 2) != inverted;
        right += isLight == (k % 2 == 0);
    }
    return right;
}

// The modules along both timing lines, seen from the nodes beside them.
static bool has_timing(const CQRMesh *mesh, CQRImage image, bool inverted) {
    const int32_t count = mesh->dimension - 16;
    int32_t right = 0;
    for (int32_t line = 0; line < 2; line++) {
        float values[CQR_DIMENSION_MAX];
        for (int32_t k = 0; k < count + 2; k++) {
            const float place = 7.5f + (float)k;
            int32_t i = (int32_t)((place - 3.5f) / mesh->step + 0.5f);
            if (i > mesh->side - 1) i = mesh->side - 1;
            const float off = place - node_place(mesh, i);
            const CQRNode *n = &mesh->nodes[line == 0 ? i : i * mesh->side];
            const CQRPosition p = line == 0 ? along(n, off, 3) : along(n, 3, off);
            values[k] = cqr_value_at(image, (float)p.x, (float)p.y);
        }
        right += alternating(values, count, inverted);
    }
    return (float)right >= 0.7f * 2 * (float)count;
}

static CQRNode from_map(const CQRMap *map, float column, float row) {
    const CQRPosition p = cqr_map(map, column, row);
    const CQRPosition right = cqr_map(map, column + 0.5, row), left = cqr_map(map, column - 0.5, row);
    const CQRPosition below = cqr_map(map, column, row + 0.5), above = cqr_map(map, column, row - 0.5);
    return (CQRNode){(float)p.x, (float)p.y, (float)(right.x - left.x), (float)(right.y - left.y),
                     (float)(below.x - above.x), (float)(below.y - above.y), 0, false};
}

// Makes an axis of a patch as long as a module of its pattern is, which a row or a column cuts at an angle.
static void rescale(float *x, float *y, float module) {
    const float length = hypotf(*x, *y);
    if (!(length > 0) || !(module > 0)) return;
    const float factor = module * fmaxf(fabsf(*x), fabsf(*y)) / (length * length);
    *x *= factor;
    *y *= factor;
}

// In perspective, the modules of one pattern differ from the mean of the symbol.
static CQRNode first_guess(const Target *t, const CQRMap *map, float module) {
    const CQRNode mean = from_map(map, t->column, t->row);
    CQRNode own = mean;
    rescale(&own.columnX, &own.columnY, module);
    rescale(&own.rowX, &own.rowY, module);
    return rated(t, &own, 0, 0) > rated(t, &mean, 0, 0) ? own : mean;
}

bool cqr_fit_seeds(CQRImage image, const CQRTriple *triple, const uint8_t *known, CQRSeeds *seeds) {
    // The first modules of the timing lines that leave each pattern: column and row of the direction.
    static const int8_t lines[3][2][2] = {{{1, 0}, {0, 1}}, {{-1, 0}, {0, 0}}, {{0, -1}, {0, 0}}};
    enum { CHECKED = 8 };
    const int32_t dimension = triple->dimension, count = dimension - 16 < CHECKED ? dimension - 16 : CHECKED;
    const CQRMap map = cqr_affine_map(triple, dimension);
    const float far = (float)dimension - 3.5f;
    int32_t right = 0, all = 0;
    seeds->inverted = triple->inverted;
    for (int32_t k = 0; k < 3; k++) {
        CQRNode *node = &seeds->nodes[k];
        const Target target = {image,        known, dimension, SEED_REACH, k == 1 ? far : 3.5f, k == 2 ? far : 3.5f,
                               triple->inverted};
        *node = first_guess(&target, &map, triple->modules[k]);
        if (triple->guessed && triple->patterns[k] < 0) continue;
        // Every code that was read was above 0.7 in the end.
        static const float least_share[4] = {0.15f, 0.4f, 0.65f, 0.65f};
        for (int32_t round = 0; round < 4; round++) {
            if (round > 0) fit_node(&target, node, 0, true);
            float share;
            energy_of(&target, node, &share);
            if (share < least_share[round]) return false;
        }
        for (int32_t line = 0; line < 2; line++) {
            const float column = lines[k][line][0], row = lines[k][line][1];
            if (column == 0 && row == 0) continue;
            float values[CHECKED + 2];
            for (int32_t i = 0; i < count + 2; i++) {
                const float off = (float)(4 + i);
                const CQRPosition p = along(node, column == 0 ? 3 : column * off, row == 0 ? 3 : row * off);
                values[i] = cqr_value_at(image, (float)p.x, (float)p.y);
            }
            right += alternating(values, count, triple->inverted);
            all += count;
        }
    }
    return all > 0 && (float)right >= 0.7f * (float)all;
}

void cqr_count_timing(CQRImage image, const CQRSeeds *seeds, int32_t dimensions[2]) {
    for (int32_t line = 0; line < 2; line++) {
        const CQRNode *a = &seeds->nodes[0], *b = &seeds->nodes[line + 1];
        dimensions[line] = 0;
        if (!a->solved || !b->solved) continue;
        // From the dark module at one end of the timing line to that at the other, along a curve that leaves and
        // reaches them in the directions of their patches.
        const CQRPosition from = along(a, 3, 3), to = line == 0 ? along(b, -3, 3) : along(b, 3, -3);
        const double ax = line == 0 ? a->columnX : a->rowX, ay = line == 0 ? a->columnY : a->rowY;
        const double bx = line == 0 ? b->columnX : b->rowX, by = line == 0 ? b->columnY : b->rowY;
        const double module = (hypot(ax, ay) + hypot(bx, by)) / 2;
        const double modules = module > 0.1 ? hypot(to.x - from.x, to.y - from.y) / module : 0;
        if (!(modules >= 4 && modules < 300)) continue;
        const int32_t steps = (int32_t)(modules * 6);
        const float contrast = 0.6f * sqrtf(fminf(a->energy, b->energy));
        float low = 255, high = 0;
        int32_t changes = 0, direction = 0;
        for (int32_t i = 0; i <= steps; i++) {
            const double t = (double)i / steps, u = 1 - t;
            const double h0 = u * u * (1 + 2 * t), h1 = t * t * (1 + 2 * u), g0 = t * u * u, g1 = -t * t * u;
            const double x = h0 * from.x + h1 * to.x + modules * (g0 * ax + g1 * bx);
            const double y = h0 * from.y + h1 * to.y + modules * (g0 * ay + g1 * by);
            const float value = cqr_value_at(image, (float)x, (float)y);
            if (direction >= 0 && value <= high - contrast) {
                changes += direction != 0;
                direction = -1;
                low = value;
            } else if (direction <= 0 && value >= low + contrast) {
                changes += direction != 0;
                direction = 1;
                high = value;
            } else {
                low = fminf(low, value);
                high = fmaxf(high, value);
            }
        }
        // The first change that is seen is the one to the first light module.
        const int32_t version = (changes + 1 + 13 - 17 + 2) / 4;
        if (version >= 1 && version <= 40) dimensions[line] = 17 + 4 * version;
    }
}

static void lay_out(CQRMesh *mesh, int32_t dimension) {
    const float span = (float)(dimension - 7);
    mesh->dimension = dimension;
    mesh->side = (int32_t)lroundf(span / spacing_of(dimension)) + 1;
    if (mesh->side > CQR_NODES_SIDE) mesh->side = CQR_NODES_SIDE;
    mesh->step = span / (float)(mesh->side - 1);
}

void cqr_flat_mesh(CQRMesh *mesh, const CQRMap *map, int32_t dimension) {
    lay_out(mesh, dimension);
    for (int32_t at = 0; at < mesh->side * mesh->side; at++) {
        mesh->nodes[at] = from_map(map, node_place(mesh, at % mesh->side), node_place(mesh, at / mesh->side));
    }
}

bool cqr_fit_mesh(CQRMesh *mesh, CQRImage image, const CQRSeeds *seeds, int32_t dimension, const uint8_t *known) {
    lay_out(mesh, dimension);
    const int32_t side = mesh->side, last = side - 1;
    for (int32_t at = 0; at < side * side; at++) mesh->nodes[at].solved = false;
    mesh->nodes[0] = seeds->nodes[0];
    mesh->nodes[last] = seeds->nodes[1];
    mesh->nodes[last * side] = seeds->nodes[2];

    Target target = {image, known, dimension, REACH, 0, 0, seeds->inverted};
    grow(mesh, target, true);
    if (!has_timing(mesh, image, seeds->inverted)) return false;
    grow(mesh, target, false);
    // Once more, with all neighbors known.
    for (int32_t at = 0; at < side * side; at++) {
        CQRNode node = mesh->nodes[at];
        mesh->work--;
        if (!predicted(mesh, at % side, at / side, &node)) continue;
        target.column = node_place(mesh, at % side);
        target.row = node_place(mesh, at / side);
        fit_node(&target, &node, 0.44f, true);
        if (node.energy > mesh->nodes[at].energy) mesh->nodes[at] = node;
    }
    return true;
}

CQRPosition cqr_mesh_place(const CQRMesh *mesh, float column, float row) {
    const float u = (column - 3.5f) / mesh->step, v = (row - 3.5f) / mesh->step;
    const float most = (float)(mesh->side - 2);
    const int32_t i = (int32_t)fminf(fmaxf(u, 0), most), j = (int32_t)fminf(fmaxf(v, 0), most);
    const float right = fminf(fmaxf(u - (float)i, 0), 1), below = fminf(fmaxf(v - (float)j, 0), 1);
    const float weights[4] = {(1 - right) * (1 - below), right * (1 - below), (1 - right) * below, right * below};
    CQRPosition place = {0, 0};
    for (int32_t k = 0; k < 4; k++) {
        const int32_t a = i + (k & 1), b = j + (k >> 1);
        const CQRNode *n = &mesh->nodes[b * mesh->side + a];
        const CQRPosition p = along(n, column - node_place(mesh, a), row - node_place(mesh, b));
        place.x += (double)weights[k] * p.x;
        place.y += (double)weights[k] * p.y;
    }
    return place;
}
