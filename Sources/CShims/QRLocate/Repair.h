// Error correction with erasures: the least certain modules may be left out, and correcting a codeword that is left out
// takes half as many check codewords as correcting one that is wrong.
#ifndef CQRLOCATE_REPAIR_H
#define CQRLOCATE_REPAIR_H

#include "Symbol.h"

enum { CQR_CODEWORDS_MAX = 3706 };

// A symbol's modules, row by row.
typedef struct {
    int32_t dimension;
    uint32_t format;         // the format bits
    bool mirrored;           // whether rows and columns of `dark` and `certainty` are exchanged
    const uint8_t *known;
    const float *certainty;  // of each module; those at 0 were not seen
    uint8_t *dark;
} CQRModules;

// Corrects the data modules in place. A symbol that it cannot correct stays as it is: then it returns false.
//
// `scratch`: room for the places of the modules.
bool cqr_repair(const CQRModules *modules, uint16_t scratch[CQR_CODEWORDS_MAX * 8]);

#endif
