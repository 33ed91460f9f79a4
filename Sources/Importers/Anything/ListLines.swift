import Encodings
import Links
import TOTPDomain

/// A text whose lines are accounts: each line, or a line with the name and the next with the secret; links may be
/// between them. The list is the proof: if enough lines are certain, others of the same form are accounts as well, and
/// other lines are rejected.
struct ListLines: Sendable {
    private let text: [UInt8]
    private var contents: [Content] = []
    private var found: [Line] = []
    private var misfits: [Int] = []
    /// Lines that are the name of the secret below.
    private var names = 0
    private var hasTitle = false
    private var evidence = SecretEvidence(isStrict: true)
    private var hasLink = false
    /// Whether there are links in other text, which other formats read.
    private var hasOtherLink = false

    /// An entry, and its line, from 1.
    private typealias Line = (number: Int, entry: ListEntry)
    private typealias Content = (number: Int, line: ListLine, length: Int)

    /// nil if the lines are something else, or nothing proves that they are accounts.
    init?(_ text: [UInt8]) {
        if let lines = Self.twoFA(text) {
            self.init(text, lines)
        } else {
            self.init(reading: text)
            guard isList else { return nil }
        }
    }

    private init(_ text: [UInt8], _ found: [Line]) { (self.text, self.found) = (text, found) }

    func document(
        _ format: FormatID, _ limits: ImportLimits, isEncrypted: Bool
    ) throws(SourceError) -> ImportedDocument {
        try limits.check(records: found.count)
        var document = ImportedDocument(format: format, records: LinkRecordCount.lines(in: text.span) - names)
        if hasTitle { document.skipped.add(.notAnAccount) }
        var all = TextLines()
        while let line = all.next(in: text.span) {
            guard let reason = Self.skipReason(text[line.range].trimmingWhitespace) else { continue }
            document.skip(reason, text.span.extracting(line.range), line: line.number + 1)
        }
        for (index, line) in PlantedLoss.applied(to: found).enumerated() {
            // Nobody sees the lines of an encrypted file.
            document.add(
                line.entry, at: isEncrypted ? EntryPosition(entry: index + 1) : EntryPosition(line: line.number))
        }
        return document
    }

    /// The line, from 1, that keeps a text from being a list; nil if more than a few lines do.
    static func misfit(in text: [UInt8]) -> Int? { ListLines(reading: text)?.firstMisfit }

    private static func skipReason(_ line: ArraySlice<UInt8>) -> SkipReason? {
        line.isEmpty ? .blank : line.first == ASCII.hash ? .comment : nil
    }

    /// The next line that is not skipped: its number from 1, what it has, and its length.
    private static func next(
        in text: [UInt8], _ lines: inout TextLines
    ) -> (number: Int, content: String, length: Int)? {
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            if skipReason(bytes) != nil { continue }
            let content = String(decoding: bytes, as: UTF8.self).limitingMarks.trimmingWhitespace
            return (line.number + 1, content, bytes.count)
        }
        return nil
    }

    /// Lines of 2fa. Their form alone proves much, but `Chapter 7 misunderstanding2` has it, too: half of the secrets
    /// must have padding or look like nothing else.
    private static func twoFA(_ text: [UInt8]) -> [Line]? {
        var found: [Line] = [], sure = 0, lines = TextLines()
        while let (number, content, _) = next(in: text, &lines) {
            guard let entry = ListEntry(twoFA: content), case .secret(_, let secret, _, _, _) = entry else {
                return nil
            }
            if secret.utf8.contains(ASCII.equals) || SecretEvidence.isConvincingAlone(secret) { sure += 1 }
            found.append((number, entry))
        }
        return found.isEmpty || sure * 2 < found.count ? nil : found
    }

    // MARK: - Lines that people wrote

    /// nil if most lines are something else.
    private init?(reading text: [UInt8]) {
        self.text = text
        var lines = TextLines(), texts = 0, others = 0
        while let (number, content, length) = Self.next(in: text, &lines) {
            let read = ListLine(content)
            if case .text = read {
                texts += 1
                // Most texts end here.
                if texts > others + 4 { return nil }
            } else {
                others += 1
            }
            contents.append((number, read, length))
        }
        guard others > 0 else { return nil }
        unnumber()
        hasTitle = isTitled
        read()
    }

    /// The numbers of lines are not part of the names, if all lines have theirs.
    private mutating func unnumber() {
        for start in 0...1 where contents.count > start {
            let lines = contents.dropFirst(start)
            let unnumbered = lines.enumerated().compactMap { $1.line.unnumbered($0 + 1) }
            guard unnumbered.count == lines.count, start == 0 || isTitled else { continue }
            for (index, line) in unnumbered.enumerated() { contents[start + index].line = line }
            return
        }
    }

    /// Whether the first line is a title above at least two others.
    private var isTitled: Bool {
        guard contents.count > 2, case .text(let text) = contents[0].line, ListLine.isText(text, longestMixed: 3) else {
            return false
        }
        // Unless it is the name of the secret below.
        if case .secret = contents[1].line { return false }
        return true
    }

    private mutating func read() {
        var rest = contents.dropFirst(hasTitle ? 1 : 0)
        let hasPairs = rest.contains { if case .pair = $0.line { true } else { false } }
        let countNames = areNumbersNames(rest.map(\.line))
        let areApart = linksAreApart(rest)
        while let (number, line, _) = rest.popFirst() {
            switch line {
            case .link(let link):
                hasLink = true
                found.append((number, .link(link)))
                while areApart, case .secret(let secret)? = rest.first?.line, let next = rest.popFirst() {
                    evidence.add(secret)
                    found.append((next.number, .secret(OneName(""), secret)))
                }
            case .pair(let pair) where pair.number != nil && !countNames:
                reject(Self.unclearNumber, OneName(pair.name), at: number)
            case .pair(let pair):
                evidence.add(pair.secret)
                found.append((number, .secret(OneName(pair.name), pair.secret)))
            case .refused(let pair, let problem):
                if SecretEvidence.canBeSecret(pair.secret) { evidence.add(pair.secret) }
                found.append((number, .rejected(OneName(pair.name), problem)))
            case .text(let name):
                guard !hasPairs, ListLine.isText(name, longestMixed: 12), case .secret(let secret)? = rest.first?.line,
                    let next = rest.popFirst()
                else {
                    hasOtherLink = hasOtherLink || KeyURIScheme.find(in: Array(name.utf8).span) != nil
                    reject(Self.misfit, at: number)
                    continue
                }
                names += 1
                evidence.add(secret)
                found.append((next.number, .secret(OneName(name), secret)))
            case .secret: reject(Self.nameless, at: number)
            }
        }
    }

    private mutating func reject(_ problem: EntryError, _ names: OneName = OneName(""), at number: Int) {
        misfits.append(number)
        found.append((number, .rejected(names, problem)))
    }

    private static let misfit = EntryError(
        .fieldDamaged, "the line is not a name and a secret", "write it as NAME: SECRET, or # before it")
    private static let nameless = EntryError(
        .fieldDamaged, "the line may be a secret, but has no name", "write it as NAME: SECRET, or # before it")
    private static let unclearNumber = EntryError(
        .fieldDamaged, "the number before the secret may be a part of the name, or that of the digits",
        "write it as NAME: SECRET")

    /// Whether the numbers before secrets count the lines: nobody orders accounts by the number of their digits.
    private func areNumbersNames(_ lines: [ListLine]) -> Bool {
        let numbers = lines.compactMap { if case .pair(let pair) = $0 { pair.lastNumber } else { nil } }
        return numbers.count > 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Whether lines of only a secret below links are accounts, and not the rest of the links: a program that breaks
    /// lines breaks all of them at the same width.
    private func linksAreApart(_ lines: ArraySlice<Content>) -> Bool {
        var lengths: [Int] = []
        for (above, below) in zip(lines, lines.dropFirst()) {
            guard case .link(let link) = above.line, case .secret = below.line else { continue }
            guard let item = try? KeyURI.read(Array(link.utf8).span).account, item.secret.bytes.count >= 10 else {
                return false
            }
            lengths.append(above.length)
        }
        guard let least = lengths.min(), let most = lengths.max() else { return false }
        return most - least > 3
    }

    // MARK: - The proof

    private var fits: Int { found.count - misfits.count }

    private var isProven: Bool { hasLink ? evidence.isConvincing : evidence.isConvincingAsList }

    private var isList: Bool {
        guard fits > 0, isProven, !hasOtherLink else { return false }
        if !misfits.isEmpty, fits < 3 || misfits.count * 3 > fits || hasLink { return false }
        // The rest of a link may look like a name and a secret.
        let mayBeBroken = hasLink && !linksAreApart(contents[...])
        return !mayBeBroken || !LinkListReader.hasBrokenLink(in: text)
    }

    /// The first line that does not fit, if at most two of many do not. Texts with links are read by other formats.
    private var firstMisfit: Int? {
        guard !hasLink, !hasOtherLink, fits > 2, misfits.count < 3, isProven else { return nil }
        return misfits.first
    }
}
