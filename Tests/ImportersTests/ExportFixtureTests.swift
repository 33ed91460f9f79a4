import FixtureSupport
import Foundation
import TOTPDomain
import Testing

/// The project's own exports, made from the specifications by a program that does not know the readers.
@Suite("Fixtures/exports")
struct ExportFixtureTests {
    /// Members whose values are of another type than the app writes.
    private static let ofOtherTypes = [
        "gnome-authenticator/tags.json": ["tags"], "stratum/database-rejected.db": ["type"],
    ]

    @Test("A file gives exactly the accounts that are expected of it, in order", arguments: ExportSample.fixtures)
    func accounts(sample: ExportSample) throws {
        let expected = sample.expected, outcome = sample.reading
        if let code = expected.error {
            switch outcome {
            case .success(let document): Issue.record("read \(document.items.count) accounts, expected \(code)")
            case .failure(let failure as SourceError): #expect(failure.code.rawValue == code, "\(failure.message)")
            // No format recognizes it.
            case .failure: #expect(code == "unrecognised")
            }
            return
        }
        let document = try outcome.get()
        if let format = expected.format { #expect(document.format.rawValue == format) }
        // Those of newer versions have members of their own, as have those that were made to show it; and people write
        // tables and lists.
        if !sample.url.lastPathComponent.hasPrefix("newer"), !sample.place.contains("/hostile/"),
            !["csv", "json-list", "list"].contains(document.format.rawValue)
        {
            let invented =
                ["deep", "future", "unknown", "Note", "x"] + (Self.ofOtherTypes[sample.place] ?? [])
                // Of an unknown credential.
                + (document.format == "cxf" ? ["type"] : [])
            #expect(document.unread.names.map(\.name).filter { !invented.contains($0) } == [])
        }
        #expect(document.items.map { ExpectedAccounts.Item($0) } == expected.items)
        if let tokens = expected.tokens {
            #expect(
                document.items.map { item in
                    item.token.map { Dictionary(uniqueKeysWithValues: $0.members.map { ($0.name, $0.text) }) }
                } == tokens)
        }
        #expect(document.rejections.count == expected.rejected)
        if let records = expected.records { #expect(document.records == records) }
        if let skipped = expected.skipped {
            let counts = document.skipped.counts.map { ($0.key.rawValue, $0.value) }
            #expect(Dictionary(uniqueKeysWithValues: counts) == skipped)
        }
    }
}
