import Encodings
import TOTPDomain

/// The outer file: what is needed to decrypt the content.
package struct AegisFile: Decodable {
    /// The version of the outer file.
    package static let version: Int64 = 1

    package var header: Header
    package var db: Database

    package struct Header: Decodable {
        package var slots: JSONList<Slot>?
        package var params: Parameters?

        package var isPlain: Bool { slots == nil && params == nil }
    }

    /// A key that encrypts the master key.
    package struct Slot: Decodable, Sendable {
        /// The type of a slot whose key is derived from a passphrase; 0 is raw, 2 biometric.
        static let passphraseType = 1

        package var type: Int
        /// The encrypted master key, hexadecimal.
        package var key: String
        package var keyParameters: Parameters
        package var n: UInt64?
        package var r: UInt64?
        package var p: UInt64?
        package var salt: String?

        enum CodingKeys: String, CodingKey {
            case type, key, n, r, p, salt
            case keyParameters = "key_params"
        }
    }

    /// Hexadecimal.
    package struct Parameters: Decodable, Sendable {
        package var nonce: String
        package var tag: String
    }

    package enum Database: Decodable {
        case content(AegisContent)
        /// Base64.
        case encrypted(String)

        package init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .encrypted(text)
            } else {
                self = .content(try AegisContent(from: decoder))
            }
        }
    }
}

/// The content of an Aegis vault.
package struct AegisContent: Decodable {
    /// The newest version: groups have identifiers.
    package static let version: Int64 = 3

    package var entries: JSONList<Entry>
    private var groups: JSONList<Group>?

    private struct Group: Decodable, Sendable {
        var uuid: String
        var name: String
    }

    package struct Entry: Decodable, Sendable {
        package var type: LenientText?
        package var name: LenientText?
        package var issuer: LenientText?
        package var note: LenientText?
        package var favorite: Lenient<Bool>?
        /// A name, up to version 2.
        package var group: LenientText?
        /// Identifiers, from version 3 on.
        package var groups: Lenient<[String]>?
        package var info: Lenient<Info>?
    }

    package struct Info: Decodable, Sendable {
        /// Base32.
        package var secret: LenientText?
        package var algo: LenientText?
        package var digits: LenientNumber?
        package var period: LenientNumber?
        package var counter: LenientNumber?
        package var pin: LenientText?
    }

    /// Names of groups by their identifiers.
    package var groupNames: [String: String] {
        Dictionary(
            (groups?.compactMap(\.value) ?? []).map { ($0.uuid, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}

extension AegisContent.Entry: ExportedAccount {
    var names: (issuer: String, name: String) { (issuer.orEmpty, name.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        let typeName = try type.checked("the type") ?? ""
        guard let kind = OTPKind(rawValue: typeName.lowercased()) else {
            throw EntryError(.typeUnknown, "the type \(typeName.quoted) is not one of totp, hotp, steam, motp, yandex")
        }
        guard let info = info.value() else {
            throw EntryError(.fieldDamaged, "the info of the entry is missing or damaged")
        }
        var draft = try AccountDraft(kind: kind, base32: try info.secret.checked("the secret"))
        // MD5 is a bug in the app, which never generates such codes.
        let algorithm = info.algo == .text("MD5") ? nil : info.algo
        try draft.take(algorithm: algorithm, digits: info.digits, period: info.period, counter: info.counter)
        if kind == .hotp, draft.counter == nil {
            throw EntryError(.counterOutOfRange, "the counter is missing", "look it up in the app")
        }
        if kind == .motp || kind == .yandex { draft.pin = try info.pin.checked("the PIN") }
        draft.note = note.orEmpty
        draft.isFavorite = favorite.value() ?? false
        return draft
    }
}
