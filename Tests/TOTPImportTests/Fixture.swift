import FixtureSupport
import TOTPImport

/// Files of the fixtures, in memory.
enum Fixture {
    static func bytes(_ path: String) throws -> [UInt8] {
        try FixtureFolder.bytes(FixtureFolder.package.appending(path: "Fixtures/\(path)"))
    }

    static func path(_ path: String) -> String {
        FixtureFolder.package.appending(path: "Fixtures/\(path)").path(percentEncoded: false)
    }

    static func input(_ path: String) throws -> ImportInput { .bytes(try bytes(path), named: path) }
}

extension ImportLedger {
    /// Whether the counts add up, for all inputs together and for each.
    var addsUp: Bool {
        totals.records == totals.found + totals.skipped.total
            && totals.found == totals.added + totals.updated + totals.duplicates + totals.rejected
            && totals.found == sources.reduce(0) { $0 + $1.entries.count }
            && sources.allSatisfy { $0.records == $0.entries.count + $0.skipped.total }
    }
}
