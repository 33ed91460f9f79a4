// poppler: no exception leaves this file.
#include "CPictures.h"

#ifdef CPICTURES_PDF

#include <cstring>
#include <memory>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>
#include <poppler-version.h>

struct cpictures_pdf {
    std::unique_ptr<poppler::document> file;
};

namespace {

void ignore(const std::string &, void *) {}

// poppler writes to standard error by default. It has one handler per process, set when the first PDF is opened.
void silence_poppler() {
    static const bool is_silent = (poppler::set_debug_error_function(ignore, nullptr), true);
    static_cast<void>(is_silent);
}

std::unique_ptr<poppler::page> page_of(const cpictures_pdf *document, uint32_t page) {
    return std::unique_ptr<poppler::page>(document->file->create_page(static_cast<int>(page)));
}

}  // namespace

extern "C" cpictures_pdf_outcome cpictures_pdf_open(const uint8_t *bytes, size_t count, cpictures_pdf **document) {
    *document = nullptr;
    try {
        silence_poppler();
        poppler::byte_array copy(bytes, bytes + count);
        std::unique_ptr<poppler::document> file(poppler::document::load_from_data(&copy));
        if (!file) return cpictures_pdf_damaged;
        if (file->is_locked()) return cpictures_pdf_locked;
        *document = new cpictures_pdf{std::move(file)};
        return cpictures_pdf_opened;
    } catch (...) {
        return cpictures_pdf_damaged;
    }
}

extern "C" void cpictures_pdf_close(cpictures_pdf *document) { delete document; }

extern "C" uint32_t cpictures_pdf_pages(const cpictures_pdf *document) {
    int pages = document->file->pages();
    return pages < 0 ? 0 : static_cast<uint32_t>(pages);
}

extern "C" bool cpictures_pdf_page_size(const cpictures_pdf *document, uint32_t page, double *width, double *height) {
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

extern "C" bool cpictures_pdf_draw(const cpictures_pdf *document, uint32_t page, double dots_per_inch, uint32_t width,
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

extern "C" void cpictures_pdf_write_version(char version[CPICTURES_VERSION]) {
    version[0] = 0;
    try {
        const std::string text = poppler::version_string();
        if (text.size() < CPICTURES_VERSION) std::memcpy(version, text.c_str(), text.size() + 1);
    } catch (...) {
    }
}

#endif
