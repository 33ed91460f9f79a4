import Encodings
import FixtureSupport

/// Random JSON values, and the bytes that change a text in an interesting way.
enum RandomJSON {
    static let interesting = Array("{}[]\",:\\/ \n\t0123456789-+.eEtrufalsn\u{E9}\u{1}".utf8) + [0xFF, 0xC0]

    /// Whether a digit, an `e` and two digits follow each other.
    static func hasLargeExponent(_ text: [UInt8]) -> Bool {
        text.indices.dropLast(3).contains { index in
            let digits = text[(index + 2)...].drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }.prefix(2)
            return text[index] &- 48 < 10 && text[index + 1] | 0x20 == UInt8(ascii: "e")
                && digits.count == 2 && digits.allSatisfy { $0 &- 48 < 10 }
        }
    }

    static func value(_ random: inout SeededGenerator, depth: Int = 0) -> OrderedJSON {
        switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random))
        case 3: return .number(["1.5", "-0", "2e10", "0.25E-3"].randomElement(using: &random) ?? "0.5")
        case 4, 5: return .string(string(&random))
        case 6:
            return .array(
                (0..<Int.random(in: 0..<5, using: &random)).map { _ in value(&random, depth: depth + 1) })
        default:
            var members: [OrderedJSON.Member] = []
            for index in 0..<Int.random(in: 0..<5, using: &random) {
                members.append(.init(key: "\(index)\(string(&random))", value: value(&random, depth: depth + 1)))
            }
            return .object(members)
        }
    }

    static func string(_ random: inout SeededGenerator) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            let limit: UInt32 = [0x80, 0x80, 0x800, 0x3000, 0x11_0000].randomElement(using: &random) ?? 0x80
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}
