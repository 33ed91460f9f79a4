import Encodings
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("OTP Manager's JSON")
struct OTPManagerExportTests {
    /// Accounts of different secrets: of equal ones the app keeps the first.
    private static func item(
        _ number: UInt8, _ kind: OTPKind = .totp, issuer: String = "Acorn", name: String = "alice", digits: Int64 = 6,
        period: Int64? = nil, counter: Int64? = nil, algorithm: OTPAlgorithm = .sha1
    ) throws -> Account {
        try .sample(
            kind, issuer: issuer, name: name, secret: [UInt8](repeating: number, count: 10), algorithm: algorithm,
            digits: digits, period: period, counter: counter)
    }

    @Test("Every member is there; the counter is that of the last code")
    func document() throws {
        let export = try OTPManagerExport().write(
            .plain([
                Self.item(0), Self.item(1, .hotp, issuer: "", digits: 4, counter: 0, algorithm: .sha512),
                Self.item(2, .hotp, name: "", counter: 41),
            ]))
        func account(_ secret: String, _ name: String, _ issuer: String, _ rest: String) -> String {
            #"{"secret":"\#(secret)","name":"\#(name)","issuer":\#(issuer),\#(rest),"icon":"default"}"#
        }
        let accounts = [
            account(
                "AAAAAAAAAAAAAAAA", "alice", #""Acorn""#,
                #""digits":6,"type":"totp","period":30,"algorithm":"SHA1","counter":null"#),
            account(
                "AEAQCAIBAEAQCAIB", "alice", "null",
                #""digits":4,"type":"hotp","period":30,"algorithm":"SHA512","counter":-1"#),
            account(
                "AIBAEAQCAIBAEAQC", "Acorn", #""Acorn""#,
                #""digits":6,"type":"hotp","period":30,"algorithm":"SHA1","counter":40"#),
        ]
        #expect(export.text == #"{"accounts":[\#(accounts.joined(separator: ","))]}"#)
        #expect(export.lostDetails == ["2 name"])
    }

    @Test("One account that the app refuses would stop the import: it is left out")
    func limits() throws {
        let long = String(repeating: "x", count: 256)
        let items =
            try [OTPKind.steam, .motp, .yandex].map { try SampleAccounts.item($0) } + [
                Self.item(0, digits: 5), Self.item(1, digits: 7), Self.item(2, digits: 8), Self.item(3, period: 29),
                Self.item(4, algorithm: .md5), Self.item(5, issuer: "", name: ""), Self.item(6, name: long + "x"),
                Self.item(7, issuer: long + "x"), Self.item(8, .hotp, counter: 1 << 53),
                .sample(secret: [UInt8](repeating: 1, count: 9)), .sample(secret: [UInt8](repeating: 1, count: 321)),
                Self.item(9), Self.item(9, name: "again"),
                Self.item(10, period: 45), Self.item(11, issuer: long, name: long, period: 60),
                .sample(secret: [UInt8](repeating: 1, count: 320)),
            ]
        let export = try OTPManagerExport().write(.plain(items))
        #expect(
            export.leftOut.sorted { $0.index < $1.index }.map(\.code) == [
                .kindNotSupported, .kindNotSupported, .kindNotSupported, .digitsNotSupported, .digitsNotSupported,
                .digitsNotSupported, .periodNotSupported, .algorithmNotSupported, .nameNotSupported,
                .nameNotSupported, .nameNotSupported, .counterNotSupported, .secretTooShort, .secretTooLong,
                .secretNotUnique,
            ])
        #expect(export.leftOut.last?.index == 15)
    }

    @Test("Encrypted, only the secrets are hidden, and another passphrase opens none of them")
    func encrypted() throws {
        let items = try [Self.item(0), Self.item(1, .hotp, counter: 5)]
        let export = try OTPManagerExport().write(.encrypted(items))
        #expect(export.text.contains(#""iv":""#) && !export.text.contains("AAAAAAAAAAAAAAAA"))
        let entries = try RoundTripTests.read(export.bytes, isEncrypted: true)
        #expect(entries.compactMap { if case .item(let item) = $0 { item.secret } else { nil } } == items.map(\.secret))
        #expect(throws: SourceError.wrongPassphrase) {
            try OTPManagerFormat().read(
                ImportRequest(content: SourceContent(export.bytes), passphrase: Passphrase("another")))
        }
    }
}
