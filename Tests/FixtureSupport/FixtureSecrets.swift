import Encodings
import Foundation

/// The secrets and passphrases of all fixtures, which no output contains that was not asked for them.
enum FixtureSecrets {
    struct Printed: Error, CustomStringConvertible {
        let arguments: [String]
        var description: String { "the program printed a fixture's secret or passphrase: \(arguments)" }
    }

    private static let shortestSecret = 12

    private static let all: (secrets: Set<Substring>, passphrases: [[UInt8]]) = {
        var secrets: Set<Substring> = [], passphrases: Set<String> = []
        let fixtures = FixtureFolder.package.appending(path: "Fixtures")
        let files = FileManager.default.enumerator(at: fixtures, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.lastPathComponent == "expected.json", let data = try? Data(contentsOf: file),
                let expectations = try? JSONDecoder().decode([String: Expectation].self, from: data)
            else { continue }
            for expectation in expectations.values {
                // Shorter ones also occur by chance.
                let found = (expectation.items ?? []).compactMap(\.secret).filter { $0.utf8.count >= shortestSecret }
                secrets.formUnion(found.map { $0[...] })
                if let password = expectation.password, password.utf8.count >= 8 { passphrases.insert(password) }
            }
        }
        return (secrets, passphrases.map { Array($0.utf8) })
    }()

    private struct Expectation: Decodable {
        struct Item: Decodable { var secret: String? }
        var items: [Item]?
        var password: String?
    }

    /// Arguments that make the program print secrets on standard output.
    private static let reveals: Set<String> = ["--reveal", "convert", "--fix"]

    /// - Throws: ``Printed``.
    static func check(_ outcome: Program.Outcome, of arguments: [String]) throws {
        let isAsked = arguments.contains { reveals.contains($0) }
        for text in [outcome.errors] + (isAsked ? [] : [outcome.text]) where isPrinted(in: text) {
            throw Printed(arguments: arguments)
        }
    }

    private static func isPrinted(in text: String) -> Bool {
        let bytes = Array(text.utf8)
        let words = text.utf8.split { !isLetterOrDigit($0) }
            .filter { $0.count >= shortestSecret }.map(Substring.init)
        return words.contains { all.secrets.contains($0) || all.secrets.contains($0.uppercased()[...]) }
            // By bytes: the search of Foundation took 6% of the time of all tests.
            || all.passphrases.contains { bytes.span.firstIndex(of: $0) != nil }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
