import FixtureSupport
import Foundation
import Testing

/// Warnings about how apps treat our files come before people import them: from a dry run, at the end, and from
/// `guide`.
@Suite("Cautions about apps")
struct CautionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// An account, as members of the program's own JSON.
    private struct Account: CustomStringConvertible {
        var issuer = "Acorn", name = "alice", type = "totp", parameters = #""algorithm":"SHA1","digits":6,"period":30"#

        var description: String {
            """
            {"type":"\(type)","issuer":"\(issuer)","name":"\(name)","secret":"JBSWY3DPEHPK3PXPJBSWY3DP",\(parameters)}
            """
        }

        static let plain = Account()
        static let steam = Account(type: "steam", parameters: #""algorithm":"SHA1","digits":5,"period":30"#)
        static let nameless = Account(issuer: "", name: "")
        static let colon = Account(issuer: "Acorn: Oak")
        static let escapedColon = Account(name: "al%3aice")
        static let lineBreak = Account(name: #"alice\r\nbob"#)
        static let counted = Account(type: "hotp", parameters: #""algorithm":"SHA1","digits":6,"counter":1"#)
        static let longPeriod = Account(parameters: #""algorithm":"SHA1","digits":6,"period":121"#)
        static let farCounter = Account(
            type: "hotp", parameters: #""algorithm":"SHA1","digits":6,"counter":2147483648"#)
    }

    /// A target, an account that its caution is about, the start of the caution and its advice.
    private static let rows: [(targets: [String], account: Account, start: String, advice: String)] = [
        (["otpauth"], .steam, "FreeOTP+ imports nothing", "--to freeotp-plus"),
        (["otpauth"], .nameless, "FreeOTP+ imports nothing", "--to freeotp-plus"),
        (["otpauth"], .counted, "FreeOTP+ imports nothing", "--to freeotp-plus"),
        (["qr", "html"], .steam, "FreeOTP+ refuses", "--to freeotp-plus"),
        (["qr", "html"], .nameless, "FreeOTP+ refuses", "--to freeotp-plus"),
        (["qr", "html"], .counted, "FreeOTP+ refuses", "--to freeotp-plus"),
        (["otpauth", "qr", "html"], .steam, "OTPClient leaves out Steam", "compare the codes"),
        (["otpauth", "qr", "html"], .longPeriod, "OTPClient leaves out Steam", "compare the codes"),
        (["otpauth", "qr", "html"], .colon, "Aegis shows issuer and name", "--to aegis"),
        (["otpauth", "qr", "html"], .colon, "2FAuth leaves out links", "--to 2fauth"),
        (["otpauth", "qr", "html"], .escapedColon, "2FAuth leaves out links", "--to 2fauth"),
        (["otpauth", "qr", "html"], .farCounter, "Stratum refuses links", "--to stratum"),
        (["proton-authenticator"], .steam, "Aegis refuses the Steam accounts", "--to aegis"),
        (["stratum"], .farCounter, "Stratum may refuse counters", "check the codes"),
        (["2fauth"], .colon, "2FAuth refuses a colon", "a hyphen is written"),
        (["2fauth"], .escapedColon, "2FAuth refuses a colon", "a hyphen is written"),
        (["csv"], .lineBreak, "Some programs may change a line break", "check these names"),
        (["apple-passwords"], .lineBreak, "Apple Passwords may change a line break", "check these names"),
        (["onepassword"], .lineBreak, "1Password may change a line break", "check these names"),
        (["bitwarden-csv"], .lineBreak, "Bitwarden may change a line break", "check these names"),
        (["keepassxc"], .lineBreak, "KeePassXC may change a line break", "check these names"),
    ]

    /// The cautions that are about every account.
    private static let general: [(targets: [String], start: String, advice: String)] = [
        (
            ["otpauth", "qr"], "The browser extension Authenticator generates wrong",
            "--to authenticator-extension"
        ),
        (["freeotp-plus"], "FreeOTP+ replaces the accounts", "convert both files together"),
    ]

    @Test("A caution about some accounts is said about them, and not about others", arguments: rows.indices)
    func someAccounts(row: Int) throws {
        let row = Self.rows[row]
        for target in row.targets {
            for isDry in [true, false] {
                let said = try notes(of: row.account, target, isDry: isDry).filter { $0.hasPrefix(row.start) }
                #expect(said.count == 1 && said.allSatisfy { $0.contains(row.advice) }, "\(target)")
                #expect(
                    !(try notes(of: .plain, target, isDry: isDry).contains { $0.hasPrefix(row.start) }), "\(target)")
            }
            #expect(try guide(target).contains(row.start), "\(target)")
        }
    }

    @Test("A caution about all accounts is always said", arguments: general.indices)
    func allAccounts(row: Int) throws {
        let row = Self.general[row]
        for target in row.targets {
            for isDry in [true, false] {
                let said = try notes(of: .plain, target, isDry: isDry).filter { $0.hasPrefix(row.start) }
                #expect(said.count == 1 && said.allSatisfy { $0.contains(row.advice) }, "\(target)")
            }
            #expect(try guide(target).contains(row.start), "\(target)")
        }
    }

    /// The notes that a conversion says.
    private func notes(of account: Account, _ target: String, isDry: Bool) throws -> [Substring] {
        let document = #"{"format":"totp-import-items","version":1,"items":[\#(account)]}"#
        try folder.write(document, to: "items.json")
        let output = "out-\(UUID().uuidString)"
        let isEncryptable = ["proton-authenticator", "stratum"].contains(target)
        let flags = (isEncryptable ? ["--plain"] : []) + (isDry ? ["--dry-run"] : [])
        let outcome = try Program.run(
            ["convert", "items.json", "--to", target, "--output", output] + flags, in: URL(filePath: folder.path))
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.errors.split(separator: "\n").filter { $0.hasPrefix("Note:    ") }.map { $0.dropFirst(9) }
    }

    /// The words of a guide, whose lines are wrapped.
    private func guide(_ target: String) throws -> String {
        try Program.run(["guide", "andotp", "--to", target]).text.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }
}
