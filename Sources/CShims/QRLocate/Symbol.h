// The modules that every symbol of a dimension has in the same places: ISO/IEC 18004, 6.3 and annexes C to E.
#ifndef CQRLOCATE_SYMBOL_H
#define CQRLOCATE_SYMBOL_H

#include "Workspace.h"

enum { CQR_DIMENSION_MAX = 177, CQR_MODULES_MAX = CQR_DIMENSION_MAX * CQR_DIMENSION_MAX };

// The value of a module that is known in advance.
typedef enum { CQR_DATA, CQR_DARK, CQR_LIGHT, CQR_FORMAT } CQRKnown;

// Fills `known`, row by row, for a valid dimension: finder patterns with their borders, timing lines, alignment
// patterns, version bits, and where the format bits are.
void cqr_known_modules(int32_t dimension, uint8_t known[CQR_MODULES_MAX]);

// One of the 32 words of format bits, 0 to 31, with its check bits and its mask.
uint32_t cqr_format_word(uint32_t index);

// The version bits with their check bits, for versions from 7.
uint32_t cqr_version_word(int32_t version);

// Column and row of format bit i (0 is the least significant) in either copy.
void cqr_format_places(int32_t i, int32_t dimension, int32_t first[2], int32_t second[2]);

#endif
