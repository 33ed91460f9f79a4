import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

/// One entry of `Docs/vault-format/vectors/manifest.json`: a vault that was written from the specification alone, and
/// the result that a reader must get.
struct VaultVector: Decodable, Sendable, CustomTestStringConvertible {
    var file: String
    var about: String
    var passphrase: String?
    var recoveryCode: String?
    var expect: Expectation
    /// The field that a refusal names.
    var field: String?
    /// Of a vault that opens.
    var items: [JSONValue]?
    /// The other members of the plaintext.
    var otherFields: JSONValue?

    enum Expectation: String, Decodable, Sendable, CaseIterable {
        case opens, refused, changed
        /// A recovery code that does not open counts as one, too.
        case wrongPassphrase = "wrong-passphrase"
    }

    var testDescription: String { "\(file): \(about)" }

    static let folder = FixtureFolder.package.appending(path: "Docs/vault-format/vectors")

    static func load() throws -> [VaultVector] {
        struct Manifest: Decodable { var cases: [VaultVector] }
        let data = try Data(contentsOf: folder.appending(path: "manifest.json"))
        return try JSONDecoder().decode(Manifest.self, from: data).cases
    }

    /// Where the manifest cannot be read, ``VaultVectorTests/manifest()`` fails.
    static let all = (try? load()) ?? []

    func open() throws -> VaultFile {
        let path = Self.folder.appending(path: file).file
        if let recoveryCode {
            return try VaultFile.open(path, recoveryCode: try RecoveryCode(typed: Passphrase(recoveryCode)))
        }
        let vault = try VaultFile.open(path, passphrase: Passphrase(passphrase ?? ""))
        // The program takes a recovery code in place of a passphrase; the format does not.
        if vault.recoveryCode != nil { throw VaultError.wrongPassphrase }
        return vault
    }
}
