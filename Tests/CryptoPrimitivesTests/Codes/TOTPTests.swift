import CryptoPrimitives
import TOTPDomain
import Testing

struct TOTPTests {
    /// RFC 6238, appendix B, with the secrets of its errata: the ten digits as often as each hash has bytes.
    @Test(
        arguments: [
            (59, "94287082", "46119246", "90693936"),
            (1_111_111_109, "07081804", "68084774", "25091201"),
            (1_111_111_111, "14050471", "67062674", "99943326"),
            (1_234_567_890, "89005924", "91819424", "93441116"),
            (2_000_000_000, "69279037", "90698825", "38618901"),
            (20_000_000_000, "65353130", "77737706", "47863826"),
        ] as [(time: Int64, sha1: String, sha256: String, sha512: String)])
    func followsTheTableOfRFC6238(time: Int64, sha1: String, sha256: String, sha512: String) throws {
        for (algorithm, count, code) in [(OTPAlgorithm.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512)] {
            let secret = (1...count).map { UInt8(ascii: "0") + UInt8($0 % 10) }
            let item = try Account.account(
                secret: secret, OTPParameters(kind: .totp, algorithm: algorithm, digits: 8))
            #expect(try OneTimeCodes().code(for: item, at: time).text == code)
        }
    }

    @Test(
        arguments: [
            (30, 0, 30), (30, 1, 29), (30, 29, 1), (30, 30, 30), (30, 59, 1), (10, 59, 1), (60, 59, 1), (1, 59, 1),
            (86_400, 86_399, 1), (2_147_483, 0, 2_147_483), (30, 20_000_000_000, 10),
        ] as [(period: Int64, time: Int64, seconds: Int)])
    func saysHowLongACodeIsGoodFor(period: Int64, time: Int64, seconds: Int) throws {
        let item = try Account.account(secret: [1], OTPParameters(kind: .totp, period: period))
        let code = try OneTimeCodes().code(for: item, at: time)
        #expect(code.secondsLeft == seconds)
        // The code stays the same up to the last of these seconds, and changes then.
        #expect(try OneTimeCodes().code(for: item, at: time + Int64(seconds) - 1).text == code.text)
        #expect(try OneTimeCodes().code(for: item, at: time + Int64(seconds)).text != code.text)
    }

    /// Times before the first step count as the first step.
    @Test(arguments: [-1, -30, -1_000_000_000, .min] as [Int64])
    func timesBefore1970CountAs1970(time: Int64) throws {
        let item = try Account.account(secret: [1], OTPParameters(kind: .totp))
        let generator = OneTimeCodes()
        #expect(try generator.code(for: item, at: time) == generator.code(for: item, at: 0))
    }

    @Test
    func takesTheLastSecond() throws {
        let item = try Account.account(secret: [1], OTPParameters(kind: .totp, period: 1))
        #expect(try OneTimeCodes().code(for: item, at: .max).text.count == 6)
    }

    /// MD5 has 16 bytes, and four are taken from the place that the last one's low half names. Of the secret
    /// `12345678901234567890`, step 5 names place 10, step 3 place 9, step 0 place 15 and step 13 place 14.
    ///
    ///     h = hmac.new(secret, struct.pack(">Q", step), "md5").digest()
    ///     o = h[-1] & 15; "%06d" % ((int.from_bytes(h[o:o+4], "big") & 0x7fffffff) % 10**6)
    @Test(
        "MD5 gives a code if its hash is long enough for it",
        arguments: [(1, "532013"), (3, "848120"), (5, "933450"), (8, "041625"), (16, "769373")] as [(Int64, String)])
    func makesCodesWithMD5WhereItCan(step: Int64, code: String) throws {
        #expect(try OneTimeCodes().code(for: md5Item(), at: step * 30).text == code)
    }

    @Test(
        "If the hash of MD5 is too short, there is an error instead of a code",
        arguments: [0, 2, 4, 7, 10, 13, 19] as [Int64])
    func saysWhenMD5IsTooShort(step: Int64) throws {
        let item = try md5Item()
        #expect(throws: CodeError.hashTooShort) { try OneTimeCodes().code(for: item, at: step * 30) }
    }

    private func md5Item() throws -> Account {
        try .account(secret: Array("12345678901234567890".utf8), OTPParameters(kind: .totp, algorithm: .md5))
    }
}
