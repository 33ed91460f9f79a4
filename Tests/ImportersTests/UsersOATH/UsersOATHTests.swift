import TOTPDomain
import Testing

@testable import Importers

@Suite("The users file of OATH Toolkit")
struct UsersOATHTests {
    private static let key = "3132333435363738393031323334353637383930"
    private static let good = "HOTP\tbob\t-\t\(key)"

    @Test(
        "Types, counters and last codes are read",
        arguments: [
            ("HOTP alice - KEY", .hotp(counter: 0)), ("HOTP/E alice + KEY 7", .hotp(counter: 7)),
            ("HOTP/E/8\talice\tsecret\tKEY\t7", .hotp(digits: 8, counter: 7)),
            ("HOTP/E/6 alice - KEY 5 328482 2026-11-01T10:00:00L", .hotp(counter: 6)),
            // The number of failed logins of mod_authn_otp.
            ("HOTP/E/6 alice - KEY 5 2", .hotp(counter: 5)), ("HOTP alice - KEY 5 -", .hotp(counter: 5)),
            ("HOTP/T30 alice - KEY", .totp()),
            ("  HOTP/T60/7   alice - KEY  0 1234567 x", .totp(digits: 7, period: 60)),
            ("HOTP/T45/6 alice - KEY", .totp(period: 45)), ("HOTP/T30 alice - KEY x 1", .totp()),
            ("MOTP alice 1234 KEY", .rejected(.typeUnknown)), ("TOTP alice - KEY", .rejected(.typeUnknown)),
            ("HOTP/X alice - KEY", .rejected(.typeUnknown)), ("HOTP/T alice - KEY", .rejected(.typeUnknown)),
            ("HOTP/E/9 alice - KEY", .rejected(.typeUnknown)), ("HOTP/E/6/6 alice - KEY", .rejected(.typeUnknown)),
            ("HOTP/T0 alice - KEY", .rejected(.periodOutOfRange)), ("HOTP/T30 alice - zz", .rejected(.secretNotHex)),
            ("HOTP/T30 alice - abc", .rejected(.secretNotHex)),
            ("HOTP alice - KEY x", .rejected(.counterOutOfRange)),
            ("HOTP alice - KEY -1", .rejected(.counterOutOfRange)),
            ("HOTP alice - KEY 9223372036854775807", .hotp(counter: .max)),
            ("HOTP alice - KEY 9223372036854775807 123456", .rejected(.counterOutOfRange)),
        ] as [(String, EntryOutcome)])
    func lines(line: String, expected: EntryOutcome) throws {
        let document = try read("\(line.replacing("KEY", with: Self.key))\n\(Self.good)\n")
        #expect(document.format == "users-oath")
        #expect(document.outcomes == [expected, .hotp(counter: 0)])
    }

    @Test("A link or a secret in a comment is named, and a link on a line of its own rejected")
    func besides() throws {
        let link = "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ"
        let commented = try read("# \(link)\n\(Self.good) # old GEZDGNBVGY3TQOJQ\n")
        #expect(commented.leftovers.all.map(\.kind) == [.link, .secret])
        let line = try read("\(Self.good)\n// \(link)\n")
        #expect(line.format == "users-oath" && line.rejections.count == 1 && line.items.count == 1)
    }

    @Test("Users may have several lines; comments and empty lines are counted")
    func users() throws {
        let document = try read("# users\n\n\(Self.good)\r\nHOTP/T30 bob - \(Self.key.uppercased())\n  # more\n")
        #expect(document.items.map(\.name) == ["bob", "bob"] && document.items.allSatisfy(\.issuer.isEmpty))
        #expect(document.skipped.counts == [.comment: 2, .blank: 1] && document.records == 5)
    }

    @Test("Passwords are in no message, and neither is a key in another place")
    func secrets() throws {
        let text = "HOTP/X alice hunter2 \(Self.key)\n\(Self.key) x y z\nHOTP alice\n\(Self.good)"
        let content = SourceContent(Array(text.utf8))
        let document = try UsersOATHFormat().read(ImportRequest(content: content))
        #expect(document.rejections.map(\.code) == [.typeUnknown, .typeUnknown, .fieldDamaged])
        for rejection in document.rejections {
            #expect(!rejection.reason.contains("hunter2") && !rejection.reason.contains(Self.key))
        }
    }

    @Test(
        "Every line must fit",
        arguments: [
            (good, "users-oath"), ("# c\n\nMOTP a b c\n\(good)", "users-oath"), ("MOTP a b c", nil), ("# c", nil),
            ("HOTP a b zz", nil), ("\(good)\na line", nil), ("HOTPS a b \(key)", nil), ("HOTP a \(key)", nil),
            ("hotp a - \(key)", nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
