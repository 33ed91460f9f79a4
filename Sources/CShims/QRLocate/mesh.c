// The mesh grows from the finder patterns: each patch starts where its neighbors lead and moves to where it fits best.
#include "Mesh.h"

#include <math.h>

// Modules between nodes, about: small symbols have few others to correct a patch that is off.
static float spacing_of(int32_t dimension) { return dimension < 50 ? 3.5f : 5; }

static float node_place(const CQRMesh *mesh, int32_t i) { return 3.5f + (float)i * mesh->step; }

// The mean of the predictions of a node by its solved neighbors; false if no neighbor is solved.
static bool predicted(const CQRMesh *mesh, int32_t i, int32_t j, CQRNode *node) {
    CQRNode sum = {0};
    float total = 0;
    for (int32_t k = 0; k < 9; k++) {
        const int32_t a = i + k % 3 - 1, b = j + k / 3 - 1;
        if (k == 4 || a < 0 || b < 0 || a >= mesh->side || b >= mesh->side) continue;
        const CQRNode *n = &mesh->nodes[b * mesh->side + a];
        if (!n->solved) continue;
        const float weight = (n->energy + 1e-3f) * (k % 2 == 1 ? 1 : 0.5f);
        const CQRPosition p = cqr_along(n, (float)(i - a) * mesh->step, (float)(j - b) * mesh->step);
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
static bool start_node(const CQRMesh *mesh, const CQRTarget *t, int32_t i, int32_t j, CQRNode *node) {
    if (!predicted(mesh, i, j, node)) return false;
    float most = cqr_rate_patch(t, node, 0, 0);
    static const int8_t beside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int32_t k = 0; k < 4; k++) {
        const int32_t a = i + beside[k][0], b = j + beside[k][1];
        if (a < 0 || b < 0 || a >= mesh->side || b >= mesh->side) continue;
        CQRNode n = mesh->nodes[b * mesh->side + a];
        if (!n.solved) continue;
        const CQRPosition p = cqr_along(&n, (float)(i - a) * mesh->step, (float)(j - b) * mesh->step);
        n.x = (float)p.x;
        n.y = (float)p.y;
        const float energy = cqr_rate_patch(t, &n, 0, 0);
        if (energy <= most) continue;
        most = energy;
        *node = n;
    }
    return true;
}

// Whether the modules along both timing lines alternate, seen from the nodes beside them that are solved.
static bool has_timing(const CQRMesh *mesh, CQRImage image, bool inverted) {
    const int32_t count = mesh->dimension - 16;
    int32_t wrong = 0;
    for (int32_t line = 0; line < 2; line++) {
        float values[CQR_DIMENSION_MAX];
        int32_t seen = 0;
        for (int32_t k = 0; k < count + 2; k++) {
            const float place = 7.5f + (float)k;
            int32_t i = (int32_t)((place - 3.5f) / mesh->step + 0.5f);
            if (i > mesh->side - 1) i = mesh->side - 1;
            const float off = place - node_place(mesh, i);
            const CQRNode *n = &mesh->nodes[line == 0 ? i : i * mesh->side];
            seen = n->solved ? seen + 1 : 0;
            const CQRPosition p = line == 0 ? cqr_along(n, off, 3) : cqr_along(n, 3, off);
            values[k] = cqr_value_at(image, (float)p.x, (float)p.y);
            if (seen < 3) continue;
            const bool isDark = cqr_alternating(values + k - 2, 1, inverted) == 1;
            wrong += isDark != (k % 2 == 0);
        }
    }
    // Where a mesh was read, all of them alternate, unless something covers them.
    return (float)(2 * count - wrong) >= 0.85f * 2 * (float)count;
}

// Solves the nodes one by one, starting with the ones that have the best neighbors. Those along the edges come to an
// end as soon as the timing lines exclude a symbol: then it returns false.
static bool grow(CQRMesh *mesh, CQRTarget target, bool edges) {
    bool fits = true;
    for (int32_t at = next_node(mesh, edges); at >= 0; at = next_node(mesh, edges)) {
        CQRNode *node = &mesh->nodes[at];
        // Counted even if it is left out: otherwise a picture with many look-alikes would try more of them in the time
        // saved.
        mesh->work--;
        if (!fits) {
            node->solved = true;
            continue;
        }
        target.column = node_place(mesh, at % mesh->side);
        target.row = node_place(mesh, at / mesh->side);
        if (!start_node(mesh, &target, at % mesh->side, at / mesh->side, node)) return false;
        cqr_fit_patch(&target, node, 0.44f, true);
        fits = !edges || has_timing(mesh, target.image, target.inverted);
    }
    return fits;
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
        mesh->nodes[at] = cqr_patch_from_map(map, node_place(mesh, at % mesh->side), node_place(mesh, at / mesh->side));
    }
}

bool cqr_fit_mesh(CQRMesh *mesh, CQRImage image, const CQRSeeds *seeds, int32_t dimension, const uint8_t *known) {
    lay_out(mesh, dimension);
    const int32_t side = mesh->side, last = side - 1;
    for (int32_t at = 0; at < side * side; at++) mesh->nodes[at].solved = false;
    mesh->nodes[0] = seeds->nodes[0];
    mesh->nodes[last] = seeds->nodes[1];
    mesh->nodes[last * side] = seeds->nodes[2];

    CQRTarget target = {image, known, dimension, CQR_REACH, 0, 0, seeds->inverted};
    return grow(mesh, target, true) && grow(mesh, target, false);
}

void cqr_refine_mesh(CQRMesh *mesh, CQRImage image, const CQRSeeds *seeds, const uint8_t *known) {
    const int32_t side = mesh->side;
    CQRTarget target = {image, known, mesh->dimension, CQR_REACH, 0, 0, seeds->inverted};
    for (int32_t at = 0; at < side * side; at++) {
        CQRNode node = mesh->nodes[at];
        mesh->work--;
        if (!predicted(mesh, at % side, at / side, &node)) continue;
        target.column = node_place(mesh, at % side);
        target.row = node_place(mesh, at / side);
        cqr_fit_patch(&target, &node, 0.44f, true);
        if (node.energy > mesh->nodes[at].energy) mesh->nodes[at] = node;
    }
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
        const CQRPosition p = cqr_along(n, column - node_place(mesh, a), row - node_place(mesh, b));
        place.x += (double)weights[k] * p.x;
        place.y += (double)weights[k] * p.y;
    }
    return place;
}
