import TOTPCore
import Testing

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

    @Test func aTextOfLinksIsRead() throws {
        let reading = try LinkReader().read("mine:\n\(Self.link)\notpauth://totp/Acme:bob?issuer=Acme\n")
        #expect(reading.accounts.map(\.name) == ["alice"])
        #expect(reading.rejections.map(\.code) == [.secretMissing])
        #expect(reading.rejections.map(\.place) == ["line 3"])
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
