import FixtureSupport
import TOTPDomain
import Testing

@testable import Exporters

/// Names that are long, empty, or contain what files use as syntax.
@Suite("Odd names")
struct OddNamesTests {
    static let names = [
        "", String(repeating: "n", count: 500), String(repeating: "👩‍👩‍👧", count: 41), "a/b\\c", "a:b:", ":", "\"quoted\"",
        "'; --", "<b>&amp;</b>", "a,b;c\td", "line\nbreak\r\nend", "nul \u{0} bell \u{7} escape \u{1B}[31m",
        "\u{202E}txt.exe",
        "日本語 ключ", "e\u{301}", "100 % %41 +", "null", "=1+1", "otpauth://totp/x?secret=GEZDGNBV",
    ]

    @Test(
        "An account is written with any name, or the change is recorded",
        arguments: RoundTripTests.targets.filter { !$0.isEncrypted || $0.format.description.protection == .required })
    func names(target: RoundTripTests.Target) throws {
        let items = try Self.names.enumerated().flatMap { index, name in
            try [("Acorn", name), (name, "alice"), (name, name), ("", name)].enumerated().map { place, names in
                try TOTPItem.sample(
                    issuer: names.0.trimmingCharacters(in: .whitespacesAndNewlines),
                    name: names.1.trimmingCharacters(in: .whitespacesAndNewlines),
                    secret: [1, UInt8(index), UInt8(place)])
            }
        }
        let export = try target.format.write(target.request(items))
        let leftOut = Set(export.leftOut.map(\.index))
        let written = items.indices.filter { !leftOut.contains($0) }
        let entries = try RoundTripTests.read(export.bytes, isEncrypted: target.isEncrypted)
        #expect(entries.count == written.count)
        let renamed = Set(export.losses.filter { $0.code == .name }.map(\.index))
        for (index, entry) in zip(written, entries) {
            guard case .item(let read) = entry else {
                Issue.record("rejected: \(entry)")
                continue
            }
            #expect(read.secret == items[index].secret)
            #expect(
                (read.issuer, read.name) == (items[index].issuer, items[index].name) || renamed.contains(index),
                "\(items[index].label)")
        }
    }
}
