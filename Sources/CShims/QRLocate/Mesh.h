// Where the modules of a symbol are on paper that is not flat: a mesh of patches, each fitted to the image.
#ifndef CQRLOCATE_MESH_H
#define CQRLOCATE_MESH_H

#include "Map.h"
#include "Symbol.h"

enum { CQR_NODES_SIDE = 40, CQR_NODES_MAX = CQR_NODES_SIDE * CQR_NODES_SIDE };

// A patch around a point of the symbol: where that point is, and how columns and rows run there, in pixels per module.
typedef struct {
    float x, y;
    float columnX, columnY, rowX, rowY;
    float energy; // how much the modules around it differ, 0 where nothing is seen
    bool solved;
} CQRNode;

enum {
    CQR_REACH = 3,     // modules to either side of a node that its patch covers
    CQR_SEED_REACH = 4 // of a finder pattern, with its border
};

typedef struct {
    int32_t dimension, side; // modules; nodes per side
    float step;              // modules from node to node; the first one is at 3.5
    int32_t work;            // patches that may still be fitted
    CQRNode nodes[CQR_NODES_MAX];
} CQRMesh;

static inline CQRPosition cqr_along(const CQRNode *n, float columns, float rows) {
    return (CQRPosition){n->x + columns * n->columnX + rows * n->rowX, n->y + columns * n->columnY + rows * n->rowY};
}

// The data that a patch is fitted to.
typedef struct {
    CQRImage image;
    const uint8_t *known;
    int32_t dimension, reach;
    float column, row; // its center, in modules
    bool inverted;
} CQRTarget;

// How well a patch fits where it is, less the farther it is from where it should be, in modules.
float cqr_rate_patch(const CQRTarget *target, const CQRNode *node, float offX, float offY);

// Moves a patch within `reach` modules of where it is; if it `bends`, then also turns and stretches it.
void cqr_fit_patch(const CQRTarget *target, CQRNode *node, float reach, bool bends);

// How much of the differences between a patch's modules is as it must be: 1 is all, 0 is chance.
float cqr_known_share(const CQRTarget *target, const CQRNode *node);

// A patch of flat paper.
CQRNode cqr_patch_from_map(const CQRMap *map, float column, float row);

// How many of `count` values alternate around their neighbors, dark first: `values` has one more at either end.
int32_t cqr_alternating(const float *values, int32_t count, bool inverted);

// The finder patterns of a triple, each as a patch around its center: upper left, upper right, lower left.
typedef struct {
    CQRNode nodes[3]; // not solved where a pattern is guessed
    bool inverted;
} CQRSeeds;

// Fits a patch to each finder pattern of a triple that is not guessed. Returns false if one is not a finder pattern, or
// if the first modules of their timing lines do not alternate: that takes little time and rejects most places that are
// not symbols.
bool cqr_fit_seeds(CQRImage image, const CQRTriple *triple, const uint8_t *known, CQRSeeds *seeds);

// How many of the 30 format bits, as the patches of the finder patterns show them, differ from the nearest word,
// upright or mirrored. Bits beside a guessed pattern are taken from the other copy.
int32_t cqr_seeds_format_errors(CQRImage image, const CQRSeeds *seeds, int32_t dimension);

// The dimensions that the timing lines say, counted along curves between the finder patterns; 0 where one is missing.
void cqr_count_timing(CQRImage image, const CQRSeeds *seeds, int32_t dimensions[2]);

// Fits a mesh, starting from the finder patterns; false if the timing lines exclude a symbol of this dimension.
bool cqr_fit_mesh(CQRMesh *mesh, CQRImage image, const CQRSeeds *seeds, int32_t dimension, const uint8_t *known);

// Fits each patch of a mesh once more, with all neighbors known.
void cqr_refine_mesh(CQRMesh *mesh, CQRImage image, const CQRSeeds *seeds, const uint8_t *known);

// A mesh for flat paper.
void cqr_flat_mesh(CQRMesh *mesh, const CQRMap *map, int32_t dimension);

// A point of the symbol, in modules, as a point of the image.
CQRPosition cqr_mesh_place(const CQRMesh *mesh, float column, float row);

// The level at a point, interpolated, clamped to the image.
static inline float cqr_value_at(CQRImage image, float x, float y) {
    x -= 0.5f;
    y -= 0.5f;
    // Written so that NaN becomes 0.
    x = x > 0 ? x : 0;
    y = y > 0 ? y : 0;
    const float right = (float)(image.width - 1), bottom = (float)(image.height - 1);
    x = x < right ? x : right;
    y = y < bottom ? y : bottom;
    const int32_t column = (int32_t)x, row = (int32_t)y;
    const float fx = x - (float)column, fy = y - (float)row;
    const uint8_t *p = image.pixels + row * image.stride + column;
    const uint8_t *q = row + 1 < image.height ? p + image.stride : p;
    const int32_t next = column + 1 < image.width ? 1 : 0;
    const float top = (float)p[0] + fx * (float)(p[next] - p[0]), below = (float)q[0] + fx * (float)(q[next] - q[0]);
    return top + fy * (below - top);
}

#endif
