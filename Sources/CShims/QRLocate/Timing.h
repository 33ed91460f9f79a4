// The way from one finder pattern to another, and the timing line beside it.
#ifndef CQRLOCATE_TIMING_H
#define CQRLOCATE_TIMING_H

#include "Workspace.h"

// How much larger one pattern or side of a code may look than another, in perspective.
#define CQR_PERSPECTIVE 1.6f

typedef struct {
    float ux, uy;       // its direction
    float distance;     // in pixels
    float fromA, fromB; // module sizes along it, at either end
    float sideA, sideB; // module sizes across it
    float modules;      // its length in modules, 0 if the two cannot belong to one code
} CQRWay;

CQRWay cqr_way_between(const CQRPattern *a, const CQRPattern *b);
CQRWay cqr_way_back(CQRWay way);

// Counts the dark/light changes along the line 3 modules to the right of a way, or returns -1 where no timing line
// runs.
int32_t cqr_timing_changes(CQRImage image, const CQRPattern *a, const CQRPattern *b, CQRWay way);

#endif
