import TOTPDomain
import Testing

@testable import TokenFormats

@Suite("Seed lists for privacyIDEA and LinOTP")
struct SeedListExportTests {
    /// Of `SampleAccounts.secret`.
    private static let key = "48656c6c6f21deadbeef"

    struct Line: Sendable {
        var kind: OTPKind
        var algorithm = OTPAlgorithm.sha1
        var digits: Int64 = 6
        var step: Int64
        /// After serial number and key.
        var privacyIDEA: String?
        var linOTP: String?

        func item() throws -> Account {
            try SampleAccounts.item(kind, algorithm: algorithm, digits: digits, period: step, counter: step)
        }
    }

    @Test(
        "Each account has one line, or is left out",
        arguments: [
            Line(kind: .totp, step: 30, privacyIDEA: "TOTP,6,30", linOTP: "totp,6,30,sha1"),
            Line(kind: .totp, digits: 8, step: 45, privacyIDEA: "TOTP,8,45", linOTP: "totp,8,45,sha1"),
            Line(kind: .hotp, step: 0, privacyIDEA: "HOTP,6,0", linOTP: "hotp,6,,sha1"),
            // LinOTP reads no counter.
            Line(kind: .hotp, step: 5, privacyIDEA: "HOTP,6,5"),
            // privacyIDEA takes a key of 10 bytes for one of SHA1.
            Line(kind: .totp, algorithm: .sha256, step: 30, linOTP: "totp,6,30,sha256"),
            Line(kind: .totp, digits: 7, step: 30), Line(kind: .totp, algorithm: .md5, step: 30),
            Line(kind: .steam, step: 30), Line(kind: .motp, step: 10), Line(kind: .yandex, step: 30),
        ])
    func lines(line: Line) throws {
        for (format, fields) in [
            (PrivacyIDEAExport(), line.privacyIDEA), (LinOTPExport(), line.linOTP),
        ] as [(any ExportFormat, String?)] {
            let export = try format.write(.plain([try line.item()]))
            #expect(export.text == (fields.map { "TI000001,\(Self.key),\($0)\n" } ?? ""))
            #expect(export.leftOut.isEmpty == (fields != nil))
        }
    }

    @Test(
        "privacyIDEA has the hash of the key's length: other accounts are left out, never written with wrong codes",
        arguments: [
            (10, .sha1), (20, .sha1), (28, nil), (31, .sha1), (32, .sha256), (33, .sha1), (48, nil), (64, .sha512),
            (65, .sha1), (1, nil), (2, .sha1),
        ] as [(Int, OTPAlgorithm?)])
    func hashes(count: Int, written: OTPAlgorithm?) throws {
        let algorithms: [OTPAlgorithm] = [.sha1, .sha256, .sha512]
        let items = try algorithms.map {
            try Account.sample(secret: [UInt8](repeating: 9, count: count), algorithm: $0)
        }
        let export = PrivacyIDEAExport().write(.plain(items))
        #expect(Set(export.leftOut.map { algorithms[$0.index] }) == Set(algorithms.filter { $0 != written }))
        #expect(export.leftOut.allSatisfy { [.algorithmNotSupported, .secretTooShort].contains($0.code) })
        // LinOTP's list names it.
        #expect(LinOTPExport().write(.plain(items)).leftOut.isEmpty == (count > 1))
    }

    @Test("Names and details are lost by name, and none of a name reaches the file")
    func losses() throws {
        let item = try SampleAccounts.item(issuer: "A,B", name: "x\n#y", note: "n", tags: ["Work"], isFavorite: true)
        var request = ExportRequest.plain([item, item])
        request.options.serialPrefix = "new"
        for format in [PrivacyIDEAExport(), LinOTPExport()] as [any ExportFormat] {
            let export = try format.write(request)
            #expect(
                Set(export.lostDetails)
                    == Set([0, 1].flatMap { ["\($0) note", "\($0) tags", "\($0) favorite", "\($0) name"] }))
            let lines = export.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 3 && lines[0].hasPrefix("new000001,\(Self.key),") && lines[2].isEmpty)
        }
    }
}
