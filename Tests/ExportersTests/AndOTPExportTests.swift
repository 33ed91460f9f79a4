import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("andOTP, written")
struct AndOTPExportTests {
    @Test("The file is a list on one line, with padded secrets")
    func document() throws {
        let items = [
            try Account.sample(tags: ["work", "old"]),
            try .sample(.hotp, name: "bob", algorithm: .sha512, digits: 8, counter: 7),
            try .sample(.steam, issuer: ""),
        ]
        let export = try AndOTPExport().write(.plain(items))
        #expect(
            export.text == """
                [{"secret":"JBSWY3DPEEDR6AABAIBQIBIGA4======","issuer":"Acorn","label":"alice","digits":6,"type":"TOTP",\
                "algorithm":"SHA1","thumbnail":"Default","last_used":0,"used_frequency":0,"period":30,\
                "tags":["work","old"]},\
                {"secret":"JBSWY3DPEEDR6AABAIBQIBIGA4======","issuer":"Acorn","label":"bob","digits":8,"type":"HOTP",\
                "algorithm":"SHA512","thumbnail":"Default","last_used":0,"used_frequency":0,"counter":7,"tags":[]},\
                {"secret":"JBSWY3DPEEDR6AABAIBQIBIGA4======","issuer":"","label":"alice","digits":5,"type":"STEAM",\
                "algorithm":"SHA1","thumbnail":"Default","last_used":0,"used_frequency":0,"tags":[]}]
                """)
        #expect(export.losses == [] && export.leftOut == [])
    }

    @Test("A Mobile-OTP secret is base32 of its hexadecimal text; the PIN is a loss")
    func mobileOTP() throws {
        let export = try AndOTPExport().write(.plain([try .sample(.motp, secret: [0xAB, 0x01], pin: "1234")]))
        let entry = try #require(try export.json()[0])
        // base32 of "ab01"
        #expect(entry["secret"] == "MFRDAMI=" && entry["type"] == "MOTP" && entry["digits"] == 6)
        #expect(export.lossCodes == ["0 pin"] && !export.text.contains("1234"))
    }

    @Test("Details that andOTP cannot store are losses, and other kinds are left out")
    func losses() throws {
        let items = [
            try Account.sample(note: "a note", tags: ["a", " a"], isFavorite: true), try .sample(.yandex),
            try .sample(algorithm: .md5),
        ]
        let export = try AndOTPExport().write(.plain(items))
        #expect(export.lossCodes == ["0 note", "0 favorite", "0 tags"])
        #expect(export.leftOutCodes == ["1 type-not-supported", "2 algorithm-not-supported"])
    }

    @Test("The encrypted file is 150000 iterations, salt, nonce, ciphertext and tag")
    func envelope() throws {
        let items = [try Account.sample()]
        let plain = try AndOTPExport().write(.plain(items)), encrypted = try AndOTPExport().write(.encrypted(items))
        #expect(encrypted.bytes.starts(with: [0x00, 0x02, 0x49, 0xF0]))
        #expect(encrypted.bytes.count == 4 + 12 + 12 + plain.bytes.count + 16)
        #expect(
            try AndOTPEncryption(encrypted.bytes).open(TargetAccounts.passphrase, ImportLimits()) == plain.bytes)
        #expect(plain.files.map(\.name) == ["otp_accounts.json"])
        #expect(encrypted.files.map(\.name) == ["otp_accounts.json.aes"])
    }

    @Test("Neither salt nor nonce occurs in two exports")
    func freshness() throws {
        let files = try (0..<2).map { _ in try AndOTPExport().write(.encrypted([try .sample()])).bytes }
        #expect(files[0][4..<16] != files[1][4..<16] && files[0][16..<28] != files[1][16..<28])
        #expect(files[0][28...] != files[1][28...])
    }
}
