import Encodings
import TOTPDomain

/// The outer file of a 2FAS backup.
struct TwoFASFile: Decodable {
    var schemaVersion: Int
    /// Empty where the file is encrypted.
    var services: Lenient<[Lenient<TwoFASService>]>?
    /// In clear in encrypted files, too.
    var groups: Lenient<[Lenient<Group>]>?
    /// Three parts in base64, for which see ``TwoFASEncryption``.
    private var servicesEncrypted: String?
    /// A known text under the same key. It is of no use here, but no plain file has it.
    private var reference: String?

    struct Group: Decodable, Sendable {
        var id: String
        var name: String
    }

    /// The accounts of an encrypted file.
    var sealedServices: String? { servicesEncrypted.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the app itself would take the file for an encrypted one.
    var claimsEncryption: Bool { !(reference ?? "").trimmingWhitespace.isEmpty }

    /// Names by identifier.
    var groupNames: [String: String] {
        let named = (groups.value() ?? []).compactMap(\.value).map { ($0.id, $0.name) }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }
}
