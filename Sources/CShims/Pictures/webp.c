// libwebp. There is one page; of an animation, its first frame.
#include "rows.h"

#include <stdio.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

// `is_whole`: whether the file is as long as its header says.
static WebPDemuxer *demux(const uint8_t *bytes, size_t count, bool *is_whole) {
    WebPData data = {bytes, count};
    WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
    WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
    *is_whole = state == WEBP_DEMUX_DONE;
    // Before this state the canvas is not known.
    if (demuxer != NULL && state < WEBP_DEMUX_PARSED_HEADER) {
        WebPDemuxDelete(demuxer);
        return NULL;
    }
    return demuxer;
}

static bool read_header(const uint8_t *bytes, size_t count, uint32_t page, cpictures_header *header) {
    (void)page;
    *header = (cpictures_header){0};
    bool is_whole = false;
    WebPDemuxer *demuxer = demux(bytes, count, &is_whole);
    if (demuxer == NULL) {
        cpictures_keep_message(header->message, "no picture header");
        return false;
    }
    header->width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
    header->height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
    uint32_t frames = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
    header->pictures = frames == 0 ? 1 : frames;
    WebPDemuxDelete(demuxer);
    return true;
}

// The canvas around a frame is transparent.
static void clear(uint8_t *luma, size_t luma_count, uint8_t background, cpictures_result *result) {
    memset(luma, background, luma_count);
    result->has_transparency = true;
}

static void read_frame(const WebPIterator *frame, uint32_t canvas_width, uint8_t background, uint8_t *luma,
                       cpictures_result *result) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return;
    size_t size = frame->fragment.size;
    if (WebPGetFeatures(frame->fragment.bytes, size, &config.input) != VP8_STATUS_OK ||
        config.input.width != frame->width || config.input.height != frame->height) {
        cpictures_keep_message(result->message, "the frame does not have the size that the file states");
        return;
    }
    config.output.colorspace = MODE_YUVA;
    WebPIDecoder *decoder = WebPIDecode(NULL, 0, &config);
    if (decoder == NULL) {
        cpictures_keep_message(result->message, "not enough memory");
        return;
    }
    VP8StatusCode status = WebPIUpdate(decoder, frame->fragment.bytes, size);
    if (status == VP8_STATUS_SUSPENDED) cpictures_keep_message(result->message, "the file ends early");
    else if (status != VP8_STATUS_OK) cpictures_keep_message(result->message, "the compressed pixels are damaged");

    int rows = 0, width = 0, height = 0, stride = 0, alpha_stride = 0;
    uint8_t *alpha = NULL;
    const uint8_t *video =
        WebPIDecGetYUVA(decoder, &rows, NULL, NULL, &alpha, &width, &height, &stride, NULL, &alpha_stride);
    if (video != NULL && width == frame->width && height == frame->height) {
        if (!frame->has_alpha) alpha = NULL;
        uint8_t *out = luma + (size_t)frame->y_offset * canvas_width + (size_t)frame->x_offset;
        for (int y = 0; y < rows; y++) {
            const uint8_t *alpha_row = alpha == NULL ? NULL : alpha + (size_t)y * (size_t)alpha_stride;
            uint8_t lowest = cpictures_row_video(video + (size_t)y * (size_t)stride, alpha_row, (size_t)width,
                                                 background, out + (size_t)y * canvas_width);
            if (lowest < 255) result->has_transparency = true;
            result->has_pixels = true;
            result->rows = (uint32_t)(frame->y_offset + y + 1);
        }
    }
    WebPIDelete(decoder);
    WebPFreeDecBuffer(&config.output);
}

static bool read_luma(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *luma,
                      size_t luma_count, cpictures_result *result) {
    (void)page;
    *result = (cpictures_result){0};
    bool is_whole = false;
    WebPDemuxer *demuxer = demux(bytes, count, &is_whole);
    if (demuxer == NULL) return false;
    uint32_t width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
    uint32_t height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
    WebPIterator frame;
    if ((uint64_t)width * height != luma_count) {
        cpictures_keep_message(result->message, "the size changed between two reads");
    } else if (!WebPDemuxGetFrame(demuxer, 1, &frame)) {
        cpictures_keep_message(result->message, "the file ends before the first frame");
    } else {
        bool is_canvas = (uint32_t)frame.width == width && (uint32_t)frame.height == height;
        if (!is_canvas) clear(luma, luma_count, background, result);
        read_frame(&frame, width, background, luma, result);
        if (result->message[0] == 0) result->rows = height;
        if (!is_whole) cpictures_keep_message(result->message, "the file ends early");
        WebPDemuxReleaseIterator(&frame);
    }
    WebPDemuxDelete(demuxer);
    result->is_damaged = result->message[0] != 0;
    return result->has_pixels;
}

static bool read_rgb(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *rgb,
                     size_t rgb_count) {
    (void)page;
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK || features.has_animation) return false;
    size_t width = (size_t)features.width, height = (size_t)features.height;
    if (width * height * 3 != rgb_count) return false;
    if (!features.has_alpha) return WebPDecodeRGBInto(bytes, count, rgb, rgb_count, (int)(width * 3)) != NULL;
    uint8_t *pixels = WebPDecodeRGBA(bytes, count, NULL, NULL);
    if (pixels == NULL) return false;
    cpictures_row_rgba_to_rgb(pixels, width * height, false, background, rgb);
    WebPFree(pixels);
    return true;
}

static void write_version(char version[CPICTURES_VERSION]) {
    int number = WebPGetDecoderVersion();
    snprintf(version, CPICTURES_VERSION, "%d.%d.%d", number >> 16, number >> 8 & 255, number & 255);
}

const cpictures_library cpictures_webp = {read_header, read_luma, read_rgb, write_version};
