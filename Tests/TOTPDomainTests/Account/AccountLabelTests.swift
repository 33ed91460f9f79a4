import Encodings
import TOTPDomain
import Testing

struct AccountLabelTests {
    struct Pair: Equatable, Sendable {
        let issuer: String
        let name: String

        init(_ issuer: String, _ name: String) { (self.issuer, self.name) = (issuer, name) }
    }

    @Test(
        "The issuer comes off the front of the name, both are trimmed, and all else stays",
        arguments: [
            // The issuer comes off the front of the name, and the spaces after it.
            (Pair("Acme", "Acme:alice"), Pair("Acme", "alice")),
            (Pair("Acme", "Acme: \t alice"), Pair("Acme", "alice")),
            (Pair("A:B", "A:B:c"), Pair("A:B", "c")),
            (Pair("Acme", "Acme:Acme:alice"), Pair("Acme", "Acme:alice")),
            (Pair("Acme", "Acme:"), Pair("Acme", "")),
            // Other names stay.
            (Pair("Acme", "acme:alice"), Pair("Acme", "acme:alice")),
            (Pair("Acme", "Acme alice"), Pair("Acme", "Acme alice")),
            (Pair("Acme", "Acme"), Pair("Acme", "Acme")),
            (Pair("Acme", "Acme :alice"), Pair("Acme", "Acme :alice")),
            (Pair("", ":alice"), Pair("", ":alice")),
            (Pair("", "Acme:alice"), Pair("", "Acme:alice")),
            // Both are trimmed first, and none is filled in from the other.
            (Pair(" Acme ", "\tAcme:alice\r\n"), Pair("Acme", "alice")),
            (Pair("\u{A0}Acme\u{3000}", "\u{3000}alice\u{A0}"), Pair("Acme", "alice")),
            (Pair("  ", "alice"), Pair("", "alice")),
            (Pair("Acme", " "), Pair("Acme", "")),
            (Pair("", ""), Pair("", "")),
            // Blanks inside stay.
            (Pair("Air  Canada", "ben  b"), Pair("Air  Canada", "ben  b")),
        ])
    func normalizes(given: Pair, expected: Pair) {
        let (issuer, name) = AccountLabel.normalized(issuer: given.issuer, name: given.name)
        #expect(Pair(issuer, name) == expected)
    }

    @Test(
        "An account is shown in one line, without control characters",
        arguments: [
            (Pair("Acme", "alice"), "Acme: alice"), (Pair("Acme", ""), "Acme"), (Pair("", "alice"), "alice"),
            (Pair("", ""), "(no name)"), (Pair("Ac\nme", "al\u{1B}[31mice"), "Ac\u{FFFD}me: al\u{FFFD}[31mice"),
        ])
    func showsOneLine(pair: Pair, text: String) {
        #expect(AccountLabel.text(issuer: pair.issuer, name: pair.name) == text)
    }

    @Test
    func showsNoMoreThanATerminalHolds() {
        let long = String(repeating: "x", count: 100_000)
        let shown = String(repeating: "x", count: 200) + "…"
        #expect(AccountLabel.text(issuer: long, name: long) == "\(shown): \(shown)")
    }

    @Test func aLongNameIsCutAtTheLimit() {
        let limit = Limit.shownName, longest = String(repeating: "é", count: limit)
        for (name, shown) in [(longest, longest), (longest + "é", longest + "…")] {
            #expect(AccountLabel.text(issuer: "", name: name) == shown)
            #expect(AccountLabel.text(issuer: name, name: "") == shown)
            #expect(AccountLabel.text(issuer: name, name: name) == "\(shown): \(shown)")
        }
    }
}
