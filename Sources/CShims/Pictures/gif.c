// giflib. There is one page; of an animation, its first frame.
#ifdef CPICTURES_GIF

#include "rows.h"

#include <gif_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_COLOR = -1 };

typedef struct {
    const uint8_t *bytes;
    size_t left;
    GifFileType *gif;
    int transparent;  // index of the transparent color
    char *message;
} reader;

static int read_bytes(GifFileType *gif, GifByteType *out, int wanted) {
    reader *r = gif->UserData;
    size_t given = wanted < 0 ? 0 : (size_t)wanted < r->left ? (size_t)wanted : r->left;
    memcpy(out, r->bytes, given);
    r->bytes += given;
    r->left -= given;
    return (int)given;
}

static bool keep_error(reader *r, int code) {
    const char *text = GifErrorString(code);
    cpictures_keep_message(r->message, text == NULL ? "an unknown error" : text);
    return false;
}

static bool skip_extension(reader *r) {
    GifByteType *block = NULL;
    int label = 0;
    if (DGifGetExtension(r->gif, &label, &block) == GIF_ERROR) return false;
    GraphicsControlBlock control;
    if (label == GRAPHICS_EXT_FUNC_CODE && block != NULL &&
        DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
        r->transparent = control.TransparentColor;
    }
    while (block != NULL) {
        if (DGifGetExtensionNext(r->gif, &block) == GIF_ERROR) return false;
    }
    return true;
}

// Goes to the pixels of the next frame. Returns false after the last one.
static bool find_frame(reader *r) {
    r->transparent = NO_COLOR;
    for (int blocks = 0; blocks < CPICTURES_GIF_BLOCKS; blocks++) {
        GifRecordType type;
        if (DGifGetRecordType(r->gif, &type) == GIF_ERROR) return false;
        if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(r->gif) == GIF_OK;
        if (type == EXTENSION_RECORD_TYPE && !skip_extension(r)) return false;
        if (type == TERMINATE_RECORD_TYPE) return false;
    }
    return false;
}

static bool open_first_frame(reader *r) {
    int code = 0;
    r->gif = DGifOpen(r, read_bytes, &code);
    if (r->gif == NULL) return keep_error(r, code);
    return find_frame(r) || keep_error(r, r->gif->Error);
}

static void close_file(reader *r) {
    int code = 0;
    if (r->gif != NULL) DGifCloseFile(r->gif, &code);
}

static bool skip_pixels(reader *r) {
    int size = 0;
    GifByteType *block = NULL;
    if (DGifGetCode(r->gif, &size, &block) == GIF_ERROR) return false;
    while (block != NULL) {
        if (DGifGetCodeNext(r->gif, &block) == GIF_ERROR) return false;
    }
    return true;
}

// The size of the screen, or of the first frame if larger.
static void measure(const GifFileType *gif, uint32_t *width, uint32_t *height) {
    const GifImageDesc *frame = &gif->Image;
    int right = frame->Left + frame->Width, bottom = frame->Top + frame->Height;
    *width = (uint32_t)(right > gif->SWidth ? right : gif->SWidth);
    *height = (uint32_t)(bottom > gif->SHeight ? bottom : gif->SHeight);
}

static bool read_header(const uint8_t *bytes, size_t count, uint32_t page, cpictures_header *header) {
    (void)page;
    *header = (cpictures_header){0};
    reader r = {bytes, count, NULL, NO_COLOR, header->message};
    bool done = open_first_frame(&r);
    if (done) {
        measure(r.gif, &header->width, &header->height);
        header->orientation = 1;
        header->pictures = skip_pixels(&r) && find_frame(&r) ? 2 : 1;
    }
    close_file(&r);
    return done;
}

// The colors as luma over the background.
static bool make_table(const reader *r, uint8_t background, uint8_t table[256]) {
    const ColorMapObject *colors = r->gif->Image.ColorMap != NULL ? r->gif->Image.ColorMap : r->gif->SColorMap;
    memset(table, 0, 256);
    if (colors == NULL) return false;
    for (int i = 0; i < colors->ColorCount && i < 256; i++) {
        const GifColorType *color = colors->Colors + i;
        table[i] = cpictures_luma(color->Red, color->Green, color->Blue);
    }
    if (r->transparent >= 0 && r->transparent < 256) table[r->transparent] = background;
    return true;
}

static void read_rows(reader *r, uint8_t background, uint8_t *luma, size_t luma_count, cpictures_result *result) {
    static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2}, blocks[] = {8, 4, 2, 1};
    const GifImageDesc *frame = &r->gif->Image;
    uint32_t width = 0, height = 0;
    measure(r->gif, &width, &height);
    uint8_t table[256];
    if ((uint64_t)width * height != luma_count || frame->Width < 1 || frame->Height < 1) {
        cpictures_keep_message(result->message, "a frame without pixels");
        return;
    }
    if (!make_table(r, background, table)) {
        cpictures_keep_message(result->message, "no color table");
        return;
    }
    bool is_whole = (uint32_t)frame->Width == width && (uint32_t)frame->Height == height;
    if (!is_whole) memset(luma, background, luma_count);
    result->has_transparency = !is_whole;
    GifPixelType *line = malloc((size_t)frame->Width);
    if (line == NULL) {
        cpictures_keep_message(result->message, "not enough memory");
        return;
    }
    bool is_good = true;
    for (int pass = 0; is_good && pass < (frame->Interlace ? 4 : 1); pass++) {
        int step = frame->Interlace ? steps[pass] : 1;
        for (int y = frame->Interlace ? starts[pass] : 0; is_good && y < frame->Height; y += step) {
            is_good = DGifGetLine(r->gif, line, frame->Width) == GIF_OK;
            if (!is_good) break;
            uint8_t *out = luma + (size_t)(frame->Top + y) * width + (size_t)frame->Left;
            for (int x = 0; x < frame->Width; x++) {
                out[x] = table[line[x]];
                if (line[x] == r->transparent) result->has_transparency = true;
            }
            // A file that ends between two passes shows a coarse picture; the next pass draws over it.
            for (int below = 1; frame->Interlace && below < blocks[pass] && y + below < frame->Height; below++) {
                memcpy(out + (size_t)below * width, out, (size_t)frame->Width);
            }
            result->has_pixels = true;
            if (!frame->Interlace || pass == 3) result->rows = (uint32_t)(frame->Top + y + 1);
        }
    }
    free(line);
    if (is_good) result->rows = height;
    else keep_error(r, r->gif->Error);
}

static bool read_luma(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *luma,
                      size_t luma_count, cpictures_result *result) {
    (void)page;
    *result = (cpictures_result){0};
    reader r = {bytes, count, NULL, NO_COLOR, result->message};
    if (open_first_frame(&r)) read_rows(&r, background, luma, luma_count, result);
    close_file(&r);
    result->is_damaged = result->message[0] != 0;
    return result->has_pixels;
}

static void write_version(char version[CPICTURES_VERSION]) {
    snprintf(version, CPICTURES_VERSION, "%d.%d.%d", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
}

const cpictures_library cpictures_gif = {read_header, read_luma, NULL, write_version};

#endif
