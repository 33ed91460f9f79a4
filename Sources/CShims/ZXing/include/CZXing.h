#ifndef CZXING_H
#define CZXING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One QR code that zxing-cpp read.
typedef struct {
    const uint8_t *bytes;  ///< Exactly the code's bytes; valid only during the call.
    size_t count;
    int32_t corners[8];    ///< x and y of top left, top right, bottom right, bottom left of the upright code.
    int32_t eci;           ///< The number of the one character set that the code names, with Kanji 20; else -1.
    bool is_part;          ///< Whether it is one of several that belong together (structured append).
} czxing_symbol;

typedef void (*czxing_visitor)(const czxing_symbol *symbol, void *context);

/// What is sought, and how dark is told from light.
typedef enum {
    CZXING_LOCAL,  ///< QR codes (model 2), by the levels around each pixel.
    CZXING_GLOBAL, ///< QR codes (model 2), by the levels of whole rows and of the whole image.
    CZXING_SMALL,  ///< Micro QR and rMQR codes, as far as the library knows them.
} czxing_way;

/// Finds the codes of an 8-bit grey image without gaps between rows, and shows each to `visit`. Returns false if memory
/// is short or the library failed. Never throws an exception.
bool czxing_scan(const uint8_t *pixels, int32_t width, int32_t height, czxing_way way, czxing_visitor visit,
                 void *context);

/// The version of the library's headers: it cannot tell its own.
const char *czxing_version(void);

#ifdef __cplusplus
}
#endif

#endif
