import Encodings
import FixtureSupport
import TOTPDomain
import Testing

/// A name with more combining marks in a row than the limit is never imported as another name.
@Suite("Accounts with too many combining marks")
struct CombiningMarksTests {
    private static let secret = "JBSWY3DPEHPK3PXP"
    private static let limit = Limit.combiningMarks

    private static func aegis(_ name: String, issuer: String = "Acorn", note: String = "") -> String {
        """
        {"version":1,"header":{"slots":null,"params":null},"db":{"version":2,"entries":[{"type":"totp","name":"\(name)",
        "issuer":"\(issuer)","note":"\(note)","info":{"secret":"\(secret)"}}]}}
        """
    }

    /// Exports with a text in the place of a field of an account.
    static let exports: [(field: String, text: @Sendable (String) -> String)] = [
        ("name", { aegis($0) }),
        ("issuer", { aegis("alice", issuer: $0) }),
        ("note", { aegis("alice", note: $0) }),
        ("name", { "otpauth://totp/\(PercentCoding.encode($0))?secret=\(secret)\n" }),
        ("issuer", { "otpauth://totp/alice?secret=\(secret)&issuer=\(PercentCoding.encode($0))\n" }),
        ("name", { "otpauth://totp/Acorn:\($0)?secret=\(secret)\n" }),
        (
            "name",
            { text in
                MigrationMessage(
                    accounts: [
                        .init(secret: [1, 2, 3], name: text, issuer: "Acorn", algorithm: 1, digits: 1, type: 2)
                    ],
                    version: 1, batchSize: 1, batchIndex: 0, batchID: 7
                ).link
            }
        ),
        ("PIN", { "motp://Acorn:alice?secret=00112233445566778899aabb&pin=\(Base32.encode(Array($0.utf8)))\n" }),
    ]

    @Test(
        "More marks than the limit reject the entry and name the field; as many as the limit are imported",
        arguments: exports.indices)
    func fields(index: Int) throws {
        let export = Self.exports[index]
        for count in [Self.limit + 1] + MarkRuns.tooMany {
            let document = try read(export.text(MarkRuns.text(count)))
            #expect(document.items.isEmpty)
            let rejection = try #require(document.rejections.first)
            #expect(rejection.code == .fieldDamaged)
            #expect(rejection.reason.hasPrefix("its \(export.field) \(LimitMessage.combiningMarks(Self.limit))"))
            #expect(MarkRuns.longest(in: rejection.label) <= Self.limit)
        }
        #expect(try read(export.text(MarkRuns.text(Self.limit))).items.count == 1)
    }

    @Test("A type or an algorithm with too many combining marks is unknown")
    func words() throws {
        for count in MarkRuns.tooMany {
            let text = MarkRuns.text(count)
            let links = [
                "otpauth://totp/a?secret=\(Self.secret)&algorithm=\(text)",
                // Without the hyphens, all marks are in a row.
                "otpauth://totp/a?secret=\(Self.secret)&algorithm=\(text.unicodeScalars.map { "\($0)-" }.joined())",
            ]
            let list = try read(links.joined(separator: "\n"))
            #expect(list.rejections.map(\.code) == [.algorithmUnknown, .algorithmUnknown])
            let entry = #"{"name":"A","secret":"\#(Self.secret)","\#(text)":1,"otp":{"tokenType":"\#(text)"}}"#
            let document = try read(#"{"schemaVersion":4,"services":[\#(entry)]}"#)
            #expect(document.rejections.map(\.code) == [.typeUnknown])
        }
    }
}
