import TOTPDomain
import Testing

@testable import Importers

@Suite("Seed lists of hardware tokens")
struct OATHTokenTests {
    @Test(
        "Columns are known in any order and spelling",
        arguments: [
            (
                "upn,serial number,secret key,time interval,manufacturer,model\nalice@a.example,1,GEZDGNBV,30,Acorn,x",
                "totp Acorn|alice@a.example GEZDGNBV SHA1 6 30"
            ),
            ("Secret Key,SERIALNUMBER\ngezdgnbv,1.2E+09", "totp |1.2E+09 GEZDGNBV SHA1 6 30"),
            ("serial  number;secretkey;timeinterval\n7;GEZD GNBV;60", "totp |7 GEZDGNBV SHA1 6 60"),
            ("upn,serial number,secret key\n ,7,GEZDGNBV", "totp |7 GEZDGNBV SHA1 6 30"),
            (
                "serial number,secret key,hash function,digits\n7,GEZDGNBV,HMAC-SHA-256,8",
                "totp |7 GEZDGNBV SHA256 8 30"
            ),
            ("serial number,secret key,algorithm\n7,GEZDGNBV,sha512", "totp |7 GEZDGNBV SHA512 6 30"),
            ("serial number,secret key,secret key\r\n\r\n7,GEZDGNBV,x\r\n,,\r\n", "totp |7 GEZDGNBV SHA1 6 30"),
            ("\"serial number\",\"secret key\"\n\"7\",\"GEZDGNBV\"", "totp |7 GEZDGNBV SHA1 6 30"),
        ])
    func columns(text: String, line: String) throws {
        let document = try read(text)
        #expect(document.format == "oath-token-csv")
        #expect(document.items.map(\.fieldsLine) == [line])
        #expect(document.rejections.isEmpty)
    }

    @Test(
        "Impossible values of a token are rejected",
        arguments: [
            (",30,", .secretMissing), ("==,30,", .secretMissing), ("0123456789abcdef,30,", .secretNotBase32),
            ("not base32!,30,", .secretNotBase32), ("GEZDGNBV,0,", .periodOutOfRange),
            ("GEZDGNBV,x,", .periodOutOfRange), ("GEZDGNBV,30,0", .digitsOutOfRange),
            ("GEZDGNBV,30,11", .digitsOutOfRange),
        ] as [(String, RejectionCode)])
    func rejected(cells: String, code: RejectionCode) throws {
        let document = try read("serial number,secret key,time interval,digits\n1,\(cells)\n2,GEZDGNBV,30,6\n")
        #expect(document.outcomes == [.rejected(code), .totp()])
        #expect(document.rejections.map(\.label) == ["1"])
        let algorithm = try read("serial number,secret key,hash function\n1,GEZDGNBV,SHA384\n2,GEZDGNBV,")
        #expect(algorithm.outcomes == [.rejected(.algorithmUnknown), .totp()])
    }

    @Test("A secret in hex is not converted unless the user says so, and the message says why")
    func hexadecimal() throws {
        let document = try read("serial number,secret key\n1,0123 4567 89ab cdef\n2,GEZDGNB8x\n3,ABCDEF23")
        #expect(
            document.rejections.map { $0.reason.contains("is hexadecimal, and Entra takes only base32") } == [
                true, false,
            ])
        #expect(document.items.map(\.secret.base32) == ["ABCDEF23"])
        var request = ImportRequest(content: SourceContent(Array("serial number,secret key\n1,ABCDEF23".utf8)))
        request.secretEncoding = .hex
        #expect(try OATHTokenFormat().read(request).items.map(\.secret.base32) == ["VPG66IY"])
    }

    @Test("A token has its number, unless a spreadsheet changed it; a row without one is rejected")
    func serialNumbers() throws {
        let document = try read(
            "upn,serial number,secret key,manufacturer,model\na@b, 0012 ,GEZDGNBV,Acorn,A-1\n,1.2E+09,GEZDGNBV,,\nb@c, ,GEZDGNBV,,"
        )
        let token = try Account.Token(serial: "0012", manufacturer: "Acorn", model: "A-1", user: "a@b")
        #expect(document.items.map(\.token) == [token, nil] && document.items.map(\.name) == ["a@b", "1.2E+09"])
        #expect(document.warnings.map { $0.message.contains("1.2E+09") } == [true])
        #expect(
            document.rejections.map(\.reason) == [
                "the token has no serial number; look it up on the token, and fill it in"
            ])
    }

    @Test("Empty rows are skipped and counted")
    func blank() throws {
        let document = try read("serial number,secret key\n,\n1,GEZDGNBV\n , \n")
        #expect(document.skipped.counts == [.blank: 2] && document.records == 3)
    }

    private static let hex = "3132333435363738393031323334353637383930"
    private static let base32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    @Test(
        "Seeds below a title are hexadecimal, if one of them cannot be base32",
        arguments: [
            ("Serial,Seed", ["totp |1 \(base32) SHA1 6 30", "totp |2 \(base32) SHA1 6 30"], 1),
            ("Serial Number;Seed", ["totp |1 \(base32) SHA1 6 30", "totp |2 \(base32) SHA1 6 30"], 1),
            ("token serial\tSecret (hex)", ["totp |1 \(base32) SHA1 6 30", "totp |2 \(base32) SHA1 6 30"], 1),
            ("Serial,Seed,Type", ["hotp |1 \(base32) SHA1 6 0", "hotp |2 \(base32) SHA1 6 0"], 0),
        ])
    func seeds(header: String, lines: [String], warnings: Int) throws {
        let delimiter = header.contains(";") ? ";" : header.contains("\t") ? "\t" : ","
        let count = header.split(separator: delimiter).count
        let rows = ["1", "2"].map { [$0, Self.hex, "HOTP"].prefix(count).joined(separator: delimiter) }
        let document = try read(([header] + rows).joined(separator: "\n"))
        #expect(document.format == "oath-token-csv" && document.records == 2)
        #expect(document.items.map(\.fieldsLine) == lines)
        #expect(document.warnings.count == warnings, "\(document.warnings)")
    }

    @Test(
        "Seeds that may be base32, or are not all hexadecimal, are not guessed",
        arguments: [
            "Serial,Seed\n1,\(base32)\n", "Serial,Seed\n1,\(String(repeating: "2", count: 40))\n",
            "Serial,Seed\n1,\(hex)\n2,\(base32)\n", "Serial,Seed\n1,3132\n", "Serial,Seed\n",
            "Serial,Password\n1,\(hex)\n",
        ])
    func noSeeds(text: String) { #expect(formatID(of: text.utf8) != "oath-token-csv") }

    @Test(
        "It is recognized by two columns",
        arguments: [
            ("serial number,secret key", "oath-token-csv"), ("SecretKey;x;SerialNumber", "oath-token-csv"),
            ("title,username,serial number,secret key,totp\na,b,1,GEZDGNBV,GEZDGNBV", "oath-token-csv"),
            ("serial number,secret", nil), ("secret key,number", nil), ("serialnumber secretkey", nil),
            ("website,username,password,totp", "csv"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
