import CryptoPrimitives
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import PasswordManagerFormats

@Suite(
    "XML that keepassxc-cli imports, and databases that it opens",
    .enabled(
        if: ExternalProgram(named: "keepassxc-cli") != nil,
        "keepassxc-cli is not installed; scripts/bootstrap --tests brings it"))
struct KeePassXCProgramTests {
    private let folder: TemporaryFolder
    private let program: ExternalProgram
    private static let passphrase = "larch and mäple"

    init() throws {
        folder = try TemporaryFolder()
        program = try #require(ExternalProgram(named: "keepassxc-cli"))
    }

    private func run(_ arguments: [String], passphrases: Int = 1) throws -> String {
        let input = String(repeating: "\(Self.passphrase)\n", count: passphrases)
        let result = try program.run(arguments, input: input)
        #expect(result.exitCode == 0, "keepassxc-cli \(arguments[0])")
        return result.output
    }

    /// How accounts get into a database: the program imports XML, or the file is one.
    enum Way: String, CaseIterable { case xml, chacha20, aes }

    private func makeDatabase(_ items: [Account], _ way: Way = .xml) throws -> Export {
        var request = ExportRequest.encrypted(items).withoutPassphrase
        if let cipher = ExportOptions.Cipher(rawValue: way.rawValue) {
            request.protection = .passphrase(Passphrase(Self.passphrase))
            request.options.cipher = cipher
            let cost = KeyDerivation.Argon2Cost(passes: 3, memory: 1024, lanes: 2)
            let export = try KeePassExport(cost: cost).write(request)
            try folder.write(export.bytes, to: "new.kdbx")
            return export
        }
        let export = try KeePassXCXMLExport().write(request)
        try folder.write(export.bytes, to: "accounts.xml")
        _ = try run(
            ["import", "--quiet", "--set-password", folder.path("accounts.xml"), folder.path("new.kdbx")],
            passphrases: 2)
        return export
    }

    @Test(
        "It shows the same codes, for every number of digits, algorithm and length of secret", arguments: Way.allCases)
    func codes(way: Way) throws {
        var random = SeededGenerator(seed: 6238)
        let parameters: [OTPParameters] =
            try (1...9).map { try OTPParameters(kind: .totp, digits: $0) }
            + [1, 10, 59, 60].map { try OTPParameters(kind: .totp, digits: 8, period: $0) }
            + [OTPAlgorithm.sha256, .sha512].map { try OTPParameters(kind: .totp, algorithm: $0) }
            + [OTPParameters(kind: .steam)]
        let lengths = try [1, 2, 3, 4, 5, 9, 10, 32, 64, 65, 128].map { (try OTPParameters(kind: .totp), $0) }
        let items = try (parameters.map { ($0, 20) } + lengths).enumerated().map { index, account in
            Account(
                issuer: "Account \(index)", name: "alice", secret: try OTPSecret(bytes: random.bytes(account.1)),
                parameters: account.0)
        }
        let export = try makeDatabase(items, way)
        #expect(export.leftOut == [] && export.losses == [])
        let generator = OneTimeCodes()
        for item in items {
            let start = Int64(Date().timeIntervalSince1970)
            let shown = try run(["show", "--quiet", "--totp", folder.path("new.kdbx"), item.issuer])
            let end = Int64(Date().timeIntervalSince1970)
            let codes = try Set((start...end).map { try generator.code(for: item, at: $0).text })
            #expect(codes.contains(shown), "\(item.label)")
        }
    }

    @Test("It shows no code of a counter-based account, rather than a wrong one", arguments: Way.allCases)
    func counter(way: Way) throws {
        _ = try makeDatabase([SampleAccounts.item(.hotp, counter: 3)], way)
        let result = try program.run(
            ["show", "--quiet", "--totp", folder.path("new.kdbx"), "Acorn"], input: "\(Self.passphrase)\n")
        #expect(result.exitCode != 0 && result.output.isEmpty)
        #expect(
            try run(["show", "--quiet", "--attributes", "HmacOtp-Counter", folder.path("new.kdbx"), "Acorn"]) == "3")
    }

    @Test("It reads names, notes and tags as they are", arguments: Way.allCases)
    func names(way: Way) throws {
        let item = try SampleAccounts.item(
            issuer: "<A> & \"B\"\u{85}", name: "🔑 日本 ]]>", note: "one\n\ttwo & <three>", tags: ["Work", "old stuff"])
        let export = try makeDatabase([item], way)
        #expect(export.losses == [])
        let entry = try #require(
            try run(["search", "--quiet", folder.path("new.kdbx"), "A"]).split(separator: "\n").first)
        func show(_ attribute: String) throws -> String {
            try run(["show", "--quiet", "--attributes", attribute, folder.path("new.kdbx"), String(entry)])
        }
        #expect(try show("title") == item.issuer)
        #expect(try show("username") == item.name)
        #expect(try show("notes") == item.note)
        let xml = try run(["export", "--quiet", "--format", "xml", folder.path("new.kdbx")])
        let tags = try #require(xml.components(separatedBy: "<Tags>").last?.components(separatedBy: "</Tags>").first)
        #expect(Set(tags.split { $0 == "," || $0 == ";" }.map(String.init)) == Set(item.tags))
    }

    @Test("Odd names do not break the file", arguments: Way.allCases)
    func oddNames(way: Way) throws {
        // A name with a link in it would count as a link.
        let items = try SampleAccounts.names.filter { !$0.contains("://") }.map {
            try SampleAccounts.item(issuer: $0, name: $0, note: $0)
        }
        _ = try makeDatabase(items, way)
        let rows = try run(["export", "--quiet", "--format", "csv", folder.path("new.kdbx")])
        #expect(rows.components(separatedBy: "otpauth://").count == items.count + 1)
    }
}
