import Containers
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Raivo OTP, written")
struct RaivoExportTests {
    @Test("The list is on one line, and every value is a string")
    func document() throws {
        let items = [
            try Account.sample(algorithm: .sha256, digits: 8, period: 60),
            try .sample(.hotp, issuer: "Steam", name: "bob", algorithm: .sha512, digits: 7, counter: 1 << 62),
        ]
        let export = try RaivoExport().write(.plain(items))
        #expect(
            export.text == """
                [{"issuer":"Acorn","account":"alice","secret":"JBSWY3DPEEDR6AABAIBQIBIGA4","algorithm":"SHA256",\
                "digits":"8","kind":"TOTP","timer":"60","counter":"0","iconType":"","iconValue":"","pinned":"false"},\
                {"issuer":"Steam","account":"bob","secret":"JBSWY3DPEEDR6AABAIBQIBIGA4","algorithm":"SHA512",\
                "digits":"7","kind":"HOTP","timer":"30","counter":"4611686018427387904","iconType":"","iconValue":"",\
                "pinned":"false"}]
                """)
        #expect(export.losses == [] && export.leftOut == [])
        #expect(export.files.map(\.name) == ["raivo-otp-export.json"])
    }

    @Test("Details that Raivo cannot store are losses, and other kinds are left out")
    func losses() throws {
        let items = [
            try Account.sample(note: "a note", tags: ["a"], isFavorite: true), try .sample(.steam), try .sample(.motp),
            try .sample(.yandex, secret: Array(0..<16)), try .sample(algorithm: .md5), try .sample(digits: 5),
            try .sample(digits: 9), try .sample(name: "Acorn: alice"),
        ]
        let export = try RaivoExport().write(.plain(items))
        #expect(export.lossCodes == ["0 note", "0 tags", "0 favorite", "7 name"])
        #expect(
            export.leftOutCodes == [
                "1 type-not-supported", "2 type-not-supported", "3 type-not-supported", "4 algorithm-not-supported",
                "5 digits-not-supported", "6 digits-not-supported",
            ])
    }

    @Test("The archive contains the list, encrypted with AES-256 and not compressed")
    func envelope() throws {
        let items = [try Account.sample()]
        let plain = try RaivoExport().write(.plain(items)), encrypted = try RaivoExport().write(.encrypted(items))
        #expect(encrypted.files.map(\.name) == ["raivo-otp-export.zip"])
        let archive = try ZipArchive(encrypted.bytes)
        let entry = try #require(archive.entries.first)
        #expect(archive.entries.count == 1 && entry.name == "raivo-otp-export.json")
        #expect(entry.encryption == .aes(keyCount: 32))
        #expect(entry.size == plain.bytes.count && entry.packedSize == 16 + 2 + plain.bytes.count + 10)
        #expect(try archive.read(entry, passphrase: TargetAccounts.passphrase) == plain.bytes)
    }

    @Test("Two exports have another salt, and no byte of the file in common by more than chance")
    func freshness() throws {
        let files = try (0..<2).map { _ in try RaivoExport().write(.encrypted([try .sample()])).bytes }
        // The local header has 30 bytes, the name 21, and the encryption's extra field 11.
        let start = 30 + 21 + 11
        #expect(files[0][start..<(start + 16)] != files[1][start..<(start + 16)])
        #expect(zip(files[0][start...], files[1][start...].prefix(200)).count { $0 == $1 } < 40)
    }
}
