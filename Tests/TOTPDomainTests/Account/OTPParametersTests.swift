import TOTPDomain
import Testing

struct OTPParametersTests {
    @Test
    func hasTheDefaultsOfTheKeyURIFormat() throws {
        let totp = try OTPParameters(kind: .totp)
        #expect((totp.algorithm, totp.digits) == (.sha1, 6))
        #expect(totp.factor == .time(period: 30))
        let hotp = try OTPParameters(kind: .hotp)
        #expect((hotp.algorithm, hotp.digits) == (.sha1, 6))
        #expect(hotp.factor == .counter(0))
    }

    @Test(arguments: [1, 5, 6, 10] as [Int64])
    func takesDigitsInRange(digits: Int64) throws {
        #expect(try OTPParameters(kind: .totp, digits: digits).digits == Int(digits))
        #expect(try OTPParameters(kind: .hotp, digits: digits).digits == Int(digits))
    }

    @Test(arguments: [0, -1, 11, 99, .min, .max, 1 << 32 + 6] as [Int64])
    func refusesDigitsOutOfRange(digits: Int64) {
        let problem = EntryError(.digitsOutOfRange, "")
        #expect(throws: problem) { try OTPParameters(kind: .totp, digits: digits) }
        #expect(throws: problem) { try OTPParameters(kind: .hotp, digits: digits) }
    }

    @Test(arguments: [1, 10, 60, 86_400, 2_147_483] as [Int64])
    func takesPeriodsInRange(period: Int64) throws {
        #expect(try OTPParameters(kind: .totp, period: period).period == Int(period))
    }

    @Test(arguments: [0, -30, 2_147_484, .min, .max] as [Int64])
    func refusesPeriodsOutOfRange(period: Int64) {
        let problem = EntryError(.periodOutOfRange, "")
        #expect(throws: problem) { try OTPParameters(kind: .totp, period: period) }
        if period != 0 {
            #expect(throws: problem) { try OTPParameters(kind: .steam, digits: 99, period: period) }
        }
    }

    @Test(arguments: [0, 1, 9_007_199_254_740_993, .max] as [Int64])
    func takesCountersOf63Bits(counter: Int64) throws {
        #expect(try OTPParameters(kind: .hotp, counter: counter).counter == counter)
    }

    @Test(arguments: [-1, .min] as [Int64])
    func refusesNegativeCounters(counter: Int64) {
        #expect(throws: EntryError(.counterOutOfRange, "")) { try OTPParameters(kind: .hotp, counter: counter) }
    }

    @Test
    func timeAndCounterExcludeEachOther() throws {
        let hotp = try OTPParameters(kind: .hotp, period: 0, counter: 7)
        #expect((hotp.period, hotp.counter) == (nil, 7))
        let totp = try OTPParameters(kind: .totp, period: 45, counter: -7)
        #expect((totp.period, totp.counter) == (45, nil))
    }

    @Test(
        "Steam, mOTP and Yandex have their own parameters, whatever is given",
        arguments: [
            (kind: OTPKind.steam, algorithm: OTPAlgorithm.sha1, digits: 5, period: 30),
            (kind: .motp, algorithm: .md5, digits: 6, period: 10),
            (kind: .yandex, algorithm: .sha256, digits: 8, period: 30),
        ])
    func threeKindsPrescribeTheirParameters(kind: OTPKind, algorithm: OTPAlgorithm, digits: Int, period: Int) throws {
        let parameters = try OTPParameters(kind: kind, algorithm: .sha512, digits: 99, period: 0, counter: -1)
        #expect(parameters.kind == kind)
        #expect((parameters.algorithm, parameters.digits) == (algorithm, digits))
        #expect(parameters.factor == .time(period: period))
        #expect(kind.fixedParameters == parameters)
    }

    @Test(
        arguments: [(60, 60), (1, 1), (2_147_483, 2_147_483), (0, 30), (nil, 30)] as [(Int64?, Int)])
    func steamKeepsAPeriodInRange(period: Int64?, expected: Int) throws {
        let parameters = try OTPParameters(kind: .steam, algorithm: .sha512, digits: 8, period: period)
        #expect((parameters.algorithm, parameters.digits, parameters.period) == (.sha1, 5, expected))
        #expect(try OTPParameters(kind: .yandex, period: period).period == 30)
    }

    @Test
    func theFileDecidesForTheOtherTwo() {
        #expect(OTPKind.totp.fixedParameters == nil)
        #expect(OTPKind.hotp.fixedParameters == nil)
    }

    @Test
    func movesToAnotherCounter() throws {
        let hotp = try OTPParameters(kind: .hotp, algorithm: .sha256, digits: 8, counter: 5)
        #expect(hotp.atCounter(6) == (try OTPParameters(kind: .hotp, algorithm: .sha256, digits: 8, counter: 6)))
        #expect(hotp.atCounter(-1).counter == 0)
        let totp = try OTPParameters(kind: .totp)
        #expect(totp.atCounter(6) == totp)
    }
}
