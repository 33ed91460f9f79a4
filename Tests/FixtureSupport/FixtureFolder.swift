import Platform

/// Where the test inputs are.
package enum FixtureFolder {
    /// The root of the package.
    package static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The project's own pictures and links, made by `Fixtures/generators/make_images.py`.
    package static let images = package.appending(path: "Fixtures/images")

    /// Exports of real apps, next to the checkout on the team's machines; elsewhere tests that need it are skipped.
    package static let corpus = package.deletingLastPathComponent().appending(path: "shared/corpus")

    /// The files of further apps.
    package static let corpus2 = package.deletingLastPathComponent().appending(path: "shared/corpus-2")

    /// Tables, lists and servers' files; some exports are folders.
    package static let corpus3 = package.deletingLastPathComponent().appending(path: "shared/corpus-3")

    /// Why a test is skipped without them.
    package static let needsCorpus = "needs the exports in ../shared/corpus; see CONTRIBUTING.md"

    package static func exists(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.path(percentEncoded: false))
    }

    package static func bytes(_ url: URL) throws -> [UInt8] { try [UInt8](Data(contentsOf: url)) }

    /// All files below a folder, in name order, except hidden ones.
    package static func files(below folder: URL) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { path in !path.split(separator: "/").contains { $0.hasPrefix(".") } }
            .sorted()
            .map { folder.appending(path: $0) }
            .filter { url in
                (try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))[.type])
                    .flatMap { $0 as? FileAttributeType } == .typeRegular
            }
    }
}
