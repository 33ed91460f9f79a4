#include "CZXing.h"

// Without the library the target is empty: it is never called then.
#if __has_include(<ZXing/ReadBarcode.h>)

#define ZX_USE_UTF8
#include <ZXing/ReadBarcode.h>
#if __has_include(<ZXing/ReaderOptions.h>)
#include <ZXing/Version.h>
using ZXing::ReaderOptions;
#else
// Before version 2.2.
#include <ZXing/ZXVersion.h>
using ReaderOptions = ZXing::DecodeHints;
#endif

extern "C" bool czxing_scan(const uint8_t *pixels, int32_t width, int32_t height, czxing_visitor visit,
                            void *context) {
    try {
        ReaderOptions options;
        options.setFormats(ZXing::BarcodeFormat::QRCode);
        options.setTryHarder(true);
        options.setTryRotate(true);
        options.setTryDownscale(true);
        const ZXing::ImageView view(pixels, width, height, ZXing::ImageFormat::Lum);
        for (const auto &result : ZXing::ReadBarcodes(view, options)) {
            if (!result.isValid() || result.format() != ZXing::BarcodeFormat::QRCode) continue;
            const auto &bytes = result.bytes();
            czxing_symbol symbol = {bytes.data(), bytes.size(), {}, result.sequenceSize() > 1};
            for (size_t i = 0; i < 4; i++) {
                symbol.corners[2 * i] = result.position()[i].x;
                symbol.corners[2 * i + 1] = result.position()[i].y;
            }
            visit(&symbol, context);
        }
        return true;
    } catch (...) {
        return false;
    }
}

#define TEXT(macro) TEXT_OF(macro)
#define TEXT_OF(value) #value

extern "C" const char *czxing_version(void) {
    return TEXT(ZXING_VERSION_MAJOR) "." TEXT(ZXING_VERSION_MINOR) "." TEXT(ZXING_VERSION_PATCH);
}

#endif
