// The files of the page, as they are sent to the browser.
#ifndef CWEBPAGE_H
#define CWEBPAGE_H

#include <stddef.h>

/// One file: embedded when the program is built.
typedef struct {
    /// In the address: `/style.css`.
    const char *path;
    /// Its media type.
    const char *type;
    const unsigned char *bytes;
    size_t count;
} CWebPageFile;

/// A file by its number, from 0; NULL after the last one.
const CWebPageFile *cwebpage_file(long number);

#endif
