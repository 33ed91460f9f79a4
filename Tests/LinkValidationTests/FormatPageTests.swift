import FixtureSupport
import LinkValidation
import TOTPDomain
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The verdicts that the page of the format states, and those of the team's corpus.
struct FormatPageTests {
    private let checker: LinkChecker

    init() throws { checker = try .standard() }

    private static let key = "secret=\(Secrets.sha1)"

    /// `Docs/formats/otpauth.md`: what is read, and what is invalid.
    @Test(
        arguments: [
            ("otpauth://totp/Acme:a?\(key)", []), ("otpauth://hotp/Acme:a?\(key)&counter=5", []),
            ("otpauth://hotp/Acme:a?\(key)", ["counter-missing"]),
            ("otpauth://steam/Acme:a?\(key)", ["type-rare"]),
            ("otpauth://yaotp/Acme:a?\(key)", ["type-rare"]),
            ("otpauth://yaotp/Acme:a?\(key)&pin=GU3TQNQ&pin_length=4", ["type-rare"]),
            ("otpauth://totp/Acme:a?\(key)&encoder=steam&digits=5", ["type-rare"]),
            ("otpauth://totp/Acme:a?\(key)&steam", ["type-rare"]),
            ("otpauth://totp/Steam:a?\(key)&digits=6", ["type-rare"]),
            ("motp://Acme:a?secret=e3152afee62599c8", ["type-rare"]),
            ("motp:/Acme%20Co:a?secret=E3152AFEE62599C8", ["type-rare"]), ("steam://\(Secrets.sha1)", ["type-rare"]),
            ("otpauth://totp/Air%20Canada:a?\(key)&issuer=Air+Canada", ["plus-for-blank"]),
            ("otpauth://totp/Acme%3Aa?\(key)", []), ("otpauth://totp/Acme:a b?\(key)", ["not-percent-encoded"]),
            ("otpauth://totp/Acme:a#b?\(key)", ["not-percent-encoded"]),
            ("otpauth://totp/Acme:a?\(key)#&digits=0", ["fragment"]),
            ("otpauth://totp/Acme:a?\(key)&digits=null&issuer=null", ["parameter-empty"]),
            ("otpauth://totp/Acme:a?\(key)&issuer=Other", ["issuer-differs"]),
            ("otpauth://totp/Acme:a?issuer=Acme", ["secret-missing"]),
            ("otpauth://totp/Acme:a?secret=", ["secret-empty"]),
            ("otpauth://push/Acme:a?\(key)", ["type-unknown"]),
            ("otpauth://totp/Acme:a?\(key)&algorithm=SHA384", ["algorithm-unknown"]),
            ("otpauth://totp/Acme:a?\(key)&digits=0", ["digits-out-of-range"]),
            ("otpauth://totp/Acme:a?\(key)&period=0", ["period-out-of-range"]),
            ("otpauth://hotp/Acme:a?\(key)&counter=-1", ["counter-out-of-range"]),
        ] as [(String, Set<String>)])
    func statesTheVerdict(link: String, rules: Set<String>) { #expect(checker.ids(link) == rules) }

    private struct Expectation: Decodable {
        struct Item: Decodable { var issuer, name: String }
        var items: [Item]
        var rejected: Int
    }

    @Test(.enabled(if: FixtureFolder.exists(FixtureFolder.corpus)))
    func agreesWithTheCorpus() throws {
        let folder = FixtureFolder.corpus.appending(path: "made")
        let files = try FixtureFolder.files(below: folder).filter {
            $0.lastPathComponent.contains("uri") && $0.pathExtension == "txt"
        }
        try #require(!files.isEmpty)
        for file in files {
            let expected = try JSONDecoder().decode(
                Expectation.self, from: Data(contentsOf: file.appendingPathExtension("expected.json")))
            var workspace = LinkChecker.Workspace()
            let verdicts = try FixtureFolder.bytes(file).split(separator: ASCII.newline)
                .map { checker.check(Array($0).span, &workspace) }.filter(\.isLink)
            #expect(verdicts.count { $0.rules.worst == .error } == expected.rejected)
            #expect(verdicts.count { $0.rules.worst != .error } == expected.items.count)
        }
    }
}
