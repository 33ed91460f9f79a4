import FixtureSupport
import Foundation
import TOTPDomain

/// Accounts for the tests of one writer's document.
enum SampleAccounts {
    static let secret = "JBSWY3DPEHPK3PXP"
    static let created = Date(timeIntervalSince1970: 1_795_253_400)

    static func item(
        issuer: String = "Acorn", name: String = "alice", _ kind: OTPKind = .totp, algorithm: OTPAlgorithm = .sha1,
        digits: Int64? = nil, period: Int64? = nil, counter: Int64? = nil, note: String? = nil, tags: [String] = [],
        isFavorite: Bool = false
    ) throws -> Account {
        Account(
            issuer: issuer, name: name, secret: try OTPSecret(base32: secret),
            parameters: try OTPParameters(
                kind: kind, algorithm: algorithm, digits: digits, period: period, counter: counter),
            note: note, tags: tags, isFavorite: isFavorite, createdAt: created)
    }

    /// Names that formats trip over.
    static let names = [
        "", "a/b", "a:b", "\"quoted\"", "it's", "<b>&amp;</b>", "\u{1}\u{1F}\u{7F}\u{85}", "🔑 日本 e\u{301}", "a,b;c",
        "line\nbreak\rreturn\ttab", "=1+1", "@SUM(A1)", "-", "'=1", "100%", "%41", "null", "\u{FFFE}\u{2028}",
        String(repeating: "é", count: 500), String(repeating: "👩‍👩‍👧", count: 41), "a\\c", "a:b:", ":", "'; --",
        "nul \u{0} bell \u{7} escape \u{1B}[31m", "\u{202E}txt.exe", "100 % %41 +", "otpauth://totp/x?secret=GEZDGNBV",
    ]
}

extension Export {
    var lostDetails: [String] { losses.map { "\($0.index) \($0.code.rawValue)" } }
}

extension ExportFormat {
    func text(_ items: Account...) throws -> String { try write(.plain(items)).text }
}
