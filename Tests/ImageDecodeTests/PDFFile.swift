/// A PDF of pages with nothing on them.
enum PDFFile {
    /// - Parameters:
    ///   - pages: the MediaBox of each; nil for a page that is not in the file.
    ///   - trailer: further entries.
    static func make(_ pages: [String?], trailer: String = "") -> [UInt8] {
        let kids = pages.indices.map { "\($0 + 3) 0 R" }.joined(separator: " ")
        let catalog = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(pages.count)>>"]
        let objects =
            catalog
            + pages.map { box in
                box.map { "<</Type/Page/Parent 2 0 R/MediaBox[\($0)]>>" } ?? "null"
            }
        var text = "%PDF-1.4\n", table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(text.utf8.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            text += "\(index + 1) 0 obj\(object)endobj\n"
        }
        let end = "trailer<</Size \(objects.count + 1)/Root 1 0 R\(trailer)>>\nstartxref\n\(text.utf8.count)\n%%EOF"
        return Array((text + table + end).utf8)
    }
}
