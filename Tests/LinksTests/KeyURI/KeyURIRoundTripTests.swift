import Encodings
import FixtureSupport
import Testing

@testable import TOTPDomain
@testable import Links

/// Written links are read back unchanged, whatever issuer and name contain.
struct KeyURIRoundTripTests {
    @Test("Every account is read back from its link, and its link is printable ASCII", arguments: OTPKind.allCases)
    func readsBackWhatItWrote(kind: OTPKind) throws {
        var random = SeededGenerator(seed: 1_234)
        for _ in 0..<1000 {
            let item = try Self.item(kind, &random)
            let link = KeyURI.write(item)
            #expect(link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a link is printable ASCII")
            if Self.containsLink(item) {
                #expect(throws: EntryError.linksRunTogether) { try KeyURI.reading(link) }
                continue
            }
            let reading = try KeyURI.reading(link)
            #expect(reading.account.linkContent == item.linkContent, "\(link)")
            #expect(reading.warning == nil)
        }
    }

    /// Whether a name contains a link: no link can hold that.
    private static func containsLink(_ item: Account) -> Bool {
        let texts = ["\(item.issuer):\(item.name)", item.issuer, item.pin?.text ?? ""].map { Array($0.utf8) }
        return texts.contains { KeyURIScheme.findAnywhere(in: $0.span) != nil }
    }

    /// An account of random names, parameters and secret.
    ///
    /// Two facts that a link cannot express: that a time-based account called `Steam` is not one of Steam's, and that a
    /// Yandex account has no issuer.
    private static func item(_ kind: OTPKind, _ random: inout SeededGenerator) throws -> Account {
        var issuer = text(&random), name = text(&random)
        if kind == .totp, (issuer.isEmpty ? name : issuer) == "Steam" { issuer = "Steam Deck" }
        if kind == .yandex, issuer.isEmpty { issuer = "Yandex" }
        if name.isEmpty, Bool.random(using: &random) { name = "alice" }
        let hasPIN = (kind == .motp || kind == .yandex) && Bool.random(using: &random)
        return Account(
            issuer: issuer,
            name: name,
            secret: try OTPSecret(bytes: random.bytes(kind == .yandex ? 16 : Int.random(in: 1...70, using: &random))),
            parameters: try OTPParameters(
                kind: kind,
                algorithm: OTPAlgorithm.allCases.randomElement(using: &random) ?? .sha1,
                digits: Int64.random(in: 1...10, using: &random),
                period: Int64.random(in: 1...2_147_483, using: &random),
                counter: [0, 1, .max, .random(in: 0...Int64.max, using: &random)].randomElement(using: &random)
            ),
            pin: hasPIN ? OTPPin(text(&random)) : nil
        )
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...5, using: &random)
        return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined().trimmingWhitespace
    }

    /// All that has a meaning somewhere in a link, and text of many scripts.
    private static let pieces = [
        "Acme", "alice", "Steam", "null", "a", " ", "  ", ":", "::", "%", "%%", "%3A", "%2", "%zz", "+", "%2B", "&",
        "=", "?", "#", "/",
        "//", "@", "\"", "'", "“", "\\", "|", ";", "\u{0}", "\n", "\t", "\u{7F}", "\u{1B}[31m", "é", "e\u{301}", "ß",
        "日本",
        "אבג", "\u{202E}", "\u{200D}", "\u{FEFF}", "👩‍👩‍👧", "🇨🇭", "\u{10FFFF}", "otpauth://totp/", "motp:", "&secret=A",
        "?secret=",
    ]
}
