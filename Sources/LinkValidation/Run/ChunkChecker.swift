import Encodings
import TOTPDomain

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Checks every link of a chunk, and writes what a report says of each.
public struct ChunkChecker: Sendable {
    public let checker: LinkChecker
    public let form: any ReportFormat
    /// The rules that count.
    public let considered: RuleSet
    /// Those of them whose findings are shown.
    public let shown: RuleSet

    /// - parameters:
    ///   - disabled: rules that are as if they were not there.
    ///   - severity: findings below it are counted, and not shown.
    public init(checker: LinkChecker, form: any ReportFormat, disabled: RuleSet = [], severity: Severity = .info) {
        self.checker = checker
        self.form = form
        considered = RuleSet.all.subtracting(disabled)
        shown = considered.intersection(.atLeast(severity))
    }

    public func check(_ chunk: RecordChunk) -> CheckedChunk {
        var result = CheckedChunk(chunk: chunk)
        result.links.reserveCapacity(chunk.count / 64)
        var workspace = LinkChecker.Workspace()
        var start = 0
        var line = 0
        while start < chunk.count {
            let end = Self.recordEnd(chunk, from: start)
            check(start..<end, line: line, &result, &workspace)
            if start < end, chunk.layout.delimiter != nil {
                for index in start..<end where chunk.bytes[index] == ASCII.newline { line += 1 }
            }
            line += 1
            start = end + 1
        }
        return result
    }

    private func check(
        _ record: Range<Int>, line: Int, _ result: inout CheckedChunk, _ workspace: inout LinkChecker.Workspace
    ) {
        var verdict: Verdict
        var isEmptyField = false
        if record.count > RecordChunk.maximumRecordByteCount {
            verdict = Verdict()
            verdict.rules.insert(.lineTooLong)
        } else {
            let bytes = result.chunk.bytes.span.extracting(record)
            switch RecordField(of: bytes, result.chunk.layout) {
            case .record: verdict = checker.check(bytes, &workspace)
            case .text(let text, _): verdict = checker.check(text.span, &workspace)
            case .none:
                verdict = .nothing
                isEmptyField = bytes.count > 1
            case .damaged:
                verdict = Verdict()
                verdict.rules.insert(.fieldDamaged)
            }
        }
        if isEmptyField { result.emptyFields += 1 }
        guard verdict.isLink else {
            // Of records with fields, the links alone are written.
            if form.rewritesInput, result.chunk.layout == .lines { keep(record, &result) }
            return
        }
        var link = CheckedLink(
            record: Int32(record.lowerBound)..<Int32(record.upperBound), line: Int32(line), renderedEnd: 0,
            verdict: verdict)
        render(link, duplicates: [], of: result.chunk, into: &result.rendered, notes: &result.notes)
        link.renderedEnd = Int32(clamping: result.rendered.count)
        if !workspace.accounts.isEmpty { result.accounts[result.links.count] = workspace.accounts }
        if let part = workspace.part { result.parts.append((result.links.count, part)) }
        result.links.append(link)
    }

    /// A line that is no link stands before what is rendered of the next one.
    private func keep(_ record: Range<Int>, _ result: inout CheckedChunk) {
        result.rendered += result.chunk.bytes[record]
        result.rendered.append(ASCII.newline)
    }

    /// Writes what the report says of a link.
    ///
    /// - parameter duplicates: what only the whole input can tell, and where the first one stands.
    func render(
        _ link: CheckedLink, duplicates: [(Rule, String)], of chunk: RecordChunk, into output: inout [UInt8],
        notes: inout [String]
    ) {
        var rules = link.verdict.rules.intersection(considered)
        for (rule, _) in duplicates { rules.insert(rule) }
        guard form.showsEveryLink || !rules.isDisjoint(with: shown) else { return }
        if chunk.isCut, form.rewritesInput {
            notes.append("\(chunk.name.sanitized):\(chunk.firstLine): left out: the line is too long")
            return
        }
        let record = Int(link.record.lowerBound)..<Int(link.record.upperBound)
        let bytes = chunk.bytes.span.extracting(record)
        let place = (line: chunk.firstLine + Int(link.line), rules: rules)
        switch RecordField(of: bytes, chunk.layout) {
        case .record, .none, .damaged:
            write(bytes, in: bytes, at: 0, place, duplicates, chunk, &output, &notes)
        case .text(let text, let offset):
            write(text.span, in: bytes, at: offset, place, duplicates, chunk, &output, &notes)
        }
    }

    private func write(
        _ text: Span<UInt8>, in record: Span<UInt8>, at offset: Int, _ place: (line: Int, rules: RuleSet),
        _ duplicates: [(Rule, String)], _ chunk: RecordChunk, _ output: inout [UInt8], _ notes: inout [String]
    ) {
        let isLink = place.rules.isDisjoint(with: [.lineTooLong, .fieldDamaged])
        let begin = isLink ? KeyURIScheme.find(in: text)?.start ?? 0 : 0
        var report = LinkReport(
            source: chunk.name, line: nil, column: 1, code: chunk.code, label: "", severity: place.rules.worst,
            byteCount: isLink ? max(0, KeyURI.endOfLink(text) - begin) : 0)
        let start = TextPlace(of: offset + begin, in: record)
        if chunk.code == nil {
            report.line = place.line + start.line
            report.column = start.column
        }
        if isLink { report.label = SafeLabel.text(of: text, isDamaged: place.rules.worst == .error) }
        let visible = place.rules.intersection(shown)
        let findings =
            isLink ? FindingWriter(checker: checker).findings(visible, in: text) : visible.map { Finding($0) }
        for var finding in findings {
            if let duplicate = duplicates.first(where: { $0.0 == finding.rule }) { finding.message = duplicate.1 }
            let column = TextPlace(of: offset + finding.offset, in: record).column
            report.findings.append(LinkReport.Place(finding: finding, column: chunk.code == nil ? column : 1))
        }
        report.findings.sort { $0.finding.rule.severity > $1.finding.rule.severity }
        if let note = form.write(report, line: text, into: &output) { notes.append(note) }
    }

    /// The place of the line feed that ends a record, or the end of the chunk.
    private static func recordEnd(_ chunk: RecordChunk, from start: Int) -> Int {
        if let delimiter = chunk.layout.delimiter {
            var cursor = CSVCursor(delimiter: delimiter)
            let bytes = chunk.bytes.span
            for index in start..<chunk.count where cursor.step(bytes[index]) == .record { return index }
            return chunk.count
        }
        return chunk.bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + start, Int32(ASCII.newline), chunk.count - start)
            else { return chunk.count }
            return UnsafeRawPointer(found) - base
        }
    }
}
