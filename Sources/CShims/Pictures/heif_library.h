// On Linux libheif is loaded for the first HEIC or AVIF picture: linked, its dozen codecs would double the program's
// start-up time. On other systems it is linked, and in the portable program, with two codecs.
#ifndef CPICTURES_HEIF_LIBRARY_H
#define CPICTURES_HEIF_LIBRARY_H

#include <libheif/heif.h>
#include <stdbool.h>

#if defined(__linux__) && !defined(CPICTURES_HEIF_LINKED)

#include <dlfcn.h>
#include <pthread.h>

#define EACH_FUNCTION(F) \
    F(heif_get_version) F(heif_context_alloc) F(heif_context_free) F(heif_context_set_maximum_image_size_limit) \
    F(heif_context_set_max_decoding_threads) F(heif_context_read_from_memory_without_copy) \
    F(heif_context_get_primary_image_handle) F(heif_context_get_number_of_top_level_images) \
    F(heif_context_get_list_of_top_level_image_IDs) F(heif_context_get_primary_image_ID) \
    F(heif_context_get_image_handle) \
    F(heif_image_handle_get_width) F(heif_image_handle_get_height) F(heif_image_handle_is_premultiplied_alpha) \
    F(heif_image_handle_release) F(heif_decode_image) F(heif_image_get_width) F(heif_image_get_height) \
    F(heif_image_get_plane_readonly) F(heif_image_release)

#define MEMBER(name) __typeof__(&name) name;
static struct { EACH_FUNCTION(MEMBER) } library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define LOOK_UP(name) \
    library.name = (__typeof__(&name))dlsym(handle, #name); \
    if (library.name == NULL) return;

static void load(void) {
    void *handle = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    EACH_FUNCTION(LOOK_UP)
    is_loaded = true;
}

static bool load_library(void) {
    pthread_once(&once, load);
    return is_loaded;
}

#define CALL(name) library.name

#else

static bool load_library(void) { return true; }

#define CALL(name) name

#endif
#endif
