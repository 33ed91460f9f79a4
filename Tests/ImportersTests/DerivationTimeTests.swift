import CryptoPrimitives
import Encodings
import FixtureSupport
import Synchronization
import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("The time of key derivations is limited for each input")
struct DerivationTimeTests {
    private static func limits(_ seconds: Int) -> ImportLimits {
        var limits = ImportLimits()
        limits.keyDerivationSeconds = seconds
        return limits
    }

    private static let passphrase = Passphrase("correct horse")

    @Test("All derivations of one reading count together, and each reading starts from zero")
    func together() throws {
        let limits = Self.limits(2)
        try limits.allow(derivationOf: 1.5, "a")
        try limits.allow(derivationOf: 0.5, "b")
        #expect(
            throws: SourceError(
                .limitExceeded,
                "its key derivations need about 3 s or more together, " + LimitMessage.derivationTime(2))
        ) { try limits.allow(derivationOf: 0.25, "c") }
        try limits.restarted.allow(derivationOf: 2, "d")
        #expect(
            throws: SourceError(
                .limitExceeded,
                "its key derivation needs 7 rounds, about 3 s, " + LimitMessage.derivationTime(2))
        ) { try limits.restarted.allow(derivationOf: 2.001, "7 rounds") }
    }

    @Test("From one second on, they are announced")
    func announced() throws {
        let announcements = Announcements()
        var limits = Self.limits(10)
        limits.willDerive = { announcements.add() }
        try limits.allow(derivationOf: 0.6, "a")
        #expect(announcements.count == 0)
        try limits.allow(derivationOf: 0.4, "b")
        #expect(announcements.count == 1)
    }

    private final class Announcements: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    @Test("Costs beyond the limit are refused before they are paid")
    func refused() {
        let limits = Self.limits(10), salt = [UInt8](repeating: 1, count: 16)
        func refusal(_ derive: () throws(SourceError) -> Void) -> SourceError.Code? {
            do throws(SourceError) { try derive() } catch { return error.code }
            return nil
        }
        #expect(
            refusal { () throws(SourceError) in
                _ = try limits.restarted.pbkdf2(
                    .sha256, passphrase: Self.passphrase, salt: salt, iterations: 30_000_001)
            } == .limitExceeded)
        #expect(
            refusal { () throws(SourceError) in
                _ = try limits.restarted.pbkdf2(
                    .sha512, passphrase: Self.passphrase, salt: salt, iterations: 15_000_001)
            } == .limitExceeded)
        #expect(
            refusal { () throws(SourceError) in
                _ = try limits.restarted.scrypt(
                    passphrase: Self.passphrase, salt: salt, cost: KeyDerivation.ScryptCost(n: 1 << 20, r: 8, p: 3))
            } == .limitExceeded)
        #expect(
            refusal { () throws(SourceError) in
                _ = try limits.restarted.aesKDF(
                    key: SecureBytes(copying: salt + salt), seed: salt + salt, rounds: 200_000_001)
            } == .limitExceeded)
        for cost in [
            KeyDerivation.Argon2Cost(passes: 11, memory: 1 << 20, lanes: 4),
            KeyDerivation.Argon2Cost(passes: 1, memory: 1 << 20 + 1, lanes: 1),
            KeyDerivation.Argon2Cost(passes: 1, memory: 1 << 10, lanes: 65),
        ] {
            #expect(
                refusal { () throws(SourceError) in
                    _ = try limits.restarted.argon2(.id, passphrase: Self.passphrase, salt: salt, cost: cost)
                } == .limitExceeded)
        }
    }

    @Test("One key may need a million iterations for each second, and r·p of scrypt may be 64")
    func oneKey() throws {
        let limits = Self.limits(1), salt = [UInt8](repeating: 1, count: 16)
        _ = try limits.restarted.pbkdf2(.sha256, passphrase: Self.passphrase, salt: salt, iterations: 1_000_000)
        #expect(throws: SourceError.self) {
            _ = try limits.restarted.pbkdf2(.sha256, passphrase: Self.passphrase, salt: salt, iterations: 1_000_001)
        }
        let most = UInt64(Limit.scryptLanes)
        let allowed = KeyDerivation.ScryptCost(n: 2, r: 8, p: most / 8)
        _ = try limits.restarted.scrypt(passphrase: Self.passphrase, salt: salt, cost: allowed)
        let failure = #expect(throws: SourceError.self) {
            let refused = KeyDerivation.ScryptCost(n: 2, r: most + 1, p: 1)
            _ = try limits.restarted.scrypt(passphrase: Self.passphrase, salt: salt, cost: refused)
        }
        #expect(failure?.code == .limitExceeded)
        #expect(failure?.message.hasSuffix(LimitMessage.scryptLanes(most)) == true)
    }

    @Test("Many key slots of Aegis, each cheap: the sum is limited")
    func slots() throws {
        func text(_ count: Int) -> String {
            let slot = """
                {"type":1,"uuid":"","key":"\(String(repeating: "0", count: 64))","key_params":{"nonce":\
                "\(String(repeating: "0", count: 24))","tag":"\(String(repeating: "0", count: 32))"},\
                "n":1024,"r":8,"p":1,"salt":"00"}
                """
            return """
                {"version":1,"header":{"slots":[\([String](repeating: slot, count: count).joined(separator: ","))],\
                "params":{"nonce":"\(String(repeating: "0", count: 24))","tag":"\(String(repeating: "0", count: 32))"}},\
                "db":"AAAA"}
                """
        }
        for (count, expected) in [(256, SourceError.Code.wrongPassphrase), (257, .limitExceeded)] {
            let failure = #expect(throws: SourceError.self) {
                _ = try read(text(count), passphrase: "x", limits: Self.limits(1))
            }
            #expect(failure?.code == expected)
        }
    }
}
