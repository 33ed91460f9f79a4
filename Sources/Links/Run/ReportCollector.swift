import Encodings
import TOTPDomain

/// Takes checked chunks in the order of the input: finds duplicates, counts, and assembles the report.
package struct ReportCollector {
    private let checker: ChunkChecker
    private var duplicates: DuplicateTable
    private var batches = BatchPlaces()
    /// The sources so far, by their number.
    private var sources: [Int: (name: String, isPicture: Bool)] = [:]
    private var isEmpty = true
    /// Fingerprints; more than a file may have entries are not kept.
    private var secretsWithoutLink: Set<UInt64> = []
    package private(set) var totals = ValidationTotals()
    /// The reports of the links with findings, in order, if the output is ``CheckOutput/values``.
    package private(set) var reports: [LinkReport] = []

    package init(_ checker: ChunkChecker, duplicates: DuplicateTable = DuplicateTable()) {
        (self.checker, self.duplicates) = (checker, duplicates)
    }

    /// Writes the start of the report.
    package func begin(into output: inout [UInt8]) { checker.form?.begin(into: &output) }

    /// - Parameter unchanged: the places of links that stay as they are in the corrected input.
    package mutating func take(_ checked: CheckedChunk, into output: inout [UInt8], unchanged: inout [UnchangedPlace]) {
        let chunk = checked.chunk
        sources[chunk.source] = (chunk.name, chunk.code != nil)
        totals.emptyFields += checked.emptyFields
        totals.linesWithoutLink += checked.linesWithoutLink
        for secret in checked.secretsWithoutLink where secretsWithoutLink.count < Limit.entries {
            secretsWithoutLink.insert(secret)
        }
        if let corrected = checked.corrected {
            unchanged += corrected.unchanged
            totals.correctedLinks += corrected.correctionCount
        }
        for (link, part) in checked.parts {
            let line = chunk.code == nil ? chunk.firstLine + Int(checked.links[link].line) : nil
            batches.add(part, at: LinkReport(source: chunk.name, line: line, code: chunk.code, severity: .warning))
        }
        // Rendered text is copied in long pieces, from one duplicate to the next.
        var taken = 0
        var previousEnd = 0
        for (index, link) in checked.links.enumerated() {
            if index.isMultiple(of: Self.expected) {
                let next = checked.links[index..<min(index + Self.expected, checked.links.count)]
                duplicates.expect(next.lazy.map(\.verdict.fingerprints))
            }
            let found = findDuplicates(of: link, index, checked)
            var rules = checker.counted(link.verdict.rules)
            for (rule, _) in found { rules.insert(rule) }
            totals.count(rules)
            if checker.keepsReports || !found.isEmpty && checker.form != nil,
                let report = checker.report(of: index, duplicates: found, in: checked)
            {
                // Most of the rendered text follows in further pieces.
                if taken == 0 { output.reserveCapacity(output.count + checked.rendered.count + 4096) }
                append(checked.rendered[taken..<previousEnd], to: &output)
                write(report, to: &output)
                taken = Int(link.renderedEnd)
            }
            previousEnd = Int(link.renderedEnd)
        }
        let rest = checked.corrected?.text ?? checked.rendered
        if taken == 0, output.isEmpty, !isEmpty || separator.isEmpty {
            // Not copied: nearly all chunks of a long list are written as they were rendered.
            output = rest
            isEmpty = isEmpty && output.isEmpty
        } else {
            append(rest[taken...], to: &output)
        }
    }

    /// Links whose lookups are announced at a time: few enough that the fetched memory is still in the cache when needed.
    private static let expected = 64

    /// An input could not be read, or not to its end.
    package mutating func noteFailure() { totals.failedInputs += 1 }

    /// Writes the findings that need the whole input, and the end of the report.
    package mutating func end(into output: inout [UInt8]) {
        if duplicates.isFull { totals.partlyChecked.formUnion([.secretDuplicate, .accountDuplicate]) }
        if batches.isFull { totals.partlyChecked.insert(.migrationPartMissing) }
        totals.partlyChecked = totals.partlyChecked.intersection(checker.considered)
        if checker.considered.contains(.migrationPartMissing) {
            for report in batches.missing() {
                totals.rules[Int(Rule.migrationPartMissing.rawValue)] += 1
                totals.incompleteExports += 1
                if checker.shown.contains(.migrationPartMissing) { write(report, to: &output) }
            }
        }
        // A text without any link is not a list of links.
        if totals.links > 0 { totals.secretsWithoutLink = secretsWithoutLink.count { !duplicates.hasSecret($0) } }
        checker.form?.end(totals, into: &output)
    }

    private var separator: String { checker.form?.separator ?? "" }

    private mutating func write(_ report: LinkReport, to output: inout [UInt8]) {
        if checker.keepsReports { reports.append(report) }
        var rendered: [UInt8] = []
        checker.form?.write(report, into: &rendered)
        append(rendered[...], to: &output)
    }

    private mutating func append(_ rendered: ArraySlice<UInt8>, to output: inout [UInt8]) {
        guard !rendered.isEmpty else { return }
        output += isEmpty ? rendered.dropFirst(separator.utf8.count) : rendered
        isEmpty = false
    }

    private mutating func findDuplicates(
        of link: CheckedLink, _ index: Int, _ checked: CheckedChunk
    ) -> [(Rule, String)] {
        let chunk = checked.chunk
        let line = chunk.firstLine + Int(link.line)
        let place = DuplicateTable.Place(source: chunk.source, number: chunk.code ?? line)
        var found: [(Rule, String)] = []
        if let accounts = checked.accounts[index] {
            for marks in accounts { find(marks, at: place, &found) }
        } else {
            find(link.verdict.fingerprints, at: place, &found)
        }
        return found
    }

    private mutating func find(_ marks: Fingerprints, at place: DuplicateTable.Place, _ found: inout [(Rule, String)]) {
        let (secret, account) = duplicates.add(marks, at: place)
        if let secret { add(.secretDuplicate, "The same secret is at", secret, &found) }
        if let account { add(.accountDuplicate, "The same issuer and name are at", account, &found) }
    }

    private func add(_ rule: Rule, _ what: String, _ first: DuplicateTable.Place, _ found: inout [(Rule, String)]) {
        guard checker.considered.contains(rule), !found.contains(where: { $0.0 == rule }) else { return }
        guard let source = sources[Int(first.source)] else { return }
        let name = source.name == "-" ? "standard input" : source.name.sanitized
        let place = source.isPicture ? "\(name), code \(first.number)" : "\(name):\(first.number)"
        found.append((rule, "\(what) \(place)."))
    }
}
