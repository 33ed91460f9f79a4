import Encodings
import Links
import TOTPDomain

/// A text of which every line is an account.
struct ListLines: Sendable {
    private let text: [UInt8]
    private let lines: [Line]
    private let skipped: SkippedRecords

    private struct Line: Sendable {
        /// How many lines are before it.
        let number: Int
        let entry: ListEntry
    }

    /// nil if a line is not an account, or nothing proves that they are.
    init?(_ text: [UInt8]) {
        guard !Self.hasOnlyLinks(text.span), let (lines, skipped) = Self.twoFA(text) ?? Self.pairs(text) else {
            return nil
        }
        self.text = text
        self.lines = lines
        self.skipped = skipped
    }

    /// Whether every line starts like a link: most long texts of lines do, and this is much faster than reading them.
    private static func hasOnlyLinks(_ text: Span<UInt8>) -> Bool {
        var start = 0
        while start < text.count {
            let end = text.firstIndex(of: ASCII.newline, in: start..<text.count) ?? text.count
            guard start == end || KeyURIScheme.startsWithOTPAuth(text.extracting(start..<end)) else { return false }
            start = end + 1
        }
        return true
    }

    func document(
        _ format: FormatID, _ limits: ImportLimits, isEncrypted: Bool
    ) throws(SourceError) -> ImportedDocument {
        var document = ImportedDocument(format: format, records: LinkRecordCount.lines(in: text.span))
        document.skipped = skipped
        try limits.check(records: lines.count)
        for (index, line) in PlantedLoss.applied(to: lines).enumerated() {
            // Nobody sees the lines of an encrypted file.
            document.add(
                line.entry, at: isEncrypted ? EntryPosition(entry: index + 1) : EntryPosition(line: line.number + 1))
        }
        return document
    }

    /// Lines of 2fa. Their form alone proves much, but `Chapter 7 misunderstanding2` has it, too: half of the secrets
    /// must have padding or look like nothing else.
    private static func twoFA(_ text: [UInt8]) -> (lines: [Line], skipped: SkippedRecords)? {
        guard let found = entries(text, ListEntry.init(twoFA:)) else { return nil }
        let sure = found.lines.count { line in
            guard case .secret(_, let text, _, _) = line.entry else { return false }
            return text.utf8.contains(ASCII.equals) || SecretEvidence.isConvincingAlone(text)
        }
        return sure * 2 >= found.lines.count ? found : nil
    }

    /// Names with secrets, and perhaps links. A link proves that secrets are meant; else most of them must look like
    /// nothing else.
    private static func pairs(_ text: [UInt8]) -> (lines: [Line], skipped: SkippedRecords)? {
        guard let found = entries(text, ListEntry.init(pair:)) else { return nil }
        var evidence = SecretEvidence(isStrict: true)
        var hasLink = false
        for entry in found.lines.map(\.entry) {
            if case .secret(_, let text, _, _) = entry { evidence.add(text) }
            if case .link = entry { hasLink = true }
        }
        return (hasLink ? evidence.isConvincing : evidence.isConvincingAlone) ? found : nil
    }

    /// - Returns: nil if a line does not fit, or there is none.
    private static func entries(
        _ text: [UInt8], _ entry: (String) -> ListEntry?
    ) -> (lines: [Line], skipped: SkippedRecords)? {
        var found: [Line] = []
        var skipped = SkippedRecords()
        var lines = TextLines()
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            if bytes.isEmpty {
                skipped.add(.blank)
            } else if bytes.first == ASCII.hash {
                skipped.add(.comment)
            } else {
                guard let entry = entry(String(decoding: bytes, as: UTF8.self).limitingMarks.trimmingWhitespace) else {
                    return nil
                }
                found.append(Line(number: line.number, entry: entry))
            }
        }
        return found.isEmpty ? nil : (found, skipped)
    }
}
