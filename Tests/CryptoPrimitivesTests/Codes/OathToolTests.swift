import CryptoPrimitives
import FixtureSupport
import TOTPDomain
import Testing

/// Codes are the same as in `oathtool` of the OATH Toolkit, where it is installed.
@Suite(.enabled(if: ExternalProgram(named: "oathtool") != nil, "oathtool is not installed"))
struct OathToolTests {
    @Test("oathtool computes the same time-based codes", arguments: [OTPAlgorithm.sha1, .sha256, .sha512])
    func agreesOnTimeBasedCodes(algorithm: OTPAlgorithm) throws {
        let oathtool = try #require(ExternalProgram(named: "oathtool"))
        var random = SeededGenerator(seed: 6238)
        for _ in 0..<24 {
            let digits = Int64.random(in: 6...8, using: &random)
            let period: Int64 = [10, 15, 30, 45, 60, 3600].randomElement(using: &random) ?? 30
            let time = Int64.random(in: 0...20_000_000_000, using: &random)
            let item = try Account.account(
                secret: random.bytes(Int.random(in: 10...64, using: &random)),
                OTPParameters(kind: .totp, algorithm: algorithm, digits: digits, period: period))
            let theirs = try oathtool.run(
                ["--totp=\(algorithm.rawValue)", "-b", "-d\(digits)", "-s\(period)", "-N@\(time)", "-"],
                input: item.secret.base32)
            #expect(theirs.exitCode == 0)
            #expect(try OneTimeCodes().code(for: item, at: time).text == theirs.output)
        }
    }

    @Test
    func agreesOnCounterBasedCodes() throws {
        let oathtool = try #require(ExternalProgram(named: "oathtool"))
        var random = SeededGenerator(seed: 4226)
        for _ in 0..<24 {
            let digits = Int64.random(in: 6...8, using: &random)
            let counter = Int64.random(in: 0...(1 << Int64.random(in: 1...62, using: &random)), using: &random)
            let item = try Account.account(
                secret: random.bytes(Int.random(in: 10...64, using: &random)),
                OTPParameters(kind: .hotp, digits: digits, counter: counter))
            let theirs = try oathtool.run(
                ["--hotp", "-b", "-d\(digits)", "-c\(counter)", "-"], input: item.secret.base32)
            #expect(theirs.exitCode == 0)
            #expect(try OneTimeCodes().code(for: item, at: 0).text == theirs.output)
        }
    }
}
