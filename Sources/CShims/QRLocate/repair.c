// Reed-Solomon codes over the field of 256 elements: ISO/IEC 18004, 7.5 to 7.8.
#include "Repair.h"

#include <string.h>

enum {
    BLOCK_MAX = 153,
    CHECKS_MAX = 30,
    // Check codewords of each block that only confirm. Random modules pass as a block in less than 1 of 10^8 tries.
    CONFIRMING = 4
};

typedef struct {
    uint8_t power[510], logarithm[256];
} Field;

// One of the blocks that a symbol's codewords are divided into.
typedef struct {
    uint8_t words[BLOCK_MAX];
    float certainty[BLOCK_MAX]; // that of its least certain module
    int32_t order[BLOCK_MAX];   // the least certain codewords first
    int32_t count, checks, unseen;
} Block;

// By error correction as the format bits have it (M, L, H, Q) and version: check codewords per block, and blocks.
static const uint8_t check_counts[4][40] = {
    {10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
     26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28},
    {7,  10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
     28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
    {17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
     30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
    {13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
     28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30}};
static const uint8_t block_counts[4][40] = {
    {1,  1,  1,  2,  2,  4,  4,  4,  5,  5,  5,  8,  9,  9,  10, 10, 11, 13, 14, 16,
     17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49},
    {1, 1, 1, 1,  1,  2,  2,  2,  2,  4,  4,  4,  4,  4,  6,  6,  6,  6,  7,  8,
     8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25},
    {1,  1,  2,  4,  4,  4,  5,  6,  8,  8,  11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
     25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81},
    {1,  1,  2,  2,  4,  4,  6,  6,  8,  8,  8,  10, 12, 16, 12, 17, 16, 18, 21, 20,
     23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68}};

static void fill_field(Field *f) {
    uint32_t value = 1;
    for (int32_t i = 0; i < 255; i++) {
        f->power[i] = f->power[i + 255] = (uint8_t)value;
        f->logarithm[value] = (uint8_t)i;
        value = value << 1 ^ (value >> 7) * 0x11d;
    }
}

static uint8_t product(const Field *f, uint8_t a, uint8_t b) {
    return a == 0 || b == 0 ? 0 : f->power[f->logarithm[a] + f->logarithm[b]];
}

static uint8_t quotient(const Field *f, uint8_t a, uint8_t b) {
    return a == 0 ? 0 : f->power[f->logarithm[a] + 255 - f->logarithm[b]];
}

// The value of a polynomial, lowest coefficient first, at a power of the primitive element.
static uint8_t value_at(const Field *f, const uint8_t *polynomial, int32_t degree, int32_t exponent) {
    uint8_t value = 0;
    for (int32_t i = degree; i >= 0; i--) value = product(f, value, f->power[exponent]) ^ polynomial[i];
    return value;
}

// Corrects a block without the first so many codewords of its order: the algorithm of Berlekamp and Massey, then that
// of Forney. Returns false, and leaves the block as it is, if that takes more than its check codewords without those
// that only confirm.
static bool correct(const Field *f, Block *block, int32_t erased) {
    const int32_t checks = block->checks, last = block->count - 1;
    uint8_t syndromes[CHECKS_MAX], locator[CHECKS_MAX + 1] = {1}, before[CHECKS_MAX + 1];
    for (int32_t i = 0; i < checks; i++) {
        syndromes[i] = 0;
        for (int32_t k = 0; k <= last; k++) syndromes[i] = product(f, syndromes[i], f->power[i]) ^ block->words[k];
    }
    for (int32_t k = 0; k < erased; k++) {
        const uint8_t root = f->power[last - block->order[k]];
        for (int32_t i = k + 1; i > 0; i--) locator[i] ^= product(f, locator[i - 1], root);
    }
    memcpy(before, locator, sizeof before);
    int32_t degree = erased;
    for (int32_t step = erased + 1; step <= checks; step++) {
        uint8_t discrepancy = 0, next[CHECKS_MAX + 1];
        for (int32_t i = 0; i < step; i++) discrepancy ^= product(f, locator[i], syndromes[step - 1 - i]);
        memmove(before + 1, before, CHECKS_MAX);
        before[0] = 0;
        if (discrepancy == 0) continue;
        for (int32_t i = 0; i <= CHECKS_MAX; i++) next[i] = locator[i] ^ product(f, discrepancy, before[i]);
        if (2 * degree < step + erased) {
            degree = step + erased - degree;
            for (int32_t i = 0; i <= CHECKS_MAX; i++) before[i] = quotient(f, locator[i], discrepancy);
        }
        memcpy(locator, next, sizeof next);
    }
    if (2 * degree - erased > checks - CONFIRMING) return false;

    uint8_t evaluator[CHECKS_MAX] = {0}, derivative[CHECKS_MAX + 1] = {0};
    for (int32_t i = 0; i < checks; i++) {
        for (int32_t k = 0; k <= i; k++) evaluator[i] ^= product(f, syndromes[i - k], locator[k]);
    }
    for (int32_t i = 1; i <= CHECKS_MAX; i += 2) derivative[i - 1] = locator[i];
    uint8_t errors[BLOCK_MAX] = {0};
    int32_t roots = 0;
    for (int32_t k = 0; k <= last; k++) {
        const int32_t exponent = (255 - (last - k)) % 255;
        if (value_at(f, locator, CHECKS_MAX, exponent) != 0) continue;
        const uint8_t slope = value_at(f, derivative, CHECKS_MAX, exponent);
        if (slope == 0) return false;
        errors[k] = product(f, f->power[last - k], quotient(f, value_at(f, evaluator, checks - 1, exponent), slope));
        roots++;
    }
    if (roots != degree) return false;
    for (int32_t k = 0; k <= last; k++) block->words[k] ^= errors[k];
    return true;
}

// Leaves out what was not seen, then more and more of what is the least certain.
static bool correct_block(const Field *f, Block *block) {
    for (int32_t erased = block->unseen; erased <= block->checks - CONFIRMING; erased += 2) {
        if (correct(f, block, erased)) return true;
    }
    return false;
}

static bool is_masked(uint32_t mask, int32_t column, int32_t row) {
    const int32_t product = column * row;
    switch (mask) {
    case 0: return (column + row) % 2 == 0;
    case 1: return row % 2 == 0;
    case 2: return column % 3 == 0;
    case 3: return (column + row) % 3 == 0;
    case 4: return (column / 3 + row / 2) % 2 == 0;
    case 5: return product % 2 + product % 3 == 0;
    case 6: return (product % 2 + product % 3) % 2 == 0;
    default: return ((column + row) % 2 + product % 3) % 2 == 0;
    }
}

// Lists the data modules in the order of their bits; returns how many whole codewords these are.
static int32_t list_places(const CQRModules *m, uint16_t *places) {
    const int32_t dimension = m->dimension;
    int32_t count = 0;
    for (int32_t right = dimension - 1, pair = 0; right > 0; right -= 2, pair++) {
        if (right == 6) right--; // the vertical timing line
        for (int32_t i = 0; i < 2 * dimension; i++) {
            const int32_t row = pair % 2 == 0 ? dimension - 1 - i / 2 : i / 2, column = right - i % 2;
            if (m->known[row * dimension + column] != CQR_DATA || count == CQR_CODEWORDS_MAX * 8) continue;
            places[count++] = (uint16_t)(row * dimension + column);
        }
    }
    return count / 8;
}

// Where a codeword of a block is among all of them: blocks take turns, and the last ones have one more of the data.
static int32_t interleaved(int32_t codewords, int32_t blocks, int32_t checks, int32_t block, int32_t index) {
    const int32_t data = codewords / blocks - checks, shorter = blocks - codewords % blocks;
    if (index < data) return index * blocks + block;
    if (block >= shorter && index == data) return data * blocks + block - shorter;
    const int32_t first = codewords - checks * blocks;
    return first + (index - data - (block >= shorter)) * blocks + block;
}

// The module at a place of the list, and whether its bit is exchanged.
static int32_t module_at(const CQRModules *m, int32_t place, bool *masked) {
    const int32_t row = place / m->dimension, column = place % m->dimension;
    *masked = is_masked((m->format ^ cqr_format_word(0)) >> 10 & 7, column, row);
    return m->mirrored ? column * m->dimension + row : place;
}

static void read_block(const CQRModules *m, const uint16_t *places, int32_t codewords, int32_t blocks, int32_t number,
                       Block *block) {
    block->count = codewords / blocks + (number >= blocks - codewords % blocks);
    block->unseen = 0;
    for (int32_t k = 0; k < block->count; k++) {
        const uint16_t *bits = places + 8 * interleaved(codewords, blocks, block->checks, number, k);
        uint32_t word = 0;
        float certainty = 1e9f;
        for (int32_t bit = 0; bit < 8; bit++) {
            bool masked;
            const int32_t at = module_at(m, bits[bit], &masked);
            word = word << 1 | (uint32_t)((m->dark[at] != 0) != masked);
            if (m->certainty[at] < certainty) certainty = m->certainty[at];
        }
        block->words[k] = (uint8_t)word;
        block->certainty[k] = certainty;
        block->unseen += certainty <= 0;
        int32_t *order = block->order, at = k;
        for (; at > 0 && block->certainty[order[at - 1]] > certainty; at--) order[at] = order[at - 1];
        order[at] = k;
    }
}

bool cqr_repair(const CQRModules *m, uint16_t places[CQR_CODEWORDS_MAX * 8]) {
    const int32_t version = (m->dimension - 17) / 4;
    const uint32_t level = (m->format ^ cqr_format_word(0)) >> 13 & 3;
    const int32_t blocks = block_counts[level][version - 1], checks = check_counts[level][version - 1];
    const int32_t codewords = list_places(m, places);
    uint8_t words[CQR_CODEWORDS_MAX];
    Field field;
    fill_field(&field);
    for (int32_t number = 0; number < blocks; number++) {
        Block block = {.checks = checks};
        read_block(m, places, codewords, blocks, number, &block);
        if (!correct_block(&field, &block)) return false;
        for (int32_t k = 0; k < block.count; k++) {
            words[interleaved(codewords, blocks, checks, number, k)] = block.words[k];
        }
    }
    for (int32_t bit = 0; bit < 8 * codewords; bit++) {
        bool masked;
        const int32_t at = module_at(m, places[bit], &masked);
        m->dark[at] = ((words[bit / 8] >> (7 - bit % 8) & 1) != 0) != masked;
    }
    return true;
}
