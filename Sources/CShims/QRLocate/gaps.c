// Lines between the modules of a code, as terminals and printers leave them: light lines in dark modules, or dark ones
// in light modules. The sides of finder patterns show them, as seven modules of one color in a row. Where a terminal
// prints half blocks, there are lines between its cells: three cells of two modules and a half one.
#include "Workspace.h"

#include <math.h>
#include <string.h>

enum {
    MODULES = 7,     // on a side of a finder pattern
    CELLS = 3,       // whole ones on a side
    LARGEST = 24,    // module in pixels: lists and keyboards have larger things in a row
    WIDEST = 12,     // gap in pixels
    LEAST_COUNT = 3  // rows that show the same gap
};

static float length(const CQRWorkspace *ws, int32_t run) { return ws->edges[run + 1] - ws->edges[run]; }

// Whether a run ends a row of modules: that of a separator, a quiet zone or the margin of the image.
static bool is_end(const CQRWorkspace *ws, int32_t run, int32_t runs, float module) {
    return run <= 0 || run >= runs - 1 || length(ws, run) >= module;
}

// Whether the runs from `first` to before `end`, which have two lengths in turn, are a side of a finder pattern.
static bool is_side(const CQRWorkspace *ws, int32_t first, int32_t end, int32_t runs) {
    float module = fmaxf(length(ws, first), length(ws, first + 1));
    if (end - first == 2 * CELLS) {
        // Ordinary codes have modules beside pairs of them.
        if (fminf(length(ws, first), length(ws, first + 1)) > 0.23f * module) return false;
        // The half cell is before the first gap, or behind the last one.
        const int32_t half = length(ws, first) < module ? --first : end++;
        module /= 2;
        if (half < 0 || half >= runs || fabsf(length(ws, half) - module) > 0.5f + module / 10) return false;
    } else if (end - first != 2 * MODULES - 1) {
        return false;
    }
    return module <= (float)LARGEST && is_end(ws, first - 1, runs, module) && is_end(ws, end, runs, module);
}

// Counts the gaps of a row by width, the light ones first.
static void count_gaps(const CQRWorkspace *ws, int32_t runs, int32_t counts[2][WIDEST + 1]) {
    int32_t first = 0; // of the runs that have two lengths in turn
    for (int32_t i = 2; i <= runs; i++) {
        if (i < runs && fabsf(length(ws, i) - length(ws, i - 2)) <= 0.35f + length(ws, i) / 10) continue;
        // The margin of the image may be as wide as a gap.
        if (first == 0 && i > 2 && length(ws, 0) < length(ws, 1)) first = 1;
        const int32_t isSecond = length(ws, first) > length(ws, first + 1);
        const float gap = length(ws, first + isSecond), module = length(ws, first + 1 - isSecond);
        // A timing line has modules in turn.
        if (gap < 0.8f * module && gap <= (float)WIDEST && is_side(ws, first, i, runs)) {
            counts[ws->levels[first + isSecond] < ws->levels[first + 1 - isSecond]][(int32_t)(gap + 0.5f)]++;
        }
        first = i - 1;
    }
}

CQRGap cqr_find_gap(CQRWorkspace *ws, CQRImage image, int32_t rowStep) {
    int32_t counts[2][WIDEST + 1] = {{0}};
    CQRGap most = {0};
    if (!cqr_image_is_valid(image) || rowStep < 1 || !cqr_reserve_rows(ws, image.width)) return most;
    const uint8_t *sampled = NULL;
    int32_t runs = 0;
    for (int32_t y = 0; y < image.height; y += rowStep) {
        const uint8_t *row = image.pixels + y * image.stride;
        if (sampled == NULL || memcmp(row, sampled, (size_t)image.width) != 0) {
            runs = cqr_find_runs(row, image.width, 40, ws->edges, ws->levels);
            sampled = row;
        }
        count_gaps(ws, runs, counts);
    }
    for (int32_t isDark = 0; isDark < 2; isDark++) {
        for (int32_t width = 1; width <= WIDEST; width++) {
            const int32_t count = counts[isDark][width];
            if (count >= LEAST_COUNT && count > most.count) most = (CQRGap){width, count, isDark == 0};
        }
    }
    return most;
}

bool cqr_columns(CQRImage image, int32_t step, uint8_t *pixels, size_t capacity) {
    enum { BLOCK = 64 }; // columns of a row that are read together
    if (!cqr_image_is_valid(image) || step < 1 || image.width < step) return false;
    const int32_t columns = image.width / step;
    if (capacity < (size_t)columns * (size_t)image.height) return false;
    for (int32_t first = 0; first < columns; first += BLOCK) {
        const int32_t last = first + BLOCK < columns ? first + BLOCK : columns;
        for (int32_t y = 0; y < image.height; y++) {
            const uint8_t *row = image.pixels + y * image.stride + first * step;
            uint8_t *to = pixels + (ptrdiff_t)first * image.height + y;
            for (int32_t i = first; i < last; i++, row += step, to += image.height) *to = *row;
        }
    }
    return true;
}

// Replaces each of `count` pixels by the darker or the lighter of itself and another. The two never overlap.
static void mix(uint8_t *restrict pixels, const uint8_t *restrict others, int32_t count, bool isDark) {
    if (isDark) {
        for (int32_t i = 0; i < count; i++) pixels[i] = pixels[i] < others[i] ? pixels[i] : others[i];
    } else {
        for (int32_t i = 0; i < count; i++) pixels[i] = pixels[i] > others[i] ? pixels[i] : others[i];
    }
}

bool cqr_fill(CQRImage image, int32_t across, int32_t down, bool isDark, uint8_t *pixels, size_t capacity) {
    enum { BLOCK = 256 }; // pixels of a row that are mixed together
    if (!cqr_image_is_valid(image) || capacity < (size_t)image.width * (size_t)image.height) return false;
    // From the bottom up and from right to left: what is before a pixel is as it was.
    for (int32_t y = image.height - 1; y >= 0; y--) {
        uint8_t *filled = pixels + (ptrdiff_t)y * image.width;
        memcpy(filled, image.pixels + y * image.stride, (size_t)image.width);
        for (int32_t i = 1; i <= down && i <= y; i++) {
            mix(filled, image.pixels + (y - i) * image.stride, image.width, isDark);
        }
        for (int32_t end = image.width; across > 0 && end > 0; end -= BLOCK) {
            uint8_t block[BLOCK];
            const int32_t first = end > BLOCK ? end - BLOCK : 0;
            memcpy(block, filled + first, (size_t)(end - first));
            for (int32_t i = 1; i <= across; i++) {
                const int32_t from = first < i ? i : first;
                if (from < end) mix(block + from - first, filled + from - i, end - from, isDark);
            }
            memcpy(filled + first, block, (size_t)(end - first));
        }
    }
    return true;
}
