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

/// What a code that is no square with three corners may be: rMQR since version 2.2.
static ZXing::BarcodeFormats small_formats() {
#if __has_include(<ZXing/ReaderOptions.h>)
    return ZXing::BarcodeFormat::MicroQRCode | ZXing::BarcodeFormat::RMQRCode;
#else
    return ZXing::BarcodeFormat::MicroQRCode;
#endif
}

/// The number after `\\` at a place of bytes with ECI, of six digits; -1 for a backslash, which is doubled, and others.
template <typename Bytes> static int32_t designator(const Bytes &bytes, size_t at) {
    if (at + 6 >= bytes.size() || bytes[at] != '\\' || bytes[at + 1] == '\\') return -1;
    int32_t number = 0;
    for (size_t i = at + 1; i <= at + 6; i++) number = 10 * number + (bytes[i] - '0');
    return number;
}

template <typename Result> static int32_t character_set(const Result &result) {
    if (!result.hasECI()) {
        // Bytes are read as Latin-1 here, so all beyond it is Kanji; between them, bytes would be in two sets.
        bool is_kanji = false;
        for (const char letter : result.text()) {
            const auto byte = static_cast<uint8_t>(letter);
            if (byte == 0xC2 || byte == 0xC3) return -1;
            is_kanji |= byte > 0xC3;
        }
        return is_kanji ? 20 : -1;
    }
    // After the identifier of the symbology, `]Q2`.
    const auto bytes = result.bytesECI();
    const int32_t first = designator(bytes, 3);
    for (size_t at = 10; at < bytes.size(); at++) {
        if (bytes[at] != '\\') continue;
        if (designator(bytes, at) >= 0) return -1;
        at++;
    }
    return first;
}

extern "C" bool czxing_scan(const uint8_t *pixels, int32_t width, int32_t height, czxing_way way,
                            czxing_visitor visit, void *context) {
    try {
        ReaderOptions options;
        const ZXing::BarcodeFormats formats = way == CZXING_SMALL ? small_formats() : ZXing::BarcodeFormat::QRCode;
        options.setFormats(formats);
        if (way == CZXING_GLOBAL) options.setBinarizer(ZXing::Binarizer::GlobalHistogram);
        options.setTryHarder(true);
        options.setTryRotate(true);
        // Of larger images, the caller makes smaller copies itself.
        options.setTryDownscale(static_cast<int64_t>(width) * height <= 1'000'000);
        options.setCharacterSet("ISO8859_1");
        const ZXing::ImageView view(pixels, width, height, ZXing::ImageFormat::Lum);
        for (const auto &result : ZXing::ReadBarcodes(view, options)) {
            if (!result.isValid() || !formats.testFlag(result.format())) continue;
            const auto &bytes = result.bytes();
            czxing_symbol symbol = {bytes.data(), bytes.size(), {}, character_set(result), result.sequenceSize() > 1};
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
