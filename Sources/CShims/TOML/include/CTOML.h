#ifndef CTOML_H
#define CTOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CTOML_JSON,    ///< JSON as it is to be written.
    CTOML_TEXT,    ///< A text that is to be quoted.
    CTOML_PROBLEM, ///< Why the text is not read, without words of it. What came before is void.
} ctoml_kind;

/// Takes the next piece of the JSON. The bytes are valid only during the call.
typedef void (*ctoml_writer)(const uint8_t *bytes, size_t count, ctoml_kind kind, void *context);

/// Reads TOML 1.0 in UTF-8, and shows it to `write` as JSON: members in the order of the text, numbers and dates as
/// texts as they are written. Returns 0, or the line of the problem, from 1. Never throws an exception.
size_t ctoml_read(const uint8_t *text, size_t count, ctoml_writer write, void *context);

/// The version of the library's headers: nothing else of it is used.
const char *ctoml_version(void);

#ifdef __cplusplus
}
#endif

#endif
