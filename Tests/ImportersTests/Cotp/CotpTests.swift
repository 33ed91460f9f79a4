import TOTPDomain
import Testing

@testable import Importers

@Suite("cotp's export and links")
struct CotpTests {
    private static let element = JSONEntry([
        "secret": "\"JBSWY3DPEHPK3PXP\"", "issuer": "\"Acorn\"", "label": "\"alice\"", "digits": "6",
        "type": "\"TOTP\"", "algorithm": "\"SHA1\"", "period": "30", "counter": "null", "pin": "null",
    ])

    private static func read(_ elements: JSONEntry..., version: String = "2") throws -> ImportedDocument {
        try ImportersTests.read(#"{"version":\#(version),"elements":\#(jsonList(elements.map(\.description)))}"#)
    }

    private static func readLinks(_ links: String...) throws -> ImportedDocument {
        try ImportersTests.read(#"{"items":\#(jsonList(links.map { jsonText($0) }))}"#)
    }

    @Test(
        "Its members identify it",
        arguments: [
            (#"{"version":2,"elements":[]}"#, "cotp"), (#"{"elements":[{"label":1}],"version":"x"}"#, "cotp"),
            (#"{"version":2,"elements":["#, "cotp"), (#"{"version":1,"nonce":"","salt":"","cipher":""}"#, "cotp"),
            (#"{"items":["otpauth://totp/a?secret=GEZDGNBV"]}"#, "cotp"), (#"{"items":["x://"#, nil),
            (#"{"items":["x://",{}]"#, "cotp"), (#"{"x":[{}],"items":["x://y",7]}"#, "cotp"),
            (#"{"elements":[]}"#, nil), (#"{"version":2,"elements":{}}"#, nil), (#"{"nonce":"","salt":""}"#, nil),
            (#"{"items":["x"]}"#, nil), (#"{"items":[["x://"]]}"#, nil), (#"{"items":[]}"#, nil),
            (#"{"version":1,"salt":"","content":""}"#, "proton-authenticator"),
            (#"{"version":1,"entries":[]}"#, "proton-authenticator"),
            (#"{"encrypted":false,"folders":[],"items":[{"login":{}}]}"#, "bitwarden"),
            (#"{"items":[{"uri":"otpauth://totp/a?secret=GEZDGNBV"}]}"#, "json-list"),
            (#"["otpauth://totp/a?secret=GEZDGNBV"]"#, "otpauth"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }

    @Test("Versions 1 and 2 are the same", arguments: ["1", "2", "\"2\"", "null"])
    func versions(version: String) throws {
        #expect(try Self.read(Self.element, version: version).outcomes == [.totp()])
    }

    @Test("An argument that is not a version is refused", arguments: ["-1", "\"x\"", "[]", "1e30"])
    func otherVersions(version: String) {
        let failure = #expect(throws: SourceError.self) { try Self.read(Self.element, version: version) }
        #expect(failure?.code == .unsupportedVersion)
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("type", "\"totp\"", .totp()), ("type", nil, .totp()), ("type", "null", .totp()), ("type", "\"\"", .totp()),
            ("type", "\"Hotp\"", .hotp(counter: 0)), ("type", "\"STEAM\"", .fixed(.steam)),
            ("type", "\"PUSH\"", .rejected(.typeUnknown)), ("type", "[]", .rejected(.fieldDamaged)),
            // Not hexadecimal, and fewer than 16 bytes.
            ("type", "\"MOTP\"", .rejected(.secretNotHex)), ("type", "\"YANDEX\"", .rejected(.secretTooShort)),
            ("secret", "\"jbswy3dp\"", .totp()), ("secret", "\"xyz1\"", .rejected(.secretNotBase32)),
            ("secret", "\"\"", .rejected(.secretMissing)), ("secret", nil, .rejected(.secretMissing)),
            ("algorithm", "\"SHA512\"", .totp(.sha512)), ("algorithm", "\"MD5\"", .totp(.md5)),
            ("algorithm", nil, .totp()), ("algorithm", "\"SHA384\"", .rejected(.algorithmUnknown)),
            ("digits", "\"8\"", .totp(digits: 8)), ("digits", "11", .rejected(.digitsOutOfRange)),
            ("period", "60", .totp(period: 60)), ("period", "0", .rejected(.periodOutOfRange)),
            ("counter", "\"x\"", .totp()), ("pin", "[]", .totp()), ("label", "[]", .totp()),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        let document = try Self.read(Self.element, Self.element.with(name, value))
        #expect(document.outcomes == [.totp(), expected])
        #expect(document.rejections.allSatisfy { $0.label == "Acorn: alice" })
    }

    @Test("Mobile-OTP secrets are hexadecimal; PINs are texts or numbers")
    func otherKinds() throws {
        let mobile = Self.element.with("type", "\"MOTP\"").with("secret", "\"00FFab12\"").with("digits", "8")
        let yandex = Self.element.with("type", "\"YANDEX\"").with("secret", "\"GEZDGNBVGY3TQOJQGEZDGNBVGY\"")
        let document = try Self.read(
            mobile, mobile.with("pin", "\"0012\""), mobile.with("pin", "1234"), mobile.with("pin", "\"\""),
            yandex.with("pin", "\"5786\""), yandex, Self.element.with("pin", "\"1\""), mobile.with("pin", "[]"))
        #expect(document.items.map(\.pin?.text) == [nil, "0012", "1234", nil, "5786", nil, nil])
        #expect(document.items.first?.secret.bytes == [0, 0xFF, 0xAB, 0x12])
        #expect(document.outcomes.suffix(4) == [.fixed(.yandex), .fixed(.yandex), .totp(), .rejected(.fieldDamaged)])
    }

    @Test(
        "Links are those of other apps, and two of its own",
        arguments: [
            (
                "otpauth://totp/Acorn:al?secret=GEZDGNBV&algorithm=SHA1&digits=8&period=30&lock=false",
                "totp Acorn|al GEZDGNBV SHA1 8 30"
            ),
            ("otpauth://totp/:al?secret=GEZDGNBV&lock=true", "totp |al GEZDGNBV SHA1 6 30"),
            ("otpauth://hotp/Acorn:al?secret=GEZDGNBV&period=30&counter=4", "hotp Acorn|al GEZDGNBV SHA1 6 4"),
            ("otpauth://steam/Steam:al?secret=GEZDGNBV", "steam Steam|al GEZDGNBV SHA1 5 30"),
            (
                "otpauth://yandex/A:al?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY",
                "yandex A|al GEZDGNBVGY3TQOJQGEZDGNBVGY SHA256 8 30"
            ),
            ("otpauth://motp/Big%20Shop:al?secret=00ff&digits=8", "motp Big Shop|al AD7Q MD5 6 10"),
            (" OTPAUTH://MOTP/A:al?secret=00FF", "motp A|al AD7Q MD5 6 10"),
        ])
    func links(link: String, line: String) throws {
        let document = try Self.readLinks(link, "otpauth://totp/x?secret=AA")
        #expect(document.format == "cotp")
        #expect(document.items.first?.fieldsLine == line)
    }

    @Test("Links that are rejected, with their names and without their secrets")
    func rejectedLinks() throws {
        let text = #"""
            {"items":["otpauth://totp/Acorn:al","otpauth://motp/Acorn:bob?secret=xyz","https://example.com",
            "",7,null,{},"otpauth://yandex/Acorn:eve?secret=GEZDGNBV","motp"]}
            """#
        let document = try ImportersTests.read(text)
        #expect(document.records == 9)
        #expect(
            document.rejections.map(\.code) == [
                .secretMissing, .secretNotHex, .notALink, .notALink, .notALink, .notALink, .notALink, .secretTooShort,
                .notALink,
            ])
        #expect(
            document.rejections.map(\.label) == ["Acorn: al", "Acorn: bob", "", "", "", "", "", "Acorn: eve", ""])
    }

    @Test(
        "A file that is not a list is damaged",
        arguments: [#"{"version":1,"elements":7}"#, #"{"version":1}"#, #"{"items":7}"#, "{}", "[]", "{"])
    func damaged(text: String) throws {
        let format = try #require(FormatRegistry.standard.format("cotp"))
        let failure = #expect(throws: SourceError.self) {
            try format.read(ImportRequest(content: SourceContent(Array(text.utf8))))
        }
        #expect(failure?.code == .corrupt)
    }
}
