import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Stratum, written")
struct StratumExportTests {
    @Test("A counter that the app does not take from a link is marked")
    func counters() throws {
        let items = try [Int64(Int32.max), Int64(Int32.max) + 1].map { counter in
            try Account.sample(.hotp, secret: [UInt8(counter & 1), 1], counter: counter)
        }
        #expect(try StratumExport().write(.plain(items)).lossCodes == ["1 unverified"])
    }

    @Test("The file is compact JSON with every member that the app writes")
    func document() throws {
        let items = [
            try Account.sample(tags: ["work"]),
            try .sample(.hotp, name: "", secret: [1], algorithm: .sha512, digits: 8, counter: 7),
        ]
        let export = try StratumExport().write(.plain(items))
        #expect(
            export.text == """
                {"Authenticators":[{"Type":2,"Icon":null,"Issuer":"Acorn","Username":"alice",\
                "Secret":"JBSWY3DPEEDR6AABAIBQIBIGA4","Pin":null,"Algorithm":0,"Digits":6,"Period":30,"Counter":0,\
                "CopyCount":0,"Ranking":0},\
                {"Type":1,"Icon":null,"Issuer":"Acorn","Username":null,"Secret":"AE","Pin":null,"Algorithm":2,\
                "Digits":8,"Period":30,"Counter":7,"CopyCount":0,"Ranking":1}],\
                "Categories":[{"Id":"e274eeff","Name":"work","Ranking":0}],\
                "AuthenticatorCategories":[{"CategoryId":"e274eeff","AuthenticatorSecret":"JBSWY3DPEEDR6AABAIBQIBIGA4",\
                "Ranking":0}],"CustomIcons":[]}
                """)
        #expect(export.losses == [] && export.leftOut == [])
    }

    @Test(
        "Each kind has its number; a Mobile-OTP secret is hexadecimal",
        arguments: [
            (kind: OTPKind.steam, type: 4, secret: "JBSWY3DPEEDR6AABAIBQIBIGA4", digits: 5, period: 30),
            (kind: .motp, type: 3, secret: "48656c6c6f21071f0001020304050607", digits: 6, period: 10),
            (kind: .yandex, type: 5, secret: "JBSWY3DPEEDR6AABAIBQIBIGA4", digits: 8, period: 30),
        ])
    func kinds(kind: OTPKind, type: Int, secret: String, digits: Int, period: Int) throws {
        let pin = kind == .steam ? "" : "1234"
        let export = try StratumExport().write(.plain([try .sample(kind, pin: pin)]))
        let account = try #require(try export.json()["Authenticators"]?[0])
        #expect(account["Type"] == .integer(type) && account["Secret"] == .string(secret))
        #expect(account["Digits"] == .integer(digits) && account["Period"] == .integer(period))
        #expect(account["Algorithm"] == 0 && account["Pin"] == (pin.isEmpty ? .null : .string(pin)))
        #expect(export.losses == [])
    }

    @Test("An unknown PIN is written as an empty one, and the account is marked", arguments: [OTPKind.motp, .yandex])
    func unknownPIN(kind: OTPKind) throws {
        let export = try StratumExport().write(.plain([try .sample(kind)]))
        #expect(export.lossCodes == ["0 unverified"])
        #expect(try export.json()["Authenticators"]?[0]?["Pin"] == .string(""))
    }

    private static func i(_ count: Int) -> String { String(repeating: "i", count: count) }
    private static func n(_ count: Int) -> String { String(repeating: "n", count: count) }
    private static func key(_ count: Int) -> String { String(repeating: "🔑", count: count) }

    /// Issuer and name of an account, and as they are written.
    private static let writtenNames: [(issuer: String, name: String, writtenIssuer: String, writtenName: String?)] = [
        ("Acorn", "alice", "Acorn", "alice"),
        ("", "alice", "alice", nil),
        ("", "", "(no name)", nil),
        (i(32), n(40), i(32), n(40)),
        (i(33), n(41), i(32), n(40)),
        ("", n(33), n(32), n(33)),
        (key(17), "", key(16), nil),
        (i(31) + " rest", "", i(31), nil),
        (String(repeating: " ", count: 40) + "x", "", "x", nil),
        ("e" + String(repeating: "\u{301}", count: 40), "", "e" + String(repeating: "\u{301}", count: 31), nil),
    ]

    @Test(
        "Issuers have up to 32 and user names up to 40 UTF-16 units; the issuer is never empty", arguments: writtenNames
    )
    func names(issuer: String, name: String, writtenIssuer: String, writtenName: String?) throws {
        let export = try StratumExport().write(.plain([try .sample(issuer: issuer, name: name)]))
        let account = try #require(try export.json()["Authenticators"]?[0])
        #expect(account["Issuer"] == .string(writtenIssuer))
        #expect(account["Username"] == (writtenName.map { .string($0) } ?? .null))
        let isSame = issuer == writtenIssuer && name == writtenName ?? ""
        #expect(export.lossCodes == (isSame ? [] : ["0 name"]))
    }

    @Test("Categories have up to 32 UTF-16 units, and the identifiers that the app gives them")
    func categories() throws {
        let long = String(repeating: "c", count: 33)
        let items = [
            try Account.sample(secret: [1], tags: ["work", "old"]),
            try .sample(secret: [2], tags: [long, long + "2"]),
            try .sample(secret: [3], tags: ["old"]),
        ]
        let export = try StratumExport().write(.plain(items))
        let file = try export.json()
        #expect(export.lossCodes == ["1 tags"])
        #expect(file["Categories"]?.count == 3)
        #expect(file["Categories"]?[2]?["Name"] == .string(String(repeating: "c", count: 32)))
        #expect(file["AuthenticatorCategories"]?.count == 4)
        #expect(file["AuthenticatorCategories"]?[3]?["CategoryId"] == file["Categories"]?[1]?["Id"])
    }

    @Test("Accounts that the app cannot store, or that would make it refuse the file, are left out")
    func leftOut() throws {
        let items = [
            try Account.sample(), try .sample(name: "bob"), try .sample(.steam, name: "carol"),
            try .sample(.motp, secret: Array(0..<7)), try .sample(.motp, secret: Array(0..<8), pin: "1"),
            try .sample(secret: [1], digits: 5), try .sample(.hotp, secret: [2], digits: 9),
            try .sample(secret: [3], digits: 10), try .sample(secret: [4], algorithm: .md5),
            try .sample(secret: [5], note: "a note", isFavorite: true),
        ]
        let export = try StratumExport().write(.plain(items))
        #expect(
            Set(export.leftOutCodes) == [
                "1 secret-not-unique", "2 secret-not-unique", "3 secret-too-short", "5 digits-not-supported",
                "6 digits-not-supported", "8 algorithm-not-supported",
            ])
        #expect(export.leftOut.count == 6)
        #expect(export.lossCodes == ["9 note", "9 favorite"])
    }

    @Test("The encrypted file is the signature, salt, nonce, ciphertext and tag")
    func envelope() throws {
        let items = [try Account.sample()]
        let plain = try StratumExport().write(.plain(items)), encrypted = try StratumExport().write(.encrypted(items))
        #expect(encrypted.bytes.starts(with: Array("AUTHENTICATORPRO".utf8)))
        #expect(encrypted.bytes.count == 16 + 16 + 12 + plain.bytes.count + 16)
        let opened = try StratumEncryption(encrypted.bytes)?.open(TargetAccounts.passphrase, ImportLimits())
        #expect(opened == plain.bytes)
        #expect(encrypted.files.map(\.name) == ["accounts.stratum"])
    }

    @Test("Neither salt nor nonce occurs in two exports")
    func freshness() throws {
        let files = try (0..<2).map { _ in try StratumExport().write(.encrypted([try .sample()])).bytes }
        #expect(files[0][16..<32] != files[1][16..<32] && files[0][32..<44] != files[1][32..<44])
        #expect(files[0][44...] != files[1][44...])
    }
}
