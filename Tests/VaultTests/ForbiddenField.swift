import Encodings
import FixtureSupport
import Testing

@testable import Vault

/// A field, a value that it must not have, and the reason in the error.
struct ForbiddenField: Sendable, CustomTestStringConvertible {
    var field: String
    var value: JSONValue
    /// The field that the refusal names, as the message writes it.
    var named: String
    /// The reason in the error.
    var reason: String

    init(_ field: String, _ value: JSONValue, says reason: String, of named: String? = nil) {
        self.field = field
        self.value = value
        self.named = named ?? field.replacing("slots.0", with: "slots[0]")
        self.reason = reason
    }

    var testDescription: String { "\(field): \(reason)" }
}

extension ForbiddenField {
    private static let kdf = "header.slots.0.kdf"

    static let costs: [ForbiddenField] = [
        ForbiddenField("\(kdf).n", 0, says: "not a power of two"),
        ForbiddenField("\(kdf).n", 1, says: "not a power of two"),
        ForbiddenField("\(kdf).n", 3, says: "not a power of two"),
        ForbiddenField("\(kdf).n", -2, says: "not a power of two"),
        ForbiddenField("\(kdf).n", 131_071, says: "not a power of two"),
        ForbiddenField("\(kdf).n", .integer(.min), says: "not a power of two"),
        beyond("\(kdf).n", LimitMessage.scryptN, 2 * Limit.scryptN, Limit.scryptN.trailingZeroBitCount),
        beyond("\(kdf).n", LimitMessage.scryptN, 1 << 62, Limit.scryptN.trailingZeroBitCount),
        ForbiddenField("\(kdf).n", .number(0x1p64), says: "not a whole number"),
        ForbiddenField("\(kdf).n", .number(2.5), says: "not a whole number"),
        ForbiddenField("\(kdf).n", "2", says: "not a whole number"),
        ForbiddenField("\(kdf).n", .null, says: "not a whole number"),
        beyond("\(kdf).r", LimitMessage.scryptR, 0, Limit.scryptR),
        beyond("\(kdf).r", LimitMessage.scryptR, -1, Limit.scryptR),
        beyond("\(kdf).r", LimitMessage.scryptR, Limit.scryptR + 1, Limit.scryptR),
        beyond("\(kdf).p", LimitMessage.scryptP, 0, Limit.scryptP),
        beyond("\(kdf).p", LimitMessage.scryptP, Limit.scryptP + 1, Limit.scryptP),
        beyond("\(kdf).p", LimitMessage.scryptP, .max, Limit.scryptP),
        ForbiddenField("\(kdf).n", 65_536, says: "too large for an r of 1"),
        ForbiddenField(
            kdf, ["name": "scrypt", "n": 1_048_576, "r": 9, "p": 1, "salt": bytes(32)],
            says: LimitMessage.scryptMemory(Limit.scryptMemory >> 30), of: "header.slots[0].kdf"),
    ]

    /// A number that the table does not allow.
    private static func beyond(_ field: String, _ message: LimitMessage, _ value: Int, _ most: Int) -> ForbiddenField {
        ForbiddenField(field, .integer(Int64(value)), says: message(value, most))
    }

    static let lengths: [ForbiddenField] = [
        ("header.payload.salt", 32), ("header.payload.nonce", 12), ("\(kdf).salt", 32), ("header.slots.0.nonce", 12),
        ("header.slots.0.wrappedKey", 48),
    ].flatMap(wrongLengths)

    private static func wrongLengths(of field: String, not count: Int) -> [ForbiddenField] {
        let whole = Base64.encode([UInt8](repeating: 7, count: count))
        var cases = [0, count - 1, count + 1, 4096].map {
            ForbiddenField(field, bytes($0), says: "has \($0) bytes, not \(count)")
        }
        cases.append(ForbiddenField(field, 12, says: "not a string"))
        // Lenient readers take some of these for the same bytes; with two texts for one value, a change could go unseen.
        for text in ["not base64!", whole + "\n", whole.replacing("=", with: ""), "\(whole.dropLast(4))____"]
        where text != whole {
            cases.append(ForbiddenField(field, .string(text), says: "not base64"))
        }
        return cases
    }

    static let names: [ForbiddenField] = [
        ForbiddenField("header.cipher", "AES-128-GCM", says: "not AES-256-GCM"),
        ForbiddenField("header.cipher", "", says: "not AES-256-GCM"),
        ForbiddenField("header.slots.0.type", "biometric", says: "unknown"),
        ForbiddenField("\(kdf).name", "pbkdf2", says: "unknown for a slot of type passphrase"),
        ForbiddenField("\(kdf).name", "hkdf-sha256", says: "unknown for a slot of type passphrase"),
        ForbiddenField(
            "header.slots.0.type", "recovery", says: "unknown for a slot of type recovery",
            of: "header.slots[0].kdf.name"),
        ForbiddenField("header.id", "5b0c2a7e-0000-4000-a000-000000000001", says: "not a UUID in upper case"),
        ForbiddenField("header.id", "", says: "not a UUID in upper case"),
        ForbiddenField(
            "header.slots.0.id", "{9E1D2A7E-0000-4000-A000-000000000002}", says: "not a UUID in upper case",
            of: "header.slots[0].id"),
        ForbiddenField("header.slots", [], says: "0 " + LimitMessage.vaultSlots(Limit.vaultSlots)),
        ForbiddenField(
            "header.slots", .array(Array(repeating: [:], count: Limit.vaultSlots + 1)),
            says: "\(Limit.vaultSlots + 1) " + LimitMessage.vaultSlots(Limit.vaultSlots)),
        ForbiddenField("header.slots", [1], says: "is not an object", of: "header.slots[0]"),
        ForbiddenField("version", 0, says: "is 0, not 1"),
        ForbiddenField("version", -1, says: "is -1, not 1"),
        ForbiddenField("version", "1", says: "not a whole number"),
        ForbiddenField("ciphertext", bytes(15), says: "at least 16 bytes"),
        ForbiddenField("ciphertext", "####", says: "base64"),
        ForbiddenField("ciphertext", 1, says: "not a string"),
        ForbiddenField("header", 1, says: "not an object"),
        ForbiddenField("header.x", .null, says: "neither text, a whole number, a list nor an object"),
        ForbiddenField("header.x", .number(0.5), says: "neither text"),
        ForbiddenField("header.slots.0.x", .bool(true), says: "neither text", of: "header.slots[0].x"),
        ForbiddenField("header.x", "é", says: "not ASCII"),
        ForbiddenField("header.x", .integer(.min), says: "over 2^53"),
    ]

    static let missing: [ForbiddenField] = [
        "version", "ciphertext", "header", "header.cipher", "header.id", "header.payload", "header.payload.nonce",
        "header.payload.salt", "header.slots", "header.slots.0.id", "header.slots.0.type", "header.slots.0.nonce",
        "header.slots.0.wrappedKey", kdf, "\(kdf).name", "\(kdf).salt", "\(kdf).n", "\(kdf).r", "\(kdf).p",
    ].map { ForbiddenField($0, .null, says: "is missing") }

    private static func bytes(_ count: Int) -> JSONValue { HandmadeVault.base64([UInt8](repeating: 7, count: count)) }
}
