import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@Suite("Entries of a file")
struct LimitTests {
    private static let limit = 3

    private static func links(_ count: Int) -> String {
        (0..<count).map { "otpauth://totp/a\($0)?secret=JBSWY3DPEHPK3PXP\n" }.joined()
    }

    private static func aegis(_ count: Int) -> String {
        let entry = #"{"type":"totp","name":"a","info":{"secret":"JBSWY3DPEHPK3PXP"}}"#
        return #"{"version":1,"header":{"slots":null,"params":null},"db":{"version":2,"entries":["#
            + [String](repeating: entry, count: count).joined(separator: ",") + "]}}"
    }

    private static func table(_ count: Int) -> String {
        "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"
            + String(repeating: ",,login,a,,,,,,,JBSWY3DPEHPK3PXP\n", count: count)
    }

    private static func database(_ count: Int) -> String {
        "<?xml version=\"1.0\"?><KeePassFile><Root><Group>"
            + String(
                repeating:
                    "<Entry><String><Key>otp</Key><Value>otpauth://totp/a?secret=JBSWY3DPEHPK3PXP</Value></String></Entry>",
                count: count) + "</Group></Root></KeePassFile>"
    }

    @Test(
        "A file with as many entries as the limit is read, one with more is refused",
        arguments: [
            links, aegis, table, database,
        ] as [@Sendable (Int) -> String])
    func entries(text: @Sendable (Int) -> String) throws {
        var limits = ImportLimits()
        limits.entries = Self.limit
        #expect(try read(text(Self.limit), limits: limits).items.count == Self.limit)
        #expect(throws: SourceError(.limitExceeded, LimitMessage.entries(Self.limit))) {
            _ = try read(text(Self.limit + 1), limits: limits)
        }
    }
}
