// Where a symbol's modules are in an image.
#ifndef CQRLOCATE_MAP_H
#define CQRLOCATE_MAP_H

#include "Workspace.h"

// From modules of the symbol, counted from its top left corner, to pixels of the image:
// x = (a[0] * column + a[1] * row + a[2]) / (a[6] * column + a[7] * row + 1), and y likewise with a[3] to a[5].
typedef struct {
    double a[8];
} CQRMap;

typedef struct {
    double x, y;
} CQRPosition;

static inline CQRPosition cqr_map(const CQRMap *map, double column, double row) {
    const double *a = map->a;
    const double w = a[6] * column + a[7] * row + 1;
    return (CQRPosition){(a[0] * column + a[1] * row + a[2]) / w, (a[3] * column + a[4] * row + a[5]) / w};
}

// The parallelogram through the three patterns' centers.
CQRMap cqr_affine_map(const CQRTriple *triple, int32_t dimension);

// The quadrilateral through the three patterns' centers and the fourth corner; false if that corner cannot be found.
bool cqr_projective_map(CQRImage image, const CQRTriple *triple, int32_t dimension, CQRMap *map);

// The level at a point, clamped to the image, as 0 (dark module) to 1 (light module) for either polarity.
double cqr_level_at(CQRImage image, const CQRTriple *triple, double x, double y);

// Exchanges columns and rows.
CQRMap cqr_transposed(CQRMap map);

// The centers of the alignment patterns along one axis, in modules, for a dimension; returns how many, at most 7.
int32_t cqr_alignment_centers(int32_t dimension, int32_t centers[7]);

#endif
