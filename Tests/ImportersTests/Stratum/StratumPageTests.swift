import TOTPDomain
import Testing

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
}

extension String {
}
