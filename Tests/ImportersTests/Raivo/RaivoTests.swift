import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Raivo OTP")
struct RaivoTests {
    private static let secret = "JBSWY3DPEHPK3PXP"
    private static let good = #"{"issuer":"Birch","account":"bob","secret":"JBSWY3DP","kind":"TOTP","timer":"30"}"#

    private static func entry(_ members: String) -> String { #"{"secret":"\#(secret)",\#(members)}"# }

    private func failure(_ bytes: some Collection<UInt8>, passphrase: String? = nil) -> SourceError? {
        #expect(throws: SourceError.self) { try read(bytes, passphrase: passphrase) }
    }

    @Test(
        "An account of the JSON is read",
        arguments: [
            (#""issuer":"Acorn","account":"alice","kind":"TOTP""#, "totp Acorn|alice \(secret) SHA1 6 30"),
            (
                #""account":"Acorn: alice","issuer":"Acorn","kind":"totp","digits":"8","timer":"60","algorithm":"SHA512""#,
                "totp Acorn|alice \(secret) SHA512 8 60"
            ),
            (#""kind":"HOTP","counter":"7","timer":"0""#, "hotp | \(secret) SHA1 6 7"),
            (#""kind":"hotp""#, "hotp | \(secret) SHA1 6 0"),
            (#""kind":"TOTP","counter":"-1""#, "totp | \(secret) SHA1 6 30"),
            (#""kind":"TOTP","digits":7,"timer":20"#, "totp | \(secret) SHA1 7 20"),
            (#""kind":"TOTP","digits":"","timer":null,"algorithm":"""#, "totp | \(secret) SHA1 6 30"),
            (#""kind":"TOTP","issuer":"Steam","digits":"5""#, "totp Steam| \(secret) SHA1 5 30"),
            (#""kind":"TOTP","pinned":"true","iconValue":7"#, "totp | \(secret) SHA1 6 30"),
        ])
    func account(members: String, expected: String) throws {
        let document = try read("[\(Self.good),\(Self.entry(members))]")
        #expect(document.format == "raivo")
        #expect(document.items.map(\.fieldsLine) == ["totp Birch|bob JBSWY3DP SHA1 6 30", expected])
        #expect(document.rejections == [] && document.warnings == [])
    }

    @Test(
        "An entry that cannot be an account is rejected alone, with its place",
        arguments: [
            (entry(#""kind":"STEAM""#), .typeUnknown), (entry(#""kind":"""#), .typeUnknown),
            (entry(#""a":1"#), .typeUnknown),
            (#"{"kind":"TOTP"}"#, .secretMissing), (#"{"kind":"TOTP","secret":" "}"#, .secretMissing),
            (#"{"kind":"TOTP","secret":"not/base32"}"#, .secretNotBase32),
            (entry(#""kind":"TOTP","algorithm":"SHA384""#), .algorithmUnknown),
            (entry(#""kind":"TOTP","digits":"0""#), .digitsOutOfRange),
            (entry(#""kind":"TOTP","digits":"six""#), .digitsOutOfRange),
            (entry(#""kind":"TOTP","timer":"0""#), .periodOutOfRange),
            (entry(#""kind":"HOTP","counter":"-1""#), .counterOutOfRange),
            ("null", .fieldDamaged), ("[]", .fieldDamaged), ("\"text\"", .fieldDamaged),
            (#"{"kind":["TOTP"],"secret":"\#(secret)"}"#, .fieldDamaged),
        ] as [(String, RejectionCode)])
    func rejection(entry: String, code: RejectionCode) throws {
        let document = try read("[\(Self.good),\(entry),\(Self.good)]")
        #expect(document.items.map(\.issuer) == ["Birch", "Birch"])
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.position.description) == ["entry 2"])
    }

    // MARK: - The page

    private static func page(_ sections: String...) -> String {
        "<!DOCTYPE html><html><body><h1>Raivo OTP data export</h1><div class=\"passwords\">\n"
            + sections.joined(separator: "<hr>") + "</div></body></html>"
    }

    private static func section(_ issuer: String, _ name: String, _ values: (String, String)...) -> String {
        "<h3>\(issuer)</h3>\n<h4 class=\"subtitle\">\(name)</h4>\n"
            + values.map { "<span>\($0.0): <code>\($0.1)</code></span><br>\n" }.joined()
    }

    @Test("Accounts of the page are read")
    func pageAccounts() throws {
        let document = try read(
            Self.page(
                Self.section(
                    "Gr&#246;&#223;e &#38; &#60;b&#62;", "a &#128273;", ("Seed", Self.secret), ("Algorithm", "SHA256"),
                    ("Length", "8 digits"), ("Type", "TOTP"), ("Timer", "60 seconds"), ("Counter", "0"),
                    ("Icon Value", "<img>")),
                Self.section(
                    "", "", ("Seed", Self.secret), ("Type", "hotp"), ("Timer", "0 seconds"), ("Counter", "7")),
                Self.section("Acorn", "Acorn:alice", ("Type", "TOTP"), ("Seed", Self.secret), ("Length", "")),
                Self.section("Birch", "bob", ("Type", "TOTP"), ("Length", "6 digits")),
                Self.section("Cedar", "carol", ("Seed", Self.secret), ("Type", "TOTP"), ("Length", "no digits")),
                Self.section("Cedar", "dave", ("Seed", Self.secret), ("Type", "TOTP"), ("Timer", "-30 seconds"))))
        #expect(document.format == "raivo")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Größe & <b>|a 🔑 \(Self.secret) SHA256 8 60",
                "hotp | \(Self.secret) SHA1 6 7", "totp Acorn|alice \(Self.secret) SHA1 6 30",
            ])
        #expect(document.rejections.map(\.code) == [.secretMissing, .digitsOutOfRange, .periodOutOfRange])
        #expect(document.rejections.map(\.label) == ["Birch: bob", "Cedar: carol", "Cedar: dave"])
        #expect(document.records == 6)
    }

    @Test("A value without an end tag is damaged, unless no account needs it")
    func openValues() throws {
        let seed = Self.section("A", "a", ("Type", "TOTP"), ("Seed", Self.secret))
        let icon = Self.section("B", "b", ("Type", "TOTP"), ("Seed", Self.secret), ("Icon Value", "x"))
        let document = try read(
            Self.page(
                seed.replacing("\(Self.secret)</code>", with: Self.secret), icon.replacing("x</code>", with: "x"),
                "<h3>C<b>c</b></h3><h4>c</h4>"))
        #expect(document.items.map(\.issuer) == ["B"])
        #expect(document.rejections.map(\.code) == [.fieldDamaged, .fieldDamaged])
    }

    @Test("A page that is cut off, at any byte, never gives half an account")
    func cutPage() throws {
        let values = [("Seed", Self.secret), ("Length", "8 digits"), ("Type", "TOTP"), ("Timer", "60 seconds")]
        let section = Self.section("A", "a", values[0], values[1], values[2], values[3])
        let whole = Array(Self.page(section, section).utf8)
        let end = try #require(whole.firstRange(of: Array("</div".utf8))).upperBound
        for count in 100..<whole.count {
            guard let document = try? read(whole.prefix(count)) else { continue }
            #expect(document.items.allSatisfy { $0.fieldsLine == "totp A|a \(Self.secret) SHA1 8 60" }, "\(count)")
            #expect(document.rejections.count == (count < end ? 1 : 0), "\(count) bytes")
            #expect(document.records == document.entries.count)
        }
    }

    @Test("More accounts than the limit are refused")
    func limit() throws {
        var limits = ImportLimits()
        limits.entries = 1
        let section = Self.section("A", "a", ("Seed", Self.secret), ("Type", "TOTP"))
        for text in ["[\(Self.good),\(Self.good)]", Self.page(section, section)] {
            let failure = #expect(throws: SourceError.self) { try read(text, limits: limits) }
            #expect(failure?.code == .limitExceeded)
        }
    }

    // MARK: - The archive

    private static let passphrase = "correct horse £7"

    private static func archive(
        _ files: [(String, String)], _ encryption: ZipFile.Encryption = .none
    ) throws -> [UInt8] {
        try ZipFile(files.map { ZipFile.Entry($0.0, $0.1, encryption: encryption) }, passphrase: passphrase).bytes()
    }

    @Test("Every encryption opens", arguments: ZipFile.Encryption.allCases)
    func archives(encryption: ZipFile.Encryption) throws {
        let section = Self.section("Page", "", ("Seed", Self.secret), ("Type", "TOTP"))
        let files = [("raivo-otp-export.html", Self.page(section)), ("raivo-otp-export.json", "[\(Self.good)]")]
        let file = try Self.archive(files, encryption)
        #expect(formatID(of: file) == "raivo")
        #expect(try read(file, passphrase: Self.passphrase).items.map(\.issuer) == ["Birch"])
        let pageOnly = try Self.archive([files[0]], encryption)
        #expect(try read(pageOnly, passphrase: Self.passphrase).items.map(\.issuer) == ["Page"])
        guard encryption != .none else { return }
        #expect(failure(file)?.code == .passphraseRequired)
        #expect(failure(file, passphrase: "wrong")?.code == .wrongPassphrase)
    }

    @Test(
        "An archive is recognized by the names of its files",
        arguments: [
            (["raivo-otp-export.json"], true), (["folder/raivo-otp-export.json"], true),
            (["a/raivo-otp-export.html"], true),
            (["__MACOSX/raivo-otp-export.json"], false), (["x/__MACOSX/raivo-otp-export.json"], false),
            (["._raivo-otp-export.json"], false), (["raivo-otp-export.json/"], false),
            (["raivo-otp-export.txt.json"], false),
            (["Accounts.txt", "raivo-otp-export.json"], true),
        ] as [([String], Bool)])
    func files(names: [String], isRaivo: Bool) throws {
        let file = try Self.archive(names.map { ($0, $0.hasSuffix("/") ? "" : "[\(Self.good)]") })
        #expect((formatID(of: file) == "raivo") == isRaivo)
    }

    @Test("An export that failed in the app is reported; an empty one is not")
    func failedExport() throws {
        for (name, text) in [
            ("raivo-otp-export.json", #"{"message":"Could not retrieve OTPs from Realm"}"#),
            ("raivo-otp-export.html", "An error occurred during the export. Please try again!"),
        ] {
            let problem = failure(try Self.archive([(name, text)]))
            #expect(problem?.code == .corrupt)
            #expect(problem?.message.contains("failed to export") == true)
        }
        let empty = try read(try Self.archive([("raivo-otp-export.json", "[]")]))
        #expect(empty.entries == [] && empty.format == "raivo")
        for text in ["", "{}", "[", "7"] {
            #expect(failure(try Self.archive([("raivo-otp-export.json", text)]))?.code == .corrupt)
        }
    }

    @Test("An encrypted archive that is cut or changed is an error or gives the same accounts")
    func tampering() throws {
        let bytes = try Self.archive([("raivo-otp-export.json", "[\(Self.good)]")], .aes256)
        let file = TamperedFile(bytes: bytes, passphrase: Self.passphrase)
        let items = try read(bytes, passphrase: Self.passphrase).items
        #expect(try file.read(expecting: items) > 0)
        file.readCut()
    }

    // MARK: - Detection

    @Test(
        "It is recognized by the members of the first object",
        arguments: [
            ("[\(good)]", "raivo"), ("[\(good),", "raivo"),
            (#"[{"kind":"","timer":0,"secret":null,"x":"TOTP"}]"#, "raivo"),
            (#"[{"kind":"","timer":0,"secret":"JBSWY3DPEHPK3PXP","label":"a"}]"#, "json-list"),
            (#"[{"secret":"A","type":"TOTP"}]"#, "andotp"), (#"[{"otpGenerator":{},"pkey":"1"}]"#, "duo"),
            (#"[{"kind":"TOTP","timer":"30"}]"#, nil), (#"{"kind":"TOTP","timer":"30","secret":"A"}"#, nil),
            ("[]", nil),
            ("<p>Raivo OTP data export</p>", "raivo"), ("Raivo OTP data export", nil), ("<p>Raivo OTP</p>", nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
