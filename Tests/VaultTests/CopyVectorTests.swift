import CryptoPrimitives
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

/// `Docs/vault-format/merging.json`, which was written from the specification alone.
@Suite("Copies are merged as the specification says")
struct CopyVectorTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        var about: String
        /// Two plaintexts.
        var copies: [JSONValue]
        /// After the merge.
        var items: [JSONValue]
        var seen: String
        /// Members beside the items.
        var others: [String: JSONValue]?

        var testDescription: String { about }
    }

    /// Where the file cannot be read, ``count()`` fails.
    private static let all: [Vector] = {
        struct File: Decodable { var cases: [Vector] }
        let path = FixtureFolder.package.appending(path: "Docs/vault-format/merging.json")
        return (try? JSONDecoder().decode(File.self, from: Data(contentsOf: path)).cases) ?? []
    }()

    @Test("The file has 28 cases")
    func count() { #expect(Self.all.count == 28) }

    @Test("In either order, a merge gives what the file says", arguments: all)
    func merge(vector: Vector) throws {
        let copies = try vector.copies.map { copy in
            try VaultDocument(plaintext: SecureBytes(copying: Array(JSONEncoder().encode(copy))))
        }
        for order in [copies, copies.reversed()] {
            let merged = try CopyMerge(order[0], with: order[1]).document.plaintext().withBytes { Data($0) }
            let found = try JSONDecoder().decode(JSONValue.self, from: merged)
            #expect(Self.byID(found["items"]) == Self.byID(.array(vector.items)))
            #expect(found["seen"] ?? .string("") == .string(vector.seen))
            for (name, value) in vector.others ?? [:] { #expect(found[name] == value) }
        }
    }

    private static func byID(_ items: JSONValue?) -> [JSONValue: JSONValue] {
        guard case .array(let items) = items else { return [:] }
        return Dictionary(items.map { ($0["id"] ?? .null, $0) }) { first, _ in first }
    }
}
