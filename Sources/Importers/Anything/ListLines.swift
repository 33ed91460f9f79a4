import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A text whose lines are accounts: each line, or a line with the name and the next with the secret; links may be
/// between them. The list is the proof: if enough lines are certain, others of the same form are accounts as well, and
/// other lines are rejected.
struct ListLines: Sendable {
    private let text: [UInt8]
    private var contents: [Content] = []
    private var found: [Line] = []
    private var passed: [(reason: SkipReason, line: TextLines.Line)] = []
    private var misfits: [Int] = []
    /// Lines that are the name of the secret below.
    private var names = 0
    private var hasTitle = false
    private var evidence = SecretEvidence(isStrict: true)
    private var hasLink = false
    /// Whether there are links in other text, which other formats read.
    private var hasOtherLink = false

    /// Whether it is a list of 2fa.
    private var isOf2FA = false

    /// An entry, and its line, from 1.
    private typealias Line = (number: Int, entry: LineAccount)
    private typealias Content = (number: Int, text: String, line: ListLine)

    /// nil if the lines are something else, or nothing proves that they are accounts.
    init?(_ text: [UInt8]) {
        self.init(reading: text)
        guard isOf2FA || isList else { return nil }
    }

    func document(
        _ format: FormatID, _ limits: ImportLimits, isEncrypted: Bool
    ) throws(SourceError) -> ImportedDocument {
        try limits.check(records: found.count)
        var document = ImportedDocument(format: format, records: LinkRecordCount.lines(in: text.span) - names)
        if hasTitle { document.skipped.add(.notAnAccount) }
        for (reason, line) in passed {
            document.skip(reason, Leftover.Kind(in: line.range, of: text.span), line: line.number + 1)
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

    /// Whether lines that all have the form of 2fa's are such a list. The form alone proves much, but
    /// `Chapter 7 misunderstanding2` has it, too: half of the secrets must have padding or look like nothing else.
    private static func areOf2FA(_ lines: [Line]) -> Bool {
        let sure = lines.count { line in
            // Nothing else has a counter of 20 digits that is too large.
            let secret = line.entry.key
            return line.entry.problem != nil || secret.utf8.contains(ASCII.equals)
                || SecretEvidence.isConvincingAlone(secret)
        }
        return !lines.isEmpty && sure * 2 >= lines.count
    }

    // MARK: - Lines that people wrote

    /// nil if most lines are something else.
    private init?(reading text: [UInt8]) {
        self.text = text
        var lines = TextLines(), texts = 0, others = 0, mayBeOf2FA = true
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            if bytes.isEmpty || bytes.first == ASCII.hash {
                passed.append((bytes.isEmpty ? .blank : .comment, line))
                continue
            }
            let content = String(decoding: bytes, as: UTF8.self).limitingMarks.trimmingWhitespace
            let account = mayBeOf2FA ? LineAccount(twoFA: content) : nil
            mayBeOf2FA = account != nil
            if let account { found.append((line.number + 1, account)) }
            let read = ListLine(content)
            if case .text = read { texts += 1 } else { others += 1 }
            // Most texts end here.
            if !mayBeOf2FA, texts > others + 4 { return nil }
            contents.append((line.number + 1, content, read))
        }
        isOf2FA = mayBeOf2FA && Self.areOf2FA(found)
        if isOf2FA { return }
        guard others > 0 else { return nil }
        found = []
        unnumber()
        hasTitle = isTitled
        read()
    }

    /// The numbers of lines are not part of the names, if all lines have theirs.
    private mutating func unnumber() {
        for start in 0...1 where contents.count > start {
            let lines = contents.dropFirst(start).enumerated().compactMap { ListLine($1.text, without: $0 + 1) }
            guard lines.count == contents.count - start, start == 0 || isTitled else { continue }
            for (index, line) in lines.enumerated() { contents[start + index].line = line }
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
        let hasPairs = rest.contains { if case .pair(let pair) = $0.line { pair.problem == nil } else { false } }
        let countNames = areNumbersNames(rest.map(\.line))
        let areApart = linksAreApart(rest)
        while let (number, _, line) = rest.popFirst() {
            switch line {
            case .link(let link):
                hasLink = true
                found.append((number, LineAccount(link)))
                while areApart, case .secret(let secret)? = rest.first?.line, let next = rest.popFirst() {
                    add(LineAccount(secret), at: next.number)
                }
            case .pair(let pair) where pair.problem == nil && pair.mayHaveDigits && !countNames:
                reject(Self.unclearNumber, pair.name, at: number)
            case .pair(let pair): add(pair, at: number)
            case .text(let name):
                guard !hasPairs, ListLine.isText(name, longestMixed: 12), case .secret(let secret)? = rest.first?.line,
                    let next = rest.popFirst()
                else {
                    hasOtherLink = hasOtherLink || KeyURIScheme.find(in: Array(name.utf8).span) != nil
                    reject(Self.misfit, at: number)
                    continue
                }
                names += 1
                add(LineAccount(secret, name), at: next.number)
            case .secret: reject(Self.nameless, at: number)
            }
        }
    }

    private mutating func add(_ entry: LineAccount, at number: Int) {
        if entry.problem == nil || SecretEvidence.canBeSecret(entry.key) { evidence.add(entry.key) }
        found.append((number, entry))
    }

    private mutating func reject(_ problem: EntryError, _ name: String = "", at number: Int) {
        misfits.append(number)
        found.append((number, LineAccount("", name, problem: problem)))
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
        let numbers = lines.compactMap {
            if case .pair(let pair) = $0, pair.problem == nil { pair.name.words.last.flatMap { Int($0) } } else { nil }
        }
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
            lengths.append(above.text.utf8.count)
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
