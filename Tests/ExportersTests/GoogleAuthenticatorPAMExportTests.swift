import TOTPDomain
import Testing

@testable import TokenFormats

@Suite("Files for Google's PAM module")
struct GoogleAuthenticatorPAMExportTests {
    private static let start = "\(SampleAccounts.secret)\n\" RATE_LIMIT 3 30\n"

    @Test(
        "A file per account: a failed login moves a counter on, so that its window is wide",
        arguments: [
            (kind: .totp, period: 30, counter: 0, end: "\" WINDOW_SIZE 3\n\" DISALLOW_REUSE\n\" TOTP_AUTH\n"),
            (
                kind: .totp, period: 60, counter: 0,
                end: "\" WINDOW_SIZE 3\n\" DISALLOW_REUSE\n\" TOTP_AUTH\n\" STEP_SIZE 60\n"
            ),
            (
                kind: .totp, period: 1, counter: 0,
                end: "\" WINDOW_SIZE 3\n\" DISALLOW_REUSE\n\" TOTP_AUTH\n\" STEP_SIZE 1\n"
            ),
            (kind: .hotp, period: 30, counter: 5, end: "\" WINDOW_SIZE 17\n\" HOTP_COUNTER 5\n"),
            (kind: .hotp, period: 30, counter: 1, end: "\" WINDOW_SIZE 17\n\" HOTP_COUNTER 1\n"),
        ] as [(kind: OTPKind, period: Int64, counter: Int64, end: String)])
    func file(kind: OTPKind, period: Int64, counter: Int64, end: String) throws {
        let item = try SampleAccounts.item(kind, period: period, counter: counter)
        let export = GoogleAuthenticatorPAMExport().write(.plain([item]))
        #expect(export.text == Self.start + end)
        #expect(export.files.map(\.name) == ["alice"] && export.lostDetails == ["0 name"])
        guard case .item(let read) = try RoundTripTests.read(export.bytes, isEncrypted: false)[0] else {
            Issue.record("rejected")
            return
        }
        #expect(read.secret == item.secret && read.parameters == item.parameters)
    }

    @Test("What the module cannot check is not written")
    func limits() throws {
        func secret(_ count: Int) throws -> Account { try .sample(secret: [UInt8](repeating: 7, count: count)) }
        let items =
            try [OTPKind.steam, .motp, .yandex].map { try SampleAccounts.item($0) } + [
                SampleAccounts.item(algorithm: .sha512), SampleAccounts.item(digits: 7),
                SampleAccounts.item(period: 61),
                secret(9), secret(513), SampleAccounts.item(.hotp, counter: 0), secret(10), secret(512),
            ]
        let export = GoogleAuthenticatorPAMExport().write(.plain(items))
        #expect(
            export.leftOut.sorted { $0.index < $1.index }.map(\.code) == [
                .kindNotSupported, .kindNotSupported, .kindNotSupported, .algorithmNotSupported, .digitsNotSupported,
                .periodNotSupported, .secretTooShort, .secretTooLong, .counterNotSupported,
            ])
        #expect(
            export.leftOut.map(\.reason).contains(
                "google-authenticator supports only counters from 1 on, not 0; skip 1 code in the app, and set the "
                    + "counter with totp-import vault edit --set-counter 1"))
        #expect(export.files.count == 2 && export.files.allSatisfy { $0.bytes.count <= 1024 })
    }

    @Test("The name of a file is that of the user; hostile and equal names are safe")
    func names() throws {
        let items = try ["alice", "alice", "../../etc/passwd", "-rf", ".google_authenticator", "a\nb\u{0}", ""].map {
            try SampleAccounts.item(issuer: "Acorn", name: $0)
        }
        let export = GoogleAuthenticatorPAMExport().write(
            .plain(items + [try SampleAccounts.item(issuer: "", name: "")]))
        #expect(
            export.files.map(\.name) == [
                "alice", "alice (2)", "_.._.._etc_passwd", "_-rf", "_.google_authenticator", "a_b_", "Acorn", "account",
            ])
        #expect(export.losses.map(\.index) == Array(0..<7))
    }
}
