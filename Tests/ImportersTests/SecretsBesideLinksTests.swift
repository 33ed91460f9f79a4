import FixtureSupport
import Links
import TOTPDomain
import Testing

/// A link makes a file a list of links. Anything else that could be an account is rejected by name, not lost.
@Suite("Secrets beside links")
struct SecretsBesideLinksTests {
    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"
    private static let secrets = ["K5QXEZBAMN2GK3LF", "ONSWG4TFOR2GK43U", "MFZWIZTHNBVGW2DJ"]

    private func read(_ text: String, limits: ImportLimits = ImportLimits()) throws(SourceError) -> ImportedDocument {
        try LinkListReader.read(
            ImportRequest(content: SourceContent(text: Array(text.utf8)), limits: limits), as: "otpauth")
    }

    private static let safeInCloud = """
        <?xml version="1.0" encoding="utf-8"?>
        <database>
          <card id="1" title="Acorn"><field name="Login" type="login">alice</field>
            <field name="One-time password" type="one_time_password">\(link)</field></card>
          <card id="2" title="Birch"><field name="Password" type="password">Tr0ub4dor</field>
            <field name="One-time password" type="one_time_password">\(secrets[0])</field></card>
          <card id="3" title="Cedar"><field name="One-time password" type="one_time_password">\(secrets[1])</field></card>
          <card id="4" title="Elm"><field name="One-time password" type="one_time_password">\(secrets[2])</field></card>
        </database>
        """
    private static let passman = """
        [{"credential_id":1,"label":"Acorn","otp":{"secret":"JBSWY3DPEHPK3PXP","qr_uri":{"qrData":"\(link)"}}},
        {"credential_id":2,"label":"Birch","otp":{"secret":"\(secrets[0])"}},
        {"credential_id":3,"label":"Cedar","otp":{"secret":"\(secrets[1])"}},
        {"credential_id":4,"label":"Elm","otp":{"secret":"\(secrets[2])"}}]
        """

    @Test(
        "Every possible secret is rejected, with its line",
        arguments: [
            ("Birch:\(secrets[0])\n\(link)\nCedar: \(secrets[1])\na line of prose\nElm=\(secrets[2])\n", [1, 3, 5]),
            (safeInCloud, [6, 7, 8]), (safeInCloud.replacing("\n", with: ""), [1, 1, 1]),
            (passman, [2, 3, 4]),
            ("| Acorn | \(link) |\n| Birch | \(secrets[0]) |\n| \(secrets[1]) | \(link) | \(secrets[2])", [2, 3, 3]),
            ("<p>\(secrets[0])</p><a href='\(link)'>x</a>\r\n<p>\(secrets[1])</p>\r\n<br>\(secrets[2])", [1, 2, 3]),
            (
                "{\"a\":\"\(secrets[0])\\n\(link.replacing("/", with: "\\/"))\\n\(secrets[1])\",\n\"b\":\"\(secrets[2])\"}",
                [1, 1, 2]
            ),
            ("[section]\nBirch = \(secrets[0])\nurl = \(link)&digits=6 \(secrets[1])\n\n\(secrets[2])", [2, 3, 5]),
        ] as [(String, [Int])])
    func rejects(text: String, lines: [Int]) throws {
        let document = try read(text)
        #expect(document.rejections.map(\.code) == Array(repeating: .secretWithoutLink, count: 3))
        #expect(document.rejections.map(\.position) == lines.map { EntryPosition(line: $0) })
        #expect(document.items.allSatisfy { $0.label == "Acorn: alice" } && !document.items.isEmpty)
        #expect(document.records == document.entries.count + document.skipped.total)
        for rejection in document.rejections {
            #expect(!Self.secrets.contains { rejection.reason.contains($0) || rejection.label.contains($0) })
        }
    }

    @Test("The text before a secret is its label")
    func labels() throws {
        let document = try read(
            "Birch:\(Self.secrets[0])\n\(Self.link)\n\(Self.secrets[1])\n{\"Elm\": \"\(Self.secrets[2])\"}")
        // The line after the link may be the rest of its secret.
        #expect(document.rejections.map(\.label) == ["Birch", "Acorn: alice", "", "Elm"])
    }

    @Test(
        "Comments, prose and what belongs to a link are not rejected",
        arguments: [
            "# \(secrets[0])\n\(link)", "\(link)&issuer=\(secrets[0])",
            "see https://example.com/\(secrets[0]) and \(link)",
            "\(link)\nid: d41d8cd98f00b204e9800998ecf8427e\npassword: Tr0ub4dor\n", "\(link) is my bank",
            "{\"\(secrets[0])\":\"\(link)\"}",
        ])
    func accepts(text: String) throws {
        let document = try read(text)
        #expect(document.rejections == [] && document.items.count == 1)
        #expect(document.records == document.entries.count + document.skipped.total)
    }

    @Test("A secret that a link of the text has is not lost")
    func knownSecrets() throws {
        let document = try read(
            "Key: jbsw y3dp ehpk 3pxp\n\(Self.link) (JBSWY3DPEHPK3PXP)\n\(Self.secrets[0])\nKey: JBSW-Y3DP-EHPK-3PXP")
        #expect(document.rejections.map(\.position) == [EntryPosition(line: 3)])
        #expect(document.items.count == 1 && document.skipped.counts == [.noLink: 3])
        #expect(document.records == document.entries.count + document.skipped.total)
    }

    @Test("A text without a link is not a list of links")
    func noLink() {
        #expect(throws: SourceError.self) { try read("GitHub:\(Self.secrets[0])") }
    }

    @Test("Secrets count for the limit of entries")
    func limit() {
        var limits = ImportLimits()
        limits.entries = 3
        let text = Self.link + "&digits=6" + String(repeating: " \(Self.secrets[0])", count: 3)
        #expect(throws: SourceError(.limitExceeded, "more than 3 entries, the limit; split the file")) {
            try read(text, limits: limits)
        }
    }
}
