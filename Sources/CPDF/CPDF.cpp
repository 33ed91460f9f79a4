#include "CPDF.h"

// Without the library the target is empty: nothing calls it then.
#if __has_include(<poppler-document.h>)

#include <cstring>
#include <memory>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

struct cpdf_document {
    std::unique_ptr<poppler::document> file;
};

namespace {

// poppler would tell standard error what it thinks of a file.
void ignore(const std::string &, void *) {}

const bool is_silent = (poppler::set_debug_error_function(ignore, nullptr), true);

std::unique_ptr<poppler::page> page_of(const cpdf_document *document, uint32_t page) {
    return std::unique_ptr<poppler::page>(document->file->create_page(static_cast<int>(page)));
}

}  // namespace

extern "C" cpdf_outcome cpdf_open(const uint8_t *bytes, size_t count, cpdf_document **document) {
    *document = nullptr;
    if (!is_silent) return cpdf_damaged;
    try {
        poppler::byte_array copy(bytes, bytes + count);
        std::unique_ptr<poppler::document> file(poppler::document::load_from_data(&copy));
        if (!file) return cpdf_damaged;
        if (file->is_locked()) return cpdf_locked;
        *document = new cpdf_document{std::move(file)};
        return cpdf_opened;
    } catch (...) {
        return cpdf_damaged;
    }
}

extern "C" void cpdf_close(cpdf_document *document) { delete document; }

extern "C" uint32_t cpdf_pages(const cpdf_document *document) {
    int pages = document->file->pages();
    return pages < 0 ? 0 : static_cast<uint32_t>(pages);
}

extern "C" bool cpdf_page_size(const cpdf_document *document, uint32_t page, double *width, double *height) {
    try {
        auto sheet = page_of(document, page);
        if (!sheet) return false;
        poppler::rectf area = sheet->page_rect(poppler::crop_box);
        auto orientation = sheet->orientation();
        bool is_turned = orientation == poppler::page::landscape || orientation == poppler::page::seascape;
        *width = is_turned ? area.height() : area.width();
        *height = is_turned ? area.width() : area.height();
        return true;
    } catch (...) {
        return false;
    }
}

extern "C" bool cpdf_draw(const cpdf_document *document, uint32_t page, double dots_per_inch, uint32_t width,
                          uint32_t height, uint8_t *luma) {
    try {
        auto sheet = page_of(document, page);
        if (!sheet) return false;
        poppler::page_renderer renderer;
        renderer.set_image_format(poppler::image::format_gray8);
        renderer.set_render_hint(poppler::page_renderer::antialiasing);
        renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
        poppler::image drawn = renderer.render_page(sheet.get(), dots_per_inch, dots_per_inch, 0, 0,
                                                    static_cast<int>(width), static_cast<int>(height));
        if (!drawn.is_valid() || drawn.format() != poppler::image::format_gray8 ||
            drawn.width() != static_cast<int>(width) || drawn.height() != static_cast<int>(height)) {
            return false;
        }
        const size_t stride = static_cast<size_t>(drawn.bytes_per_row());
        for (size_t y = 0; y < height; y++) {
            std::memcpy(luma + y * width, drawn.const_data() + y * stride, width);
        }
        return true;
    } catch (...) {
        return false;
    }
}

#endif
