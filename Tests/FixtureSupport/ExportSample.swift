import Foundation

/// An export of an app, and the expected result.
package struct ExportSample: Sendable, CustomStringConvertible {
    package let url: URL
    /// Folder and name: `aegis/plain.json`.
    package let place: String
    package let expected: ExpectedAccounts

    package var description: String { place }

    /// The project's own exports, made from the specifications by a program that does not know the readers.
    package static let fixtures = below(FixtureFolder.package.appending(path: "Fixtures/exports"))

    /// The fixtures that are not damaged on purpose, except for single entries.
    package static let goodFixtures = fixtures.filter { $0.expected.error == nil && !$0.place.contains("/hostile/") }

    /// Files of real apps, and others made like them; empty if the corpus is not next to the checkout.
    package static let corpus =
        below(FixtureFolder.corpus).filter { ["aegis", "made"].contains($0.place.prefix { $0 != "/" }) }

    /// Files made from the specifications of further apps; empty if the corpus is not next to the checkout.
    package static let corpus2 = below(FixtureFolder.corpus2)

    /// Tables, lists and further apps, also folders; empty if the corpus is not next to the checkout.
    package static let corpus3: [ExportSample] = {
        let folder = FixtureFolder.corpus3
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file)) ?? []
        return samples(names.sorted().map { folder.appending(path: $0, directoryHint: .notDirectory) }, in: folder)
    }()

    /// All files of which something is expected, in name order.
    private static func below(_ folder: URL) -> [ExportSample] {
        samples((try? FixtureFolder.files(below: folder)) ?? [], in: folder)
    }

    private static func samples(_ urls: [URL], in folder: URL) -> [ExportSample] {
        urls.compactMap { url in
            guard let expected = try? ExpectedAccounts(of: url) else { return nil }
            let place = String(url.file.dropFirst(folder.file.count).drop { $0 == "/" })
            let ids = [expected.format ?? "", String(place.prefix { $0 != "/" })]
            guard ids.contains(where: Thoroughness.concerns) else { return nil }
            return ExportSample(url: url, place: place, expected: expected)
        }
    }
}
