import Encodings
import TOTPDomain
import Testing

@Suite("Battle.net's preferences")
struct BattleNetTests {
    private static let prefix = "com.blizzard.messenger.AUTHENTICATOR_"
    /// The first bytes of the app's mask, from the format's page.
    private static let mask: [UInt8] = [
        0x39, 0x8E, 0x27, 0xFC, 0x50, 0x27, 0x6A, 0x65, 0x60, 0x65, 0xB0, 0xE5, 0x25, 0xF4, 0xC0, 0x6C, 0x04, 0xC6,
    ]

    private static func masked(_ text: String) -> String { Hex.encode(zip(text.utf8, mask).map { $0 ^ $1 }) }

    private func read(_ strings: KeyValuePairs<String, String>) throws -> ImportedDocument {
        let texts = strings.map { "<string name=\"\(Self.prefix)\($0.key)\">\($0.value)</string>" }
        return try ImportersTests.read("<map><!-- \(Self.prefix)DEVICE_SECRET -->\(texts.joined())</map>")
    }

    @Test(
        "The mask is removed from secret and serial, which an editor may have put on lines of their own",
        arguments: ["", "\n  "])
    func account(space: String) throws {
        let document = try read([
            "SERIAL": space + Self.masked("US-2211-2050-3346") + space,
            "DEVICE_SECRET": space + Self.masked("48656c6C6f") + space, "CREDENTIALS_ENCRYPTION_TYPE": "MASK",
        ])
        #expect(document.format == "battle-net")
        #expect(document.items.map(\.fieldsLine) == ["totp Battle.net|US-2211-2050-3346 JBSWY3DP SHA1 8 30"])
        #expect(try read(["DEVICE_SECRET": Self.masked("48656c6c6f")]).items.map(\.name) == [""])
    }

    @Test(
        "A secret that is invalid behind its mask is rejected",
        arguments: ["", "7", "xyz", "0000", Hex.encode(mask)])
    func damaged(secret: String) throws {
        let document = try read(["DEVICE_SECRET": secret])
        #expect(document.items == [] && document.rejections.count == 1)
        #expect(document.rejections.allSatisfy { secret.isEmpty || !$0.reason.contains(secret) })
    }

    @Test("A secret that is longer than the mask is damage")
    func longerThanTheMask() {
        let failure = #expect(throws: SourceError.self) {
            try read(["DEVICE_SECRET": Hex.encode([UInt8](repeating: 0, count: 58))])
        }
        #expect(failure?.code == .corrupt)
    }

    @Test("A missing secret, and one encrypted by the phone, are reported")
    func failures() {
        let without = #expect(throws: SourceError.self) { try read(["SERIAL": "00"]) }
        #expect(without?.code == .corrupt)
        let sealed = #expect(throws: SourceError.self) {
            try read(["DEVICE_SECRET": "00", "CREDENTIALS_ENCRYPTION_TYPE": "KEYSTORE"])
        }
        #expect(sealed?.code == .unsupportedVersion)
    }
}
