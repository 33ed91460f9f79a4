import CryptoPrimitives
import TOTPDomain
import Testing

struct HOTPTests {
    private static let rfcSecret = Array("12345678901234567890".utf8)

    /// RFC 4226, appendix D.
    @Test(
        arguments: [
            (0, "755224"), (1, "287082"), (2, "359152"), (3, "969429"), (4, "338314"), (5, "254676"), (6, "287922"),
            (7, "162583"), (8, "399871"), (9, "520489"),
        ] as [(Int64, String)])
    func followsTheTableOfRFC4226(counter: Int64, code: String) throws {
        #expect(try self.code(counter: counter) == code)
    }

    /// The truncated hash of counter 0 is 1284755224, that of counter 2 is 137359152 (RFC 4226, appendix D).
    @Test(
        "A code has as many digits as asked, from 1 to 10",
        arguments: [(1, "4"), (5, "55224"), (8, "84755224"), (9, "284755224"), (10, "1284755224")] as [(Int64, String)])
    func hasOneToTenDigits(digits: Int64, code: String) throws {
        #expect(try self.code(counter: 0, digits: digits) == code)
    }

    @Test
    func keepsLeadingZeros() throws {
        #expect(try code(counter: 2, digits: 10) == "0137359152")
    }

    /// The counter is a 64-bit number: the value is that of `oathtool -c 9223372036854775807`.
    @Test
    func takesTheLastCounter() throws {
        #expect(try code(counter: .max) == "181742")
    }

    @Test
    func doesNotDependOnTime() throws {
        let item = try item(counter: 1)
        for time in [Int64.min, 0, 59, .max] {
            #expect(try OneTimeCodes().code(for: item, at: time) == OTPCode(text: "287082", secondsLeft: nil))
        }
    }

    private func code(counter: Int64, digits: Int64 = 6) throws -> String {
        try OneTimeCodes().code(for: item(counter: counter, digits: digits), at: 0).text
    }

    private func item(counter: Int64, digits: Int64 = 6) throws -> Account {
        try .account(secret: Self.rfcSecret, OTPParameters(kind: .hotp, digits: digits, counter: counter))
    }
}
