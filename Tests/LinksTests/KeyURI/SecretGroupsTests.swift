import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Links

/// `Docs/formats/otpauth.md`, “Where a secret ends”.
@Suite("Where a secret ends")
struct SecretGroupsTests {
    private static let whole = "MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK", other = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    @Test("Random secrets of every length are whole in groups of 4, 5 and 8, in either case", arguments: [4, 5, 8])
    func random(size: Int) {
        var random = SeededGenerator(seed: 60), cut: [Int] = []
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        for length in 16...64 {
            for round in 0..<(Thoroughness.isWhole ? 1000 : 50) {
                let isUpperCase = round.isMultiple(of: 2), gap = round % 3 == 0 ? ASCII.hyphen : ASCII.space
                var text: [UInt8] = []
                for index in 0..<length {
                    if index > 0, index.isMultiple(of: size) { text.append(gap) }
                    let digit = digits[Int(random.next() & 31)]
                    text.append(isUpperCase ? digit : ASCII.lowercased(digit))
                }
                let groups = SecretGroups(text)
                if groups.problem != nil || groups.isCut || groups.end != text.count { cut.append(length) }
            }
        }
        #expect(cut.isEmpty)
    }

    @Test("In a link, groups have any separator", arguments: [" ", "-", "+", "%20", "%2D", "  "])
    func inLinks(separator: String) throws {
        var random = SeededGenerator(seed: 61)
        for length in 16...64 where Base32.canHave(length) {
            let bytes = random.bytes(length * 5 / 8)
            let secret = Base32.encode(bytes)
            for size in [4, 5, 8] {
                for text in [secret, secret.lowercased()] {
                    let value = Self.grouped(text, size, separator)
                    for link in [
                        "otpauth://totp/A:b?secret=\(value)&issuer=A", "otpauth://totp/A:b?issuer=A&secret=\(value)",
                    ] {
                        let reading = try KeyURI.reading(link)
                        #expect(reading.account.secret.bytes == bytes && reading.warning == nil, "\(link)")
                    }
                }
            }
        }
    }

    private static func grouped(_ secret: String, _ size: Int, _ separator: String) -> String {
        let letters = Array(secret)
        return stride(from: 0, to: letters.count, by: size)
            .map { String(letters[$0..<min($0 + size, letters.count)]) }.joined(separator: separator)
    }

    @Test(
        "A text with two readings has both lengths in its reason, and no part of the secret",
        arguments: [
            ("\(whole) WORK2", "32 characters, or 37"), ("\(whole) WORK", "32 characters, or 36"),
            ("\(whole) - WORK", "32 characters, or 36"), ("\(whole)-WORK2", "32 characters, or 37"),
            ("\(whole)\u{A0}WORK2", "32 characters, or 37"), ("\(whole) my bank", "32 characters, or 38"),
            ("\(whole) \(other)", "two secrets of 32"), ("\(whole) - \(other)", "two secrets of 32"),
            ("\(whole) \(other) \(whole)", "two secrets of 32"), ("\(whole) \(other)AA", "32 characters, or 66"),
            ("JBSW Y3DP EHPK 3PXP WORK", "16 characters, or 20"), ("jbsw-y3dp-ehpk-3pxp-home", "16 characters, or 20"),
            ("JBSW Y3DP EHPK 3PXP work", "16 characters, or 20"), ("jbsw y3dp ehpk 3pxp AB", "16 characters, or 18"),
            ("JBSW Y3DP EHPK 3PXP WORK2", "16 characters, or 21"), ("JBSWY3DP EHPK3PXP PHONE", "16 characters, or 21"),
            ("JBSWY3DP EHPK3PXP TEST2", "16 characters, or 21"), ("JBSW Y3DP EHPK 3PXP AB CD", "18 characters, or 20"),
            ("JBSW-Y3DP-EHPK-3PXP ABCD", "16 characters, or 20"),
            ("JBSW Y3DP EHPK 3PXP - ABCD", "16 characters, or 20"),
            ("AB CD EF GH", "2 characters, or 8"), ("JBSWY3DPEHPK 3PXP", "12 characters, or 16"),
        ] as [(String, String)])
    func twoReadings(text: String, lengths: String) {
        let problem = #expect(throws: EntryError.self) { try OTPSecret.bytes(typed: Array(text.utf8)) }
        #expect(
            problem?.code == .secretUnclear && problem?.problem.contains(lengths) == true, "\(problem?.reason ?? "")")
        #expect(text.split { " -\u{A0}".contains($0) }.allSatisfy { problem?.reason.contains($0) == false })
    }

    @Test(
        "In a link, other text after a secret is not a part of it; what could be one is said",
        arguments: [
            (" WORK2", true), (" - WORK2", true), (" -WORK2", true), (" OFFICE365", true), (" 3PXP", true),
            (" \(other)AA", true), (" WORK", false), (" Work2", false), (" 2 of 3", false), (" (work)", false),
            (" VPN", false),
        ])
    func remarks(text: String, isSaid: Bool) throws {
        for (link, text) in [
            ("otpauth://totp/A:b?secret=\(Self.whole)", text), ("steam://\(Self.whole)", text),
            ("otpauth://totp/A:b?secret=\(Self.whole.lowercased())", text.lowercased()),
        ] {
            let reading = try KeyURI.reading(link + text), alone = try KeyURI.item(link)
            #expect(reading.account.secret == alone.secret)
            #expect((reading.warning != nil) == (isSaid || text == " work2"), "\(link + text)")
        }
    }

    @Test(
        "A link with a secret that has two readings is rejected, and --fix leaves it as it is",
        arguments: [
            "\(whole)%20WORK2", "\(whole)+WORK2", "\(whole)-WORK2", "\(whole)-WORK", "\(whole) \(other)",
            "\(whole) - \(other)", "JBSW Y3DP EHPK 3PXP WORK", "JBSW+Y3DP+EHPK+3PXP+WORK", "JBSW Y3DP EHPK 3PXP work",
            "jbsw y3dp ehpk 3pxp bank", "JBSW Y3DP EHPK 3PXP WORK2", "JBSW Y3DP EHPK 3PXP IS MY BANK",
            "JBSW Y3DP EHPK 3PXP ACCOUNT", "JBSWY3DPEHPK 3PXP", "JBSW Y3DP EH PK3PXP",
            "jbsw-y3dp-ehpk-3pxp with my bank",
        ])
    func links(secret: String) throws {
        for link in [
            "otpauth://totp/A:b?issuer=A&secret=\(secret)", "otpauth://totp/A:b?secret=\(secret)&issuer=A",
            "steam://\(secret.replacing("+", with: "%20"))",
        ] {
            #expect(throws: EntryError(.secretUnclear, ""), "\(link)") { try KeyURI.item(link) }
            let fixer = ChunkChecker(checker: try .standard(), output: .correctedInput)
            var collector = ReportCollector(fixer), output: [UInt8] = [], unchanged: [UnchangedPlace] = []
            collector.take(fixer.check(RecordChunk(bytes: Array(link.utf8))), into: &output, unchanged: &unchanged)
            #expect(String(decoding: output, as: UTF8.self) == link + "\n" && unchanged.count == 1)
        }
    }

    @Test(
        "A link that was pasted as a secret, and lost its punctuation, is rejected",
        arguments: [
            "otpauthtotpMailcowrosasecretJBSWY3DPEHPK3PXP", "OTPAUTHHOTPABSECRETJBSWY3DPEHPK3PXP",
            "otpauthtotpAbsecretJBSWY3DPEHPK3PXPdigits8period60",
        ])
    func swallowedLink(secret: String) {
        for link in [
            "otpauth://totp/A:b?secret=\(secret)", "otpauth://totp/A:b?secret=\(secret)&issuer=A", "steam://\(secret)",
        ] {
            #expect(throws: EntryError(.linksRunTogether, "")) { try KeyURI.item(link) }
        }
        #expect(throws: EntryError(.linksRunTogether, "")) { try OTPSecret(base32: secret) }
    }

    @Test("A length that base32 does not have is a warning", arguments: 16...40)
    func length(count: Int) throws {
        for link in ["otpauth://totp/A:b?secret=", "steam://"] {
            let reading = try KeyURI.reading(link + String(repeating: "A2", count: count).prefix(count))
            #expect((reading.warning != nil) == [1, 3, 6].contains(count % 8))
        }
    }
}
