// Gives zbar every whole picture, and after --inverted also an inverted copy of those that gave nothing: what a careful
// program without a locator does.
//
// zbar's own inverted pass (ZBAR_CFG_TEST_INVERTED) writes past its buffer and is not used. The scanner is new for
// each pass, because its random generator would make results depend on earlier pictures.
//
// Output: "code INDEX HEX" for each QR code, then "decode NANOSECONDS" and "scan NANOSECONDS".
#include "picture.h"

#include <string.h>
#include <zbar.h>

static uint8_t *luma(const Picture *picture) {
    const size_t pixels = (size_t)picture->width * picture->height;
    uint8_t *levels = malloc(pixels);
    if (!levels) return NULL;
    const uint8_t *rgb = picture->rgb;
    for (size_t at = 0; at < pixels; at++, rgb += 3) {
        levels[at] = (uint8_t)((77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2] + 128) >> 8);
    }
    return levels;
}

static void print_code(int index, const char *bytes, unsigned length) {
    printf("code %d ", index);
    for (unsigned at = 0; at < length; at++) printf("%02x", (unsigned char)bytes[at]);
    putchar('\n');
}

// Returns how many codes there were.
static int scan(const uint8_t *levels, unsigned width, unsigned height, int index) {
    zbar_image_scanner_t *scanner = zbar_image_scanner_create();
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
    zbar_image_t *image = zbar_image_create();
    zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
    zbar_image_set_size(image, width, height);
    zbar_image_set_data(image, levels, (unsigned long)width * height, NULL);
    zbar_scan_image(scanner, image);
    int found = 0;
    for (const zbar_symbol_t *symbol = zbar_image_first_symbol(image); symbol; symbol = zbar_symbol_next(symbol)) {
        if (zbar_symbol_get_type(symbol) == ZBAR_QRCODE) {
            print_code(index, zbar_symbol_get_data(symbol), zbar_symbol_get_data_length(symbol));
            found++;
        }
    }
    zbar_image_destroy(image);
    zbar_image_scanner_destroy(scanner);
    return found;
}

static void invert(uint8_t *levels, size_t pixels) {
    for (size_t at = 0; at < pixels; at++) levels[at] = (uint8_t)(255 - levels[at]);
}

int main(int count, char **paths) {
    uint64_t decoding = 0, scanning = 0;
    const int retries = count > 1 && strcmp(paths[1], "--inverted") == 0;
    const int first = retries ? 2 : 1;
    for (int at = first; at < count; at++) {
        size_t size;
        uint8_t *bytes = read_file(paths[at], &size);
        Picture picture;
        const uint64_t start = nanoseconds();
        if (!bytes || !decode_rgb(bytes, size, &picture)) {
            fprintf(stderr, "%s: not readable\n", paths[at]);
            free(bytes);
            continue;
        }
        uint8_t *levels = luma(&picture);
        free(picture.rgb);
        free(bytes);
        if (!levels) return 1;
        const uint64_t decoded = nanoseconds();
        const int found = scan(levels, picture.width, picture.height, at - first);
        if (retries && found == 0) {
            invert(levels, (size_t)picture.width * picture.height);
            scan(levels, picture.width, picture.height, at - first);
        }
        free(levels);
        decoding += decoded - start;
        scanning += nanoseconds() - decoded;
    }
    printf("decode %llu\nscan %llu\n", (unsigned long long)decoding, (unsigned long long)scanning);
    return 0;
}
