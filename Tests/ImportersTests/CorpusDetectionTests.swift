import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

@Suite(
    "Formats in the team's corpus",
    .enabled(if: FixtureFolder.exists(FixtureFolder.corpus), "\(FixtureFolder.needsCorpus)"))
struct CorpusDetectionTests {
    static let files: [URL] =
        [FixtureFolder.corpus, FixtureFolder.corpus2]
        .flatMap { (try? FixtureFolder.files(below: $0)) ?? [] }
        .filter { file in (try? ExpectedAccounts(of: file)).map { !isUnread($0) } ?? false }

    /// Whether its format cannot be read yet, so that another one may take it.
    private static func isUnread(_ expected: ExpectedAccounts) -> Bool {
        expected.format.map { FormatRegistry.standard.format(FormatID(rawValue: $0)) == nil } ?? false
    }

    /// They accept files that other formats get first: any text with a link in it, any file of Bitwarden, any table of
    /// logins, any JSON with secrets.
    private static let general: Set<FormatID> = ["otpauth", "google-migration", "bitwarden", "csv", "json-list"]

    @Test("No format takes the file of another, except encrypted files without a signature", arguments: files)
    func onlyItsOwn(file: URL) throws {
        let expected = try ExpectedAccounts(of: file)
        let content = SourceContent(try FixtureFolder.bytes(file))
        // The formats of password managers are distinguished by their order.
        if file.path(percentEncoded: false).contains("/corpus-2/") {
            let first = FormatRegistry.standard.candidates(for: content).first { !$0.hasNoSignature(content) }
            #expect(expected.format == nil || first?.description.id.rawValue == expected.format)
            return
        }
        for format in FormatRegistry.standard.formats where format.recognizes(content) {
            let id = format.description.id
            if Self.general.contains(id) || format.hasNoSignature(content) { continue }
            #expect(id.rawValue == expected.format)
        }
    }
}
