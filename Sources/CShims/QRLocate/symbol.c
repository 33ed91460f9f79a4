// The modules that do not depend on the data.
#include "Symbol.h"

#include "Map.h"

#include <string.h>

// ISO/IEC 18004, annexes C and D: `bits` of data, then the remainder after division by `generator`, of degree `degree`.
static uint32_t with_check_bits(uint32_t bits, int32_t width, uint32_t generator, int32_t degree) {
    uint32_t rest = bits << degree;
    for (int32_t i = width - 1; i >= 0; i--) {
        if ((rest >> (i + degree) & 1) != 0) rest ^= generator << i;
    }
    return bits << degree | rest;
}

uint32_t cqr_format_word(uint32_t index) { return with_check_bits(index & 31, 5, 0x537, 10) ^ 0x5412; }

uint32_t cqr_version_word(int32_t version) { return with_check_bits((uint32_t)version, 6, 0x1f25, 12); }

void cqr_format_places(int32_t i, int32_t dimension, int32_t first[2], int32_t second[2]) {
    first[0] = i < 8 ? 8 : i == 8 ? 7 : 14 - i;
    first[1] = i < 6 ? i : i < 8 ? i + 1 : 8;
    second[0] = i < 8 ? dimension - 1 - i : 8;
    second[1] = i < 8 ? 8 : dimension - 15 + i;
}

// A square of rings around a center: `light` has a bit for each ring that is light.
static void put_rings(int32_t dimension, uint8_t *known, int32_t column, int32_t row, int32_t reach, uint32_t light) {
    for (int32_t j = -reach; j <= reach; j++) {
        for (int32_t i = -reach; i <= reach; i++) {
            const int32_t x = column + i, y = row + j;
            if (x < 0 || y < 0 || x >= dimension || y >= dimension) continue;
            const int32_t a = i < 0 ? -i : i, b = j < 0 ? -j : j;
            known[y * dimension + x] = (light >> (a > b ? a : b) & 1) != 0 ? CQR_LIGHT : CQR_DARK;
        }
    }
}

void cqr_known_modules(int32_t dimension, uint8_t known[CQR_MODULES_MAX]) {
    memset(known, CQR_DATA, (size_t)(dimension * dimension));
    for (int32_t i = 0; i < dimension; i++) {
        known[6 * dimension + i] = known[i * dimension + 6] = i % 2 == 0 ? CQR_DARK : CQR_LIGHT;
    }
    int32_t centers[7];
    const int32_t count = cqr_alignment_centers(dimension, centers);
    for (int32_t a = 0; a < count; a++) {
        for (int32_t b = 0; b < count; b++) {
            const bool corner = (a == 0 && (b == 0 || b == count - 1)) || (a == count - 1 && b == 0);
            if (!corner) put_rings(dimension, known, centers[a], centers[b], 2, 1 << 1);
        }
    }
    for (int32_t i = 0; i < 15; i++) {
        int32_t first[2], second[2];
        cqr_format_places(i, dimension, first, second);
        known[first[1] * dimension + first[0]] = known[second[1] * dimension + second[0]] = CQR_FORMAT;
    }
    known[(dimension - 8) * dimension + 8] = CQR_DARK;
    const int32_t version = (dimension - 17) / 4;
    const uint32_t bits = version >= 7 ? cqr_version_word(version) : 0;
    for (int32_t i = 0; i < 18 && version >= 7; i++) {
        const int32_t near = i / 3, far = dimension - 11 + i % 3;
        known[near * dimension + far] = known[far * dimension + near] = (bits >> i & 1) != 0 ? CQR_DARK : CQR_LIGHT;
    }
    const uint32_t finder = 1 << 2 | 1 << 4;
    put_rings(dimension, known, 3, 3, 4, finder);
    put_rings(dimension, known, dimension - 4, 3, 4, finder);
    put_rings(dimension, known, 3, dimension - 4, 4, finder);
}
