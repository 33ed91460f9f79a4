import Encodings
import Platform
import TOTPDomain

/// What a check writes.
package enum CheckOutput: Sendable {
    /// A text about the links.
    case report(any ReportFormat)
    /// The reports of the links with findings, as values: ``ReportCollector/reports``.
    case values
    /// The input, with its links in normal form: `--fix`.
    case correctedInput
    case nothing
}

/// Checks every link of a chunk, and writes the report's text for each.
package struct ChunkChecker: Sendable {
    package let checker: LinkChecker
    /// The form of the report, if the output is a report.
    let form: (any ReportFormat)?
    /// Whether the input is written with its links in normal form.
    package let correctsInput: Bool
    /// Whether ``ReportCollector/reports`` are wanted.
    let keepsReports: Bool
    private let showsEveryLink: Bool
    /// Writes fingerprints of the links' accounts, if they are asked for.
    let fingerprints: AccountFingerprints?
    /// Whether there are ``fingerprints``, which would be copied to be looked at.
    private let writesFingerprints: Bool
    /// The rules that count.
    package let considered: RuleSet
    /// The rules whose findings are shown.
    package let shown: RuleSet

    /// - Parameters:
    ///   - disabled: rules to ignore, with their variants.
    ///   - severity: less severe findings are counted, and not shown.
    package init(
        checker: LinkChecker, output: CheckOutput, fingerprints: AccountFingerprints? = nil, disabled: RuleSet = [],
        severity: Severity = .info
    ) {
        self.checker = checker
        form = if case .report(let form) = output { form } else { nil }
        correctsInput = if case .correctedInput = output { true } else { false }
        keepsReports = if case .values = output { true } else { false }
        showsEveryLink = form?.showsEveryLink ?? false
        self.fingerprints = fingerprints
        writesFingerprints = fingerprints != nil
        considered = RuleSet.all.subtracting(disabled)
        shown = considered.intersection(RuleSet.all(atLeast: severity))
    }

    /// The rules of a verdict that count. A link breaks a rule or a variant of it, never both.
    @inline(__always)
    func counted(_ rules: RuleSet) -> RuleSet { rules.intersection(considered) }

    package func check(_ chunk: RecordChunk) -> CheckedChunk {
        var result = CheckedChunk(chunk: chunk)
        if let form { result.plainStart = form.plainStart(source: chunk.name) }
        if correctsInput { result.corrected = LinkRewriter(chunk) }
        if fingerprints != nil { result.sourceCell = CSVReport.text(chunk.name) }
        var workspace = LinkChecker.Workspace()
        workspace.keepsParts = correctsInput
        if chunk.isCut {
            let link = CheckedLink(0..<0, start: 0, line: 0, Verdict([.lineTooLong]))
            add(link, text: nil, &result, &workspace)
            return result
        }
        result.links.reserveCapacity(chunk.count / 64)
        // Enough for usual links, so that the buffer seldom has to grow.
        if showsEveryLink { result.rendered.reserveCapacity(chunk.count / 2 * 3) }
        switch chunk.layout {
        case .json where correctsInput && chunk.keepsText: correctJSON(&result, &workspace)
        case .lines, .json: checkLines(&result, &workspace)
        case .csv: checkCells(&result, &workspace)
        case .jsonLines(let member): checkMembers(member, &result, &workspace)
        }
        if chunk.keepsText { result.corrected?.copy(to: chunk.count, of: chunk) }
        return result
    }

    // MARK: - Lines

    private func checkLines(_ result: inout CheckedChunk, _ workspace: inout LinkChecker.Workspace) {
        let chunk = result.chunk
        let isJSON = chunk.layout == .json
        var line = 0
        var start = 0
        while start < chunk.count {
            var end = Self.lineFeed(in: chunk, from: start)
            let bytes = chunk.bytes.span.extracting(start..<end)
            let goesOn = mayGoOn(at: end + 1, in: chunk)
            if Self.hasTooManyLinks(bytes) {
                // Findings of each of them would need much more memory than the line.
                workspace.forgetLink()
                let link = CheckedLink(start..<end, start: start, line: line, Verdict([.lineTooLong]))
                addLine(link, text: nil, &result, &workspace)
                line += 1
                // The end of the last line may be missing.
            } else if end < chunk.count, let verdict = checker.checkPlain(bytes, &workspace),
                !goesOn || !isBroken(start..<end, in: chunk)
            {
                let place = start..<(start + KeyURI.endOfLink(bytes))
                let link = CheckedLink(place, start: start, line: line, verdict)
                addLine(link, text: nil, isPlain: true, &result, &workspace)
                line += 1
            } else {
                if goesOn, !isJSON { end = endOfRest(after: start..<end, in: chunk) }
                line += checkOther(start..<end, line: line, isJSON: isJSON, &result, &workspace)
            }
            start = end + 1
        }
    }

    /// Checks the text between two line feeds that is not one plain link.
    ///
    /// - Returns: the number of lines in it.
    private func checkOther(
        _ range: Range<Int>, line: Int, isJSON: Bool, _ result: inout CheckedChunk,
        _ workspace: inout LinkChecker.Workspace
    ) -> Int {
        let chunk = result.chunk
        let text = chunk.bytes.span.extracting(range)
        if text.isEmpty { result.corrected?.keep(text) }
        LinkRecords.forEachRecord(in: text, isJSON: isJSON, firstLine: line, findsSecrets: true) { record, bytes in
            var place = record.range.moved(by: range.lowerBound)
            result.count(record, checker.key)
            guard case .link(let scheme) = record.kind else {
                // From JSON in a QR code, only the links are written.
                if !isJSON, record.kind != .rest { result.corrected?.keep(chunk.bytes.span.extracting(place)) }
                return true
            }
            let isLine = correctsInput && !isJSON
            let keepsLine = isLine && record.unclearLine != nil && record.number == nil
            if keepsLine {
                // The text before it is kept: without it, the link could go on in another way.
                let line = (range.lowerBound + record.lineStart)..<range.upperBound
                let end = line.first { chunk.bytes[$0] < ASCII.space && chunk.bytes[$0] != UInt8(ascii: "\t") }
                place = line.lowerBound..<(end ?? line.upperBound)
            }
            if isLine, !keepsLine {
                // Other text beside a link is not written, but nothing that could be a secret is lost.
                let kept = record.range.upperBound..<(record.unclearEnd ?? record.range.upperBound)
                for secret in record.secrets.map(\.range) where !kept.contains(secret.lowerBound) {
                    result.corrected?.keep(text.extracting(secret))
                }
            }
            var end = LinkEnd.given
            if !isJSON, chunk.code == nil, !chunk.isPasted {
                end = LinkEnd(
                    at: range.lowerBound + record.range.upperBound, of: chunk.count, line: chunk.firstLine + record.line
                )
            }
            var verdict = checker.check(bytes, scheme, in: record, end: end, &workspace)
            verdict.add(record)
            var link = CheckedLink(place, start: range.lowerBound + record.lineStart, line: record.line, verdict)
            link.unclearEnd = record.unclearEnd.map { Int32(range.lowerBound + $0) }
            addLine(link, text: record.isVerbatim ? nil : bytes, &result, &workspace)
            return true
        }
        // A CR at the end is a part of the line end that follows.
        return 1 + text.extracting(..<max(0, text.count - 1)).lineEndCount
    }

    /// Adds a link that is a line of the corrected input.
    ///
    /// - Parameter isPlain: whether the workspace has its parts.
    @inline(__always)
    private func addLine(
        _ link: CheckedLink, text: Span<UInt8>?, isPlain: Bool = false, _ result: inout CheckedChunk,
        _ workspace: inout LinkChecker.Workspace
    ) {
        add(link, text: text, &result, &workspace)
        guard correctsInput, let link = result.links.last else { return }
        let chunk = result.chunk, severity = counted(link.verdict.rules).worst
        if let text {
            result.corrected?.appendLine(text, of: link, in: chunk, severity: severity, parts: nil)
        } else {
            // Words that could belong to the link stay with it.
            let text = chunk.bytes.span.extracting(
                Int(link.place.lowerBound)..<Int(link.unclearEnd ?? link.place.upperBound))
            result.corrected?.appendLine(
                text, of: link, in: chunk, severity: severity, parts: isPlain ? workspace.parts : nil)
        }
    }

    /// The index of the next line feed, or the end of the chunk.
    static func lineFeed(in chunk: RecordChunk, from start: Int) -> Int {
        chunk.bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + start, Int32(ASCII.newline), chunk.count - start)
            else { return chunk.count }
            return UnsafeRawPointer(found) - base
        }
    }

    // MARK: - Reports

    func add(
        _ link: CheckedLink, text: Span<UInt8>?, _ result: inout CheckedChunk, _ workspace: inout LinkChecker.Workspace
    ) {
        let index = result.links.count
        var link = link
        if link.place.lowerBound > link.start {
            let chunk = result.chunk
            result.cursor.move(
                to: Int(link.place.lowerBound), from: Int(link.start), in: chunk.bytes.span.extracting(0..<chunk.count))
            link.lineInRecord = Int32(clamping: result.cursor.line)
            link.column = Int32(clamping: result.cursor.column)
        }
        if link.start == 0 { link.column = Int32(clamping: Int(link.column) + result.chunk.charactersBefore) }
        if let text { result.texts[index] = text.withUnsafeBufferPointer { Array($0) } }
        result.links.append(link)
        if writesFingerprints { writeFingerprint(of: link, text, &result) }
        if !workspace.accounts.isEmpty { result.accounts[index] = workspace.accounts }
        if let part = workspace.part { result.parts.append((index, part)) }
        if showsEveryLink || !link.verdict.rules.isDisjoint(with: shown), let form {
            var rendered: [UInt8] = []
            swap(&rendered, &result.rendered)
            if text != nil || !writePlain(link, in: result.chunk, form, result.plainStart, &workspace, into: &rendered),
                let report = report(of: index, duplicates: [], in: result)
            {
                form.write(report, into: &rendered)
            }
            swap(&rendered, &result.rendered)
        }
        result.links[index].renderedEnd = Int32(clamping: result.rendered.count)
    }

    private func writeFingerprint(of link: CheckedLink, _ text: Span<UInt8>?, _ result: inout CheckedChunk) {
        guard let fingerprints else { return }
        let chunk = result.chunk
        let line = chunk.code == nil ? chunk.firstLine + Int(link.line) + Int(link.lineInRecord) : nil
        func write(_ link: Span<UInt8>) {
            fingerprints.append(link, result.sourceCell, line: line, code: chunk.code, to: &result.fingerprints)
        }
        if let text { write(text) } else { write(chunk.bytes.span.extracting(link.range)) }
    }

    /// Writes the report's text for a link that is a line of its own, if the report can do so quickly.
    private func writePlain(
        _ link: CheckedLink, in chunk: RecordChunk, _ form: any ReportFormat, _ start: [UInt8],
        _ workspace: inout LinkChecker.Workspace, into output: inout [UInt8]
    ) -> Bool {
        guard chunk.code == nil, link.place.lowerBound == link.start, link.unclearEnd == nil,
            link.verdict.rules.isEmpty
        else { return false }
        workspace.readPlainLabel()
        return form.writePlain(
            start, line: chunk.firstLine + Int(link.line), byteCount: link.place.count,
            label: workspace.plainLabel.span, into: &output)
    }

    /// The report of a link, nil if it is not shown.
    ///
    /// - Parameter duplicates: rules about duplicates, which need the whole input, and the place of the first.
    func report(of index: Int, duplicates: [(Rule, String)], in checked: CheckedChunk) -> LinkReport? {
        let link = checked.links[index]
        var rules = counted(link.verdict.rules)
        for (rule, _) in duplicates { rules.insert(rule) }
        guard showsEveryLink || !rules.isDisjoint(with: shown) else { return nil }
        let chunk = checked.chunk
        if let text = checked.texts[index] {
            return report(of: link, text.span, isVerbatim: false, rules, duplicates, chunk)
        }
        let text = chunk.bytes.span.extracting(link.range)
        return report(of: link, text, isVerbatim: true, rules, duplicates, chunk)
    }

    private func report(
        of link: CheckedLink, _ text: Span<UInt8>, isVerbatim: Bool, _ rules: RuleSet, _ duplicates: [(Rule, String)],
        _ chunk: RecordChunk
    ) -> LinkReport {
        let scheme = KeyURIScheme.find(in: text).flatMap { $0.start == 0 ? $0.scheme : nil }
        var report = LinkReport(of: link, in: chunk)
        report.severity = rules.worst
        if let scheme {
            report.byteCount = text.count
            let isDamaged = rules.worst == .error
            report.label =
                isDamaged ? KeyURI.labelOfUnreadable(text, scheme: scheme) : KeyURI.label(of: text, scheme: scheme)
        }
        for var finding in checker.findings(rules.intersection(shown), of: text, scheme) {
            if let duplicate = duplicates.first(where: { $0.0 == finding.rule }) { finding.message = duplicate.1 }
            if chunk.isCut {
                finding.message = "The line is longer than \(RecordChunk.maximumLineText) and was not checked."
            } else if finding.rule == .lineTooLong, Self.hasTooManyLinks(text) {
                finding.message = "The line has more than \(Self.mostLinks) links and was not checked."
            }
            if finding.rule != .textBeforeLink, chunk.code == nil {
                finding.column = report.column
                if isVerbatim, finding.offset > 0 {
                    var place = TextPlace(start: 0)
                    place.move(to: finding.offset, from: 0, in: text)
                    finding.column += place.column - 1
                }
            }
            report.findings.append(finding)
        }
        report.findings.sort { $0.severity > $1.severity }
        return report
    }
}
