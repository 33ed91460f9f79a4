import Encodings

/// The outer file of a 2FAS backup.
package struct TwoFASFile: Decodable {
    /// Each schema adds members; the last one is written.
    package static let schemas: ClosedRange<Int64> = 1...4

    package var schemaVersion: Int64
    /// Empty if the file is encrypted.
    package var services: Lenient<JSONList<TwoFASService>>?
    /// Not encrypted, even in encrypted files.
    private var groups: Lenient<JSONList<Group>>?
    /// Three parts in base64; see ``TwoFASEncryption``.
    private var servicesEncrypted: String?
    /// A known text under the same key. It is not needed here, but no plain file has it.
    private var reference: String?

    private struct Group: Decodable, Sendable {
        var id: String
        var name: String
    }

    /// The accounts of an encrypted file.
    package var encryptedServices: String? { servicesEncrypted.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the app itself would read the file as an encrypted one.
    package var claimsEncryption: Bool { !(reference ?? "").isBlank }

    /// Names of groups by their identifiers.
    package var groupNames: [String: String] {
        let named = (groups.value()?.compactMap(\.value) ?? []).map { ($0.id, $0.name) }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }
}
