import Foundation
import TOTPDomain
import TOTPImport
import Testing

@testable import totp_import

/// Which accounts a search, an issuer, a tag, a row number or an id means.
struct AccountSelectionTests {
    private static let ids = (1...5).map { UUID(uuidString: "\($0)ABCDEF0-0000-4000-8000-000000000000") ?? UUID() }

    private static func items() throws -> [Account] {
        let names = [
            ("Zoë's Café", "zoe@example.org"), ("Łódź Bank", "ANNA"), ("Straße", "Ørsted"), ("", "東京 太郎"),
            ("Acme", "alice"),
        ]
        return try names.enumerated().map { index, name in
            Account(
                id: ids[index], issuer: name.0, name: name.1, secret: try OTPSecret(base32: "JBSWY3DPEHPK3PXP"),
                parameters: try OTPParameters(kind: .totp), tags: index == 4 ? ["Work", "Büro"] : [])
        }
    }

    private func rows(_ selection: AccountSelection) throws -> [Int] {
        selection.select(from: try Self.items()).map(\.number)
    }

    @Test(arguments: [
        ("zoe", [1]), ("ZOË", [1]), ("zoe\u{308}", [1]), ("cafe", [1]), ("lodz", [2]), ("anna", [2]),
        ("strasse", [3]), ("orsted", [3]), ("東京", [4]), ("a", [1, 2, 3, 5]), ("acme: alice", [5]), ("zzz", []),
        ("", [1, 2, 3, 4, 5]),
    ])
    func searchIgnoresCaseAndAccents(text: String, expected: [Int]) throws {
        #expect(try rows(AccountSelection(search: text)) == expected)
    }

    @Test func conditionsAreAllMet() throws {
        #expect(try rows(AccountSelection(issuer: "acme")) == [5])
        #expect(try rows(AccountSelection(issuer: "alice")) == [])
        #expect(try rows(AccountSelection(tag: "work")) == [5])
        #expect(try rows(AccountSelection(tag: "buro")) == [5])
        #expect(try rows(AccountSelection(tag: "wor")) == [])
        #expect(try rows(AccountSelection(search: "a", places: [.row(1), .row(4), .row(5)])) == [1, 5])
        #expect(try rows(AccountSelection(search: "zoe", tag: "work")) == [])
        #expect(try rows(AccountSelection()) == [1, 2, 3, 4, 5])
    }

    @Test(
        "A number of fewer than 8 digits is a row; longer ones and other hexadecimal digits are an id",
        arguments: [
            ("3", AccountSelection.Place.row(3)), ("0", nil), ("-1", nil), ("1234567", .row(1_234_567)),
            ("12345678", .id("12345678")), ("2abcdef0", .id("2ABCDEF0")), ("abc", nil), ("xyzw", nil), ("", nil),
            ("2ABCDEF0-0000-4000-8000-000000000000", .id("2ABCDEF0-0000-4000-8000-000000000000")),
        ])
    func placesAreRowsOrIDs(text: String, expected: AccountSelection.Place?) {
        #expect(AccountSelection.Place(text) == expected)
    }

    @Test func idsMayBeShortened() throws {
        #expect(try rows(AccountSelection(places: [.id("2ABCDEF0")])) == [2])
        #expect(try rows(AccountSelection(places: [.id("FFFF")])) == [])
    }

    @Test func noMatchNamesWhatWasLookedFor() {
        #expect(
            AccountSelection(search: "zzz").noMatch(total: 54, in: "a.json")
                == "no account matches \"zzz\" (54 in a.json)")
        #expect(
            AccountSelection(issuer: "x", places: [.row(9)]).noMatch(total: 1, in: "a.json")
                == "no account matches the issuer \"x\" and row 9 (1 in a.json)")
    }

    @Test(arguments: [
        ("12345", "12345"), ("123456", "123 456"), ("1234567", "123 4567"), ("12345678", "1234 5678"),
        ("123456789", "123 456 789"), ("1234567890", "12345 67890"), ("", ""),
    ])
    func digitsAreGrouped(digits: String, expected: String) {
        #expect(AccountCode.grouped(digits) == expected)
    }
}
