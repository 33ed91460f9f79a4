#ifndef CPICTURES_PROCESSORS_H
#define CPICTURES_PROCESSORS_H

// One version for any x86-64 and one for processors with AVX2; the loader picks the right one.
#if defined(__x86_64__) && defined(__linux__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef FOR_EACH_PROCESSOR
#define FOR_EACH_PROCESSOR
#endif

#endif
