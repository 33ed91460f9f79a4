import FixtureSupport
import Foundation
import TOTPDomain
import Testing

/// The codes that programs find in reports, in the source and in `Docs/cli.md`.
@Suite("Codes of the report in Docs/cli.md")
struct ContractCodesTests {
    private static func text(_ path: String) throws -> String {
        String(decoding: try FixtureFolder.bytes(FixtureFolder.package.appending(path: path)), as: UTF8.self)
    }

    /// The values of the constants of a type: `static let name: TYPE = "value"`.
    private static func constants(of type: String, in path: String) throws -> Set<String> {
        Set(
            try text(path).split(separator: "\n").filter { $0.contains(": \(type) = \"") }
                .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) })
    }

    /// Returns the words in backticks in the part of the page between two texts.
    private static func listed(from start: String, to end: String) throws -> Set<String> {
        let page = try text("Docs/cli.md")
        let rest = try #require(page.firstRange(of: start).map { page[$0.upperBound...] })
        let part = try #require(rest.firstRange(of: end).map { rest[..<$0.lowerBound] })
        let pieces = part.split(separator: "`", omittingEmptySubsequences: false)
        return Set(pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) })
    }

    @Test("Every loss has a row, and every row is a loss")
    func losses() throws {
        let codes = try Self.constants(of: "Code", in: "Sources/TOTPDomain/Ports/Export.swift")
            .union(ExportCapabilities.Detail.allCases.map { ExportLoss.Code.detail($0).rawValue })
        #expect(codes.isSuperset(of: ["note", "pin", "name", "unverified"]))
        #expect(try Self.listed(from: "| `code` | what was lost: ", to: "|\n") == codes)
    }

    @Test("Every reason to reject an entry is listed, and nothing else")
    func rejections() throws {
        let codes = try Self.constants(of: "RejectionCode", in: "Sources/TOTPDomain/Account/EntryError.swift")
        #expect(codes.isSuperset(of: ["secret-missing", "type-not-supported"]))
        #expect(try Self.listed(from: "The codes of rejected entries:", to: "\n\n") == codes)
    }
}
