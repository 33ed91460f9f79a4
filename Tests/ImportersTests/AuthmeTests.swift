import Encodings
import TOTPDomain
import Testing

@testable import Importers

@Suite("Authme's export")
struct AuthmeTests {
    private static func file(_ codes: [UInt8], encrypted: String = "false", version: String = "3") -> String {
        #"{"role":"codes","encrypted":\#(encrypted),"codes":"\#(Base64.encode(codes))","version":\#(version)}"#
    }

    private static func read(_ codes: String) throws -> ImportedDocument {
        try ImportersTests.read(file(Array(codes.utf8)))
    }

    @Test("An entry starts at its name, or where a field is repeated")
    func entries() throws {
        let document = try Self.read(
            "\nName:   alice \nSecret: gezd gnbv \nIssuer: Acorn: North \nType:   OTP_TOTP\n\n"
                + "name: 青い\r\nSECRET:GEZDGNBV\r\nType: OTP_HOTP\r\nNote: x\r\nno field\r\n"
                + "Secret: MFRGGZDF\nType:\nName:\nType: OTP_TOTP\n")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn: North|alice GEZDGNBV SHA1 6 30", "hotp |青い GEZDGNBV SHA1 6 0",
                "totp | MFRGGZDF SHA1 6 30",
            ])
        #expect(document.rejections.map(\.code) == [.secretMissing])
        #expect(document.records == 4)
        #expect(document.warnings.count == 2 && document.warnings[0].message.contains("stores no counter"))
        #expect(document.warnings[1] == "\"Note\" is not read (1 account); compare the codes with the app")
    }

    @Test(
        "Impossible values of an entry are rejected",
        arguments: [
            ("Name: a\nType: OTP_TOTP", .secretMissing), ("Name: a\nSecret: a-b_c!", .secretNotBase32),
            ("Name: a\nSecret: ==", .secretMissing), ("Name: a\nSecret: GEZDGNBV\nType: OTP_STEAM", .typeUnknown),
            ("Name: a\nSecret: GEZDGNBV\nType: x", .typeUnknown),
        ] as [(String, RejectionCode)])
    func rejected(text: String, code: RejectionCode) throws {
        let document = try Self.read("\(text)\nName: b\nSecret: GEZDGNBV\n")
        #expect(document.outcomes == [.rejected(code), .totp()])
        #expect(document.rejections.map(\.label) == ["a"])
    }

    @Test("Text that is not UTF-8 is Latin-1")
    func latin() throws {
        let document = try ImportersTests.read(
            Self.file(Array("Name: d".utf8) + [0xF6] + Array("\nSecret: GEZDGNBV".utf8)))
        #expect(document.items.map(\.name) == ["dö"])
    }

    @Test(
        "A file that cannot be read fails with its reason",
        arguments: [
            (file([], encrypted: "true"), .accountRestricted), (file([1, 2], encrypted: "1"), .accountRestricted),
            (#"{"role":"codes","encrypted":false,"codes":"*"}"#, .corrupt), (file(Array("text".utf8)), .corrupt),
            (file([]).dropLast() + "", .corrupt), (file([], version: "4"), .unsupportedVersion),
            (file([], encrypted: "true", version: "4"), .accountRestricted),
        ] as [(String, SourceError.Code)])
    func failures(text: String, code: SourceError.Code) {
        let failure = #expect(throws: SourceError.self) { try ImportersTests.read(text) }
        #expect(failure?.code == code)
    }

    @Test("A newer version is read with a warning, an empty export without one")
    func versions() throws {
        let newer = try ImportersTests.read(Self.file(Array("Name: a\nSecret: GEZDGNBV".utf8), version: "4"))
        #expect(newer.items.count == 1 && newer.newerVersion == 4 && newer.warnings.count == 1)
        let empty = try ImportersTests.read(Self.file([]))
        #expect(empty.records == 0 && empty.warnings.isEmpty)
    }

    @Test(
        "Three members identify it",
        arguments: [
            (file([]), "authme"), (#"{"role":"x","encrypted":false,"codes":"","#, "authme"),
            (#"{"role":"x","codes":""}"#, nil), (#"{"role":7,"encrypted":false,"codes":""}"#, nil),
            (#"{"role":"x","encrypted":false,"codes":[]}"#, nil),
            (#"{"encrypted":false,"items":[],"role":"x"}"#, "bitwarden-authenticator"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
