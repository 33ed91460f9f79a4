// libjpeg: its setjmp and longjmp stay within this file. JPEG has one page.
#include "rows.h"

#include <jerror.h>
#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>
#include <stdlib.h>

enum { CHANNELS_OF_CMYK = 4 };

// Starts with the library's own struct, so that a pointer to one is a pointer to the other.
typedef struct {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf landing;
    char *message;
    bool is_damaged;
    bool has_ended;  // the bytes ran out
    bool is_stopped; // by an error
    bool is_inverted; // CMYK by Adobe
    uint8_t *row;    // of CMYK
} decoder;

static void keep_message(decoder *d, j_common_ptr jpeg) {
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    bool is_too_large = jpeg->err->msg_code == JERR_OUT_OF_MEMORY ||
                        jpeg->err->msg_code == JERR_NO_BACKING_STORE;
    cpictures_keep_message(d->message, is_too_large ? CPICTURES_TOO_MUCH_MEMORY : text);
    d->is_damaged = true;
}

static void on_error(j_common_ptr jpeg) {
    decoder *d = (decoder *)jpeg;
    keep_message(d, jpeg);
    d->is_stopped = true;
    longjmp(d->landing, 1);
}

// Levels below zero are warnings of damage; all others are for tracing.
static void on_message(j_common_ptr jpeg, int level) {
    if (level >= 0) return;
    decoder *d = (decoder *)jpeg;
    if (jpeg->err->msg_code == JWRN_JPEG_EOF) d->has_ended = true;
    keep_message(d, jpeg);
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr jpeg) {
    decoder *d = (decoder *)jpeg;
    if (d->jpeg.input_scan_number <= CPICTURES_JPEG_SCANS) return;
    cpictures_keep_message(d->message, "too many scans");
    d->is_damaged = true;
    d->is_stopped = true;
    longjmp(d->landing, 1);
}

static decoder *create(char *message) {
    decoder *d = calloc(1, sizeof *d);
    if (d == NULL) return NULL;
    d->message = message;
    d->jpeg.err = jpeg_std_error(&d->errors);
    d->errors.error_exit = on_error;
    d->errors.emit_message = on_message;
    d->errors.output_message = on_output;
    d->progress.progress_monitor = on_progress;
    return d;
}

static void destroy(decoder *d) {
    jpeg_destroy_decompress(&d->jpeg);
    free(d->row);
    free(d);
}

static void start(decoder *d, const uint8_t *bytes, size_t count) {
    jpeg_create_decompress(&d->jpeg);
    d->jpeg.progress = &d->progress;
    d->jpeg.mem->max_memory_to_use = CPICTURES_JPEG_MEMORY;
    jpeg_mem_src(&d->jpeg, bytes, count);
    jpeg_read_header(&d->jpeg, TRUE);
}

static bool read_header(const uint8_t *bytes, size_t count, uint32_t page, cpictures_header *header) {
    (void)page;
    *header = (cpictures_header){0};
    decoder *d = create(header->message);
    if (d == NULL) return false;
    volatile bool done = false;
    if (setjmp(d->landing) == 0) {
        start(d, bytes, count);
        header->width = d->jpeg.image_width;
        header->height = d->jpeg.image_height;
        header->pictures = 1;
        done = true;
    }
    destroy(d);
    return done;
}

static void start_rows(decoder *d) {
    struct jpeg_decompress_struct *jpeg = &d->jpeg;
    bool has_black = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = has_black ? JCS_CMYK : JCS_GRAYSCALE;
    if (jpeg->num_components == 1) jpeg->jpeg_color_space = JCS_GRAYSCALE;
    d->is_inverted = jpeg->saw_Adobe_marker;
    jpeg_start_decompress(jpeg);
    if (!has_black) return;
    d->row = malloc((size_t)jpeg->output_width * CHANNELS_OF_CMYK);
    if (d->row == NULL) ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 0);
}

// Reads rows to `luma` until there are `wanted` in all, or no more.
static void read_rows(decoder *d, uint8_t *luma, uint32_t wanted, cpictures_result *result) {
    struct jpeg_decompress_struct *jpeg = &d->jpeg;
    size_t width = jpeg->output_width;
    // If the file ends early, a progressive picture has all rows but few details; others have the rows before the end.
    bool is_progressive = jpeg_has_multiple_scans(jpeg);
    uint32_t band = (uint32_t)jpeg->max_v_samp_factor * DCTSIZE;
    for (; jpeg->output_scanline < wanted; luma += width) {
        uint32_t y = jpeg->output_scanline;
        if (d->has_ended && !is_progressive && y % band == 0) break;
        JSAMPROW out = d->row != NULL ? d->row : luma;
        if (jpeg_read_scanlines(jpeg, &out, 1) != 1) break;
        if (d->row != NULL) cpictures_row_cmyk(d->row, width, d->is_inverted, luma);
        result->has_pixels = true;
        if (!d->has_ended || is_progressive) result->rows = y + 1;
    }
    if (jpeg->output_scanline == jpeg->output_height) jpeg_finish_decompress(jpeg);
}

static bool read_luma(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *luma,
                      size_t luma_count, cpictures_result *result) {
    (void)page;
    (void)background;
    *result = (cpictures_result){0};
    decoder *d = create(result->message);
    if (d == NULL) return false;
    if (setjmp(d->landing) == 0) {
        start(d, bytes, count);
        start_rows(d);
        if ((size_t)d->jpeg.output_width * d->jpeg.output_height != luma_count) ERREXIT(&d->jpeg, JERR_IMAGE_TOO_BIG);
        read_rows(d, luma, d->jpeg.output_height, result);
    }
    result->is_damaged = d->is_damaged;
    destroy(d);
    return result->has_pixels;
}

static bool read_rgb(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *rgb,
                     size_t rgb_count) {
    (void)page;
    (void)background;
    char message[128] = "";
    decoder *d = create(message);
    if (d == NULL) return false;
    volatile bool done = false;
    if (setjmp(d->landing) == 0) {
        start(d, bytes, count);
        struct jpeg_decompress_struct *jpeg = &d->jpeg;
        // CMYK has to be converted by hand.
        if (jpeg->jpeg_color_space != JCS_CMYK && jpeg->jpeg_color_space != JCS_YCCK) {
            jpeg->out_color_space = JCS_RGB;
            jpeg_start_decompress(jpeg);
            size_t row_bytes = (size_t)jpeg->output_width * 3;
            if (row_bytes * jpeg->output_height == rgb_count) {
                while (jpeg->output_scanline < jpeg->output_height) {
                    JSAMPROW out = rgb + row_bytes * jpeg->output_scanline;
                    if (jpeg_read_scanlines(jpeg, &out, 1) != 1) break;
                }
                done = jpeg->output_scanline == jpeg->output_height && !d->is_damaged;
            }
        }
    }
    destroy(d);
    return done;
}

struct cpictures_jpeg_rows {
    decoder *decoder;
    const uint8_t *bytes; // the file at the last call
    size_t count;
    cpictures_result result;
};

cpictures_jpeg_rows *cpictures_jpeg_open(const uint8_t *bytes, size_t count) {
    cpictures_jpeg_rows *rows = calloc(1, sizeof *rows);
    if (rows == NULL) return NULL;
    rows->decoder = create(rows->result.message);
    if (rows->decoder == NULL) {
        free(rows);
        return NULL;
    }
    rows->bytes = bytes;
    rows->count = count;
    if (setjmp(rows->decoder->landing) == 0) {
        start(rows->decoder, bytes, count);
        start_rows(rows->decoder);
    }
    return rows;
}

// libjpeg keeps one pointer into the file: where it goes on. After the end, that is a marker of its own.
static void follow(cpictures_jpeg_rows *rows, const uint8_t *bytes) {
    struct jpeg_source_mgr *source = rows->decoder->jpeg.src;
    const uint8_t *next = source->next_input_byte;
    if (next >= rows->bytes && next <= rows->bytes + rows->count) source->next_input_byte = bytes + (next - rows->bytes);
    rows->bytes = bytes;
}

uint32_t cpictures_jpeg_read(cpictures_jpeg_rows *rows, const uint8_t *bytes, uint8_t *luma, uint32_t count) {
    struct jpeg_decompress_struct *jpeg = &rows->decoder->jpeg;
    // An error may have been the end of it, even before the first row.
    if (rows->decoder->is_stopped || jpeg->output_scanline >= jpeg->output_height) return 0;
    follow(rows, bytes);
    const uint32_t first = jpeg->output_scanline, left = jpeg->output_height - first;
    if (setjmp(rows->decoder->landing) == 0) {
        read_rows(rows->decoder, luma, first + (count < left ? count : left), &rows->result);
    }
    return rows->result.rows > first ? rows->result.rows - first : 0;
}

void cpictures_jpeg_close(cpictures_jpeg_rows *rows, cpictures_result *result) {
    rows->result.is_damaged = rows->decoder->is_damaged;
    *result = rows->result;
    destroy(rows->decoder);
    free(rows);
}

#define TEXT(macro) TEXT_OF(macro)
#define TEXT_OF(value) #value

static void write_version(char version[CPICTURES_VERSION]) {
#ifdef LIBJPEG_TURBO_VERSION
    snprintf(version, CPICTURES_VERSION, "%s", TEXT(LIBJPEG_TURBO_VERSION));
#else
    snprintf(version, CPICTURES_VERSION, "%d", JPEG_LIB_VERSION);
#endif
}

const cpictures_library cpictures_jpeg = {read_header, read_luma, read_rgb, write_version};
