/// The outer file: what is needed to open it.
struct AegisFile: Decodable {
    var version: Int?
    var header: Header
    var db: Database

    struct Header: Decodable {
        var slots: [Lenient<Slot>]?
        var params: Parameters?

        var isPlain: Bool { slots == nil && params == nil }
    }

    /// A key that the master key is wrapped with.
    struct Slot: Decodable, Sendable {
        /// 0 raw, 1 passphrase, 2 biometric.
        var type: Int
        /// The wrapped master key, hexadecimal.
        var key: String
        var keyParameters: Parameters
        var n: UInt64?
        var r: UInt64?
        var p: UInt64?
        var salt: String?

        enum CodingKeys: String, CodingKey {
            case type, key, n, r, p, salt
            case keyParameters = "key_params"
        }
    }

    /// Hexadecimal.
    struct Parameters: Decodable, Sendable {
        var nonce: String
        var tag: String
    }

    enum Database: Decodable {
        case content(AegisContent)
        /// Base64.
        case sealed(String)

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .sealed(text)
            } else {
                self = .content(try AegisContent(from: decoder))
            }
        }
    }
}
