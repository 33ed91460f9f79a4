// The project's own doors to picture libraries, one for each kind that this machine has the library for.
#ifndef DECODERS_H
#define DECODERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reads a picture of any kind. Returns its luma, to be freed, or NULL where it is refused or has more than `most`
/// pixels.
uint8_t *decode(const uint8_t *file, size_t size, size_t most, uint32_t *width, uint32_t *height);

/// Undoes the filters of rows that never were a file, in every layout.
void decode_rows(void);

/// Files of each kind that came to `decode`, and how many of them gave pixels.
void print_decoded(void);

#endif
