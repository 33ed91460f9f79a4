#ifndef CPICTURES_PROCESSORS_H
#define CPICTURES_PROCESSORS_H

// ThreadSanitizer cannot be used in functions that the loader calls to pick a version: it is not ready then.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FOR_EACH_PROCESSOR
#endif
#endif

// One version for any x86-64 and one for processors with AVX2; the loader picks the right one.
#if defined(__x86_64__) && defined(__linux__) && defined(__has_attribute)
#if __has_attribute(target_clones) && !defined(FOR_EACH_PROCESSOR)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef FOR_EACH_PROCESSOR
#define FOR_EACH_PROCESSOR
#endif

#endif
