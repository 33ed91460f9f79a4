import FixtureSupport
import TOTPDomain
import Testing

@testable import Vault

@Suite("Passphrases, however they are typed")
struct PassphraseTests {
    @Test(
        "Two ways to write the same text are the same key",
        arguments: [
            ("caf\u{E9}", "cafe\u{301}"),  // é as one character, and as e with an accent
            ("\u{C5}ngstr\u{F6}m", "A\u{30A}ngstro\u{308}m"),
            ("\u{C5}", "\u{212B}"),  // the letter, and the sign for the unit
            ("\u{1EC7}", "e\u{323}\u{302}"), ("\u{1EC7}", "e\u{302}\u{323}"),  // marks in either order
            ("\u{D55C}\u{AE00}", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),  // Hangul and its letters
        ])
    func canonicallyEqual(composed: String, decomposed: String) throws {
        try #require(Passphrase(composed).utf8 != Passphrase(decomposed).utf8)
        #expect(Passphrase(composed).normalized == Passphrase(decomposed).normalized)

        let folder = try TemporaryFolder()
        let path = folder.path("vault.json")
        _ = try VaultFile.create(path, passphrase: Passphrase(decomposed), cost: .cheap)
        #expect(try VaultFile.open(path, passphrase: Passphrase(composed)).items() == [])
        #expect(try VaultFile.open(path, passphrase: Passphrase(decomposed)).items() == [])
        #expect(try folder.names().count == 2)
    }

    @Test(
        "The derived bytes are UTF-8 in form C",
        arguments: [
            ("plain ASCII", "plain ASCII"), ("e\u{301}", "\u{E9}"), ("\u{212B}", "\u{C5}"),
            ("\u{FB01}\u{B2}", "\u{FB01}\u{B2}"),  // compatibility forms stay: that would be form KC
            ("q\u{323}\u{307}", "q\u{323}\u{307}"), ("\u{1F511}\u{FE0F}", "\u{1F511}\u{FE0F}"), ("", ""),
        ])
    func normalized(typed: String, expected: String) {
        #expect(Array(Passphrase(typed).normalized) == Array(expected.utf8))
    }

    @Test("A passphrase of arbitrary bytes is used as it is")
    func notUTF8() {
        let bytes: [UInt8] = [0x65, 0xCC, 0x81, 0xFF, 0x00]
        #expect(Array(Passphrase(utf8: bytes).normalized) == bytes)
    }

    @Test(
        "Texts that only look alike are different keys", arguments: [("\u{FB01}", "fi"), ("K", "\u{41A}"), ("a", "A")])
    func different(one: String, other: String) {
        #expect(Passphrase(one).normalized != Passphrase(other).normalized)
    }
}
