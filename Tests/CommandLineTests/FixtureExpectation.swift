import FixtureSupport
import Foundation

/// What stands beside a fixture: `NAME.expected.json` (see `Fixtures/README.md`).
struct FixtureExpectation: Decodable {
    struct Item: Codable, Hashable {
        var type: String
        var issuer: String
        var name: String
        var secret: String
        var algorithm: String
        var digits: Int
        var period: Int?
        var counter: Int64?
        var pin: String?
    }

    struct Batch: Decodable {
        var id: String
        var size: Int
        var index: Int
    }

    var status: String
    var codes: Int
    var items: [Item]
    var rejected: [String]
    var failure: String?
    var warning: String?
    var batch: Batch?

    static let ending = ".expected.json"

    /// All inputs that have one, in name order.
    static let inputs: [URL] = {
        let files = (try? FixtureFolder.files(below: FixtureFolder.images)) ?? []
        return files.filter { $0.lastPathComponent.hasSuffix(ending) }
            .map { URL(filePath: String($0.file.dropLast(ending.count))) }
            .filter { !unreadableGroups.contains($0.deletingLastPathComponent().lastPathComponent) }
    }()

    /// Pictures of libraries that this build does not have. `make test` has all of them.
    static let unreadableGroups: Set<String> = {
        var groups: Set = ["heif", "tiff", "gif", "pdf"]
        #if HEIF
            groups.remove("heif")
        #endif
        #if TIFF
            groups.remove("tiff")
        #endif
        #if GIF
            groups.remove("gif")
        #endif
        #if PDF
            groups.remove("pdf")
        #endif
        return groups
    }()

    init(of input: URL) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: input.file + Self.ending)))
    }
}

extension FixtureExpectation.Item {
    init(_ item: ExpectedAccounts.Item) {
        self.init(
            type: item.kind, issuer: item.issuer, name: item.name, secret: item.secret, algorithm: item.algorithm,
            digits: item.digits, period: item.period, counter: item.counter, pin: item.pin)
    }
}

/// The program's own plain JSON.
struct ItemsDocument: Decodable {
    var items: [FixtureExpectation.Item]
}

/// The ledger of `--report`.
struct ReportDocument: Decodable {
    struct Totals: Decodable {
        var found, added, updated, duplicates, rejected: Int
    }

    struct Entry: Decodable {
        var outcome: String
        var code: String?
    }

    struct Source: Decodable {
        var name: String
        var format: String?
        var status: String
        var codes: Int?
        var entries: [Entry]
        var warnings: [String]?
        var code: String?
    }

    struct Batch: Decodable {
        var id: String
        var parts: Int
        var present: [Int]
        var missing: [Int]
    }

    var totals: Totals
    var sources: [Source]
    var batches: [Batch]

    init(_ path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }
}
