import CryptoPrimitives
import Encodings
import SecureMemory
import TOTPDomain
import Testing

@testable import Importers

@Suite("The data file of 2fast")
struct TwoFastTests {
    private static let passphrase = "larch"
    private static let iv = [UInt8](1...16)

    /// Encrypts values, as version 2 or as the ones before.
    private struct Sealing {
        let key: [UInt8]

        init(version: Int = 2, passphrase: String = passphrase) throws {
            key = try KeyDerivation.pbkdf2(
                version == 2 ? .sha256 : .sha1, passphrase: LockedBytes(copying: passphrase.utf8),
                salt: [0x0E, 0xDF, 0x23, 0xC5, 0x5D, 0xF2, 0xEF, 0x08], iterations: version == 2 ? 25_000 : 1000,
                count: 32
            ).copied()
        }

        func value(_ bytes: [UInt8]) throws -> String {
            "\"\(Base64.encode(try AESCBC.seal(SecureBytes(copying: bytes), key: SecureBytes(copying: key), iv: iv)))\""
        }

        func entry(_ changes: String = "", kind: String = "totp", label: [UInt8] = Array("alice".utf8)) throws -> String
        {
            """
            {"Label":\(try value(label)),"Issuer":\(try value(Array("Acorn".utf8))),"OTPType":\(try value(Array(kind.utf8))),
            "SecretByteArray":\(try value(Array("12345".utf8)))\(changes)}
            """
        }
    }

    private static func file(_ entries: [String], version: String = #","Version":2"#, iv: [UInt8] = iv) -> String {
        """
        {"Collection":[\(entries.joined(separator: ","))],"GlobalCategories":[{"Guid":"g","Name":"Work"}],\
        "IV":"\(Base64.encode(iv))"\(version)}
        """
    }

    @Test("Files of both generations are read, with Steam, parameters and categories")
    func accounts() throws {
        let new = try Sealing(), old = try Sealing(version: 1)
        let more =
            #","Period":60,"TotpSize":8,"HashMode":2,"IsFavourite":true,"SelectedCategories":[{"Guid":"g"},{"Name":"x"}]"#
        let document = try read(
            Self.file([try new.entry(), try new.entry(more), try new.entry(kind: "steam"), try new.entry(kind: "")]),
            passphrase: Self.passphrase)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|alice GEZDGNBV SHA1 6 30", "totp Acorn|alice GEZDGNBV SHA512 8 60 tags=Work,x favourite",
                "steam Acorn|alice GEZDGNBV SHA1 5 30", "totp Acorn|alice GEZDGNBV SHA1 6 30",
            ])
        for version in ["", #","Version":0"#, #","version":1"#, #","VERSION":null"#] {
            let text = Self.file([try old.entry()], version: version)
            #expect(try read(text, passphrase: Self.passphrase).items.count == 1)
            #expect(throws: SourceError.wrongPassphrase) { try read(text, passphrase: "x") }
        }
    }

    @Test("An account that does not open is damaged if another one opens")
    func damaged() throws {
        let right = try Sealing(), wrong = try Sealing(passphrase: "x")
        let others = [
            try wrong.entry(), try right.entry(label: [0xFF]), try right.entry(#","Notes":7"#),
            try right.entry(#","Label":"""#),
            try right.entry(#","SecretByteArray":"*""#), "7", try right.entry(#","Notes":"AAAA""#),
        ]
        let document = try read(Self.file([try right.entry()] + others), passphrase: Self.passphrase)
        #expect(document.outcomes == [.totp()] + others.map { _ in .rejected(.fieldDamaged) })
        #expect(throws: SourceError.wrongPassphrase) {
            try read(Self.file([try wrong.entry()]), passphrase: Self.passphrase)
        }
        #expect(throws: SourceError.passphraseRequired) { try read(Self.file([try right.entry()])) }
    }

    @Test(
        "Values that the app never writes are rejected",
        arguments: [
            (#","HashMode":3"#, .algorithmUnknown), (#","HashMode":"x""#, .algorithmUnknown),
            (#","TotpSize":11"#, .digitsOutOfRange), (#","Period":0"#, .periodOutOfRange),
        ] as [(String, RejectionCode)])
    func rejected(changes: String, code: RejectionCode) throws {
        let sealing = try Sealing()
        let text = Self.file([try sealing.entry(), try sealing.entry(changes), try sealing.entry(kind: "hotp")])
        #expect(
            try read(text, passphrase: Self.passphrase).outcomes == [.totp(), .rejected(code), .rejected(.typeUnknown)])
    }

    @Test(
        "Heads that it cannot have are refused before a passphrase is asked for",
        arguments: [
            (file(["{}"], version: #","Version":3"#), .unsupportedVersion),
            (file(["{}"], version: #","Version":-1"#), .unsupportedVersion),
            (file(["{}"], version: #","Version":"x""#), .unsupportedVersion),
            (file(["{}"], version: #","Version":2,"version":1"#), .corrupt), (file(["{}"], iv: [1]), .corrupt),
            (file(["{}"]).replacing("\"IV\"", with: "\"IV\":\"\",\"iv\""), .corrupt), (file(["{}"]) + "}", .corrupt),
        ] as [(String, SourceError.Code)])
    func heads(text: String, code: SourceError.Code) {
        let failure = #expect(throws: SourceError.self) { try read(text, limits: .derivingNothing) }
        #expect(failure?.code == code)
    }

    @Test("Without an account, no passphrase is needed")
    func empty() throws { #expect(try read(Self.file([])).entries.isEmpty) }

    @Test(
        "It is recognized by its collection and its IV, in any case",
        arguments: [
            (file([]), "2fast"), (#"{"collection":[],"iv":""}"#, "2fast"),
            (#"{"Collection":[{"SecretByteArray":"#, "2fast"),
            (#"{"Collection":[]}"#, nil), (#"{"Collection":{},"IV":""}"#, nil), (#"{"Collection":[],"IV":7}"#, nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
