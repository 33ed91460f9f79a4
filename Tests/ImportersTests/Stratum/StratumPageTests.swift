import TOTPDomain
import Testing

@testable import Importers

@Suite("Stratum's HTML backups")
struct StratumPageTests {
    private func page(_ links: String..., title: String = "Stratum Backup", end: String = "</table></body></html>")
        -> String
    {
        let rows = links.map {
            "<tr><td>A</td><td><img src=\"data:image/png;base64,AAAA\"></td><td><code>\($0)</code></td></tr>\n"
        }
        return """
            <!DOCTYPE html>
            <html><head><meta charset="utf-8"><title>\(title)</title></head><body><table>
            \(rows.joined())\(end)
            """
    }

    @Test(
        "A link gives an account",
        arguments: [
            (
                "otpauth://totp/Acorn:alice?secret=JBSWY3DP&issuer=Acorn&algorithm=SHA256&digits=8&period=60",
                "totp Acorn|alice JBSWY3DP SHA256 8 60"
            ),
            ("otpauth://totp/a?secret=JBSWY3DP&amp;issuer=Acorn", "totp Acorn|a JBSWY3DP SHA1 6 30"),
            ("otpauth://totp/a?secret=JBSWY3DP&#38;issuer=Acorn", "totp Acorn|a JBSWY3DP SHA1 6 30"),
            ("otpauth://totp/a?secret=JBSWY3DP&#x26;issuer=Acorn", "totp Acorn|a JBSWY3DP SHA1 6 30"),
            ("otpauth://totp/O&apos;Neil &lt;x&gt;?secret=JBSWY3DP", "totp |O'Neil <x> JBSWY3DP SHA1 6 30"),
            // Not the signs ¶ and ¬, which a browser would read here.
            ("otpauth://totp/a?secret=JBSWY3DP&para=1&not=2&issuer=B", "totp B|a JBSWY3DP SHA1 6 30 \"para\", \"not\""),
            ("otpauth://totp/a?issuer=x&unknown;y&secret=JBSWY3DP", "totp x|a JBSWY3DP SHA1 6 30 \"unknown;y\""),
            ("otpauth://hotp/Acorn:alice?secret=JBSWY3DP&issuer=Acorn&counter=4", "hotp Acorn|alice JBSWY3DP SHA1 6 4"),
            ("otpauth://totp/Acorn:alice?secret=JBSWY3DP&issuer=Acorn&steam", "steam Acorn|alice JBSWY3DP SHA1 5 30"),
            ("motp://Acorn:alice?secret=0123abcd", "motp Acorn|alice AER2XTI MD5 6 10"),
            (
                "otpauth://yaotp/Acorn:alice?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ&issuer=Acorn&pin_length=4",
                "yandex Acorn|alice ABCDEFGHIJKLMNOPQRSTUVWXYY SHA256 8 30"
            ),
            ("\n  otpauth://totp/a?secret=JBSWY3DP\n", "totp |a JBSWY3DP SHA1 6 30"),
        ])
    func account(link: String, expected: String) throws {
        let document = try read(page(link))
        #expect(document.format == "stratum")
        // With the parameters that nobody reads.
        let unread = document.warnings.map { " \($0.problem.split(separator: " in its link ")[0])" }.joined()
        #expect(document.items.map { $0.fieldsLine + unread } == [expected])
        #expect(document.rejections == [])
    }

    @Test("A page with a link in a code element is recognized, with any title and case of tags")
    func otherPages() throws {
        let text = page("otpauth://totp/a?secret=JBSWY3DP", title: "Backup").replacing("code>", with: "CODE>")
        #expect(try read(text).items.map(\.name) == ["a"])
        #expect(try read("<code class='x'>otpauth://totp/a?secret=JBSWY3DP</code>").items.map(\.name) == ["a"])
    }

    @Test(
        "Other pages are not taken for one",
        arguments: [
            "<html><code>let x = 1</code></html>", "<p>otpauth://totp/a?secret=JBSWY3DP</p>",
            "<codes>otpauth://</codes>",
            "<map><string name='otpauth'>x</string></map>", "<", "<code", "<code>",
        ])
    func others(text: String) { #expect(!StratumFormat().recognizes(SourceContent(Array(text.utf8)))) }

    @Test("Each link counts, in order, including duplicates and texts that are not links")
    func order() throws {
        let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DP"
        let document = try read(page(link, "otpauth://push/Birch:bob?secret=JBSWY3DP", "Acorn", link, ""))
        #expect(document.items.map(\.name) == ["alice", "alice"])
        #expect(document.rejections.map(\.code) == [.typeUnknown, .notALink, .notALink])
        #expect(document.rejections.map(\.position.description) == ["entry 2", "entry 3", "entry 5"])
        #expect(document.rejections.map(\.label) == ["Birch: bob", "", ""])
    }

    @Test("Details that a link leaves out are warnings that name the entry")
    func warning() throws {
        let document = try read(page("otpauth://hotp/Acorn:alice?secret=JBSWY3DP"))
        #expect(document.warnings.count == 1)
        #expect(document.warnings.first?.message.hasPrefix("entry 1 (Acorn: alice)") == true)
    }

    @Test("A page that is cut off, at any byte, never gives half a link")
    func everyLength() throws {
        let secrets = ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ"]
        let whole = Array(page("otpauth://totp/a?secret=\(secrets[0])", "otpauth://totp/b?secret=\(secrets[1])").utf8)
        let tableEnd = try #require(whole.firstRange(of: Array("</table>".utf8))).upperBound
        for count in 1..<(tableEnd - 1) {
            guard let document = try? read(whole.prefix(count)) else { continue }
            #expect(secrets.starts(with: document.items.map(\.secret.base32)), "\(count) bytes")
            #expect(document.rejections.count >= 1, "\(count) bytes")
        }
        #expect(try read(whole.prefix(tableEnd)).rejections == [])
    }

    @Test("Each table without an end is an entry that is missing, wherever it is", arguments: [0, 1, 2])
    func severalPages(place: Int) throws {
        var pages = (0..<3).map { page("otpauth://totp/\($0)?secret=JBSWY3DP") }
        pages[place] = pages[place].replacing("</table>", with: "")
        for start in ["", "</table>"] {
            let document = try read(start + pages.joined())
            #expect(document.items.map(\.name) == ["0", "1", "2"])
            #expect(document.rejections.map(\.position.description) == ["entry \(place + 2)"])
            #expect(document.records == 4)
        }
    }

    @Test("An element without an end is rejected, and the next one is read")
    func missingEnd() throws {
        let text = page("otpauth://totp/a?secret=JBSWY3DP", "otpauth://totp/b?secret=GEZDGNBV")
        let first = try #require(text.firstRange(of: "</code>"))
        let document = try read(text.removing(first))
        #expect(document.items.map(\.name) == ["b"])
        #expect(document.rejections.map(\.position.description) == ["entry 1"])
    }

    @Test("A page without a link says so")
    func noLink() {
        let failure = #expect(throws: SourceError.self) { try read(page()) }
        #expect(failure?.code == .unrecognised)
    }
}

extension String {
    /// Returns the text without the range.
    fileprivate func removing(_ range: Range<Index>) -> String {
        String(self[..<range.lowerBound] + self[range.upperBound...])
    }
}
