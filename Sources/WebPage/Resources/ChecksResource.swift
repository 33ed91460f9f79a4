import Encodings
import Links
import TOTPCore
import TOTPDomain
import TOTPImport

extension Route {
    static let checks = [
        Route("POST", "/api/checks", limit: Limit.input) { call in
            let name = call.request.decodedHeader("input-name") ?? "pasted"
            let check = LinkCheck(
                id: await call.session.newID("c"),
                name: name.limitingMarks.printable(limit: Limit.memberName), bytes: call.request.body)
            let (report, left) = try await call.session.workers.run {
                let report = try await LinkValidator().check([check.input])
                return (report, try await report.findings.isEmpty ? [] : LinkValidator.corrected([check.input]).left)
            }
            await call.session.remember(check)
            return .json(check.json(report, left: left))
        },
        Route("GET", "/api/checks/*/corrected") { call in
            guard let check = await call.session.check, check.id == call.id else { throw Problem.notFound }
            let links = try await call.session.workers.run { try await LinkValidator.corrected([check.input]).output }
            return .download(links, named: "corrected.txt", type: "text/plain; charset=utf-8")
        },
    ]
}

extension Session {
    fileprivate func remember(_ check: LinkCheck) {
        self.check?.wipe()
        self.check = check
    }
}

extension LinkCheck {
    /// The most findings that are listed.
    private static let shown = 5000

    /// The most links that are listed among the links that cannot be corrected.
    private static let shownLeft = 5

    /// - Parameter left: the links that cannot be corrected.
    func json(_ report: ValidationReport, left: [UnchangedPlace]) -> OrderedJSON {
        .object([
            "id": .string(id), "name": .string(name),
            "totals": .object([
                "links": .integer(report.links), "valid": .integer(report.ok),
                "warnings": .integer(report.withWarnings), "errors": .integer(report.withErrors),
            ]),
            "left": left.isEmpty
                ? nil
                : .object([
                    "count": .integer(left.count),
                    "lines": .array(left.compactMap(\.line).prefix(Self.shownLeft).map { .integer($0) }),
                ]),
            "findings": .array(report.findings.prefix(Self.shown).map(Self.json)),
            "moreFindings": .integer(max(0, report.findings.count - Self.shown)),
            "rules": .array(
                report.findings.map(\.rule).distinct.map { rule in
                    .object([
                        "id": .string(rule.id), "severity": .string(rule.severity.rawValue),
                        "text": .string(rule.summary), "advice": .string(rule.advice),
                    ])
                }),
            "failures": .array(
                report.failures.map {
                    .object(["name": .string($0.source), "problem": .string($0.reasonOnPage)])
                }),
        ])
    }

    private static func json(_ finding: ValidationReport.Finding) -> OrderedJSON {
        let place = finding.line.map { "line \($0)" } ?? finding.code.map { "code \($0)" } ?? ""
        return .object([
            "rule": .string(finding.rule.id), "severity": .string(finding.rule.severity.rawValue),
            "source": .string(finding.source), "place": .string(place), "label": .string(finding.label),
            "message": .string(finding.message), "advice": .string(finding.rule.advice),
        ])
    }
}
