/// Finds QR codes in an 8-bit luma picture and maps each onto a small upright picture that any reader reads.
///
/// The locator looks for finder patterns along every few rows, confirms them, and puts three together that are joined
/// by timing lines. `Docs/development/scanning-ladder.md` has the order in which to call these functions, and their
/// parameters.
///
/// Rules for every function here: no globals, no input or output, no allocation except inside a workspace, and
/// no access outside the pictures and buffers that the caller describes, whatever the pixels are. A workspace serves
/// one thread at a time; different workspaces are independent. The same input always gives the same output.
///
/// Coordinates are in pixels, x to the right and y down, and the pixel in column c and row r covers the square from
/// (c, r) to (c + 1, r + 1). "Picture" is what the user sees; an "image" may be a reduced or enlarged copy of it.
#ifndef CQRLOCATE_H
#define CQRLOCATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __clang__
#define CQR_NULLABLE _Nullable
// Every processor gives the same answers: those with fused multiplication and addition would round once less.
#pragma STDC FP_CONTRACT OFF
#pragma clang assume_nonnull begin
#else
#define CQR_NULLABLE
#endif

/// Hostile pixels can make many patterns; each loop over them ends at a limit. `Docs/development/make_limits.py` reads
/// these here.
enum {
    CQR_PATTERNS_MAX = 3000, ///< Finder patterns of one pass; a page of text or noise confirms hundreds.
    CQR_GROUPED_MAX = 90,    ///< Those of them that are grouped at once, which is quadratic.
    CQR_TRIES_MAX = 48       ///< Places that are given out without being read.
};

/// A borrowed 8-bit luma image: row r starts at `pixels + r * stride`. 0 is black.
typedef struct {
    const uint8_t *CQR_NULLABLE pixels;
    int32_t width;    ///< Columns, 1 to 65,535.
    int32_t height;   ///< Rows, 1 to 65,535.
    ptrdiff_t stride; ///< Bytes from row to row, at least `width`.
} CQRImage;

/// A point in pixels.
typedef struct {
    float x, y;
} CQRPoint;

/// The four corners of a symbol (without its quiet zone), named as in an upright code.
typedef struct {
    CQRPoint topLeft, topRight, bottomRight, bottomLeft;
} CQRQuad;

/// How to look for finder patterns.
typedef struct {
    /// The distance between searched rows, 1 to 16. 3 finds modules of one pixel; 2 is for faint or blurred codes.
    int32_t rowStep;
    /// The least difference between a dark and a light run, 2 to 255 levels.
    int32_t contrast;
    /// Picture pixels per image pixel: 1 for the picture itself, 2 for a half-size copy, 0.5 for a double-size one.
    float pictureScale;
    /// Whether to accept finder patterns with damaged modules: slower, for pictures in which nothing was found.
    bool tolerant;
    /// The least quality of patterns that are grouped, 0 to 1. Those of text and noise have 0.3 to 0.6, those of codes
    /// that are easy to read at least 0.8.
    float leastQuality;
    /// Whether to search only the stripes of 16 rows in which, or beside which, the middle row shows a good pattern that
    /// belongs to no code that was read. `cqr_locate` returns false if there is none.
    bool isLook;
} CQRLocateParameters;

/// The findings of the locator.
typedef struct {
    int32_t patterns;  ///< Finder patterns that were confirmed, 0 to CQR_PATTERNS_MAX.
    int32_t strong;    ///< Those of them with a quality over 0.6.
    int32_t triples;   ///< Groups of three that `cqr_next_triple` can give, 0 to CQR_TRIES_MAX.
    int32_t supported; ///< Those of them that are joined by two timing lines and fit well: almost surely codes.
    int32_t edges;     ///< Edges per 1,000 pixels looked at, 0 to 1,000: tells clutter from flat pictures.
} CQRLocateResult;

/// Three finder patterns that may be the corners of one code. Positions are pixels of the image it was found in.
typedef struct {
    CQRPoint corner, right, below; ///< Centers of the top-left, top-right and bottom-left finder pattern.
    float module;                  ///< Mean size of a module in pixels of the image.
    float modules[3];              ///< The size at each of the three patterns, as seen along rows and columns.
    float score;                   ///< Sum of the geometric errors: 0 is perfect.
    float quality;                 ///< The worst quality of its three patterns, 0 to 1.
    int32_t dimension;             ///< Estimated modules per side, 21 to 177 and 1 modulo 4; may be off by one version.
    uint8_t dark, light;           ///< Mean levels of the dark and the light modules of the finder patterns.
    bool inverted;                 ///< Whether the code is light on dark.
    uint8_t timingLines;           ///< How many of its two timing lines were seen, 0 to 2.
    bool timingSupported;          ///< Whether both were, three patterns are there and the geometry fits: almost
                                   ///< surely a code.
    bool guessed;                  ///< Whether one of the three is destroyed: crops need `redraw`.
    int32_t patterns[3];           ///< Which patterns of the workspace these are; -1 for a guessed one.
    float pictureScale;            ///< As given to `cqr_locate`.
} CQRTriple;

/// A part of a code that was not read: a finder pattern with a separator and the first modules of a timing line beside
/// it, or three patterns at an exact right angle.
typedef struct {
    CQRPoint center; ///< Of the pattern, or that of the three at the right angle, in pixels of the picture.
    float module;    ///< The size of a module in pixels of the picture.
    float quality;   ///< 0 to 1.
    bool inverted;   ///< Whether it is light on dark.
    bool isWhole;    ///< Whether it is three patterns, or a block.
    bool isSmall;    ///< Whether nothing is beyond its timing line: it belongs to a Micro QR or rMQR code.
    CQRQuad area;    ///< The corners of the pattern, or of the code, in pixels of the picture.
} CQRSign;

/// How to draw a rectified code.
typedef struct {
    int32_t scale;     ///< Pixels per module, 2 to 8. 3 is the best for zbar.
    int32_t kept;      ///< Pixels around the symbol that still show its surroundings, 0 to scale; beyond is white.
    bool binarize;     ///< Whether to make every pixel black or white.
    bool perspective;  ///< Whether to take the fourth corner from the picture instead of a parallelogram.
    bool redraw;       ///< Whether to redraw finder, timing and alignment patterns, which repairs damaged ones.
    int32_t dimension; ///< Modules per side instead of the triple's estimate, or 0.
} CQRCropOptions;

/// A locator's memory, reused across pictures. One per worker.
typedef struct CQRWorkspace CQRWorkspace;

/// Allocates a workspace of about 0.4 MB, which grows by at most 0.6 MB for wide pictures; null if memory is short.
CQRWorkspace *CQR_NULLABLE cqr_workspace_create(void);

/// Frees a workspace. Null is allowed.
void cqr_workspace_destroy(CQRWorkspace *CQR_NULLABLE workspace);

/// Starts a new picture: forgets patterns, triples and the codes marked as read.
void cqr_begin_picture(CQRWorkspace *workspace);

/// Finds finder patterns and groups them. Patterns within codes already marked as read in this picture are left out.
///
/// - returns: false if the image or the parameters are out of range, memory is short, or a look has no reason to go on;
///   then nothing is found.
bool cqr_locate(CQRWorkspace *workspace, CQRImage image, CQRLocateParameters parameters,
                CQRLocateResult *result);

/// Returns the next best triple without patterns of a code marked as read. Each triple is returned once.
///
/// Triples with two timing lines come first, then those with one, then (if the picture has none of these) purely
/// geometric ones; within each kind the smallest score comes first. Last come guesses: two good patterns that belong
/// to no code, where both timing lines show that there was a third.
///
/// Once the triples of the best CQR_GROUPED_MAX patterns are used up and codes among them were read, the remaining
/// patterns are grouped, so that a page may contain any number of codes.
///
/// - parameter image: the one that `cqr_locate` was last given.
/// - returns: false when there are no more, or after CQR_TRIES_MAX triples of one grouping.
bool cqr_next_triple(CQRWorkspace *workspace, CQRImage image, CQRTriple *triple);

/// Returns the next place for `cqr_sample` that no timing line supports: three of the best six unused patterns of the
/// last pass, then pairs of the best four with a guess of the third.
///
/// - parameters:
///   - image: the one that `cqr_locate` was last given.
///   - hasSigns: whether the picture has signs of a code. Otherwise only threes whose patterns all have a light border
///     are returned.
/// - returns: false when there are no more.
bool cqr_next_loose(CQRWorkspace *workspace, CQRImage image, bool hasSigns, CQRTriple *triple);

/// Marks the area of a code that was read, in pixels of the picture, for this and all later passes over the picture:
/// every pattern within it or within one module around it is used up.
///
/// - parameter module: the size of a module in pixels of the picture; 0 for no margin.
void cqr_mark_read(CQRWorkspace *workspace, CQRQuad area, float module);

/// Whether a point of the picture is in a code that was marked as read.
bool cqr_is_read(const CQRWorkspace *workspace, CQRPoint point);

/// How many patterns of the last pass have at least this quality and belong to no code that was read. From 0.8 on they
/// suggest a code that was not found, perhaps one with a destroyed corner.
int32_t cqr_unused_patterns(const CQRWorkspace *workspace, float quality);

/// The signs of codes that were not read among the finder patterns of the last pass, best first.
///
/// - parameters:
///   - image: the one that `cqr_locate` was last given.
///   - signs: receives up to `capacity` of them.
/// - returns: how many there are, at most `capacity`.
int32_t cqr_signs(const CQRWorkspace *workspace, CQRImage image, CQRSign *signs, int32_t capacity);

/// Blocks of the picture that look like the codes marked as read, but so blurred or faint that no finder pattern shows.
///
/// - parameters:
///   - image: the picture.
///   - cell: the size of a module of those codes, in pixels.
///   - signs: receives up to `capacity` of them.
/// - returns: how many there are, at most `capacity`; 0 if memory is short, or for more than 2 million cells.
int32_t cqr_blocks(const CQRWorkspace *workspace, CQRImage image, int32_t cell, CQRSign *signs, int32_t capacity);

/// Whether a triple's symbol also has the other parts of every code, not only finder patterns and timing lines: format
/// bits, alignment patterns, version bits. Damaged codes have at least some of it; look-alikes do not.
///
/// - parameter image: the one that the triple was found in.
bool cqr_is_evident(CQRImage image, const CQRTriple *triple);

/// The corners of a triple's symbol in pixels of the picture.
CQRQuad cqr_corners(const CQRTriple *triple);

/// Whether a point is in a convex quadrilateral, with its corners in either direction.
bool cqr_quad_contains(CQRQuad quad, CQRPoint point);

/// The side in pixels of the square that `cqr_crop` draws: (dimension + 8) * scale; 0 if the options are out of range.
int32_t cqr_crop_side(const CQRTriple *triple, CQRCropOptions options);

/// Draws a triple's symbol upright, black on white, with its levels stretched to 0 and 255 and four modules of white
/// around it, whatever surrounds it in the image.
///
/// - parameters:
///   - image: the image that the triple was found in.
///   - pixels: receives the rows, `stride` bytes apart.
///   - capacity: the bytes at `pixels`.
/// - returns: false if the options are out of range or the buffer is too small; it is untouched then. Also false, with
///   `perspective`, if the fourth corner cannot be found in the image.
bool cqr_crop(CQRImage image, const CQRTriple *triple, CQRCropOptions options, uint8_t *pixels,
              size_t stride, size_t capacity);

/// The memory for reading symbols module by module: 1 MB, whatever the image. One per picture.
typedef struct CQRSampler CQRSampler;

/// Allocates a sampler; null if memory is short.
CQRSampler *CQR_NULLABLE cqr_sampler_create(void);

/// Frees a sampler. Null is allowed.
void cqr_sampler_destroy(CQRSampler *CQR_NULLABLE sampler);

/// Reads a triple's symbol module by module, also on paper that is not flat: a mesh follows it from the finder patterns,
/// dark and light are told apart by neighborhood, and blur is undone as far as the known modules show it. Tries up to
/// five dimensions and judges them by timing lines, alignment patterns, version and format bits.
///
/// A sampler ends its work, and returns 0 from then on, after a number of patches that three large symbols need.
///
/// - parameter image: the image that the triple was found in.
/// - returns: how many drawings `cqr_draw_sampled` can make of it, each with dark and light told apart in another way;
///   0 without a symbol.
int32_t cqr_sample(CQRSampler *sampler, CQRImage image, const CQRTriple *triple);

/// Reads the symbol of the last `cqr_sample` once more, as if its paper were flat if it was read as bent, and bent if it
/// was read as flat. Of use if no drawing so far could be read.
///
/// - parameter image: the one that `cqr_sample` was given.
/// - returns: how many drawings there are now: those of `cqr_sample`, then new ones.
int32_t cqr_sample_otherwise(CQRSampler *sampler, CQRImage image);

/// Whether the symbol of the last `cqr_sample` is one for sure: nearly all modules that are known in advance are right.
bool cqr_sampled_surely(const CQRSampler *sampler);

/// The side in pixels of the square that `cqr_draw_sampled` draws; 0 if the last `cqr_sample` found no symbol.
int32_t cqr_sampled_side(const CQRSampler *sampler);

/// Draws the symbol of the last `cqr_sample` upright with its format bits and all known modules corrected.
///
/// - parameters:
///   - grid: which drawing, from 0.
///   - pixels: receives the rows without gaps.
/// - returns: false if the drawing does not exist or the buffer is too small; then the buffer is untouched.
bool cqr_draw_sampled(const CQRSampler *sampler, int32_t grid, uint8_t *pixels, size_t capacity);

/// Shrinks an image to 1/factor (2, 3 or 4) by averaging; columns and rows that do not fill a square are left out.
///
/// - parameter pixels: receives (width / factor) * (height / factor) bytes without gaps.
/// - returns: false if the factor is another, nothing would be left, or the buffer is too small.
bool cqr_shrink(CQRImage image, int32_t factor, uint8_t *pixels, size_t capacity);

/// Shrinks an image to three quarters of its width and height by averaging; up to three columns and rows are left out.
///
/// - parameter pixels: receives (width / 4 * 3) * (height / 4 * 3) bytes without gaps.
/// - returns: false if nothing would be left, or the buffer is too small.
bool cqr_shrink_by_quarter(CQRImage image, uint8_t *pixels, size_t capacity);

/// Enlarges an image to twice its width and height by linear interpolation.
///
/// - parameter pixels: receives 2 * width * 2 * height bytes without gaps.
/// - returns: false if the buffer is too small or a side would exceed 65,535.
bool cqr_enlarge(CQRImage image, uint8_t *pixels, size_t capacity);

/// The level that best separates dark from light pixels (Otsu's method), 0 to 255: pixels up to it are dark.
uint8_t cqr_otsu_level(CQRImage image);

/// Copies an image with every pixel above a level white and all others black.
///
/// - parameter pixels: receives width * height bytes without gaps.
/// - returns: false if the buffer is too small or the image is not valid.
bool cqr_threshold(CQRImage image, uint8_t level, uint8_t *pixels, size_t capacity);

/// Lines between the modules of a code.
typedef struct {
    int32_t width; ///< 1 to 12 pixels; 0 if there are none.
    int32_t count; ///< The rows that show them.
    bool isLight;  ///< Whether they are light lines in dark modules, or dark ones in light modules.
} CQRGap;

/// The gap that most rows show between seven modules of one color, as the corners of codes have them.
///
/// - parameter rowStep: the distance between searched rows.
CQRGap cqr_find_gap(CQRWorkspace *workspace, CQRImage image, int32_t rowStep);

/// Copies every `step`-th column as a row.
///
/// - parameter pixels: receives (width / step) * height bytes without gaps.
/// - returns: false if nothing would be left, or the buffer is too small.
bool cqr_columns(CQRImage image, int32_t step, uint8_t *pixels, size_t capacity);

/// Copies an image with every pixel as dark as the darkest of itself, of so many pixels to its left and of so many above
/// it, or as light as the lightest: dark modules, or light ones, grow over the gaps between them. The same rules as
/// `cqr_threshold`.
bool cqr_fill(CQRImage image, int32_t across, int32_t down, bool isDark, uint8_t *pixels, size_t capacity);

/// Copies an image with black and white exchanged; the same rules as `cqr_threshold`.
bool cqr_invert(CQRImage image, uint8_t *pixels, size_t capacity);

#ifdef __clang__
#pragma clang assume_nonnull end
#endif

#endif
