// Pseudorandom numbers, the same in every run, and the damage they do to bytes.
#ifndef DAMAGE_H
#define DAMAGE_H

#include <stddef.h>
#include <stdint.h>

/// 0 to `limit` - 1.
uint32_t below(uint32_t limit);

/// Changes a few bytes of a file, most often near its start, and sometimes cuts it off. Returns its new size.
size_t damage_file(uint8_t *file, size_t size);

/// Draws blocks, lines, noise and copied rows over decoded pixels.
void damage_pixels(uint8_t *pixels, uint32_t width, uint32_t height);

#endif
