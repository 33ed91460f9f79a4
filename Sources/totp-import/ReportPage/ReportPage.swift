import CAssets
import Encodings
import Exporters
import ImportPipeline
import Platform
import TOTPDomain
import TOTPImport

/// The report as a self-contained page: totals, problems, and every source with its image. It contains no secrets, and
/// no QR code that could be read.
struct ReportPage {
    private(set) var bytes: [UInt8] = []

    private static let mark = "Report of totp-import, version 1"

    /// Whether a file is the page of an earlier run.
    static func isReport(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("<!DOCTYPE html>\n<!-- \(mark)".utf8)) }

    init(_ ledger: Ledger, command: String, on time: Date) throws(ExportError) {
        let document = HTMLDocument(
            title: "Report of \(command)", style: String(cString: cassets_report_style()),
            script: String(cString: cassets_report_script()), bodyClass: "report")
        append(try document.head(mark: Self.mark))
        // A photo beside screenshots is not a problem.
        let problems = ledger.problems.filter { $0.source.map { !ledger.sources[$0].result.isPlainImage } ?? true }
        appendHeader(ledger, command, time, problems.count)
        appendDecisions(ledger.decisions(InputFates(ledger)), of: ledger)
        appendProblems(problems)
        appendSources(ledger)
        append("</main>\n" + document.foot)
    }

    private mutating func append(_ text: String) { bytes += Array(text.utf8) }

    private mutating func appendHeader(_ ledger: Ledger, _ command: String, _ time: Date, _ problemCount: Int) {
        let totals = ledger.totals
        let read = ledger.sources.count { [.ok, .partial].contains($0.result.status) }
        let failed = ledger.sources.count { [.failed, .noCode].contains($0.result.status) }
        let tiles: [(count: Int, word: String, kind: ReportKind?)] = [
            (totals.added, "imported", .green), (totals.updated, "updated", .green),
            (totals.duplicates, totals.duplicates == 1 ? "duplicate" : "duplicates", .green),
            (totals.rejected, "rejected", .red),
        ]
        let moment = time.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
        append(
            """
            <header>
            <h1>Report of \(HTMLText.escape(command))</h1>
            <p>\(moment) UTC. It contains names, but no secrets.</p>
            <ul class="totals">

            """)
        for tile in tiles {
            let kind = tile.count > 0 ? tile.kind : nil
            append("<li class=\"\(kind?.rawValue ?? "none")\"><strong>\(tile.count)</strong> \(tile.word)</li>\n")
        }
        let verified = ledger.verified.map { "<p>\(counted($0, "account")) read back with the same codes.</p>\n" } ?? ""
        append(
            """
            </ul>
            <p>\(counted(totals.found, "entry", plural: "entries")) found in \(counted(ledger.sources.count, "input")): \
            \(read) read, \(failed) not read or without an account, \(ledger.sources.count - read - failed) skipped. \
            \(counted(problemCount, "problem")).</p>
            \(verified)</header>
            <main>

            """)
    }

    private mutating func appendDecisions(_ decisions: [Decision], of ledger: Ledger) {
        guard !decisions.isEmpty else { return }
        let names = Set(decisions.flatMap(\.files))
        var numbers: [String: Int] = [:]
        for (index, source) in ledger.sources.enumerated() {
            for name in [source.result.name.inputName, source.result.file].compactMap({ $0 }) where names.contains(name)
            {
                numbers[name, default: index + 1] += 0
            }
        }
        append("<section class=\"decisions\">\n<h2>What to do</h2>\n<ol>\n")
        for decision in decisions {
            let files = decision.files.prefix(Self.mostNames).map { name in
                let text = HTMLText.visible(name)
                return numbers[name].map { "<a href=\"#s\($0)\">\(text)</a>" } ?? text
            }
            let rest = decision.files.count - files.count
            let list = files.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
            append("<li>\(HTMLText.visible(decision.text))\(list.isEmpty ? "" : " \(list)")")
            for line in decision.details.prefix(Self.mostNames) { append("<p>\(HTMLText.visible(line))</p>") }
            let more = decision.details.count - Self.mostNames
            append(more > 0 ? "<p>and \(more) more</p></li>\n" : "</li>\n")
        }
        append("</ol>\n</section>\n")
    }

    /// The most files or accounts that are named in one thing to do.
    private static let mostNames = 50

    private mutating func appendProblems(_ problems: [RunProblem]) {
        guard !problems.isEmpty else { return append("<p class=\"good\">No problems.</p>\n") }
        append("<section class=\"problems\">\n<h2>Problems</h2>\n<ul>\n")
        for problem in problems.prefix(Limit.reportProblems) { append(problem.html) }
        let more = problems.count - Limit.reportProblems
        if more > 0 {
            append("<li class=\"gray\">\(more) more; the JSON report lists them all</li>\n")
        }
        append("</ul>\n</section>\n")
    }

    private mutating func appendSources(_ ledger: Ledger) {
        var buttons = "<button type=\"button\" data-kind=\"\" aria-pressed=\"true\">All</button>\n"
        for kind in ReportKind.allCases {
            buttons +=
                "<button type=\"button\" data-kind=\"\(kind.rawValue)\" aria-pressed=\"false\">\(kind.filter)</button>\n"
        }
        append(
            """
            <h2>Inputs</h2>
            <div id="filter" hidden>
            <input type="search" placeholder="Search names" aria-label="Search names">
            \(buttons)<p id="shown" role="status"></p>
            </div>

            """)
        let losses = Dictionary(grouping: ledger.losses, by: \.label).mapValues { $0.map(\.loss.what) }
        var rows = Limit.reportRows, pictures = Limit.reportPictures
        let shown = Self.shownSources(ledger)
        for index in shown {
            let source = ReportSource(
                ledger.sources[index], number: index + 1, losses: losses,
                mostRows: min(rows, Limit.reportInputRows),
                showsPictures: pictures > 0)
            if pictures > 0 { pictures -= ledger.sources[index].result.pictures.count }
            rows -= source.rows
            append(source.html)
        }
        if shown.count < ledger.sources.count {
            let more = counted(ledger.sources.count - shown.count, "more input")
            append("<p>\(more); the JSON report lists them all.</p>\n")
        }
    }

    /// All sources, or as many as possible, preferably sources with a problem. Skipped sources are last: `.DS_Store`
    /// should not come first.
    private static func shownSources(_ ledger: Ledger) -> [Int] {
        func split(_ indices: [Int], _ isFirst: (SourceResult) -> Bool) -> [Int] {
            let first = indices.filter { isFirst(ledger.sources[$0].result) }
            return first + indices.filter { !isFirst(ledger.sources[$0].result) }
        }
        var shown = Array(ledger.sources.indices)
        if shown.count > Limit.reportInputs {
            shown = split(shown) { $0.reportStatus.kind == .red }.prefix(Limit.reportInputs).sorted()
        }
        return split(shown) { $0.status != .skipped }
    }
}

extension RunProblem {
    /// One item of the page's list of problems.
    var html: String {
        let name = HTMLText.visible(place)
        let link = source.map { "<a href=\"#s\($0 + 1)\">\(name)</a>" } ?? name
        let todo = remedy.map { "<p class=\"todo\">\(HTMLText.visible($0.sentence))</p>" } ?? ""
        return """
            <li class="\((isLoss ? ReportKind.red : .amber).rawValue)">\
            <p>\(link)\(place.isEmpty ? "" : ": ")\(HTMLText.visible(problem))</p>\(todo)</li>

            """
    }
}
