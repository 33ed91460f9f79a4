import Encodings
import FormatEngine
import TOTPDomain

/// A value of a key: secret, counter or time interval, plain or encrypted.
enum PSKCValue: Sendable {
    /// Not in the file.
    case missing
    /// As it is written: base64, or decimal digits.
    case text(String)
    case encrypted(Encrypted)
    /// Decrypted.
    case bytes([UInt8])
    case damaged(EntryError)

    struct Encrypted: Sendable {
        /// The name of the cipher; "" if the value does not say.
        var algorithm: String
        /// nil if it is not base64.
        var ciphertext: [UInt8]?
        /// The MAC of the ciphertext, or of the value itself; nil without a MAC, empty if it is not base64.
        var mac: [UInt8]?

        /// - Parameter element: an `EncryptedValue`, or another element of its type.
        init(_ element: XMLElement, mac: XMLElement? = nil) {
            // In drafts of the RFC, the cipher is in an element of its own.
            let method = element["EncryptionMethod", "EncryptionScheme"] ?? element["EncryptionMethod"]
            algorithm = method?.attribute("Algorithm") ?? ""
            ciphertext = element["CipherData", "CipherValue"]?.base64
            self.mac = mac.map { $0.base64 ?? [] }
        }
    }

    init(_ element: XMLElement?) {
        if let plain = element?["PlainValue"] {
            self = .text(plain.trimmedText)
        } else if let element, let value = element["EncryptedValue"] {
            self = .encrypted(Encrypted(value, mac: element["ValueMAC"]))
        } else {
            self = .missing
        }
    }

    /// The bytes of a secret.
    ///
    /// - Throws: ``EntryError`` with `field-damaged`.
    var secret: [UInt8] {
        get throws(EntryError) {
            switch self {
            case .missing: return []
            case .text(let text):
                guard let bytes = Base64.decode(text.utf8WithoutSpace) else {
                    throw EntryError(.fieldDamaged, "the secret is not base64")
                }
                return bytes
            case .bytes(let bytes): return bytes
            case .damaged(let error): throw error
            case .encrypted: throw EntryError(.fieldDamaged, "the secret is encrypted")
            }
        }
    }

    /// A number in decimal digits, their base64, or the base64 of a big-endian integer, both padded; nil without a
    /// number.
    ///
    /// - Throws: ``EntryError`` if it could not be decrypted.
    var number: LenientNumber? {
        get throws(EntryError) {
            switch self {
            case .missing: nil
            case .text(let text):
                if text.isEmpty || Self.isDecimal(text.utf8.drop { $0 == ASCII.hyphen }) {
                    .text(text)
                } else {
                    Base64.decodeStrictly(text.utf8WithoutSpace.span).map(Self.number) ?? .text(text)
                }
            case .bytes(let bytes): Self.number(bytes)
            case .damaged(let error): throw error
            case .encrypted: throw EntryError(.fieldDamaged, "a value is encrypted")
            }
        }
    }

    private static func isDecimal(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { $0 &- 48 < 10 }
    }

    /// Decimal digits, or a big-endian integer in as few bytes as it needs.
    private static func number(_ bytes: [UInt8]) -> LenientNumber {
        if isDecimal(bytes) { return .text(String(decoding: bytes, as: UTF8.self)) }
        guard !bytes.isEmpty, let number = bytes.integer(.big) else { return .damaged }
        return Int64(exactly: number).map { .number($0) } ?? .damaged
    }
}
