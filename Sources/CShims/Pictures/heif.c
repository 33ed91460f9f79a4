// libheif: HEIC and AVIF. The first page is the primary image; the further ones are images that are not a part of
// another, such as its thumbnail, alpha or depth. libheif turns them upright.
#ifdef CPICTURES_HEIF

#include "heif_library.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>

// Objects that are open for an image; closed in reverse order.
typedef struct {
    struct heif_context *context;
    struct heif_image_handle *handle;
    struct heif_image *image;
} picture;

static bool is_good(struct heif_error error, char *message) {
    if (error.code == heif_error_Ok) return true;
    cpictures_keep_message(message, error.message);
    return false;
}

static bool open_primary(picture *p, char *message) {
    return is_good(CALL(heif_context_get_primary_image_handle)(p->context, &p->handle), message);
}

// The pictures but the primary one, in the order of the file.
static bool open_further(picture *p, uint32_t page, char *message) {
    int count = CALL(heif_context_get_number_of_top_level_images)(p->context);
    heif_item_id primary = 0;
    if (!is_good(CALL(heif_context_get_primary_image_ID)(p->context, &primary), message)) return false;
    heif_item_id *ids = count < 1 ? NULL : malloc((size_t)count * sizeof *ids);
    if (ids == NULL) return false;
    count = CALL(heif_context_get_list_of_top_level_image_IDs)(p->context, ids, count);
    bool is_found = false;
    heif_item_id id = 0;
    for (int i = 0; i < count && !is_found; i++) {
        if (ids[i] == primary) continue;
        id = ids[i];
        is_found = --page == 0;
    }
    free(ids);
    if (!is_found) {
        cpictures_keep_message(message, "the file does not have as many pictures");
        return false;
    }
    return is_good(CALL(heif_context_get_image_handle)(p->context, id, &p->handle), message);
}

static bool open_picture(picture *p, const uint8_t *bytes, size_t count, uint32_t page, char *message) {
    if (!load_library()) {
        cpictures_keep_message(message, "libheif cannot be loaded; install libheif1");
        return false;
    }
    p->context = CALL(heif_context_alloc)();
    if (p->context == NULL) return false;
    // The caller checks its own limits, with better messages than libheif's.
    CALL(heif_context_set_maximum_image_size_limit)(p->context, CPICTURES_HEIF_SIDE);
    // Workers already decode pictures in parallel.
    CALL(heif_context_set_max_decoding_threads)(p->context, 1);
    return is_good(CALL(heif_context_read_from_memory_without_copy)(p->context, bytes, count, NULL), message) &&
           (page == 0 ? open_primary(p, message) : open_further(p, page, message));
}

static void close_picture(picture *p) {
    if (p->image != NULL) CALL(heif_image_release)(p->image);
    if (p->handle != NULL) CALL(heif_image_handle_release)(p->handle);
    if (p->context != NULL) CALL(heif_context_free)(p->context);
}

static bool read_header(const uint8_t *bytes, size_t count, uint32_t page, cpictures_header *header) {
    *header = (cpictures_header){0};
    picture p = {0};
    bool done = open_picture(&p, bytes, count, page, header->message);
    if (done) {
        int width = CALL(heif_image_handle_get_width)(p.handle), height = CALL(heif_image_handle_get_height)(p.handle);
        header->width = width < 0 ? 0 : (uint32_t)width;
        header->height = height < 0 ? 0 : (uint32_t)height;
        header->orientation = 1;
        int pictures = CALL(heif_context_get_number_of_top_level_images)(p.context);
        header->pictures = pictures < 1 ? 1 : (uint32_t)pictures;
    }
    close_picture(&p);
    return done;
}

static void read_rows(picture *p, uint8_t background, uint8_t *luma, size_t luma_count, cpictures_result *result) {
    if (!is_good(CALL(heif_decode_image)(p->handle, &p->image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, NULL),
                 result->message)) {
        return;
    }
    int width = CALL(heif_image_get_width)(p->image, heif_channel_interleaved);
    int height = CALL(heif_image_get_height)(p->image, heif_channel_interleaved);
    int stride = 0;
    const uint8_t *pixels = CALL(heif_image_get_plane_readonly)(p->image, heif_channel_interleaved, &stride);
    if (pixels == NULL || width < 1 || height < 1 || stride < 4 * width ||
        (uint64_t)width * (uint64_t)height != luma_count || width != CALL(heif_image_handle_get_width)(p->handle)) {
        cpictures_keep_message(result->message, "the picture does not have the size that the file states");
        return;
    }
    bool is_premultiplied = CALL(heif_image_handle_is_premultiplied_alpha)(p->handle);
    for (int y = 0; y < height; y++) {
        const uint8_t *row = pixels + (size_t)y * (size_t)stride;
        uint8_t *out = luma + (size_t)y * (size_t)width;
        uint8_t lowest = is_premultiplied ? cpictures_row_premultiplied_rgba(row, (size_t)width, background, out)
                                          : cpictures_row_rgba(row, (size_t)width, background, out);
        if (lowest < 255) result->has_transparency = true;
    }
    result->has_pixels = true;
    result->rows = (uint32_t)height;
}

static bool read_rgb(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *rgb,
                     size_t rgb_count) {
    char message[128] = "";
    picture p = {0};
    bool done = false;
    if (open_picture(&p, bytes, count, page, message) &&
        is_good(CALL(heif_decode_image)(p.handle, &p.image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, NULL),
                message)) {
        int width = CALL(heif_image_get_width)(p.image, heif_channel_interleaved);
        int height = CALL(heif_image_get_height)(p.image, heif_channel_interleaved);
        int stride = 0;
        const uint8_t *pixels = CALL(heif_image_get_plane_readonly)(p.image, heif_channel_interleaved, &stride);
        done = pixels != NULL && width > 0 && height > 0 && stride >= 4 * width &&
               (uint64_t)width * (uint64_t)height * 3 == rgb_count &&
               width == CALL(heif_image_handle_get_width)(p.handle);
        bool is_premultiplied = CALL(heif_image_handle_is_premultiplied_alpha)(p.handle);
        for (int y = 0; done && y < height; y++) {
            cpictures_row_rgba_to_rgb(pixels + (size_t)y * (size_t)stride, (size_t)width, is_premultiplied, background,
                                      rgb + (size_t)y * (size_t)width * 3);
        }
    }
    close_picture(&p);
    return done;
}

static bool read_luma(const uint8_t *bytes, size_t count, uint32_t page, uint8_t background, uint8_t *luma,
                      size_t luma_count, cpictures_result *result) {
    *result = (cpictures_result){0};
    picture p = {0};
    if (open_picture(&p, bytes, count, page, result->message)) read_rows(&p, background, luma, luma_count, result);
    close_picture(&p);
    result->is_damaged = result->message[0] != 0;
    return result->has_pixels;
}

static void write_version(char version[CPICTURES_VERSION]) {
    version[0] = 0;
    if (load_library()) snprintf(version, CPICTURES_VERSION, "%s", CALL(heif_get_version)());
}

const cpictures_library cpictures_heif = {read_header, read_luma, read_rgb, write_version};

#endif
