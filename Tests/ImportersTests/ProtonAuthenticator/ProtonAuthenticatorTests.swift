import TOTPDomain
import Testing

@testable import Importers

@Suite("Proton Authenticator's export")
struct ProtonAuthenticatorTests {
    private static let link = "otpauth://totp/Acorn:alice%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Acorn"

    /// Values are JSON.
    private static func entry(
        _ uri: String = jsonText(link), type: String = #""Totp""#, name: String = "null", note: String = "null"
    ) -> String {
        let content = jsonObject(["uri": uri, "entry_type": type, "name": name])
        return jsonObject(["id": #""00000000""#, "note": note, "content": content])
    }

    private static func text(_ entries: [String], version: String = "1") -> String {
        jsonObject(["version": version, "entries": jsonList(entries)])
    }

    private static func document(_ entries: [String]) throws -> ImportedDocument { try read(text(entries)) }

    @Test(
        "Its members identify it",
        arguments: [
            (#"{"version":1,"entries":[]}"#, true), (#"{"entries":[{}],"version":7}"#, true),
            (#"{"version":1,"entries":["#, true), (#"{"version":1,"salt":"","content":""}"#, true),
            (#"{"content":"","version":1,"salt":"A"#, true), (#"{"version":1,"salt":"","content":"","more":1}"#, false),
            (#"{"version":1,"salt":""}"#, false), (#"{"entries":[]}"#, false),
            (#"[{"version":1,"entries":[]}]"#, false),
            ("version, entries", false),
        ])
    func detection(text: String, isProton: Bool) {
        #expect((formatID(of: text.utf8) == "proton-authenticator") == isProton)
    }

    @Test(
        "A name that the user chose is used, unless it equals the issuer",
        arguments: [
            ("renamed", "renamed"), ("Acorn", "alice@example.com"), ("", "alice@example.com"),
            ("  ", "alice@example.com"),
            (" padded ", "padded"), ("Acorn: al", "al"), (nil, "alice@example.com"),
        ] as [(String?, String)])
    func names(name: String?, expected: String) throws {
        let item = try #require(try Self.document([Self.entry(name: jsonText(name))]).items.first)
        #expect((item.issuer, item.name) == ("Acorn", expected))
    }

    @Test(
        "A Steam account has the issuer Steam, and a name without it",
        arguments: [("gamer", "gamer"), ("Steam", ""), (nil, ""), ("Steam: gamer", "gamer")] as [(String?, String)])
    func steam(name: String?, expected: String) throws {
        let entry = Self.entry(#""steam://GEZDGNBVGY3TQOJQ""#, type: #""Steam""#, name: jsonText(name))
        let item = try #require(try Self.document([entry]).items.first)
        #expect((item.issuer, item.name) == ("Steam", expected))
        #expect(item.parameters == (try OTPParameters(kind: .steam)))
        #expect(item.secret.base32 == "GEZDGNBVGY3TQOJQ")
    }

    @Test("The issuer Steam does not make a Steam account of another")
    func issuerSteam() throws {
        let entry = Self.entry(#""otpauth://totp/Steam:gamer?secret=GEZDGNBV&issuer=Steam""#)
        #expect(try Self.document([entry]).items.map(\.parameters) == [OTPParameters(kind: .totp)])
    }

    @Test("Notes are imported; order and duplicates stay; parameters are the link's")
    func fields() throws {
        let note = " second factor\nfor \"mail\" "
        let long = jsonText(
            "otpauth://totp/Birch:bob?secret=gezd%20gnbv&issuer=Birch&algorithm=SHA512&digits=8&period=60")
        let document = try Self.document([
            Self.entry(long, note: jsonText(note)), Self.entry(), Self.entry(long), Self.entry(note: #"" ""#),
            Self.entry(note: #"["x"]"#),
        ])
        #expect(
            document.items.map(\.label) == [
                "Birch: bob", "Acorn: alice@example.com", "Birch: bob", "Acorn: alice@example.com",
                "Acorn: alice@example.com",
            ])
        #expect(document.items.map(\.note) == [note, nil, nil, nil, nil])
        #expect(
            document.items.first?.parameters
                == (try OTPParameters(kind: .totp, algorithm: .sha512, digits: 8, period: 60)))
        #expect(document.warnings == ["\"note\" is not read (1 account); compare the codes with the app"])
    }

    @Test(
        "An entry that is not an account is rejected alone, with its place",
        arguments: [
            (#""text""#, .fieldDamaged, ""), ("7", .fieldDamaged, ""), ("null", .fieldDamaged, ""),
            (#"{"content":null}"#, .fieldDamaged, ""), (#"{"content":"x"}"#, .fieldDamaged, ""),
            ("{}", .fieldDamaged, ""),
            (#"{"content":{"uri":\#(jsonText(link))}}"#, .typeUnknown, "Acorn: alice@example.com"),
            (entry(type: #""Hotp""#, name: #""al""#), .typeUnknown, "al"),
            (entry(type: "[1]"), .fieldDamaged, "Acorn: alice@example.com"),
            (entry("null", name: #""al""#), .secretMissing, "al"), (entry(#""""#), .secretMissing, ""),
            (entry("[1]"), .fieldDamaged, ""), (entry(#""JBSWY3DPEHPK3PXP""#), .notALink, ""),
            (entry(#""otpauth://totp/x""#), .secretMissing, "x"),
            (entry(#""otpauth://push/x?secret=GEZDGNBV""#), .typeUnknown, "x"),
            (entry(#""otpauth://totp/x?secret=GEZDGNBV&algorithm=SHA3""#), .algorithmUnknown, "x"),
            (entry(#""otpauth://totp/x?secret=GEZDGNBV&digits=11""#), .digitsOutOfRange, "x"),
            (entry(#""otpauth://totp/x?secret=GEZD1""#), .secretNotBase32, "x"),
            (entry(#""steam://""#, type: #""Steam""#, name: #""gamer""#), .secretMissing, "gamer"),
        ] as [(String, RejectionCode, String)])
    func rejections(entry: String, code: RejectionCode, label: String) throws {
        let document = try Self.document([Self.entry(), entry, Self.entry()])
        #expect(document.items.count == 2)
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.label) == [label])
        #expect(document.rejections.map(\.position.description) == ["entry 2"])
    }

    @Test("Bytes that are not UTF-8 affect at most one entry")
    func invalidUTF8() throws {
        var bytes = Array(Self.text([Self.entry(name: #""XX""#), Self.entry()]).utf8)
        let index = try #require(bytes.firstRange(of: Array("XX".utf8))).lowerBound
        bytes[index] = 0xFF
        let document = try read(bytes)
        #expect(document.entries.count == 2)
        #expect(document.items.count >= 1)
    }

    @Test(
        "Damage and newer versions fail as a whole",
        arguments: [
            (#"{"version":2,"entries":{}}"#, .unsupportedVersion),
            (#"{"version":"x","entries":[]}"#, .unsupportedVersion),
            (#"{"version":1,"entries":{}}"#, .corrupt), (#"{"version":1,"entries":null}"#, .corrupt),
            (#"{"version":1,"entries":[}"#, .corrupt), (#"{"version":1,"entries":[{"#, .corrupt),
            (#"{"version":1,"entries":"# + deepNesting, .corrupt),
            (#"{"version":1,"entries":"# + deepNesting + String(repeating: "]", count: 10_000) + "}", .corrupt),
        ] as [(String, SourceError.Code)])
    func failures(text: String, code: SourceError.Code) {
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == code)
    }

    @Test("An empty list is not a failure; a list beyond the limit is")
    func counts() throws {
        #expect(try Self.document([]).entries == [])
        var limits = ImportLimits()
        limits.entries = 1
        let text = Self.text([Self.entry(), Self.entry()], version: #""1""#)
        let failure = #expect(throws: SourceError.self) { try read(text, limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }
}
