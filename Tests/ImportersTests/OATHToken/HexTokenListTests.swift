import TOTPDomain
import Testing

@testable import Importers

@Suite("Seed lists of token servers")
struct HexTokenListTests {
    @Test(
        "Type, digits, step or counter, and hash are read",
        arguments: [
            ("a1, 3132333435, totp", "totp |a1 GEZDGNBV SHA1 6 30"),
            ("a1,3132333435,hotp,6,99", "hotp |a1 GEZDGNBV SHA1 6 99"),
            ("a1,3132333435,HMAC,8,,sha1", "hotp |a1 GEZDGNBV SHA1 8 0"),
            ("a1,3132333435,totp,8,60,SHA512", "totp |a1 GEZDGNBV SHA512 8 60"),
            ("a1,3132333435,totp,sha256", "totp |a1 GEZDGNBV SHA256 6 30"),
            ("a1,3132333435,totp,6,30,SHA-256", "totp |a1 GEZDGNBV SHA256 6 30"),
            ("# version: 2\nalice, r, realm, a1, 3132333435, totp, 6, 60", "totp |alice GEZDGNBV SHA1 6 60"),
            ("#VERSION:2\n,,,a1,3132333435,hotp", "hotp |a1 GEZDGNBV SHA1 6 0"),
        ])
    func tokens(text: String, line: String) throws {
        let document = try read(text)
        #expect(document.format == "oath-token-csv" && document.items.map(\.fieldsLine) == [line])
    }

    @Test("A row without a type is counter-based, once another row shows what the list is")
    func noType() throws {
        let document = try read("a,3132333435\nb,3132333435,totp\n# comment, more\nalone\n\nc,3132333435,")
        #expect(document.outcomes == [.hotp(counter: 0), .totp(), .hotp(counter: 0)])
        #expect(document.records == 5 && document.skipped.counts == [.comment: 1, .notAnAccount: 1])
    }

    @Test("Without a hash, both servers go by the key's length: a warning says so if none is named")
    func lengths() throws {
        let long = String(repeating: "31", count: 32), longest = String(repeating: "31", count: 64)
        let rows = "a,3132333435,totp\nb,\(long),totp\nc,\(longest),hotp\n"
        for (other, hasWarning) in [
            ("d,3132333435,totp", true), ("d,3132333435,totp,6,30,sha1", false), ("d,3132333435,totp,6,30,", false),
        ] {
            let document = try read(rows + other)
            #expect(document.items.map(\.parameters.algorithm) == [.sha1, .sha256, .sha512, .sha1])
            #expect(document.warnings.map { $0.problem.contains("SHA256 and SHA512") } == (hasWarning ? [true] : []))
        }
        #expect(
            try read("a,3132333435,totp\nb,\(long),totp,6,30,sha1").items.map(\.parameters.algorithm) == [.sha1, .sha1])
    }

    @Test("A key as long as another hash has that one, which no app knows", arguments: [28, 48])
    func otherLengths(count: Int) throws {
        let document = try read("a,3132333435,totp\nb,\(String(repeating: "31", count: count)),totp")
        #expect(document.outcomes == [.totp(), .rejected(.algorithmUnknown)])
    }

    @Test("LinOTP's lists, which name hashes, have no counter: one in its place is named")
    func counters() throws {
        let document = try read("a,3132333435,hotp,6,7\nb,3132333435,hotp,6,0,sha1")
        #expect(document.outcomes == [.hotp(counter: 0), .hotp(counter: 0)] && document.warnings.count == 1)
        #expect(
            try read("a,3132333435,hotp,6,7\nb,3132333435,hotp,6,0").outcomes == [.hotp(counter: 7), .hotp(counter: 0)])
    }

    @Test(
        "Impossible values of a token are rejected",
        arguments: [
            ("x,3132333435,ocra,OCRA-1:HOTP", .typeUnknown), ("x,3132333435,motp,1", .typeUnknown),
            ("x,not hex,totp", .secretNotHex), ("x,313,totp", .secretNotHex), ("x,,totp", .secretMissing),
            ("x,3132,totp,0", .digitsOutOfRange), ("x,3132,totp,6,x", .periodOutOfRange),
            ("x,3132,hotp,6,-1", .counterOutOfRange), ("x,3132,totp,6,30,sha3-256", .algorithmUnknown),
            ("x,3132,hotp,6,,-", .algorithmUnknown),
        ] as [(String, RejectionCode)])
    func rejected(row: String, code: RejectionCode) throws {
        let document = try read("a,3132333435,totp\n\(row)")
        #expect(document.outcomes == [.totp(), .rejected(code)] && document.rejections.map(\.label) == ["x"])
    }

    @Test("The table of pskc2csv: hex if every secret is, else base32; the type is the end of the algorithm")
    func pskc2csv() throws {
        let hex = try read(
            "serial,secret,algorithm,response_length,time_interval,manufacturer\n"
                + "1,3132333435,urn:x:pskc:totp,8,60,Maker\n2,3132333435,urn:x:pskc#HOTP,6,,\n3,00,urn:x:pskc:pin,4,,\n,,,,,\n"
        )
        #expect(
            hex.items.map(\.fieldsLine) == ["totp Maker|1 GEZDGNBV SHA1 8 60", "hotp |2 GEZDGNBV SHA1 6 0"])
        #expect(hex.rejections.map(\.code) == [.typeUnknown] && hex.skipped.counts == [.blank: 1])
        let base32 = try read("serial,secret,response_length,algorithm\n1,GEZDGNBV,6,x:totp\n2,ABCDEF23,6,x:totp")
        #expect(base32.items.map(\.secret.base32) == ["GEZDGNBV", "ABCDEF23"])
    }

    @Test(
        "Every row must fit, and one must prove it",
        arguments: [
            ("a,3132,totp", "oath-token-csv"), ("serial,secret,response_length,x", "oath-token-csv"),
            ("a,3132", nil), ("a,3132,\nb,3132,", nil), ("a,31,totp", nil), ("a,none,totp", nil), ("a,3132,push", nil),
            ("a,3132,totp\nb,3132,note", nil), (",3132,totp", nil), ("a,3132,ocra", nil), ("a;3132;totp", nil),
            ("# version: 2\na,3132,totp", nil), ("a,3132,totp\n\"never closed", nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
