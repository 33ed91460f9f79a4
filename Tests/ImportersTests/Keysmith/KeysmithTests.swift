import TOTPDomain
import Testing

@testable import Importers

/// The boxes were made with PyNaCl.
@Suite("Keysmith's settings")
struct KeysmithTests {
    private static let passphrase = "correct horse £7"
    private static let id = "%7B0123abcd-5b8e-4330-8087-64f7ce79df3f%7D"

    private typealias Values = [(key: String, value: String)]

    private static let masterKey: Values = [
        ("algorithm", "2"), ("challenge", "\"zH51m+NQpZcJS70LcoLh8INlMIe1D3nrCsBU73/c4mMH\""), ("cpu", "1"),
        ("length", "32"), ("memory", "8192"), ("nonce", "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh"),
        ("salt", "\"MDEyMzQ1Njc4OUFCQ0RFRg==\""),
    ]
    private static let totp: Values = [
        ("account", "alice"), ("epoch", "1970-01-01T00:00:00.000Z"), ("hash", "Sha1"), ("issuer", "Acorn"),
        ("nonce", "YmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJi"), ("pinLength", "6"),
        ("secret", "\"o20lAwx6oBRt7oWazTD06M986NM5D0femiw=\""), ("timeStep", "30"), ("type", "totp"),
    ]
    private static let hotp: Values =
        totp.filter { !["epoch", "hash", "timeStep", "type"].contains($0.key) } + [
            ("type", "hotp"), ("counter", "7"), ("checksum", "false"),
        ]

    private static func group(_ name: String, _ values: Values, _ changes: [String: String?] = [:]) -> String {
        var values = values
        for (key, value) in changes {
            values.removeAll { $0.key == key }
            if let value { values.append((key, value)) }
        }
        return "[\(name)]\n" + values.map { "\($0.key)=\($0.value)\n" }.joined() + "\n"
    }

    private static func read(
        _ groups: String..., masterKey changes: [String: String?] = [:], passphrase: String? = passphrase,
        limits: ImportLimits = ImportLimits()
    ) throws -> ImportedDocument {
        try ImportersTests.read(
            group("master-key", masterKey, changes) + groups.joined(), passphrase: passphrase, limits: limits)
    }

    @Test("A key that is neither read nor known is named, if it has a value")
    func unread() throws {
        let document = try Self.read(Self.group(Self.id, Self.totp, ["digits": "8", "empty": ""]))
        #expect(document.items.count == 1)
        #expect(document.warnings == ["\"digits\" is not read (1 account); compare the codes with the app"])
    }

    @Test(
        "Its groups identify it",
        arguments: [
            ("[master-key]\nsalt=\"\"\n", true), ("[master-key]\nchallenge=x", true),
            ("[General]\nx=1\n[master-key]\n\ncpu=1\nsalt=x\n", true), ("[\(id)]\nnonce=x\npinLength=6", true),
            ("[{0123abcd-5b8e-4330-8087-64f7ce79df3f}]\r\npinLength = 6", true),
            ("[\(id)]\naccount=\"otpauth://totp/x?secret=GEZDGNBV\"\npinLength=6", true),
            ("[master-key]\nx=1", false), ("[master-key]\n[other]\nsalt=x", false), ("[%7Bx%7D]\npinLength=6", false),
            ("salt=x\n[master-key]", false), ("[\"master-key\"]\nsalt=x", false), ("[]", false), ("[1]", false),
        ])
    func detection(text: String, isKeysmith: Bool) {
        #expect((formatID(of: text.utf8) == "keysmith") == isKeysmith)
    }

    @Test("A list of links in a group is a list of links")
    func links() { #expect(formatID(of: "[links]\na=otpauth://totp/x?secret=GEZDGNBV".utf8) == "otpauth") }

    @Test("Accounts, with raw secrets")
    func accounts() throws {
        let document = try Self.read(Self.group(Self.id, Self.totp), Self.group(Self.id, Self.hotp))
        #expect(document.format == "keysmith")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|alice JBSWY3DPEHPK3PXP SHA1 6 30", "hotp Acorn|alice JBSWY3DPEHPK3PXP SHA1 6 7",
            ])
    }

    @Test("Other groups are skipped, the app's own are not even records")
    func otherGroups() throws {
        let document = try Self.read(
            Self.group("General", [("pinLength", "6")]), Self.group("window", [("width", "5")]),
            Self.group(Self.id, Self.totp), Self.group("%7Bx%7D", Self.totp))
        #expect(document.records == 3)
        #expect(document.items.count == 1)
        #expect(document.skipped.counts == [.notAnAccount: 2])
    }

    @Test(
        "A value that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("type", "TOTP", .totp()), ("type", "steam", .rejected(.typeUnknown)),
            ("type", nil, .rejected(.typeUnknown)),
            ("hash", "Sha256", .totp(.sha256)), ("hash", "Sha512", .totp(.sha512)), ("hash", nil, .totp()),
            ("hash", "", .totp()), ("hash", "Md5", .rejected(.algorithmUnknown)),
            ("hash", "foo", .rejected(.algorithmUnknown)),
            ("epoch", nil, .totp()), ("epoch", "", .totp()), ("epoch", "1970-01-01", .totp()),
            ("epoch", "1970-01-01T00:00:00Z", .totp()), ("epoch", "1970-01-01T00:00:00.000+00:00", .totp()),
            ("epoch", "2020-01-01T00:00:00.000Z", .rejected(.fieldDamaged)),
            ("epoch", "1970-01-01T00:00:30Z", .rejected(.fieldDamaged)), ("epoch", "x", .rejected(.fieldDamaged)),
            ("pinLength", "10", .totp(digits: 10)), ("pinLength", "5", .rejected(.digitsOutOfRange)),
            ("pinLength", "11", .rejected(.digitsOutOfRange)), ("pinLength", nil, .rejected(.digitsOutOfRange)),
            ("pinLength", "", .rejected(.digitsOutOfRange)), ("pinLength", "six", .rejected(.digitsOutOfRange)),
            ("timeStep", "20", .totp(period: 20)), ("timeStep", "0", .rejected(.periodOutOfRange)),
            ("timeStep", nil, .rejected(.periodOutOfRange)),
            ("secret", nil, .rejected(.fieldDamaged)), ("secret", "?", .rejected(.fieldDamaged)),
            ("secret", "AAAA", .rejected(.fieldDamaged)),
            ("secret", "p20lAwx6oBRt7oWazTD06M986NM5D0femiw=", .rejected(.fieldDamaged)),
            ("nonce", nil, .rejected(.fieldDamaged)), ("nonce", "AAAA", .rejected(.fieldDamaged)),
            ("nonce", "Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj", .rejected(.fieldDamaged)),
            // Of counter-based accounts.
            ("counter", "x", .totp()), ("checksum", "true", .totp()), ("offset", "1", .totp()),
            ("account", nil, .totp()), ("issuer", nil, .totp()),
        ] as [(String, String?, EntryOutcome)])
    func values(key: String, value: String?, expected: EntryOutcome) throws {
        let document = try Self.read(
            Self.group(Self.id, Self.totp), Self.group(Self.id, Self.totp, [key: value]))
        #expect(document.outcomes == [.totp(), expected])
        #expect(document.rejections.allSatisfy { $0.label == "Acorn: alice" })
    }

    @Test(
        "A counter-based account needs a counter that is a number",
        arguments: [
            ("counter", "99", .hotp(counter: 99)), ("counter", nil, .rejected(.counterOutOfRange)),
            ("counter", "", .rejected(.counterOutOfRange)), ("counter", "-1", .rejected(.counterOutOfRange)),
            ("checksum", nil, .hotp(counter: 7)), ("checksum", "true", .rejected(.fieldDamaged)),
            ("checksum", "1", .rejected(.fieldDamaged)), ("offset", "4", .rejected(.fieldDamaged)),
            ("offset", "0", .rejected(.fieldDamaged)), ("offset", "", .rejected(.fieldDamaged)),
            ("epoch", "2020-01-01", .hotp(counter: 7)), ("timeStep", "0", .hotp(counter: 7)),
            ("hash", "Sha512", .hotp(counter: 7)),
        ] as [(String, String?, EntryOutcome)])
    func counterValues(key: String, value: String?, expected: EntryOutcome) throws {
        #expect(try Self.read(Self.group(Self.id, Self.hotp, [key: value])).outcomes == [expected])
    }

    @Test("A secret of no bytes is missing")
    func emptySecret() throws {
        let empty = Self.group(
            Self.id, Self.totp,
            ["secret": "BYnAoDOrjhaT5mVL0FsGCA==", "nonce": "Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj"])
        #expect(try Self.read(empty).outcomes == [.rejected(.secretMissing)])
    }

    // MARK: - Passphrases

    /// A challenge that opens to another text.
    private static let otherChallenge: [String: String?] = [
        "challenge": "vmnivscZlt5gKnufRNj7cP3M7tgr", "nonce": "ZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRk",
    ]

    @Test("A missing or wrong passphrase is reported")
    func passphrases() throws {
        let account = Self.group(Self.id, Self.totp)
        #expect(throws: SourceError.passphraseRequired) { try Self.read(account, passphrase: nil) }
        for wrong in ["", "correct horse"] {
            #expect(throws: SourceError.wrongPassphrase) { try Self.read(account, passphrase: wrong) }
        }
        #expect(throws: SourceError.wrongPassphrase) { try Self.read(account, masterKey: Self.otherChallenge) }
        // The challenge decides, also where no secret does.
        #expect(try Self.read().entries.isEmpty)
        #expect(throws: SourceError.wrongPassphrase) { try Self.read(passphrase: "x") }
    }

    @Test("Without a challenge, a secret that opens shows that the passphrase is right")
    func noChallenge() throws {
        let old: [String: String?] = ["challenge": nil, "nonce": nil]
        let good = Self.group(Self.id, Self.totp), bad = Self.group(Self.id, Self.totp, ["secret": "AAAA"])
        let missing = Self.group(Self.id, Self.totp, ["secret": nil])
        #expect(try Self.read(bad, good, masterKey: old).outcomes == [.rejected(.fieldDamaged), .totp()])
        #expect(throws: SourceError.wrongPassphrase) { try Self.read(bad, masterKey: old) }
        #expect(throws: SourceError.wrongPassphrase) { try Self.read(good, masterKey: old, passphrase: "x") }
        #expect(throws: SourceError.passphraseRequired) { try Self.read(good, masterKey: old, passphrase: nil) }
        // There is nothing to try it on.
        #expect(try Self.read(missing, masterKey: old).outcomes == [.rejected(.fieldDamaged)])
        #expect(try Self.read(masterKey: old).entries.isEmpty)
    }

    @Test("Argon2i, in files of the first versions")
    func argon2i() throws {
        let document = try Self.read(
            Self.group(Self.id, Self.totp, ["secret": "1EDOxvjfX8mzwWo3BZvWQTc93ouYV4KReIc="]),
            masterKey: [
                "algorithm": "1", "cpu": "3", "challenge": "x3JTZAdCVygvA990rtD5USk6aFBvKpAK387Jar3SCPUA",
            ])
        #expect(document.items.map(\.secret.base32) == ["JBSWY3DPEHPK3PXP"])
    }

    // MARK: - Damage

    @Test(
        "Missing and damaged parts are reported before a passphrase is asked for",
        arguments: [
            ("algorithm", nil, .unsupportedVersion), ("algorithm", "0", .unsupportedVersion),
            ("algorithm", "3", .unsupportedVersion), ("length", "16", .corrupt), ("length", nil, .corrupt),
            ("cpu", nil, .corrupt), ("cpu", "x", .corrupt), ("cpu", "-1", .corrupt), ("cpu", "4294967296", .corrupt),
            ("memory", "x", .corrupt), ("memory", "-1", .corrupt), ("memory", "", .corrupt), ("salt", nil, .corrupt),
            ("salt", "?", .corrupt), ("salt", "AAAA", .corrupt), ("challenge", "?", .corrupt),
            ("challenge", "AAAA", .corrupt), ("nonce", nil, .corrupt), ("nonce", "AAAA", .corrupt),
        ] as [(String, String?, SourceError.Code)])
    func damaged(key: String, value: String?, code: SourceError.Code) {
        let failure = #expect(throws: SourceError.self) { try Self.read(masterKey: [key: value], passphrase: nil) }
        #expect(failure?.code == code)
    }

    @Test("One group has the parameters of the key", arguments: [0, 2])
    func masterKeys(count: Int) {
        let text =
            Self.group(Self.id, Self.totp)
            + String(
                repeating: Self.group("master-key", Self.masterKey), count: count)
        let failure = #expect(throws: SourceError.self) { try ImportersTests.read(text, passphrase: Self.passphrase) }
        #expect(failure?.code == .corrupt)
    }

    @Test(
        "Costs are checked before anything is derived",
        arguments: [
            ("memory", "2147484672", .limitExceeded), ("memory", "1073742848", .limitExceeded),
            ("memory", "9223372036854775807", .limitExceeded), ("memory", "1024", .corrupt), ("memory", "0", .corrupt),
            ("cpu", "0", .corrupt),
        ] as [(String, String, SourceError.Code)])
    func costs(key: String, value: String, code: SourceError.Code) {
        let failure = #expect(throws: SourceError.self) { try Self.read(masterKey: [key: value]) }
        #expect(failure?.code == code)
    }

    @Test("Without its memory, the key derivation has the app's: 256 MiB")
    func defaultMemory() {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 255 << 20
        let failure = #expect(throws: SourceError.self) { try Self.read(masterKey: ["memory": nil], limits: limits) }
        #expect(failure?.code == .limitExceeded)
        #expect(failure?.message.contains("256 MiB") == true)
    }

    @Test("Many passes over much memory take too long")
    func passes() {
        let failure = #expect(throws: SourceError.self) {
            try Self.read(masterKey: ["cpu": "4294967295", "memory": "1073741824"])
        }
        #expect(failure?.code == .limitExceeded)
    }

    @Test("More accounts than the limit are refused")
    func entryLimit() {
        var limits = ImportLimits()
        limits.entries = 2
        let account = Self.group(Self.id, Self.totp)
        #expect(throws: Never.self) { try Self.read(account, account, limits: limits) }
        let failure = #expect(throws: SourceError.self) { try Self.read(account, account, account, limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }

    @Test("Cut off anywhere, it gives no other account, and no message shows the passphrase or a secret")
    func cut() {
        let text = Array((Self.group("master-key", Self.masterKey) + Self.group(Self.id, Self.totp)).utf8)
        for count in 0..<text.count {
            do {
                let document = try ImportersTests.read(text.prefix(count), passphrase: Self.passphrase)
                #expect(document.items.allSatisfy { $0.secret.base32 == "JBSWY3DPEHPK3PXP" })
                #expect(document.rejections.allSatisfy { !$0.reason.contains("JBSW") })
            } catch let error as SourceError {
                #expect(!error.message.contains(Self.passphrase))
            } catch {}
        }
    }
}
