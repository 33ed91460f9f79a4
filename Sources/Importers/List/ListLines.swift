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
        guard let (lines, skipped) = Self.twoFA(text) ?? Self.pairs(text) else {
            return nil
        }
        self.text = text
        self.lines = lines
        self.skipped = skipped
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
        guard let found = entries(text, { line, _ in ListEntry(twoFA: line) }) else { return nil }
        let sure = found.lines.count { line in
            guard case .secret(_, let text, _, _) = line.entry else { return false }
            return text.utf8.contains(ASCII.equals) || SecretEvidence.isConvincingAlone(text)
        }
        return sure * 2 >= found.lines.count ? found : nil
    }

    /// Names with secrets, and perhaps links. A link proves that secrets are meant; else most of them must look like
    /// nothing else.
    private static func pairs(_ text: [UInt8]) -> (lines: [Line], skipped: SkippedRecords)? {
        guard
            let found = entries(text, mayHaveTitle: true, ListEntry.init(numberedPair:_:))
                ?? entries(text, mayHaveTitle: true, { line, _ in ListEntry(pair: line) })
        else { return nil }
        var evidence = SecretEvidence(isStrict: true)
        var hasLink = false
        for entry in found.lines.map(\.entry) {
            if case .secret(_, let text, _, _) = entry { evidence.add(text) }
            if case .link = entry { hasLink = true }
        }
        // The rest of a link may look like a name and a secret.
        if hasLink, LinkListReader.hasBrokenLink(in: text) { return nil }
        return (hasLink ? evidence.isConvincing : evidence.isConvincingAlone) ? found : nil
    }

    /// - Parameters:
    ///   - mayHaveTitle: whether the first line may be a title of at least two others.
    ///   - entry: what a line is, by its text and its number among those that fit.
    /// - Returns: nil if a line does not fit, or there is none.
    private static func entries(
        _ text: [UInt8], mayHaveTitle: Bool = false, _ entry: (String, Int) -> ListEntry?
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
                let content = Self.content(bytes)
                if let entry = entry(content, found.count + 1) {
                    found.append(Line(number: line.number, entry: entry))
                } else if mayHaveTitle, found.isEmpty, skipped.counts[.notAnAccount] == nil, ListEntry.isTitle(content)
                {
                    skipped.add(.notAnAccount)
                } else {
                    return nil
                }
            }
        }
        return found.count > (skipped.counts[.notAnAccount] ?? 0) ? (found, skipped) : nil
    }

    private static func content(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line, as: UTF8.self).limitingMarks.trimmingWhitespace
    }

    /// The line, from 1, that keeps a text from being a list: the first of one or two among more that fit, without
    /// links, which are read by other formats.
    static func misfit(in text: [UInt8]) -> Int? {
        var evidence = SecretEvidence(isStrict: true)
        var misfits: [Int] = [], fits = 0
        var lines = TextLines()
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            if bytes.isEmpty || bytes.first == ASCII.hash { continue }
            switch ListEntry(pair: Self.content(bytes)) {
            case .secret(_, let secret, _, _)?:
                evidence.add(secret)
                fits += 1
            case .code?: fits += 1
            case .link?: return nil
            case nil:
                misfits.append(line.number + 1)
                if misfits.count > 2 || KeyURIScheme.find(in: Array(bytes).span) != nil { return nil }
            }
        }
        return fits > 2 && evidence.isConvincingAlone ? misfits.first : nil
    }
}
