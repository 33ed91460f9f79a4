import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("The rules that password managers share")
struct LoginListTests {
    private static func document(_ entries: [LoginEntry], limit: Int = 100) throws -> ImportedDocument {
        var limits = ImportLimits()
        limits.entries = limit
        var list = LoginList("made-up", limits)
        for (index, entry) in entries.enumerated() { try list.add(entry, at: EntryPosition(entry: index + 1)) }
        return list.finished(records: entries.count)
    }

    private static func entry(_ keys: String..., title: String = "Acorn", userName: String = "alice") -> LoginEntry {
        var entry = LoginEntry()
        entry.title = title
        entry.userName = userName
        for key in keys { entry.add(key: key) }
        return entry
    }

    @Test(
        "Names are those of the link, then those of the entry, then the site",
        arguments: [
            (
                key: "otpauth://totp/Birch:bob?secret=GEZDGNB2&issuer=Birch", title: "Acorn", issuer: "Birch",
                name: "bob"
            ),
            (key: "otpauth://totp/Strongbox?secret=GEZDGNB2", title: "Acorn", issuer: "Acorn", name: "Strongbox"),
            (key: "otpauth://totp/?secret=GEZDGNB2&issuer=Birch", title: "Acorn", issuer: "Birch", name: "alice"),
            (key: "otpauth://totp?secret=GEZDGNB2", title: "Acorn", issuer: "Acorn", name: "alice"),
            (key: "OTPAUTH://totp/?secret=gezdgnb2&lock=false", title: " ", issuer: "shop.example.com", name: "alice"),
            (key: "gezd gnb2", title: "Acorn", issuer: "Acorn", name: "alice"),
            (key: " GEZDGNB2\n", title: "", issuer: "shop.example.com", name: "alice"),
            (key: "GEZDGNB2", title: "Steam", issuer: "Steam", name: "alice"),
        ])
    func names(key: String, title: String, issuer: String, name: String) throws {
        var entry = Self.entry(key, title: title)
        entry.address = "https://www.shop.example.com:443/login"
        let item = try #require(try Self.document([entry]).items.first)
        #expect(item.issuer == issuer && item.name == name)
        #expect(item.parameters.kind == .totp)
        #expect(item.secret.base32 == "GEZDGNB2")
    }

    @Test(
        "A value that is neither a link nor a secret is rejected",
        arguments: [
            ("https://example.com/qr.png", .notALink), ("Key: otpauth://totp/x?secret=GEZDGNB2", .notALink),
            ("otpauth-migration://offline?data=AA", .notALink), ("otpauth:totp/x", .notALink), ("a:b", .notALink),
            ("not a secret!", .secretNotBase32), ("--", .secretMissing), ("steam://", .secretMissing),
            ("otpauth://totp/x", .secretMissing), ("otpauth://x/x?secret=GEZDGNB2", .typeUnknown),
        ] as [(String, RejectionCode)])
    func rejections(key: String, code: RejectionCode) throws {
        let document = try Self.document([Self.entry(), Self.entry(key)])
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.position.description) == ["entry 2"])
        #expect(document.rejections.map(\.label) == ["Acorn: alice"])
    }

    @Test("Each secret of an entry is an account; an entry without a secret is skipped, and both are records")
    func counts() throws {
        let document = try Self.document([
            Self.entry("", " \n"), Self.entry("GEZDGNB2", "", "steam://GEZDGNB2"), LoginEntry(rejected: .notAnObject),
        ])
        #expect(document.items.map(\.parameters.kind) == [.totp, .steam])
        #expect(document.skipped.counts == [.noOneTimeCode: 1])
        #expect(document.rejections.map(\.code) == [.fieldDamaged])
        #expect(document.records == 4 && document.warnings == [])
    }

    @Test("A file without one-time codes says how many entries it has")
    func noCodes() throws {
        #expect(try Self.document([Self.entry()]).warnings == ["the file has 1 entry, without a one-time code"])
        #expect(
            try Self.document([Self.entry(), Self.entry()]).warnings
                == ["the file has 2 entries, none of them with a one-time code"])
        #expect(try Self.document([]).warnings == [])
    }

    @Test("Entries in the trash are imported, with a warning")
    func trash() throws {
        var entry = Self.entry("GEZDGNB2", "GEZDGNB2"), other = Self.entry()
        (entry.isTrashed, other.isTrashed) = (true, true)
        let document = try Self.document([entry, other])
        #expect(document.items.count == 2)
        #expect(document.warnings == ["1 of the entries with a one-time code is in the app's trash; imported anyway"])
    }

    @Test("More secrets than the limit are an error")
    func limit() {
        let failure = #expect(throws: SourceError.self) {
            try Self.document([Self.entry("GEZDGNB2", "GEZDGNB2", "GEZDGNB2")], limit: 2)
        }
        #expect(failure?.code == .limitExceeded)
    }
}
