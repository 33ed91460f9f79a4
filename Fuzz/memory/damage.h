// Numbers that look random and are the same in every run, and what they do to bytes.
#ifndef DAMAGE_H
#define DAMAGE_H

#include <stddef.h>
#include <stdint.h>

/// 0 to `limit` - 1.
uint32_t below(uint32_t limit);

/// Changes a few bytes of a file, most often near its begin, and now and then cuts it off. Returns its size then.
size_t damage_file(uint8_t *file, size_t size);

/// Blocks, lines, noise and copied rows, in pixels that were read.
void damage_pixels(uint8_t *pixels, uint32_t width, uint32_t height);

#endif
