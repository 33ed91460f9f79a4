import Encodings
import TOTPDomain

/// Links in a field of each record.
extension ChunkChecker {
    func checkCells(_ result: inout CheckedChunk, _ workspace: inout LinkChecker.Workspace) {
        for place in result.chunk.cells {
            guard let cell = place.cell, !cell.range.isEmpty else {
                if !place.record.isEmpty { result.emptyFields += 1 }
                continue
            }
            let bytes = result.chunk.bytes
            let corrected = checkField(
                cell.bytes(in: bytes.span), at: cell.range, start: place.record.lowerBound, line: place.line,
                isVerbatim: !cell.hasDoubledQuotes, &result, &workspace)
            guard var fixed = corrected else { continue }
            // A link in normal form needs no quotes. Other text in the cell stays, and with it the cell's own quotes.
            let quote = UInt8(ascii: "\"")
            if cell.isQuoted { fixed = fixed.flatMap { $0 == quote ? [quote, quote] : [$0] } }
            result.corrected?.replace(cell.range, of: result.chunk, by: fixed)
        }
    }

    func checkMembers(_ member: String, _ result: inout CheckedChunk, _ workspace: inout LinkChecker.Workspace) {
        let chunk = result.chunk
        let bytes = chunk.bytes.span.extracting(0..<chunk.count)
        var lines = TextLines()
        while let line = lines.next(in: bytes) {
            let text = bytes.extracting(line.range)
            guard text.indices.contains(where: { text[$0] > 0x20 }) else {
                if !text.isEmpty { result.emptyFields += 1 }
                continue
            }
            do {
                guard let field = try JSONScanner.string(ofMember: member, in: chunk.bytes[line.range]),
                    !field.utf8.isEmpty
                else {
                    result.emptyFields += 1
                    continue
                }
                let fixed = checkField(
                    field.utf8, at: line.range.lowerBound..<line.range.lowerBound, start: line.range.lowerBound,
                    line: line.number, isVerbatim: false, &result, &workspace)
                guard let fixed else { continue }
                result.corrected?.replace(field.range, of: chunk, by: JSONStringSplitter.escaped(fixed))
            } catch {
                workspace.forgetLink()
                let link = CheckedLink(
                    line.range, start: line.range.lowerBound, line: line.number, Verdict([.fieldDamaged]))
                _ = addField(link, text, isVerbatim: true, &result, &workspace)
            }
        }
    }

    /// Checks the links of a field. A field without a link is an error if the user named it as the field of links.
    ///
    /// - Returns: the field with its links in normal form, for the corrected input; nil if it stays.
    private func checkField(
        _ field: [UInt8], at place: Range<Int>, start: Int, line: Int, isVerbatim: Bool,
        _ result: inout CheckedChunk, _ workspace: inout LinkChecker.Workspace
    ) -> [UInt8]? {
        var isComment = false
        var hasLink = false
        var fixed: [UInt8] = []
        var taken = 0
        LinkRecords.forEachRecord(in: field.span, isJSON: false, firstLine: line) { record, bytes in
            if record.kind == .comment { isComment = true }
            guard case .link(let scheme) = record.kind else { return true }
            hasLink = true
            let offset = place.lowerBound + record.range.lowerBound
            let isVerbatim = isVerbatim && record.isVerbatim
            var link = CheckedLink(
                isVerbatim ? offset..<(offset + record.range.count) : place, start: start, line: line,
                checker.check(bytes, scheme, in: record, &workspace))
            link.verdict.add(record)
            link.unclearEnd = record.unclearEnd.map { Int32(place.lowerBound + $0) }
            let written = addField(link, bytes, isVerbatim: isVerbatim, &result, &workspace)
            if let written, !written.elementsEqual(field[record.range]),
                !NormalForm.runsTogether(field.span, at: record.range.upperBound)
            {
                result.corrected?.correctionCount += 1
                fixed += field[taken..<record.range.lowerBound]
                fixed += written
                taken = record.range.upperBound
            }
            return true
        }
        if hasLink || isComment { return taken == 0 ? nil : fixed + field[taken...] }
        workspace.forgetLink()
        guard !result.chunk.isFieldGuessed, let verdict = Verdict(ofFieldWithoutLink: field.span) else {
            result.emptyFields += 1
            return nil
        }
        let link = CheckedLink(place, start: start, line: line, verdict)
        _ = addField(link, field.span, isVerbatim: isVerbatim, &result, &workspace)
        return nil
    }

    /// Adds a link of a field, or a field without a link.
    ///
    /// - Parameter isVerbatim: whether the bytes are those at its place.
    /// - Returns: the link as it is in the corrected input; nil if a report is written.
    func addField(
        _ link: CheckedLink, _ bytes: Span<UInt8>, isVerbatim: Bool, _ result: inout CheckedChunk,
        _ workspace: inout LinkChecker.Workspace
    ) -> [UInt8]? {
        add(link, text: isVerbatim ? nil : bytes, &result, &workspace)
        guard let link = result.links.last else { return nil }
        let severity = counted(link.verdict.rules).worst
        return result.corrected?.corrected(bytes, of: link, in: result.chunk, severity: severity)
    }
}

extension Verdict {
    /// Adds the rules for a link that goes on in the next line.
    mutating func add(_ record: LinkRecord) {
        if record.unclearLine != nil {
            rules.insert(.linkWrapped)
        } else if record.isJoined || record.restOfName != nil {
            rules.insert(.linkJoined)
        }
    }
}
