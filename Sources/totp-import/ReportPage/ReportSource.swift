import Encodings
import Exporters
import ImageDecode
import Images
import ImportPipeline
import TOTPImport

/// One source of the page: its image with outlined QR codes, and the outcome of every entry.
struct ReportSource {
    let html: String
    /// The number of entries that are listed.
    let rows: Int

    /// - Parameters:
    ///   - number: from 1.
    ///   - mostRows: the most entries to list.
    ///   - showsPictures: whether to include the image.
    init(
        _ source: Ledger.Source, number: Int, losses: [String: [String]], mostRows: Int, showsPictures: Bool
    ) {
        let result = source.result
        let entries = source.outcomes.map { outcome in
            var own: [String] = []
            if case .merged(let account, .added) = outcome { own = losses[account.label, default: []] }
            return ReportEntry(outcome, losses: own)
        }
        let shown = entries.shown(most: mostRows)
        let codes = result.pictures.flatMap(\.codes)
        func code(of entry: Int) -> Int? { codes.firstIndex { $0.entries.contains(entry) }.map { $0 + 1 } }
        var list = shown.map { Self.row(entries[$0], code: codes.count > 1 ? code(of: $0) : nil) }.joined()
        if shown.count < entries.count {
            let more = counted(entries.count - shown.count, "more entry", plural: "more entries")
            list += "<li class=\"gray\">\(more); the JSON report lists them all</li>\n"
        }
        let (kind, word) = result.reportStatus
        let pictures = showsPictures ? Self.pictures(result, entries, allCodes: codes.count) : ""
        let notes =
            ([result.failure?.message, result.skippedInput?.reason].compactMap { $0 }
            + result.warnings.map(\.message))
            .prefix(20).map { "<p class=\"note\">\(HTMLText.visible($0))</p>\n" }.joined()
        html = """
            <section class="source" id="s\(number)" data-kind="\(kind.rawValue)">
            <h3>\(HTMLText.visible(result.name.inputName)) <span class="badge \(kind.rawValue)">\(word)</span></h3>
            <p class="meta">\(Self.facts(result).joined(separator: " · "))</p>
            <div class="parts">
            \(pictures)<div class="entries">
            \(notes)\(list.isEmpty ? "" : "<ul>\n\(list)</ul>\n")</div>
            </div>
            </section>

            """
        rows = shown.count
    }

    private static func facts(_ result: SourceResult) -> [String] {
        var facts: [String] = []
        if let format = result.format { facts.append(HTMLText.escape(format)) }
        if let codes = result.codes { facts.append(counted(codes, "QR code")) }
        if !result.entries.isEmpty { facts.append(counted(result.entries.count, "entry", plural: "entries")) }
        if result.skipped.total > 0 { facts.append("\(result.skipped.total) skipped") }
        return facts
    }

    private static func row(_ entry: ReportEntry, code: Int?) -> String {
        let label = entry.label.isEmpty ? "(no name)" : String(entry.label.unicodeScalars.prefix(300))
        // For most codes in an image, the position is the same as the number of the code.
        let place = code.map { "code \($0)" } ?? entry.position
        return """
            <li data-kind="\(entry.kind.rawValue)"><span class="badge \(entry.kind.rawValue)">\(entry.word)</span> \
            <span class="label">\(HTMLText.visible(label))</span>\
            \(place.map { " <span class=\"place\">\(HTMLText.escape($0))</span>" } ?? "")\
            \(entry.note.map { "<span class=\"reason\">\(HTMLText.visible($0))</span>" } ?? "")</li>

            """
    }

    // MARK: - Images

    /// The most pages of a file that are shown.
    private static let mostPages = 8
    /// The most accounts of an image that its text names.
    private static let mostNames = 10

    private static func pictures(_ result: SourceResult, _ entries: [ReportEntry], allCodes: Int) -> String {
        var number = 0
        var html = ""
        for picture in result.pictures.prefix(mostPages) {
            html += self.picture(picture, entries, number: &number, isNumbered: allCodes > 1)
        }
        return html
    }

    private static func picture(
        _ picture: SourcePicture, _ entries: [ReportEntry], number: inout Int, isNumbered: Bool
    ) -> String {
        let (width, height) = (picture.width, picture.height)
        let data = Base64.encode(GrayBitmap(picture.drawing, depth: .fourBits).bytes)
        let size = max(width, height) / 9
        var outlines = ""
        var words: [(word: String, label: String)] = []
        for code in picture.codes {
            number += 1
            let own = code.entries.filter { entries.indices.contains($0) }.map { entries[$0] }
            let kind = ReportKind.worst(of: own)
            words += own.isEmpty ? [("not an account", "")] : own.map { ($0.word, $0.label) }
            guard code.corners.count == 4 else { continue }
            outlines += outline(code.corners, kind)
            guard isNumbered else { continue }
            let x = code.corners.map(\.x).reduce(0, +) / 4, y = code.corners.map(\.y).reduce(0, +) / 4
            outlines += "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" dy=\".35em\">\(number)</text>"
        }
        for place in picture.unreadPlaces.prefix(100) where place.count == 4 { outlines += outline(place, .red) }
        var facts: [String] = []
        var counts: [String: Int] = [:]
        for (word, _) in words {
            if counts[word] == nil { facts.append(word) }
            counts[word, default: 0] += 1
        }
        facts = facts.map { "\(counts[$0] ?? 0) \($0)" }
        var names = words.prefix(mostNames).map { $0.label.isEmpty ? $0.word : "\($0.label.sanitized) \($0.word)" }
        if words.count > mostNames { names.append("and \(words.count - mostNames) more") }
        if picture.unread > 0 {
            facts.append("\(picture.unread) not read")
            names.append("\(picture.unread) not read")
        }
        let text = facts.isEmpty ? "no QR code" : facts.joined(separator: ", ")
        // For users who do not see the outlines.
        let spoken = names.isEmpty ? text : HTMLText.escape(names.joined(separator: ", "))
        let page = picture.page.map { "Page \($0): " } ?? ""
        // Shown at most 220 CSS pixels wide and 260 high.
        let scale = min(220 / Double(width), 260 / Double(height))
        let shownWidth = max(1, Int(Double(width) * scale)), shownHeight = max(1, Int(Double(height) * scale))
        return """
            <figure>
            <div class="picture\(picture.unread > 0 ? " unread" : "")">\
            <img src="data:image/bmp;base64,\(data)" alt="" loading="lazy" width="\(shownWidth)" height="\(shownHeight)">\
            <svg viewBox="0 0 \(width) \(height)" width="\(shownWidth)" height="\(shownHeight)" \
            preserveAspectRatio="none" role="img" aria-label="\(spoken)">\(outlines)</svg></div>
            <figcaption>\(page)\(text)</figcaption>
            </figure>

            """
    }

    private static func outline(_ corners: [QRPayload.Point], _ kind: ReportKind) -> String {
        let points = corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        return "<polygon class=\"\(kind.rawValue)\" points=\"\(points)\"/>"
    }
}
