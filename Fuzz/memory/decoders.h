// The project's picture decoders, one for each kind whose library is installed.
#ifndef DECODERS_H
#define DECODERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reads an image of any kind. Returns its luma, to be freed, or NULL if it is refused or has more than `most` pixels.
uint8_t *decode(const uint8_t *file, size_t size, size_t most, uint32_t *width, uint32_t *height);

/// Undoes the filters of random rows, in every layout.
void decode_rows(void);

/// Writes random pixels as PNG, and reads them.
void write_picture(void);

/// Prints how many files of each kind `decode` was given, and how many gave pixels.
void print_decoded(void);

#endif
