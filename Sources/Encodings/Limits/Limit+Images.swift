extension Limit {
    package static let imageSide = Limit(
        "the longer side of an image", 65_500, .pixels, message: "the image claims … pixels; the limits are …")
    package static let imagePixels = Limit(
        "an image", 100_000_000, .pixels, message: "the image claims … pixels; the limits are …")
    package static let imagePages = Limit(
        "pages of a TIFF or PDF", 500,
        message: "the file has more than … pages; save the pages with QR codes as a separate file")
    package static let filePixels = Limit(
        "pixels of all pages of a file", 1_000_000_000, .pixels,
        message:
            "the pages before it have … million pixels, the limit; save the pages with QR codes as a separate file")
    package static let codes = Limit(
        "QR codes of an image", 4096, note: "further ones are not read")
    package static let fastPNG = Limit(
        "pixels of a PNG kept at once, in addition to the luma", 128 << 20, .bytes,
        note: "larger images are read row by row")
}
