import TOTPDomain
import Testing

/// Names that formats trip over, in every target.
@Suite("Odd names, written and read back")
struct NameTests {
    @Test("No account is lost, and a name that changes is a loss", arguments: RoundTripTests.targets)
    func names(target: RoundTripTests.Target) throws {
        let names = SampleAccounts.names.map(\.trimmed)
        let items =
            try names.map { try SampleAccounts.item(issuer: $0, name: "of \($0)".trimmed) }
            + names.map { try SampleAccounts.item(issuer: "Acorn", name: $0) }
            + names.map { try SampleAccounts.item(issuer: "", name: $0) }
            // Readers remove the issuer at the start of a name.
            + ["GitHub:octocat", "GitHub: GitHub:octocat", "GitHub:"].map {
                try SampleAccounts.item(issuer: "GitHub", name: $0)
            }
        let export = try target.format.write(target.request(items))
        let leftOut = Set(export.leftOut.map(\.index)),
            renamed = Set(export.losses.filter { $0.code == .name }.map(\.index))
        let entries = try RoundTripTests.entries(export, target)
        let written = target.inFile(items.indices.filter { !leftOut.contains($0) }, of: items)
        #expect(entries.count == written.count)
        for (index, entry) in zip(written, entries) {
            guard case .item(let read) = entry else {
                Issue.record("rejected: \(entry)")
                continue
            }
            let isSame = [read.issuer, read.name].elementsEqual([items[index].issuer, items[index].name]) {
                $0.utf8.elementsEqual($1.utf8)
            }
            #expect(isSame || renamed.contains(index), "\(items[index].label)")
        }
    }

    /// Each id once, without encryption if possible: key derivations take long.
    private static let quickTargets =
        RoundTripTests.plainTargets
        + RoundTripTests.targets.filter { $0.isEncrypted && $0.format.description.protection == .required }
    private static let alone =
        SampleAccounts.names + [
            "Steam", "steam", "STEAM", "Steam:", ":Steam", "Steam: a", "%3A", "a%3Ab", "%", "12345678", "0", "1e5",
            "true", "undefined", "default", "secret", "[]", "{}", "\u{200B}", "..", "?x=1", "&secret=A",
            String(repeating: "n", count: 300),
        ]

    @Test(
        "A name that is alone in a file is written and read back, or its account is left out with the reason",
        arguments: quickTargets, [OTPKind.totp, .hotp, .steam])
    func alone(target: RoundTripTests.Target, kind: OTPKind) throws {
        for name in Self.alone.map(\.trimmed) {
            for (issuer, name) in [(name, ""), ("", name), (name, name), ("Acorn", name)] {
                let item = try SampleAccounts.item(issuer: issuer, name: name, kind, counter: 1)
                let export = try target.format.write(target.request([item]))
                guard export.leftOut.isEmpty else {
                    #expect(export.leftOut.allSatisfy { !$0.reason.isEmpty })
                    continue
                }
                let entries = try RoundTripTests.entries(export, target)
                guard entries.count == 1, case .item(let read) = entries[0] else {
                    Issue.record("\(item.label): \(entries)")
                    continue
                }
                #expect(read.secret == item.secret && read.parameters == item.parameters, "\(item.label)")
                let isSame = [read.issuer, read.name].elementsEqual([issuer, name]) { $0.utf8.elementsEqual($1.utf8) }
                #expect(isSame || export.losses.contains { $0.code == .name }, "\(item.label)")
            }
        }
    }
}

extension String {
    fileprivate var trimmed: String { AccountLabel.normalized(issuer: self, name: "").issuer }
}
