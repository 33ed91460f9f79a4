import Encodings
import FixtureSupport
import Foundation
import TOTPDomain

extension Account {
    /// An invented account of any kind, the same in every test.
    static func sample(
        _ kind: OTPKind = .totp, issuer: String = "Acorn", name: String = "alice", secret: [UInt8]? = nil,
        algorithm: OTPAlgorithm = .sha1, digits: Int64? = nil, period: Int64? = nil, counter: Int64? = nil,
        pin: String = "", note: String? = nil, tags: [String] = [], isFavorite: Bool = false
    ) throws -> Account {
        Account(
            issuer: issuer, name: name,
            secret: try OTPSecret(bytes: secret ?? Array("Hello!\u{7}\u{1F}".utf8) + Array(0..<8)),
            parameters: try OTPParameters(
                kind: kind, algorithm: algorithm, digits: digits, period: period, counter: counter),
            pin: OTPPin(pin), note: note, tags: tags, isFavorite: isFavorite)
    }
}

extension ExportRequest {
    /// Not encrypted, but with bytes that are really random.
    static func random(_ items: [Account]) -> ExportRequest {
        var request = encrypted(items)
        request.protection = .none
        return request
    }
}

extension Export {
    /// As text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// As JSON.
    func json() throws -> OrderedJSON { try OrderedJSON(parsing: bytes) }

    var lossCodes: [String] { losses.map { "\($0.index) \($0.code.rawValue)" } }
    var leftOutCodes: [String] { leftOut.map { "\($0.index) \($0.code.rawValue)" } }
}

extension OrderedJSON {
    subscript(index: Int) -> OrderedJSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var count: Int? { if case .array(let elements) = self { elements.count } else { nil } }

    /// Every string in it, in order.
    var allText: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.allText)
        case .object(let members): members.flatMap(\.value.allText)
        case .null, .bool, .integer, .number: []
        }
    }
}
