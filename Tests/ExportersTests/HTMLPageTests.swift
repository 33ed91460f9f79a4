import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Exporters
import Links

private let pageScript = FixtureFolder.package.appending(path: "Tests/peers/page.py").file

/// Runs `Tests/peers/page.py`; nil if something that it needs is missing.
private let pagePeer: PythonInterpreter? = {
    let programs = ["chromium", "pdftoppm", "zbarimg"].map(ExternalProgram.init(named:))
    guard programs.allSatisfy({ $0 != nil }), FileManager.default.fileExists(atPath: pageScript) else { return nil }
    return .find(with: ["json"])
}()

/// The pages in headless Chromium: `Tests/peers/page.py` prints them on both kinds of paper, takes a picture of the
/// screen in dark mode, and scans every QR code with zbarimg. It fails if the page loads anything or is not readable.
@Suite("Pages in a browser")
struct HTMLPageTests {
    private struct Findings: Decodable {
        /// The payloads of each printed page.
        var a4, letter: [[String]]
        var dark: Dark
        var text: String

        struct Dark: Decodable {
            var payloads: [String]
            var isDark: Bool
        }

        enum CodingKeys: String, CodingKey {
            case a4 = "A4"
            case letter = "Letter"
            case dark, text
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func findings(_ page: [UInt8]) throws -> Findings {
        let outcome = try #require(pagePeer).run([pageScript, try folder.write(page, to: "page.html")])
        #expect(outcome.status == 0 && outcome.errors == "")
        return try JSONDecoder().decode(Findings.self, from: outcome.output)
    }

    /// Accounts with names and links of usual and of extreme lengths.
    private func items() throws -> [Account] {
        let issuers = ["Acorn Bank", "Birch Mail", "日本", ""], secretCounts = [10, 20, 32]
        var items = try (0..<24).map { index in
            let secret = [UInt8](repeating: UInt8(index), count: secretCounts[index % 3])
            let kind: OTPKind = index.isMultiple(of: 5) ? .hotp : .totp
            return Account(
                issuer: issuers[index % 4], name: "alice\(index)@example.com", secret: try OTPSecret(bytes: secret),
                parameters: try OTPParameters(kind: kind, counter: 7))
        }
        items[3].name = String(repeating: "long name ", count: 50) + "end"
        items[4].name = String(repeating: "n", count: 500)
        items[5].secret = try OTPSecret(bytes: Array(repeating: 0x5A, count: 128))
        items[6].issuer = "\u{202E}<b>&amp;</b>"
        items[7].name = String(repeating: "n", count: 1500)
        return items
    }

    @Test(
        "On A4, on Letter and in dark mode, every QR code is whole and readable",
        .enabled(if: pagePeer != nil, "Tests/peers/page.py, Python, chromium, pdftoppm or zbarimg is missing"))
    func readable() throws {
        let items = try items()
        let found = try findings(HTMLExport().write(.plain(items)).bytes)
        let links = items.map { KeyURI.write($0) }.sorted()
        #expect(found.a4.flatMap { $0 }.sorted() == links && found.a4.count > 1)
        #expect(found.letter.flatMap { $0 }.sorted() == links && found.letter.count > 1)
        #expect(found.dark.payloads.sorted() == links && found.dark.isDark)
        for item in items where !item.issuer.isEmpty { #expect(found.text.contains(item.issuer)) }
        #expect(found.text.contains("This page contains secrets."))
    }
}
