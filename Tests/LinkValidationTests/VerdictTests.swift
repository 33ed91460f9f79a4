import FixtureSupport
import LinkValidation
import TOTPDomain
import Testing

/// A link has an error exactly where the rest of the program refuses it.
struct VerdictTests {
    private let checker: LinkChecker

    init() throws { checker = try .standard() }

    private func expectTheReadersVerdict(_ line: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        var workspace = LinkChecker.Workspace()
        let verdict = checker.check(line.span, &workspace)
        guard verdict.isLink else { return }
        if KeyURIScheme.find(in: line.span)?.scheme == .migration { return }
        let isRead = (try? KeyURI.read(line.span)) != nil
        #expect(
            isRead == (verdict.rules.worst != .error), "\(String(decoding: line, as: UTF8.self))",
            sourceLocation: sourceLocation)
    }

    @Test func holdsForTheLinksOfTheRules() {
        for (_, broken, right) in RuleTests.table {
            expectTheReadersVerdict(Array(broken.utf8))
            expectTheReadersVerdict(Array(right.utf8))
        }
    }

    /// Links put together from pieces that have a meaning somewhere, right and wrong ones.
    @Test func holdsForLinksMadeOfPieces() {
        var random = SeededGenerator(seed: 4_321)
        for _ in 0..<40_000 { expectTheReadersVerdict(Self.link(&random)) }
    }

    /// Links of which a byte is another, is gone, or stands there again.
    @Test func holdsForDamagedLinks() {
        var random = SeededGenerator(seed: 99)
        for _ in 0..<40_000 {
            var line = Self.link(&random)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !line.isEmpty {
                let index = line.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: line[index] = UInt8.random(in: 0...255, using: &random)
                case 1: line.remove(at: index)
                default: line.insert(line[index], at: index)
                }
            }
            expectTheReadersVerdict(line)
        }
    }

    private static func link(_ random: inout SeededGenerator) -> [UInt8] {
        func any(_ pieces: [String]) -> String { pieces.randomElement(using: &random) ?? "" }
        var link = any(["otpauth://", "otpauth://", "otpauth://", "OTPAUTH://", "motp://", "steam://", "x otpauth://"])
        link += any(["totp", "totp", "hotp", "steam", "yaotp", "TOTP", "push", "a@totp", ""]) + any(["/", "/", ""])
        link += any(names) + any([":", "%3A", "", "::"]) + any(names)
        link += any(["?", "?", "?", "", "??"])
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let key = any([
                "secret", "secret", "issuer", "algorithm", "digits", "period", "counter", "pin", "steam",
                "encoder", "pin_length", "Secret", "icon", "x",
            ])
            let value: String
            switch key.lowercased() {
            case "secret": value = any(secrets)
            case "issuer": value = any(names)
            case "algorithm":
                value = any(["SHA1", "sha256", "SHA-512", "MD5", "SHA384", "HmacSHA1", "", "null", "%53HA1"])
            case "encoder": value = any(["steam", "Steam", "x"])
            case "pin": value = any(["GU3TQNQ", "1", "", "null"])
            default: value = any(numbers)
            }
            link += key + any(["=", "=", "=", "=", ""]) + value + any(["&", "&", "&", "#", "&&"])
        }
        return Array(link.utf8)
    }

    private static let names = [
        "Acme", "alice", "alice%40example.com", "Steam", "Ac+me", "zoë", "zo%C3%AB", "zo%EB", "%", "%2", "%2540", " ",
        "null", "", "%C2%A0a", "#",
    ]
    private static let secrets = [
        Secrets.sha1, Secrets.sha1.lowercased(), "JBSWY3DPEHPK3PXP", "A", "AA", "ABC1", "", "null", "NULL", "====",
        "AB==",
        "OSAD%20N5M3", "OSAD+N5M3", "%4FSAD", "%", "AJPTKT3Y4GYMHAPKPDCIW62SNA", "e3152afee62599c8", "%3D", "é",
    ]
    private static let numbers = [
        "6", "8", "30", "0", "06", "-1", "+6", "%2B6", "1e1", "", "null", "99", "2147483", "2147484",
        "9223372036854775807",
        "9223372036854775808", "000000000000000000000000006", " 6", "%206", "10", "11", "six",
    ]

    /// What the program writes is right, whatever the account; what few apps support stays what it is.
    @Test(arguments: OTPKind.allCases)
    func linksOfTheProgramAreRight(kind: OTPKind) throws {
        var random = SeededGenerator(seed: 7)
        let rarely: Set<Rule> = [.typeRare, .algorithmRare, .digitsRare, .periodRare]
        for _ in 0..<2000 {
            let item = TOTPItem(
                issuer: "Acme \(Int.random(in: 0...99, using: &random))é", name: "alice+1@example.com",
                secret: try OTPSecret(
                    bytes: random.bytes(kind == .yandex ? 16 : Int.random(in: 20...64, using: &random))),
                parameters: try OTPParameters(
                    kind: kind, algorithm: OTPAlgorithm.allCases.randomElement(using: &random) ?? .sha1,
                    digits: Int64.random(in: 1...10, using: &random),
                    period: Int64.random(in: 1...2_147_483, using: &random),
                    counter: Int64.random(in: 0...Int64.max, using: &random)))
            let verdict = checker.verdict(KeyURI.write(item))
            let troubles = verdict.rules.filter { $0.severity > .info && !rarely.contains($0) }
            #expect(troubles.map(\.id) == [])
            // Both ways to a fingerprint lead to the same.
            #expect(verdict.fingerprints == checker.verdict("x " + KeyURI.write(item)).fingerprints)
        }
    }

    @Test func theSameAccountHasTheSameFingerprint() {
        let first = checker.verdict("otpauth://totp/Acme%20Co:Alice?secret=\(Secrets.sha1)").fingerprints
        let same = [
            "otpauth://totp/alice?secret=\(Secrets.sha1)&issuer=ACME+Co",
            "otpauth://hotp/acme%20co%3A%20ALICE?secret=\(Secrets.sha1.lowercased())===&counter=1",
            "otpauth://totp/Acme+Co:alice?secret=OSAD%20N5M3A7HQFKUQ675XIDQQTOUW5CCI&issuer=Acme+Co",
        ]
        for link in same { #expect(checker.verdict(link).fingerprints == first, "\(link)") }
        let others = [
            "otpauth://totp/Acme:Alice?secret=\(Secrets.sha1)A5", "otpauth://totp/a?secret=\(Secrets.sha256)",
        ]
        for link in others {
            let marks = checker.verdict(link).fingerprints
            #expect(marks.secret != first.secret && marks.account != first.account)
        }
        // A few bits beyond the last whole byte are none of the secret.
        let short = checker.verdict("otpauth://totp/a?secret=ABCDEFA").fingerprints
        #expect(checker.verdict("otpauth://totp/a?secret=ABCDEFG").fingerprints == short)
        #expect(
            checker.verdict("otpauth://totp/%C3%A9?secret=ABCDEFG").fingerprints
                == checker.verdict("otpauth://totp/é?secret=ABCDEFG").fingerprints)
    }
}
