// Picture files to 8-bit luma: one struct of two functions per library, and the pixel loops of the fast PNG path. Also
// writes PNG. Every call returns: no longjmp leaves this target.
//
// The optional libraries are here if CPICTURES_HEIF, CPICTURES_TIFF or CPICTURES_GIF is defined.
#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Characters of a library's version, with the zero at the end.
#define CPICTURES_VERSION 32

/// Buffers that the pool keeps, and so does the one of Swift: the most bytes of one, and how many.
enum { CPICTURES_POOL_BYTES = 16 << 20, CPICTURES_POOL_COUNT = 8 };

/// Limits that only C checks; `Docs/development/make_limits.py` reads them here.
enum {
    /// Text and color chunks of a PNG that are read, and the most bytes of one.
    CPICTURES_PNG_CHUNKS = 64,
    CPICTURES_PNG_CHUNK_BYTES = 4 << 20,
    /// Coefficients of a progressive JPEG of the largest size take about 300 MB, with full colors twice as much.
    CPICTURES_JPEG_MEMORY = 320 << 20,
    /// A small JPEG of many scans keeps a decoder busy for hours.
    CPICTURES_JPEG_SCANS = 200,
    CPICTURES_TIFF_ALLOCATION = 256 << 20,
    /// A strip of this many pixels takes 150 MB of libtiff, 200 MB as colors, and its luma.
    CPICTURES_TIFF_STRIP = 50000000,
    /// Directories that are counted; the caller refuses fewer.
    CPICTURES_TIFF_PAGES = 1000,
    /// Blocks of a GIF before a frame.
    CPICTURES_GIF_BLOCKS = 100000,
    /// The longer side of a HEIC or AVIF image: that of every image, which the caller checks with better messages.
    CPICTURES_HEIF_SIDE = 65500
};

// --- Libraries -------------------------------------------------------------------------------------------------------

typedef struct {
    uint32_t width;        // pixels, as stored
    uint32_t height;
    uint32_t orientation;  // EXIF and TIFF: 1 upright, 2 to 8 turned or mirrored; 0 if the library does not read it
    uint32_t pictures;     // frames or pages known to exist, at least 1
    char message[128];     // why there is no header
} cpictures_header;

typedef struct {
    uint32_t rows;          // complete rows, from the top; of an interlaced PNG: of its last pass
    bool has_pixels;        // at least one row was read
    bool is_damaged;        // something is wrong with the file; `message` says what
    bool has_transparency;  // at least one pixel read is not opaque
    char message[128];      // the library's words, empty if all is well
} cpictures_result;

typedef struct {
    /// Reads the header. Returns false, with a message, if the library accepts none.
    bool (*read_header)(const uint8_t *bytes, size_t count, uint32_t page, cpictures_header *header);

    /// Decodes to 8-bit luma, transparent parts laid over `background` (255 white, 0 black).
    ///
    /// `luma` has width * height bytes, as in the header. Rows that cannot be read are left as they were. Returns false
    /// if nothing can be read.
    bool (*read_luma)(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *luma,
                      size_t luma_count, cpictures_result *result);

    /// Decodes to RGB, to show the picture: three bytes per pixel, as the header says, transparent parts laid over
    /// `background`. Returns false if not all of it can be read. NULL if the library reads luma only.
    bool (*read_rgb)(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *rgb,
                     size_t rgb_count);
    /// Writes the version of the library that runs, such as `1.6.39`; of one that cannot tell, the version of its
    /// headers. Empty if the library cannot be loaded.
    void (*write_version)(char version[CPICTURES_VERSION]);
} cpictures_library;

// Pages count from 0; only TIFF and HEIC have more than one. Of an animation, the first frame is read.
extern const cpictures_library cpictures_png;
/// Ignores the checksum of the pixels: with a wrong one libpng holds back the last row.
extern const cpictures_library cpictures_png_ignoring_checksum;
extern const cpictures_library cpictures_jpeg;
extern const cpictures_library cpictures_webp;
/// The primary picture of a HEIC or AVIF file, then the others; libheif turns them upright.
extern const cpictures_library cpictures_heif;
extern const cpictures_library cpictures_tiff;
extern const cpictures_library cpictures_gif;

// --- Large JPEG pictures ---------------------------------------------------------------------------------------------

/// A JPEG picture that is read a few rows at a time, so that it is never in memory as a whole.
typedef struct cpictures_jpeg_rows cpictures_jpeg_rows;

/// Reads the header; damage shows when rows are read. NULL if out of memory.
cpictures_jpeg_rows *cpictures_jpeg_open(const uint8_t *bytes, size_t count);

/// Reads the next rows to `luma`, at most `count`, each as long as the picture is wide. Returns how many there were; 0
/// after the last one or the first that cannot be read. `bytes` is the file again; it may have moved.
uint32_t cpictures_jpeg_read(cpictures_jpeg_rows *rows, const uint8_t *bytes, uint8_t *luma, uint32_t count);

/// Ends the reading, and says how it went.
void cpictures_jpeg_close(cpictures_jpeg_rows *rows, cpictures_result *result);

// --- Pixels ----------------------------------------------------------------------------------------------------------

/// (77 R + 150 G + 29 B + 128) >> 8.
static inline uint8_t cpictures_luma(uint32_t red, uint32_t green, uint32_t blue) {
    return (uint8_t)((77u * red + 150u * green + 29u * blue + 128u) >> 8);
}

/// A value laid over a background, rounded.
static inline uint8_t cpictures_over(uint32_t value, uint32_t alpha, uint32_t background) {
    uint32_t t = value * alpha + background * (255 - alpha) + 128;
    return (uint8_t)((t + (t >> 8)) >> 8);
}

/// Turns an image upright. `turned` has the same number of bytes; for orientations 5 to 8 its rows are `height` long.
void cpictures_turn(const uint8_t *luma, size_t width, size_t height, uint32_t orientation, uint8_t *turned);
/// Turns an image of RGB pixels, three bytes each.
void cpictures_turn_rgb(const uint8_t *rgb, size_t width, size_t height, uint32_t orientation, uint8_t *turned);

// --- The fast PNG path -----------------------------------------------------------------------------------------------

/// How filters are undone; the results are equal.
typedef enum {
    cpictures_unfilter_best,   // what is fastest for the rows and the processor
    cpictures_unfilter_rows,   // one row after the other
    cpictures_unfilter_plain,  // eight rows at once, as far as there are eight, on any processor
    cpictures_unfilter_avx2    // the same with AVX2, if the processor has it
} cpictures_unfiltering;

typedef struct {
    size_t width;           // pixels, at least 1
    size_t height;          // rows, at least 1
    unsigned bit_depth;     // of a sample: 1, 2, 4 or 8
    unsigned channels;      // per pixel: 1 gray or palette, 2 gray and alpha, 3 RGB, 4 RGBA; below 8 bits only 1
    const uint8_t *table;   // the luma of each of 256 sample values, for palettes and gray below 8 bits; else NULL
    uint8_t background;     // what transparent pixels are laid over: 255 white, 0 black
    cpictures_unfiltering unfiltering;
} cpictures_png_layout;

/// Bytes of one row without its filter byte.
size_t cpictures_png_row_bytes(const cpictures_png_layout *layout);

/// Bytes that the buffer `raw` must have after its rows: pixels are read up to 16 bytes at a time.
#define CPICTURES_PNG_SLACK 16

/// Undoes the filters of inflated rows in place and converts them to luma, the same as libpng's byte for byte.
///
/// `raw` has (row bytes + 1) * height bytes, then CPICTURES_PNG_SLACK writable ones. `luma` has width * height bytes.
/// Returns false for a filter type above 4, or if memory for one row is missing.
bool cpictures_png_rows_to_luma(uint8_t *raw, const cpictures_png_layout *layout, uint8_t *luma,
                                bool *has_transparency);

// --- Writing PNG -----------------------------------------------------------------------------------------------------

/// Writes a PNG of black and white pixels.
///
/// A row has (width + 7) / 8 bytes, the leftmost pixel in the highest bit; 1 is white. On success, `*bytes` is for the
/// caller to free with cpictures_free(). Returns false if there is not enough memory or the size is impossible.
bool cpictures_write_png(const uint8_t *rows, uint32_t width, uint32_t height, uint8_t **bytes, size_t *count);
/// Writes a PNG of RGB pixels, three bytes each. The rest is as above.
bool cpictures_write_png_rgb(const uint8_t *rows, uint32_t width, uint32_t height, uint8_t **bytes, size_t *count);
void cpictures_free(uint8_t *bytes);

// --- The pixel pool --------------------------------------------------------------------------------------------------

/// A buffer of at least `count` bytes with undefined contents, reused across images; NULL if out of memory. Callable
/// from any thread.
uint8_t *cpictures_pool_take(size_t count);

/// Takes a buffer back. A few are kept for the next pictures; others, and large ones, are freed.
void cpictures_pool_recycle(uint8_t *bytes);

/// Frees the pooled buffers.
void cpictures_pool_release(void);


#endif
