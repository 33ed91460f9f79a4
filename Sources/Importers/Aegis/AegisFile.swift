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
