import CryptoPrimitives
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("2FAS, written")
struct TwoFASExportTests {
    @Test("The file is a backup of schema 4")
    func document() throws {
        let export = try TwoFASExport().write(.plain([try .sample(tags: ["work"])]))
        #expect(
            export.text == """
                {"services":[{"name":"Acorn","secret":"JBSWY3DPEEDR6AABAIBQIBIGA4","updatedAt":1795253400000,\
                "otp":{"label":"alice","account":"alice","issuer":"Acorn","digits":6,"period":30,\
                "algorithm":"SHA1","tokenType":"TOTP","source":"Manual"},"order":{"position":0},\
                "groupId":"00010203-0405-4607-8809-0a0b0c0d0e0f"}],\
                "groups":[{"id":"00010203-0405-4607-8809-0a0b0c0d0e0f","name":"work","isExpanded":true,\
                "updatedAt":1795253400000}],"updatedAt":1795253400000,"schemaVersion":4,\
                "appVersionCode":5000000,"appVersionName":"5.0.0","appOrigin":"android"}
                """)
        #expect(export.losses == [] && export.leftOut == [])
    }

    @Test(
        "Each kind has its token type and its parameters",
        arguments: [
            (OTPKind.hotp, #""digits":8,"algorithm":"SHA256","counter":7,"tokenType":"HOTP""#),
            (.totp, #""digits":8,"period":60,"algorithm":"SHA256","tokenType":"TOTP""#),
            (.steam, #""digits":5,"period":30,"algorithm":"SHA1","tokenType":"STEAM""#),
        ])
    func kinds(kind: OTPKind, parameters: String) throws {
        let item = try Account.sample(
            kind, algorithm: .sha256, digits: 8, period: kind == .steam ? 30 : 60, counter: 7)
        #expect(try TwoFASExport().write(.plain([item])).text.contains(parameters))
    }

    @Test("One tag per account becomes a group; other tags and details are losses")
    func losses() throws {
        let items = [
            try Account.sample(secret: [1], tags: ["work"]),
            try .sample(secret: [2], note: "a note", tags: ["work", "old"], isFavorite: true),
            try .sample(secret: [3], period: 45), try .sample(secret: [4], period: 10),
        ]
        let export = try TwoFASExport().write(.random(items))
        #expect(export.lossCodes == ["1 note", "1 favorite", "1 tags", "2 unverified"])
        let file = try export.json()
        #expect(file["groups"]?.count == 1)
        #expect(file["services"]?[1]?["groupId"] == file["groups"]?[0]?["id"])
        #expect(file["services"]?[2]?["groupId"] == nil)
    }

    @Test(
        "Accounts that would make the app refuse the whole file are not written",
        arguments: [
            (kind: OTPKind.totp, digits: Int64(4), counter: Int64(0), code: "digits-not-supported"),
            (kind: .totp, digits: 9, counter: 0, code: "digits-not-supported"),
            (kind: .hotp, digits: 6, counter: 1 << 31, code: "counter-not-supported"),
            (kind: .hotp, digits: 10, counter: 0, code: "digits-not-supported"),
            (kind: .motp, digits: 6, counter: 0, code: "type-not-supported"),
            (kind: .yandex, digits: 8, counter: 0, code: "type-not-supported"),
        ])
    func leftOut(kind: OTPKind, digits: Int64, counter: Int64, code: String) throws {
        let export = try TwoFASExport().write(.plain([try .sample(kind, digits: digits, counter: counter)]))
        #expect(export.leftOutCodes == ["0 \(code)"] && export.losses == [])
        #expect(try TwoFASExport().write(.plain([try .sample(.hotp, digits: 8, counter: 1 << 31 - 1)])).leftOut == [])
    }

    @Test("The first of two accounts with one secret is written")
    func repeatedSecrets() throws {
        let items = [try Account.sample(), try .sample(name: "bob"), try .sample(.hotp, secret: [1])]
        let export = try TwoFASExport().write(.plain(items))
        #expect(export.leftOutCodes == ["1 secret-not-unique"])
        #expect(
            export.leftOut.map(\.reason) == ["2FAS keeps one account per secret, and an earlier account has this one"])
        #expect(try export.json()["services"]?.count == 2)
    }

    @Test("The encrypted file has ciphertext, salt and nonce, and the text by which 2FAS knows it")
    func envelope() throws {
        let items = [try Account.sample(tags: ["work"])]
        let file = try TwoFASExport().write(.encrypted(items)).json()
        #expect(file["services"] == .array([]) && file["groups"]?.count == 1)
        var salts: Set<[UInt8]> = [], nonces: Set<[UInt8]> = []
        for name in ["servicesEncrypted", "reference"] {
            let parts = try #require(file[name]?.text).split(separator: ":").compactMap {
                Base64.decodeStrictly(String($0))
            }
            try #require(parts.count == 3)
            #expect((parts[1].count, parts[2].count) == (256, 12))
            salts.insert(parts[1])
            nonces.insert(parts[2])
            let key = try KeyDerivation.pbkdf2(
                .sha256, passphrase: TargetAccounts.passphrase.utf8, salt: parts[1], iterations: 10_000, count: 32)
            let text = String(
                decoding: try AESGCM.open(parts[0], key: key, nonce: parts[2], associatedData: []).copied(),
                as: UTF8.self)
            if name == "reference" {
                #expect(text.utf8.count == 256 && text.hasPrefix("tRViSsLK") && text.hasSuffix("KyoJujd"))
            } else {
                #expect(text.hasPrefix(#"[{"name":"Acorn","secret":"#))
            }
        }
        #expect(salts.count == 1 && nonces.count == 2)
    }

    @Test("No salt, nonce or identifier occurs in two exports")
    func freshness() throws {
        let items = [try Account.sample(tags: ["work"])]
        let parts = try (0..<2).flatMap { _ in
            let file = try TwoFASExport().write(.encrypted(items)).json()
            let encrypted = try #require(file["servicesEncrypted"]?.text).split(separator: ":").map(String.init)
            let reference = try #require(file["reference"]?.text).split(separator: ":").map(String.init)
            return encrypted + [reference[0], reference[2]] + [try #require(file["groups"]?[0]?["id"]?.text)]
        }
        #expect(Set(parts).count == 12 && parts.count == 12)
    }
}
