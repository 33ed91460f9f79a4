public import Foundation

/// An export of an app, and what must come of it.
public struct ExportSample: Sendable, CustomStringConvertible {
    public let url: URL
    /// Folder and name: `aegis/plain.json`.
    public let place: String
    public let expected: ExpectedAccounts

    public var description: String { place }

    /// The project's own exports, made from the specifications by a program that does not know the readers.
    public static let fixtures = below(FixtureFolder.package.appending(path: "Fixtures/exports"))

    /// Those of them that are not damaged on purpose, single entries aside.
    public static let goodFixtures = fixtures.filter {
        $0.expected.error == nil && !$0.place.contains("/hostile/") && !$0.isDecidedOtherwise
    }

    /// The team's files of real apps, and what was made in their likeness; none where they are not beside the checkout.
    public static let corpus =
        below(FixtureFolder.corpus).filter { ["aegis", "made"].contains($0.place.prefix { $0 != "/" }) }

    /// All files with an expectation beside them, in name order.
    private static func below(_ folder: URL) -> [ExportSample] {
        let files = (try? FixtureFolder.files(below: folder)) ?? []
        return files.compactMap { url in
            (try? ExpectedAccounts(besides: url)).map { expected in
                ExportSample(
                    url: url, place: String(url.file.dropFirst(folder.file.count).drop { $0 == "/" }),
                    expected: expected)
            }
        }
    }

    /// Whether the readers decide otherwise than the generator, which the specifications leave to both. Of these files
    /// no entry may be lost: each is an account or a rejection.
    public var isDecidedOtherwise: Bool {
        let decisions = [
            // A name that is no UTF-8, or a number, is kept with what can be read of it.
            "not-utf8.", "wrong-types.",
            // Our own JSON is read as it is written: no prefix is taken off, and no other type is bent into shape.
            "json/plain.json", "json/hostile/",
            // An issuer or a name that the link lacks is taken from the item.
            "bitwarden/half-names.json",
            // A row without a key is an entry of an app that has nothing but keys.
            "bitwarden-authenticator/rejected.csv",
            // The link that is cut off, and whatever stood behind it.
            "stratum/hostile/truncated.html",
        ]
        return decisions.contains { place.contains($0) }
    }
}
