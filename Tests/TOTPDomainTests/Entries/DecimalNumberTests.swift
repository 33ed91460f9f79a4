import Encodings
import TOTPDomain
import Testing

struct DecimalNumberTests {
    @Test(
        arguments: [
            ("0", 0), ("6", 6), ("007", 7), ("-5", -5), (" 30 ", 30), ("\t8\n", 8),
            ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ] as [(String, Int64)])
    func readsIntegers(text: String, number: Int64) throws {
        #expect(try parse(text) == number)
    }

    @Test("An empty text and null are nil, not an error", arguments: ["", " ", "null", " null "])
    func knowsAbsence(text: String) throws {
        #expect(try parse(text) == nil)
    }

    @Test(
        "A text that is not a whole number of 64 bits is refused",
        arguments: [
            "x", "6.0", "6,0", "1e1", "0x6", "+6", "6 7", "--6", "-", "6x", "٦", "６", "NULL", "nil", "true",
            "9223372036854775808", "-9223372036854775809", "6\u{0}",
        ])
    func refusesEverythingElse(text: String) {
        #expect(throws: EntryError(.digitsOutOfRange, "")) { try parse(text) }
    }

    /// A long text may be a secret in the wrong place.
    @Test(arguments: [("x\u{202E}y", "\"x\u{FFFD}y\""), (String(repeating: "y", count: 1000), "of 1000 characters")])
    func theMessageNamesTheFieldAndQuotesOnlyWhatIsShort(text: String, quoted: String) {
        let problem = #expect(throws: EntryError.self) {
            try DecimalNumber.parse(text, "the counter", .counterOutOfRange)
        }
        #expect(problem?.reason == "the counter \(quoted) is not a whole number")
    }

    private func parse(_ text: String) throws(EntryError) -> Int64? {
        try DecimalNumber.parse(text, "the number of digits", .digitsOutOfRange)
    }
}
