import FixtureSupport
import TOTPDomain
import Testing

@Suite("Raivo OTP")
struct RaivoTests {
    private static let secret = "JBSWY3DPEHPK3PXP"
    private static let good = #"{"issuer":"Birch","account":"bob","secret":"JBSWY3DP","kind":"TOTP","timer":"30"}"#

    private func failure(_ bytes: some Collection<UInt8>, passphrase: String? = nil) -> SourceError? {
        #expect(throws: SourceError.self) { try read(bytes, passphrase: passphrase) }
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
}
