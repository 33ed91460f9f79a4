import Importers
import TOTPDomain
import Testing

@testable import Exporters

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
        let entries = try RoundTripTests.read(export.bytes, isEncrypted: target.isEncrypted)
        let written = items.indices.filter { !leftOut.contains($0) }
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
}

extension String {
    fileprivate var trimmed: String { AccountLabel.normalized(issuer: self, name: "").issuer }
}
