import FixtureSupport
import Foundation

/// The program's own plain JSON.
struct ItemsDocument: Decodable {
    var items: [ExpectedAccounts.Item]
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
        var present, missing: [Int]
        var mixed: Bool?
        var sources: [String]
    }

    var totals: Totals
    var sources: [Source]
    var batches: [Batch]

    init(_ path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }
}
