import Foundation
import TOTPCore
import TOTPImport
import Testing

@testable import CryptoPrimitives

@Suite struct TOTPCoreTests {
    private static let link = "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme"
    /// Two accounts: part 1 of 2 of a Google Authenticator export.
    private static let migration =
        "otpauth-migration://offline?data="
        + "Ch8KCgECAwQFBgcICQoSBWFsaWNlGgRBY21lIAEoATACCh4KCgoJCAcGBQQDAgESA2JvYhoFQmlyY2ggASgBMAIQARgCIAAoBw%3D%3D"

    @Test func aLinkIsReadAndWritten() throws {
        let account = try Account(keyURI: Self.link)
        #expect(account.label == "Acme: alice")
        #expect(try Account(keyURI: account.keyURI).secret == account.secret)
    }

    @Test(arguments: ["", "https://example.com", "otpauth://totp/Acme:bob", "otpauth-migration://offline?data=CgA"])
    func whatIsNotALinkOfOneAccountIsAnError(_ text: String) {
        #expect(throws: EntryError.self) { try Account(keyURI: text) }
    }

    @Test(arguments: [
        "mine: \(link)", "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ is mine", "\(link) \(link)",
        "<\(link)>",
    ])
    func textAroundALinkIsAnError(_ text: String) {
        #expect { try Account(keyURI: text) } throws: {
            [.notALink, .linksRunTogether].contains(($0 as? EntryError)?.code)
        }
    }

    @Test func aLinkIsReadWithTheWarningOfTheReader() throws {
        let link = "\n \(Self.link)&t0=60 "
        var warnings: [String] = []
        _ = try Account(keyURI: link) { warnings.append($0) }
        #expect(warnings.count == 1 && warnings[0].contains("t0"), "\(warnings)")
        #expect(try LinkReader().read(link).warnings.first?.hasSuffix(warnings[0]) == true)
    }

    @Test func everyErrorHasAMessageForApps() async throws {
        var errors: [any Error] = [
            EntryError(.notALink, "no link"), SourceError(.corrupt, "cut off"), CodeError.pinMissing,
        ]
        do { _ = try await AccountVault.open(at: "/nowhere/vault.json", passphrase: Passphrase("x")) } catch {
            errors.append(error)
        }
        #expect(errors.count == 4)
        for error in errors { #expect(error.localizedDescription == "\(error)") }
    }

    @Test func accountsWithTheSameCodesAreFound() throws {
        let account = try Account(keyURI: Self.link)
        var other = account
        other.name = "bob"
        #expect(account.hasSameCodes(as: other))
        other.parameters = try OTPParameters(kind: .totp, digits: other.parameters.digits + 2)
        #expect(!account.hasSameCodes(as: other))
    }

    private struct Hashes: CodeCryptography {
        var wrong: OTPAlgorithm?

        func hash(_ bytes: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8] {
            try CodeHashes().hash(bytes, with: algorithm)
        }

        func hmac(of message: [UInt8], key: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8] {
            try CodeHashes().hmac(of: message, key: algorithm == wrong ? message : key, with: algorithm)
        }
    }

    @Test(arguments: [OTPAlgorithm.md5, .sha1, .sha256, .sha512, nil])
    func hashesAreCheckedAgainstTheStandards(_ wrong: OTPAlgorithm?) {
        #expect(Hashes(wrong: wrong).wrongAlgorithms == [wrong].compactMap { $0 })
    }

    @Test func aTextOfLinksIsRead() throws {
        let reading = try LinkReader().read("mine:\n\(Self.link)\notpauth://totp/Acme:bob?issuer=Acme\n")
        #expect(reading.accounts.map(\.name) == ["alice"])
        #expect(reading.rejections.map(\.code) == [.secretMissing])
        #expect(reading.rejections.map(\.place) == ["line 3"] && reading.rejections.map(\.line) == [3])
        #expect(reading.skipped.total == 1)
    }

    @Test func aPartOfAGoogleExportIsRead() throws {
        let reading = try LinkReader().read(Self.migration)
        #expect(reading.accounts.map(\.label) == ["Acme: alice", "Birch: bob"])
        #expect(reading.missingParts.count == 1)
        #expect(reading.missingParts.first?.contains("part 2 is missing") == true)
        let report = LinkValidator().check(Self.migration)
        #expect(report.links == 1)
        #expect(report.findings.contains { $0.rule.id == "migration-part-missing" })
    }

    @Test func aTextWithoutALinkIsAnError() {
        #expect { try LinkReader().read("nothing") } throws: { ($0 as? SourceError)?.code == .unrecognised }
    }

    @Test func accountsAreMerged() throws {
        let account = try Account(keyURI: Self.link)
        var copy = account
        copy.issuer = "ACME"
        var merger = AccountMerger([account], policy: .skip, now: account.createdAt)
        #expect(merger.merge(copy) == .duplicate(note: nil))
        copy.name = "bob"
        #expect(merger.merge(copy) == .added(.sameSecret("Acme: alice")))
        #expect(merger.accounts.count == 2)
    }

    @Test func nothingSecretIsPrinted() throws {
        let account = try Account(keyURI: Self.link)
        var text = ""
        dump(account, to: &text)
        #expect(!(text + "\(account)").contains("GEZDG"))
        #expect(!"\(Passphrase("hunter2"))".contains("hunter2"))
    }
}
