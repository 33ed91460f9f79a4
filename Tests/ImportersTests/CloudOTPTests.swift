import TOTPDomain
import Testing

@testable import Importers

@Suite("CloudOTP's backup")
struct CloudOTPTests {
    private static func document(_ tokens: [String], categories: String = "") throws -> ImportedDocument {
        let text = #"{"tokens":[\#(tokens.joined(separator: ","))],"categories":[\#(categories)]}"#
        return try CloudOTPFormat().document(of: Array(text.utf8), ImportLimits())
    }

    /// Salt, nonce and tag of nothing.
    private static let whole = Array("CloudOTP-Backup-Encrypt-V01".utf8) + [UInt8](repeating: 1, count: 16 + 12 + 16)

    @Test("The header is checked before a passphrase is asked for, and no key is derived without one")
    func header() throws {
        for count in [25, 26, 27, 43, 55, Self.whole.count - 1] {
            let failure = #expect(throws: SourceError.self) {
                try read(Self.whole.prefix(count), limits: .derivingNothing)
            }
            #expect(failure?.code == .corrupt)
        }
        var newer = Self.whole
        newer[26] = UInt8(ascii: "2")
        let failure = #expect(throws: SourceError.self) { try read(newer, limits: .derivingNothing) }
        #expect(failure?.code == .unsupportedVersion)
        #expect(throws: SourceError.passphraseRequired) { try read(Self.whole, limits: .derivingNothing) }
        #expect(throws: SourceError.wrongPassphrase) { try read(Self.whole, passphrase: "x") }
    }

    @Test("The costs are limited")
    func costs() {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 63 << 20
        let failure = #expect(throws: SourceError.self) { try read(Self.whole, passphrase: "x", limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }
}
