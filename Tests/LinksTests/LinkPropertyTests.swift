import Encodings
import CryptoPrimitives
import FixtureSupport
import TOTPDomain
import Testing

@testable import Links

/// Rules that hold for every link: for links that the program writes, that it corrects, and that it reads.
struct LinkPropertyTests {
    private let checker: LinkChecker
    private let generator = OneTimeCodes()

    init() throws { checker = try .standard() }

    /// Rules about the account itself, not about how its link is written.
    private static func rules(about item: Account) -> Set<String> {
        var rules: Set<String> = [
            "type-rare", "algorithm-rare", "digits-rare", "digits-eight", "period-rare", "secret-short",
            "secret-below-hash", "secret-repeats", "secret-example", "label-missing", "issuer-missing", "name-colon",
            "code-dense", "code-too-large", "doubly-encoded",
        ]
        // To apps that write this name for “none”, it means a missing issuer.
        if item.issuer == "null" { rules.insert("parameter-empty") }
        return rules
    }

    // MARK: - What the program writes

    /// An account as a service should make it has a link without a finding.
    @Test func linksOfGoodAccountsHaveNoFinding() throws {
        var random = SeededGenerator(seed: 7)
        let letters = Array("abcXYZ019 -._~@+/?&=#%\"<>|éß中🦊")
        func text() -> String {
            let text = String(
                (0..<Int.random(in: 1...20, using: &random)).map { _ in
                    letters.randomElement(using: &random) ?? "a"
                })
            // A text that looks like a percent sequence becomes one for programs that decode twice, which is a finding.
            return "n" + text.replacing("%", with: "% ") + "."
        }
        for _ in 0..<5_000 {
            let isCounted = Bool.random(using: &random)
            let item = Account(
                issuer: text(), name: text(), secret: try OTPSecret(bytes: random.bytes(20)),
                parameters: try OTPParameters(
                    kind: isCounted ? .hotp : .totp, counter: Int64.random(in: 0...Int64.max, using: &random)))
            #expect(checker.ids(KeyURI.write(item)) == [], "\(item.issuer): \(item.name)")
        }
    }

    @Test(
        "A written link breaks no rule but those about its account, and gives the same codes",
        arguments: OTPKind.allCases)
    func linksOfAllAccountsAreRight(kind: OTPKind) throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<2_000 {
            let item = try InventedAccounts.item(of: kind, using: &random)
            let link = KeyURI.write(item)
            let verdict = checker.verdict(link)
            #expect(Set(verdict.rules.map(\.id)).subtracting(Self.rules(about: item)) == [], "\(item.name)")
            try expectTheSameCodes(item, KeyURI.read(Array(link.utf8).span).account, of: link)
            // Both ways to a fingerprint lead to the same.
            #expect(verdict.fingerprints == checker.verdict("x " + link).fingerprints)
        }
    }

    // MARK: - What it puts right

    /// Apple's links are put right like all others, and never stay Apple's.
    @Test func applesLinksArePutRight() throws {
        var random = SeededGenerator(seed: 19)
        for _ in 0..<5_000 {
            let line = MadeLinks.link(&random)
            guard KeyURIScheme.find(in: line.span)?.scheme == .otpauth, line.starts(with: "otpauth://".utf8) else {
                continue
            }
            let spelled = ["apple-", "APPLE-", "Apple-"].randomElement(using: &random) ?? "apple-"
            let apples = Array(spelled.utf8) + line
            let text = String(decoding: line, as: UTF8.self)
            #expect(NormalForm(of: apples.span) == NormalForm(of: line.span), "\(text)")
            guard case .link(let text) = NormalForm(of: apples.span) else { continue }
            #expect(!checker.ids(text).contains("scheme-apple") && text.hasPrefix("otpauth://"))
            let found = checker.verdict(String(decoding: apples, as: UTF8.self))
            let usual = checker.verdict(String(decoding: line, as: UTF8.self))
            #expect(found.rules.contains(.schemeApple) && found.fingerprints == usual.fingerprints)
        }
    }

    @Test func whatIsPutRightIsRight() throws {
        var random = SeededGenerator(seed: 9)
        var fixed = 0
        for round in 0..<80_000 {
            let line = round.isMultiple(of: 2) ? MadeLinks.link(&random) : MadeLinks.damaged(&random)
            guard case .link(let text) = NormalForm(of: line.span) else { continue }
            fixed += 1
            let right = Array(text.utf8)
            let item = try KeyURI.read(line.span).account
            let found = checker.ids(text).subtracting(Self.rules(about: item))
            #expect(found == [], "\(String(decoding: line, as: UTF8.self))")
            #expect(NormalForm(of: right.span) == .link(text))
            try expectTheSameCodes(item, KeyURI.read(right.span).account, of: text)
        }
        #expect(fixed > 5_000)
    }

    /// Secrets in groups, percent-encoded, with other text after them: the output of `--fix` has the same codes as the
    /// accounts that `import` reads, and all of the secret is read. Where that is not certain, the line stays.
    @Test func secretsInGroupsStayWhole() throws {
        let fixer = ChunkChecker(checker: checker, output: .correctedInput)
        var random = SeededGenerator(seed: 12)
        var fixed = 0
        for _ in 0..<4_000 {
            let secret = try OTPSecret(bytes: random.bytes(Int.random(in: 10...32, using: &random)))
            let line = MadeLinks.grouped(secret, &random)
            let text = Array(line.utf8)
            var found: [(record: LinkRecord, item: Account)] = []
            try LinkRecords.forEachRecord(in: text.span, isJSON: false) { record, link in
                guard case .link(let scheme) = record.kind else { return true }
                found.append((record, try KeyURI.read(link, scheme: scheme).account))
                return true
            }
            try #require(found.count == 1, "\(line)")
            let (record, item) = found[0]
            var collector = ReportCollector(fixer)
            var output: [UInt8] = []
            var unchanged: [UnchangedPlace] = []
            collector.take(fixer.check(RecordChunk(bytes: text)), into: &output, unchanged: &unchanged)
            if record.unclearEnd != nil {
                #expect(String(decoding: output, as: UTF8.self) == line + "\n" && unchanged.count == 1, "\(line)")
            } else {
                #expect(item.secret == secret && unchanged.isEmpty, "\(line)")
                try expectTheSameCodes(item, KeyURI.read(output.span).account, of: line)
                fixed += 1
            }
        }
        #expect(fixed > 1_500)
    }

    private func expectTheSameCodes(_ one: Account, _ other: Account, of link: String) throws {
        #expect(one.secret == other.secret && one.parameters == other.parameters && one.pin == other.pin, "\(link)")
        for time: Int64 in [0, 59, 1_111_111_109, 20_000_000_000] {
            let codes = [one, other].map { item in
                Result { () throws(CodeError) in try generator.code(for: item, at: time).text }
            }
            #expect(codes[0] == codes[1], "\(link)")
        }
    }

    // MARK: - What it reads

    /// Whoever reads a link letter by letter as the format's page says comes to the same secret and parameters, or the
    /// program refuses it.
    @Test func noLinkIsReadAsAnotherAccount() throws {
        var random = SeededGenerator(seed: 10)
        var read = 0
        for round in 0..<60_000 {
            let line = try link(round, &random)
            // Where prose starts has tests of its own.
            guard let (scheme, start) = KeyURIScheme.find(in: line.span),
                KeyURI.place(ofLinkIn: line.span, scheme, start).upperBound == KeyURI.endOfLink(line.span)
            else { continue }
            guard let item = try? KeyURI.read(line.span).account,
                item.parameters.kind == .totp || item.parameters.kind == .hotp
            else { continue }
            // Names of other apps are read as well, and a random change may make one.
            let parts = KeyURIParts(line.span.extracting(start..<line.count), scheme: scheme)
            if parts.hasOddNames { continue }
            let plain = try #require(PlainReading(line), "\(String(decoding: line, as: UTF8.self))")
            #expect(plain == PlainReading(item), "\(String(decoding: line, as: UTF8.self))")
            read += 1
        }
        #expect(read > 5_000)
    }

    /// One of pieces, the same damaged, or one that the program wrote, damaged.
    private func link(_ round: Int, _ random: inout SeededGenerator) throws -> [UInt8] {
        switch round % 3 {
        case 0: return MadeLinks.link(&random)
        case 1: return MadeLinks.damaged(&random)
        default:
            let kind = Bool.random(using: &random) ? OTPKind.totp : .hotp
            let link = KeyURI.write(try InventedAccounts.item(of: kind, using: &random))
            return MadeLinks.damaged(Array(link.utf8), &random)
        }
    }
}
