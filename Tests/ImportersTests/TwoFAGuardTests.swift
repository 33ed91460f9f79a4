import TOTPDomain
import Testing

@testable import Importers

@Suite("2FAGuard's backup")
struct TwoFAGuardTests {
    private static func document(_ tokens: String...) throws -> ImportedDocument {
        let text = #"{"Version":1,"Tokens":[\#(tokens.joined(separator: ","))]}"#
        return try TwoFAGuardFormat().document(of: Array(text.utf8), ImportLimits())
    }

    private static let magic = Array("2FAGuardBackupV1".utf8)
    /// Salt, nonce and tag of nothing.
    private static let whole = magic + [UInt8](repeating: 1, count: 16 + 32 + 32)

    @Test("The header is checked before a passphrase is asked for, and no key is derived without one")
    func header() throws {
        for count in magicCounts {
            let failure = #expect(throws: SourceError.self) {
                try read(Self.whole.prefix(count), limits: .derivingNothing)
            }
            #expect(failure?.code == .corrupt)
        }
        var newer = Self.whole
        newer[15] = UInt8(ascii: "2")
        let failure = #expect(throws: SourceError.self) { try read(newer, limits: .derivingNothing) }
        #expect(failure?.code == .unsupportedVersion)
        #expect(throws: SourceError.passphraseRequired) { try read(Self.whole, limits: .derivingNothing) }
        #expect(throws: SourceError.wrongPassphrase) { try read(Self.whole, passphrase: "x") }
    }

    private var magicCounts: [Int] { [15, 16, 31, 64, Self.whole.count - 1] }

    @Test("The costs are limited")
    func costs() {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 64 << 20
        let failure = #expect(throws: SourceError.self) { try read(Self.whole, passphrase: "x", limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }
}
