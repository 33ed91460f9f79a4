import Encodings
import FixtureSupport
import Foundation
import Links
import TOTPDomain
import Testing

@testable import Exporters
@testable import Importers

@Suite("The paper backup")
struct HTMLExportTests {
    private static func text(_ items: [Account]) throws -> String {
        String(decoding: try HTMLExport().write(.plain(items)).bytes, as: UTF8.self)
    }

    private static func item(
        issuer: String = "Acorn", name: String = "alice", _ parameters: OTPParameters? = nil, pin: OTPPin? = nil
    ) throws -> Account {
        Account(
            issuer: issuer, name: name, secret: try OTPSecret(base32: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"),
            parameters: try parameters ?? OTPParameters(kind: .totp), pin: pin)
    }

    /// The lines of the first account without its image.
    private static func card(_ item: Account) throws -> [String] {
        let lines = try text([item]).split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix("<section") })
        let end = try #require(lines.firstIndex(of: "</section>"))
        return lines[start..<end].filter { !$0.hasPrefix("<a ") && !$0.hasPrefix("<div") && !$0.hasPrefix("</div") }
    }

    @Test("A card names the account and has its secret in groups of four")
    func card() throws {
        #expect(
            try Self.card(try Self.item()) == [
                #"<section class="account">"#, "<h2><bdi>Acorn</bdi></h2>", "<p><bdi>alice</bdi></p>",
                #"<p class="label">Secret</p>"#, "<p><code>JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP</code></p>",
            ])
        #expect(try Self.card(try Self.item(issuer: "", name: "")).contains("<h2>(no name)</h2>"))
        #expect(try Self.card(try Self.item(issuer: "")).contains("<h2><bdi>alice</bdi></h2>"))
    }

    @Test("Parameters that apps do not assume are named")
    func parameters() throws {
        func parameters(_ item: Account) throws -> String? {
            try Self.card(item).first { $0.contains("parameters") }
        }
        #expect(
            try parameters(try Self.item(try OTPParameters(kind: .totp, algorithm: .sha256, digits: 8, period: 60)))
                == #"<p class="parameters">SHA256 · 8 digits · 60 seconds</p>"#)
        #expect(
            try parameters(try Self.item(try OTPParameters(kind: .hotp, counter: 7)))
                == #"<p class="parameters">HOTP · counter 7</p>"#)
        #expect(try parameters(try Self.item(try OTPParameters(kind: .steam))) == #"<p class="parameters">Steam</p>"#)
        let motp = try Self.item(try OTPParameters(kind: .motp), pin: OTPPin("1234"))
        #expect(try parameters(motp) == #"<p class="parameters">Mobile-OTP · PIN <bdi>1234</bdi></p>"#)
        #expect(try Self.card(motp).contains(#"<p class="label">Secret (hexadecimal)</p>"#))
        #expect(try Self.card(motp).contains("<p><code>4865 6c6c 6f21 dead beef 4865 6c6c 6f21 dead beef</code></p>"))
    }

    @Test("Names cannot change the page")
    func escaping() throws {
        let hostile = #"<script>alert("1")</script>&amp;'"# + "\u{0}\u{7}\n\u{202E}</title>"
        let page = try Self.text([try Self.item(issuer: hostile, name: hostile)])
        #expect(!page.contains("<script") && page.components(separatedBy: "</title>").count == 2)
        let shown =
            "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;\u{FFFD}\u{FFFD}\u{FFFD}\u{202E}&lt;/title&gt;"
        #expect(page.contains("<h2><bdi>\(shown)</bdi></h2>"))
    }

    @Test("The page loads nothing, runs nothing, and warns about its secrets")
    func head() throws {
        let page = try Self.text([try Self.item(), try Self.item(name: "bob")])
        let policy = try #require(
            page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.output.1)
        #expect(policy.hasPrefix("default-src 'none'; img-src data:; style-src 'sha256-"))
        #expect(!policy.contains("unsafe") && !page.contains("style=") && !page.contains("<link"))
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(page.contains("<title>Paper backup: 2 accounts, 2026-11-21</title>"))
        #expect(page.contains("<p>2 accounts, written on 2026-11-21</p>"))
        #expect(page.contains("This page contains secrets."))
        #expect(try Self.text([try Self.item()]).contains("<p>1 account, written on"))
    }

    @Test("Every QR code and every link is that of its account, and the page is read back", arguments: [UInt64(55)])
    func readBack(seed: UInt64) throws {
        let items = try TargetAccounts.list(60, seed: seed)
        let export = try HTMLExport().write(.plain(items))
        let leftOut = Set(export.leftOut.map(\.index))
        let written = items.indices.filter { !leftOut.contains($0) }
        let page = try PageContent(export.bytes)
        #expect(page.links == written.map { KeyURI.write(items[$0]) })
        #expect(page.codes == page.links)

        let content = SourceContent(export.bytes)
        let format = try #require(FormatRegistry.standard.format(of: content))
        let entries = try format.read(ImportRequest(content: content)).entries
        #expect(entries.count == written.count)
        for (index, entry) in zip(written, entries) {
            guard case .item(let read) = entry else {
                Issue.record("rejected: \(entry)")
                continue
            }
            let item = items[index]
            #expect(read.secret == item.secret && read.parameters == item.parameters && read.pin == item.pin)
            let isRenamed = export.losses.contains { $0.index == index && $0.code == .name }
            #expect(((read.issuer, read.name) == (item.issuer, item.name)) == !isRenamed)
        }
    }

    @Test("A page without accounts says so")
    func empty() throws { #expect(try Self.text([]).contains("<p>0 accounts, written on")) }
}
