// The data that the parts of the locator share: the patterns found so far and the buffers they are found in.
#ifndef CQRLOCATE_WORKSPACE_H
#define CQRLOCATE_WORKSPACE_H

#include "CQRLocate.h"

// More limits of the loops over patterns, in addition to the ones in CQRLocate.h.
enum {
    CQR_SIDE_MAX = 65535,
    CQR_GEOMETRIC_MAX = 40,   // grouping without timing lines is cubic
    CQR_TRIPLES_MAX = 256,    // kept after grouping, best first
    CQR_WEAK_TRIES = 6,       // of the tries, without the support of two timing lines
    CQR_NO_LINE_TRIES = 4,    // of those, without any
    CQR_GUESSED_MAX = 16,     // strong patterns among which destroyed third ones are guessed
    CQR_LOOSE_MAX = 6,        // patterns whose combinations are sampled without timing lines
    CQR_HITS_MAX = 1024,      // pattern-like run sequences of one row
    CQR_READ_MAX = 1024,      // codes marked as read in one picture
    CQR_BINS = 2048,          // columns are binned to find the pattern that a row hit belongs to
    CQR_BIN_SHIFT = 5,
    CQR_STRIPE = 16           // rows that a look searches or leaves out together
};

// Five runs of a row that look like a section through a finder pattern.
typedef struct {
    float x, module, error;
    uint8_t dark, light;
    bool inverted;
} CQRHit;

// A confirmed finder pattern.
typedef struct {
    float x, y;     // its center, in pixels of the image
    float module;   // mean of the next two
    float moduleX;  // 1/7 of the section along its row
    float moduleY;  // 1/7 of the section along its column
    float error;    // sum of its deviations from 1:1:3:1:1, in modules
    float quality;  // 0 to 1
    int32_t rows;   // sampled rows that hit it
    int32_t lastRow;
    int32_t next;   // in its bin, or -1
    uint8_t dark, light;
    bool inverted;
    bool used;    // belongs to a code that was read
    bool grouped; // took part in an earlier grouping of this pass
    bool claimed; // belongs to a triple with two timing lines that was given out
} CQRPattern;

// Three patterns that may be the corners of a code: its top left, top right and bottom left.
typedef struct {
    float score;
    int32_t patterns[3]; // of the workspace, or -1 for one that must be destroyed
    CQRPoint guess;      // where that one should be
    int16_t dimension;
    uint8_t lines;       // timing lines seen, 0 to 2
} CQRGroup;

// Whether a group is almost surely a code. Chance alignments in noise and text have scores from 0.54, codes that were
// read up to 0.44.
static inline bool cqr_is_supported(const CQRGroup *group) { return group->lines == 2 && group->score <= 0.5f; }

struct CQRWorkspace {
    // Rows: sized for the widest image so far.
    float *edges;
    uint8_t *levels;
    int32_t capacity;

    CQRHit hits[CQR_HITS_MAX];
    int32_t bins[CQR_BINS];
    CQRPattern patterns[CQR_PATTERNS_MAX];
    int32_t patternCount;

    // The patterns that were grouped, by module size, and on the right of which pairs a timing line runs.
    int32_t grouped[CQR_GROUPED_MAX];
    int32_t groupedCount;
    int16_t rightTiming[CQR_GROUPED_MAX][CQR_GROUPED_MAX];
    CQRGroup groups[CQR_TRIPLES_MAX];
    int32_t groupCount, nextGroup;
    int32_t tries, weakTries;
    bool readSinceGrouping, guessed;
    // The best patterns, how many of them have a border, and which of their combinations comes next.
    int32_t loose[CQR_LOOSE_MAX], looseCount, looseBordered, nextLoose;

    float pictureScale;
    int32_t rowStep;
    float leastQuality;
    bool tolerant;
    bool full; // no more patterns can be added
    bool stripes[CQR_SIDE_MAX / CQR_STRIPE + 1]; // whether a look searches these rows
    CQRQuad read[CQR_READ_MAX];
    int32_t readCount;
};

// Whether the image's description is usable.
bool cqr_image_is_valid(CQRImage image);

// Allocates the buffers for the runs of a row; false if memory is short.
bool cqr_reserve_rows(CQRWorkspace *workspace, int32_t width);

// Splits a row into runs between opposite extremes that differ by at least `contrast`.
//
// Run i reaches from edges[i] to edges[i + 1] (sub-pixel, in pixels) and its extreme is levels[i]; dark and light
// alternate. Needs width + 2 edges and width + 1 levels. Returns the number of runs, at least 1.
int32_t cqr_find_runs(const uint8_t *row, int32_t width, int32_t contrast, float *edges, uint8_t *levels);

// Finds the five-run sequences that look like finder patterns; returns how many, at most CQR_HITS_MAX.
int32_t cqr_find_hits(const float *edges, const uint8_t *levels, int32_t runs, CQRHit *hits);

// Checks a hit in all directions around row y; on success fills the pattern's geometry and levels. If `tolerant`, a
// section beside the center will do, and one diagonal.
bool cqr_confirm(CQRImage image, const CQRHit *hit, int32_t y, bool tolerant, CQRPattern *pattern);

// Whether the rows beside a confirmed pattern's center show it, too: noise confirms one row.
bool cqr_is_steady(CQRImage image, const CQRPattern *pattern);

// Whether a pattern has a light border on all sides, as the finder patterns of codes with a quiet zone have.
bool cqr_has_border(CQRImage image, const CQRPattern *pattern);

// Chooses the best unused patterns and groups them into triples.
void cqr_group(CQRWorkspace *workspace, CQRImage image);

// Groups pairs of strong patterns that were left over with the place where the third should be.
void cqr_guess(CQRWorkspace *workspace, CQRImage image);

// Judges a corner with the patterns to its right and below it, given the dark/light changes along both timing lines
// (-1 for a missing line). Fills all of the group but its patterns; false if the three cannot be a code.
bool cqr_judge(const CQRPattern *corner, const CQRPattern *right, const CQRPattern *below, int32_t acrossLine,
               int32_t downLine, CQRGroup *group);

// Inserts a group by the number of its timing lines and its score; the worst of too many is dropped.
void cqr_keep(CQRWorkspace *workspace, CQRGroup group);

#endif
