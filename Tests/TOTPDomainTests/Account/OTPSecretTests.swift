import Encodings
import FixtureSupport
import SecureMemory
import TOTPDomain
import Testing

struct OTPSecretTests {
    @Test("A secret has any number of bytes from 1 to the limit", arguments: [1, 20, 64, Limit.secret])
    func takesBytes(count: Int) throws {
        let bytes = [UInt8](repeating: 0xA5, count: count)
        #expect(try OTPSecret(bytes: bytes).bytes == bytes)
    }

    @Test(
        "No byte, or more than the limit, is not a secret",
        arguments: [(0, RejectionCode.secretMissing), (Limit.secret + 1, .secretTooLong)])
    func refusesNoneAndTooMany(count: Int, code: RejectionCode) {
        let problem = #expect(throws: EntryError.self) { try OTPSecret(bytes: [UInt8](repeating: 0, count: count)) }
        #expect(problem?.code == code)
        if count > 0 { #expect(problem?.reason == LimitMessage.secret(Limit.secret)) }
    }

    @Test
    func readsAndWritesBase32() throws {
        let secret = try OTPSecret(base32: "jbsw y3dp-ehpk 3pxp==")
        #expect(secret.bytes == Array("Hello!".utf8) + [0xDE, 0xAD, 0xBE, 0xEF])
        #expect(secret.base32 == "JBSWY3DPEHPK3PXP")
    }

    @Test(arguments: ["", "=", " - ", "A"])
    func base32WithoutAWholeByteIsNoSecret(text: String) {
        #expect(throws: EntryError(.secretMissing, "")) { try OTPSecret(base32: text) }
    }

    @Test
    func anEmptyPINIsNone() {
        #expect(OTPPin("") == nil)
        #expect(OTPPin("0")?.text == "0")
    }

    @Test
    func aPassphraseIsBytesFirst() {
        #expect(Array(Passphrase("Grüße").utf8) == Array("Grüße".utf8))
        #expect(Passphrase(utf8: Array("Grüße".utf8)).text == "Grüße")
        #expect(Passphrase(utf8: [0xFF]).text == nil)
        #expect(Passphrase("").isEmpty)
    }

    @Test(
        "A passphrase knows how many scalars it has, nil if it is not UTF-8",
        arguments: [("", 0), ("abc", 3), ("Grüße", 5), ("🔑e\u{301}", 3)])
    func aPassphraseCountsItsScalars(text: String, count: Int) {
        #expect(Passphrase(text).scalarCount == count)
        #expect(Passphrase(utf8: Array(text.utf8) + [0xC3]).scalarCount == nil)
    }

    @Test
    func aLockedSecretIsTheSame() throws {
        let secret = try OTPSecret(base32: "JBSWY3DPEHPK3PXP"), other = try OTPSecret(base32: "JBSWY3DPEHPK3PXQ")
        let locked = try OTPSecret(locked: LockedBytes(copying: secret.bytes))
        #expect(locked == secret && locked.hashValue == secret.hashValue && locked != other)
        #expect(locked.bytes == secret.bytes && locked.base32 == secret.base32 && "\(locked)" == "‹10 bytes›")
    }

    @Test
    func aLockedPINIsTheSame() throws {
        let pin = try #require(OTPPin("Grüße")), other = try #require(OTPPin("Grüsse"))
        let locked = try #require(OTPPin(locked: LockedBytes(copying: "Grüße".utf8)))
        #expect(locked == pin && locked.hashValue == pin.hashValue && locked != other)
        #expect(locked.text == pin.text && "\(locked)" == "‹PIN›")
    }

    @Test
    func lockedBytesHaveTheSameLimits() {
        #expect(throws: EntryError(.secretMissing, "")) { try OTPSecret(locked: LockedBytes(copying: [])) }
        #expect(throws: EntryError(.secretTooLong, "")) {
            try OTPSecret(locked: LockedBytes(copying: [UInt8](repeating: 0, count: Limit.secret + 1)))
        }
        #expect(OTPPin(locked: LockedBytes(copying: [])) == nil)
    }
}
