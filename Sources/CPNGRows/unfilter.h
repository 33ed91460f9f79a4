#ifndef CPNGROWS_UNFILTER_H
#define CPNGROWS_UNFILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Undoes the filter of one row in place (PNG specification, chapter 9).
///
/// `pixel_bytes` is the distance to the pixel on the left, 1 to 4. Both rows have `count` bytes and four more that may
/// be read and, in `row`, written over with what they held. Returns false for an unknown filter.
bool unfilter_row(unsigned filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel_bytes);

// One version for any x86-64 and one for processors with AVX2; the loader takes the right one.
#if defined(__x86_64__) && defined(__linux__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef FOR_EACH_PROCESSOR
#define FOR_EACH_PROCESSOR
#endif

#endif
