#include "damage.h"

#include <string.h>

static uint64_t state = 0x9e3779b97f4a7c15;

uint32_t below(uint32_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % limit;
}

size_t damage_file(uint8_t *file, size_t size) {
    // Half of the changes hit headers and tables, which most kinds have at the start.
    const uint32_t head = size < 512 ? (uint32_t)size : 512;
    for (uint32_t k = 1 + below(4); k > 0; k--) {
        file[below(2) == 0 ? below(head) : below((uint32_t)size)] = (uint8_t)below(256);
    }
    return below(8) == 0 ? 1 + below((uint32_t)size) : size;
}

void damage_pixels(uint8_t *pixels, uint32_t width, uint32_t height) {
    for (uint32_t k = below(12); k > 0; k--) {
        const uint32_t top = below(height), left = below(width), kind = below(4);
        if (kind == 0) {
            for (uint32_t y = top; y < height && y < top + 20; y++) {
                memset(pixels + (size_t)y * width, (int)below(256), width);
            }
        } else if (kind == 1) {
            for (uint32_t y = 0; y < height; y++) pixels[(size_t)y * width + left] ^= (uint8_t)below(256);
        } else if (kind == 2) {
            for (uint32_t n = below(2000); n > 0; n--) pixels[below(width * height)] = (uint8_t)below(256);
        } else {
            memmove(pixels + (size_t)top * width, pixels + (size_t)below(height) * width, width);
        }
    }
}
