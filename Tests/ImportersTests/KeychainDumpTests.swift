import Encodings
import TOTPDomain
import Testing

@testable import Importers

@Suite("The keychain of an iPhone's backup")
struct KeychainDumpTests {
    private static let service = #""me.mattrubin.onetimepassword.token""#
    private static let item = JSONEntry([
        "svce": service, "gena": base64("otpauth://totp/alice?issuer=Acorn"), "v_Data": #""MTIzNDU=""#,
    ])

    private static func base64(_ text: String) -> String { "\"\(Base64.encode(Array(text.utf8)))\"" }

    private func read(_ items: JSONEntry...) throws -> ImportedDocument {
        try ImportersTests.read(#"{"General":[\#(items.map(\.description).joined(separator: ","))],"Keys":[7]}"#)
    }

    @Test(
        "A link without its secret, which is next to it",
        arguments: [
            ("gena", #""otpauth://totp/alice?issuer=Acorn""#, "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            ("svce", #""com.google.otp.authentication""#, "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            ("gena", base64("otpauth://totp/Acorn%3Aalice"), "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            ("gena", base64("otpauth://totp/alice?"), "totp |alice GEZDGNBV SHA1 6 30"),
            ("gena", base64("otpauth://totp/a?algorithm=SHA512&digits=8&period=60"), "totp |a GEZDGNBV SHA512 8 60"),
            ("gena", base64("otpauth://hotp/Acorn:a?counter=42"), "hotp Acorn|a GEZDGNBV SHA1 6 42"),
            ("gena", base64("otpauth://hotp/a"), "hotp |a GEZDGNBV SHA1 6 0"),
            // A secret in the link is not the one that counts.
            ("gena", base64("otpauth://totp/a?secret=AAAA&digits=7"), "totp |a GEZDGNBV SHA1 7 30"),
            ("v_Data", #""AP8=""#, "totp Acorn|alice AD7Q SHA1 6 30"),
            // The issuer is the parameter, whatever is in the label.
            ("gena", base64("otpauth://totp/Bolt:alice?issuer=Acorn"), "totp Acorn|Bolt:alice GEZDGNBV SHA1 6 30"),
            ("gena", base64("otpauth://totp/A+B:alice?issuer=A+B"), "totp A+B|alice GEZDGNBV SHA1 6 30"),
            // The apps do not support Steam accounts.
            ("gena", base64("otpauth://totp/Steam:alice?issuer=Steam"), "totp Steam|alice GEZDGNBV SHA1 6 30"),
            ("gena", base64("otpauth://totp/Steam"), "totp |Steam GEZDGNBV SHA1 6 30"),
        ])
    func account(member: String, value: String, line: String) throws {
        let document = try read(Self.item.with(member, value))
        #expect(document.format == "ios-keychain")
        #expect(document.items.map(\.fieldsLine) == [line])
    }

    @Test(
        "Records with missing or damaged fields are rejected",
        arguments: [
            ("gena", nil, .notALink), ("gena", "7", .notALink), ("gena", #""""#, .notALink),
            ("gena", base64("https://example.com"), .notALink), ("gena", base64("motp://a:b"), .notALink),
            ("gena", base64("otpauth-migration://offline?data=AA"), .notALink),
            ("gena", base64("see otpauth://totp/a"), .notALink), ("v_Data", nil, .secretMissing),
            ("v_Data", #""""#, .secretMissing), ("v_Data", #""*""#, .fieldDamaged), ("v_Data", "7", .fieldDamaged),
            ("gena", base64("otpauth://totp/a?digits=0"), .digitsOutOfRange),
            ("gena", base64("otpauth://totp/a?algorithm=x"), .algorithmUnknown),
            ("gena", base64("otpauth://x/a"), .typeUnknown),
            ("gena", base64("otpauth://hotp/a?counter=-1"), .counterOutOfRange),
        ] as [(String, String?, RejectionCode)])
    func rejected(member: String, value: String?, code: RejectionCode) throws {
        #expect(try read(Self.item.with(member, value), Self.item).outcomes == [.rejected(code), .totp()])
    }

    @Test("A rejection has the names of its link")
    func label() throws {
        let document = try read(Self.item.with("v_Data", nil), Self.item)
        #expect(document.rejections.map(\.label) == ["Acorn: alice"])
    }

    @Test("Other passwords are skipped")
    func others() throws {
        let document = try ImportersTests.read(
            #"{"General":[null,7,{"svce":"AirPort","v_Data":"AA=="},{},\#(Self.item),{"svce":[]}]}"#)
        #expect(document.items.count == 1 && document.rejections.isEmpty)
        #expect(document.skipped.counts == [.noOneTimeCode: 5] && document.records == 6)
    }

    @Test("Without an account of a known app it says which apps keep theirs out of backups")
    func noKnownApp() {
        let failure = #expect(throws: SourceError.self) { try read(Self.item.with("svce", #""x""#)) }
        #expect(failure?.code == .unrecognised && failure?.message.contains("Microsoft Authenticator") == true)
    }

    @Test(
        "It is recognized by the members of a password",
        arguments: [
            (#"{"General":[null,{"svce":"","v_Data":""}]}"#, "ios-keychain"),
            (#"{"General":[{"svce":"","v_Data":""#, "ios-keychain"),
            (#"{"General":[{"svce":""}]}"#, nil), (#"{"General":{"svce":"","v_Data":""}}"#, nil),
            (#"{"Keys":[{"svce":"","v_Data":""}]}"#, nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
