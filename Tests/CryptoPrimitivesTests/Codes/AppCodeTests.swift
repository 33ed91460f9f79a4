import CryptoPrimitives
import TOTPDomain
import Testing

/// Codes of the kinds that apps made for themselves. The values were computed with a few lines of Python:
///
///     def truncated(h, n):  # n bytes from the place that the last one's low half names, without the top bit
///         o = h[-1] & 15
///         return int.from_bytes(h[o:o + n], "big") & ((1 << (8 * n - 1)) - 1)
struct AppCodeTests {
    /// The secret is `12345678901234567890`.
    ///
    ///     v, s = truncated(hmac.new(secret, struct.pack(">Q", t // 30), "sha1").digest(), 4), ""
    ///     for _ in range(5): s += "23456789BCDFGHJKMNPQRTVWXY"[v % 26]; v //= 26
    @Test(
        arguments: [
            (0, "GG5F5"), (59, "PV9M4"), (1_111_111_109, "PY4YB"), (2_000_000_000, "9N776"), (20_000_000_000, "R5DMB"),
        ] as [(Int64, String)])
    func makesSteamCodes(time: Int64, code: String) throws {
        let item = try Account.account(secret: Array("12345678901234567890".utf8), OTPParameters(kind: .steam))
        #expect(try OneTimeCodes().code(for: item, at: time).text == code)
    }

    /// The secret is `e3152afee62599c8`.
    ///
    ///     hashlib.md5((str(t // 10) + secret.hex() + pin).encode()).hexdigest()[:6]
    @Test(
        arguments: [
            (0, "1234", "2c244b"), (59, "1234", "0c1ac3"), (1_111_111_109, "1234", "6664a2"),
            (2_000_000_000, "1234", "eb6eb2"), (20_000_000_000, "1234", "fffc49"), (1_111_111_109, "0000", "51541e"),
            (1_111_111_109, "12345678", "83b72c"), (1_111_111_109, "Grüße", "677bf5"),
        ] as [(Int64, String, String)])
    func makesMobileOTPCodes(time: Int64, pin: String, code: String) throws {
        let item = try mobileOTP(pin: pin)
        #expect(try OneTimeCodes().code(for: item, at: time).text == code)
    }

    /// The secret is `1234567890123456`. With the PINs 0672 and 0809 its hash begins with a zero, which is dropped.
    ///
    ///     k = hashlib.sha256(pin.encode() + secret).digest()
    ///     if k[0] == 0: k = k[1:]
    ///     v, s = truncated(hmac.new(k, struct.pack(">Q", t // 30), "sha256").digest(), 8), ""
    ///     for _ in range(8): s = chr(ord("a") + v % 26) + s; v //= 26
    @Test(
        "Codes of Yandex are 8 letters, made from secret, PIN and time",
        arguments: [
            (0, "1234", "utruifpy"), (59, "1234", "apuduafn"), (1_111_111_109, "1234", "jvmkhrxv"),
            (2_000_000_000, "1234", "srdvwddv"), (20_000_000_000, "1234", "kkizisut"), (0, "0672", "mffkjggm"),
            (59, "0672", "qvgflrmr"), (1_111_111_109, "0672", "vzalbeet"), (0, "0809", "qsprkbof"),
            (59, "0809", "erdakilv"),
        ] as [(Int64, String, String)])
    func makesYandexCodes(time: Int64, pin: String, code: String) throws {
        let item = try yandex(pin: pin)
        #expect(try OneTimeCodes().code(for: item, at: time).text == code)
    }

    @Test(arguments: OTPKind.allCases, ["1234", "0672"])
    func aLockedSecretAndPINGiveTheSameCodeAgainAndAgain(kind: OTPKind, pin: String) throws {
        let item = try Account.account(secret: Array("1234567890123456".utf8), OTPParameters(kind: kind), pin: pin)
        let locked = try item.locked
        for time: Int64 in [0, 0, 59, 20_000_000_000] {
            #expect(try OneTimeCodes().code(for: locked, at: time) == OneTimeCodes().code(for: item, at: time))
        }
        #expect(locked == item)
    }

    @Test
    func saysThatAPINIsMissing() throws {
        for item in [try mobileOTP(pin: ""), try yandex(pin: "")] {
            #expect(throws: CodeError.pinMissing) { try OneTimeCodes().code(for: item, at: 0) }
        }
    }

    @Test
    func mobileOTPStepsAreTenSeconds() throws {
        #expect(try OneTimeCodes().code(for: mobileOTP(pin: "1234"), at: 59).secondsLeft == 1)
        #expect(try OneTimeCodes().code(for: mobileOTP(pin: "1234"), at: 60).secondsLeft == 10)
    }

    private func mobileOTP(pin: String) throws -> Account {
        try .account(secret: [0xE3, 0x15, 0x2A, 0xFE, 0xE6, 0x25, 0x99, 0xC8], OTPParameters(kind: .motp), pin: pin)
    }

    private func yandex(pin: String) throws -> Account {
        try .account(secret: Array("1234567890123456".utf8), OTPParameters(kind: .yandex), pin: pin)
    }
}
