import Encodings
import Links
import TOTPDomain
import Testing

@Suite("Fingerprints of accounts")
struct AccountFingerprintsTests {
    private static let secret = "secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI"

    /// The rows without the header, split. The hashed text is shown as it is.
    private func rows(_ text: String, csvCell: Int? = nil, code: Int? = nil) throws -> [[String]] {
        let fingerprints = AccountFingerprints { $0 }
        let checker = ChunkChecker(
            checker: try .standard(), output: .report(JSONReport(showsEveryLink: false)), fingerprints: fingerprints)
        var reader = RecordReader(
            ByteArrayStream(Array(text.utf8)),
            layout: csvCell.map { .csv(cell: $0, delimiter: UInt8(ascii: ",")) } ?? .lines)
        var buffers: [[UInt8]] = []
        var chunk = try #require(try reader.next(from: &buffers))
        (chunk.firstLine, chunk.name, chunk.code) = (10, "links.txt", code)
        let bytes = checker.check(chunk).fingerprints
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private func secrets(_ rows: [[String]]) -> [String] { rows.map { $0[3] } }
    private func accounts(_ rows: [[String]]) -> [String] { rows.map { $0[4] } }

    @Test("Each account is a row with its line; other lines give none")
    func rowPerAccount() throws {
        let rows = try rows(
            """
            otpauth://totp/Acme:alice?\(Self.secret)
            # a comment
            not a link
            otpauth://totp/Acme:eve?secret=1
            prose before otpauth://totp/Acme:bob?\(Self.secret)&issuer=Acme
            """)
        #expect(rows.map { Array($0.prefix(3)) } == [["links.txt", "10", ""], ["links.txt", "14", ""]])
        #expect(Set(secrets(rows)).count == 1 && Set(accounts(rows)).count == 2)
    }

    @Test(
        "Spellings that are one secret or one account have one fingerprint",
        arguments: [
            ("Acme:alice?\(secret)", "Acme:alice?\(secret.lowercased())"),
            ("Acme:alice?\(secret)", "ACME:%20Alice?\(secret)&issuer=acme&digits=8"),
            ("Zo%C3%AB:jos%C3%A9?\(secret)", "Zoe%CC%88:JOSE%CC%81?\(secret)===="),
        ])
    func spellings(first: String, second: String) throws {
        let rows = try rows("otpauth://totp/\(first)\notpauth://totp/\(second)\n")
        try #require(rows.count == 2)
        #expect(rows[0][3...] == rows[1][3...])
    }

    @Test("Other secrets and other names have other fingerprints, also if their texts together are the same")
    func different() throws {
        let other = "secret=5FFFFWGRZYPCRQUC2J2I74NPHNHYYRF2"
        let links = [
            "Acme:alice?\(Self.secret)", "Acme:alice?\(other)", "Acm:ealice?\(Self.secret)",
            "Acmealice?\(Self.secret)", "A?\(Self.secret)&issuer=Acm", "?\(Self.secret)",
        ]
        let rows = try rows(links.map { "otpauth://totp/\($0)\n" }.joined())
        try #require(rows.count == links.count)
        #expect(Set(secrets(rows)).count == 2)
        #expect(Set(accounts(rows)).count == links.count - 1)
        #expect(rows[5][4].isEmpty, "an account without a name has no fingerprint of it")
    }

    @Test("In CSV, the line is that of the record; in an image, there is the code and no line")
    func places() throws {
        let link = "otpauth://totp/Acme:alice?\(Self.secret)"
        let csv = try rows("1,\"two\nlines\"\n2,\(link)\n", csvCell: 1)
        #expect(csv.map { Array($0.prefix(3)) } == [["links.txt", "12", ""]])
        let code = try rows(link, code: 3)
        #expect(code.map { Array($0.prefix(3)) } == [["links.txt", "", "3"]])
    }

    @Test("Each account of a Google Authenticator export has a row")
    func migration() throws {
        let accounts = try (0..<3).map { number in
            try KeyURI.read(Array("otpauth://totp/Acme:\(number)?\(Self.secret)".utf8).span).account
        }
        let payload =
            accounts.flatMap { account -> [UInt8] in
                func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
                    [number << 3 | 2, UInt8(content.count)] + content
                }
                // SHA1, six digits, totp.
                return field(
                    1,
                    field(1, account.secret.bytes) + field(2, Array("Acme:\(account.name)".utf8))
                        + field(3, Array("Acme".utf8)) + [4 << 3, 1, 5 << 3, 1, 6 << 3, 2])
            } + [2 << 3, 1, 3 << 3, 1, 4 << 3, 0]
        let link = "otpauth-migration://offline?data=" + PercentCoding.encode(Base64.encode(payload))
        let rows = try rows(link + "\n")
        #expect(rows.count == 3 && Set(self.accounts(rows)).count == 3)
        let plain = try self.rows(accounts.map { KeyURI.write($0) + "\n" }.joined())
        #expect(rows.map { $0[3...] } == plain.map { $0[3...] })
    }
}
