import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// A whole export with what it must yield, of which damaged copies are made.
struct WholeExport: Sendable, CustomTestStringConvertible {
    let url: URL
    let expected: ExpectedAccounts
    let format: any ImportFormat
    let bytes: [UInt8]

    var testDescription: String { url.pathComponents.suffix(2).joined(separator: "/") }

    /// What of the accounts a changed byte cannot change without being noticed.
    enum Protection { case everything, secrets, nothing }

    let protection: Protection

    /// Whether opening takes a key derivation that costs more than reading.
    var isCostly: Bool {
        expected.password != nil && ["keepass", "otpclient", "freeotp", "authenticator-plus"].contains(expected.format)
    }

    /// Databases, archives, XML, Java streams and KDBX: whatever is neither JSON nor a list of lines.
    static let containers = corpus + fixtures

    static let corpus = ExportSample.corpus.compactMap { WholeExport($0.url, $0.expected) }
    static let fixtures = ExportSample.fixtures.compactMap { WholeExport($0.url, $0.expected) }

    private init?(_ url: URL, _ expected: ExpectedAccounts) {
        guard let id = expected.format, expected.error == nil,
            let format = FormatRegistry.standard.formats.first(where: { $0.description.id.rawValue == id }),
            let bytes = try? FixtureFolder.bytes(url)
        else { return nil }
        let content = SourceContent(bytes)
        switch id {
        case "keepass", "otpclient", "authenticator-plus": protection = .everything
        case "winauth" where content.kind == .zip: protection = .everything
        // What is shown of a token stands beside its sealed secret.
        case "freeotp" where content.kind == .binary: protection = .secrets
        case "freeotp", "authy", "battle-net", "totp-authenticator", "google-authenticator-db",
            "microsoft-authenticator":
            protection = .nothing
        case "stratum" where content.kind == .sqlite: protection = .nothing
        case "keepassxc" where content.isMarkup: protection = .nothing
        default: return nil
        }
        (self.url, self.expected, self.format, self.bytes) = (url, expected, format, bytes)
    }

    /// Reads bytes as this sample's format, as `--from` does.
    func read(_ bytes: [UInt8], passphrase: String?) -> Result<ImportedDocument, SourceFailure> {
        Result { () throws(SourceFailure) in
            try format.read(
                ImportRequest(
                    content: SourceContent(bytes), passphrase: passphrase.map { Passphrase($0) },
                    neighbours: Neighbours(of: url)))
        }
    }
}
