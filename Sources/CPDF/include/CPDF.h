// poppler behind calls that return: no exception leaves this target.
#ifndef CPDF_H
#define CPDF_H

#include <CPixels.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cpdf_document cpdf_document;

typedef enum { cpdf_opened, cpdf_damaged, cpdf_locked } cpdf_outcome;

/// Opens a document; its bytes are copied. Close it in any case.
cpdf_outcome cpdf_open(const uint8_t *bytes, size_t count, cpdf_document **document);
void cpdf_close(cpdf_document *document);

uint32_t cpdf_pages(const cpdf_document *document);

/// The size of a page in points of 1/72 inch, turned as it is shown. Pages count from 0. Returns false where the page
/// is broken.
bool cpdf_page_size(const cpdf_document *document, uint32_t page, double *width, double *height);

/// Draws a page as luma on white paper, `width` times `height` pixels of it from the top left corner. Returns false
/// where that is not possible.
bool cpdf_draw(const cpdf_document *document, uint32_t page, double dots_per_inch, uint32_t width, uint32_t height,
               uint8_t *luma);

#ifdef __cplusplus
}
#endif

#endif
