// Decodes every file to RGB and does nothing with it: the floor for programs that use libpng.
//
// Output: "files N", "refused N" and "decode NANOSECONDS", a line each.
#include "picture.h"

int main(int count, char **paths) {
    uint64_t decoding = 0;
    int refused = 0;
    for (int at = 1; at < count; at++) {
        size_t size;
        uint8_t *bytes = read_file(paths[at], &size);
        Picture picture;
        const uint64_t start = nanoseconds();
        const int decoded = bytes && decode_rgb(bytes, size, &picture);
        decoding += nanoseconds() - start;
        if (decoded) free(picture.rgb);
        else refused++;
        free(bytes);
    }
    printf("files %d\nrefused %d\ndecode %llu\n", count - 1, refused, (unsigned long long)decoding);
    return 0;
}
