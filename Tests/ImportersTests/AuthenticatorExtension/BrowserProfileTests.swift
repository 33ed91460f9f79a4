import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Containers

/// The folder of the extension in a browser's profile. `LevelDBTests` has the files; the fixtures have whole folders.
@Suite("Authenticator in a browser's profile")
struct BrowserProfileTests {
    private static let folder = FixtureFolder.package.appending(
        path: "Fixtures/exports/authenticator-extension/profile-tables")
    private static let current = Array("MANIFEST-000002\n".utf8)

    private func files() throws -> [String: [UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try FixtureFolder.bytes(Self.folder.appending(path: $0))) })
    }

    private func read(_ files: [String: [UInt8]], _ content: [UInt8] = current) throws -> ImportedDocument {
        let siblings = SiblingFiles(
            name: "CURRENT", names: { () throws(SourceError) in Array(files.keys) }, content: { files[$0] })
        return try ImportersTests.read(content, siblings: siblings)
    }

    @Test("Its tables and logs are read together, and no manifest is needed")
    func folder() throws {
        var files = try files()
        let document = try read(files)
        #expect(document.format == "authenticator-extension" && document.items.count == 10 && document.warnings.isEmpty)
        files["MANIFEST-000002"] = nil
        files["notes.log"] = Array("not read".utf8)
        #expect(try read(files).items.map(\.fieldsLine) == document.items.map(\.fieldsLine))
    }

    @Test("A damaged or missing file is a warning or fewer accounts, and never another secret")
    func damaged() throws {
        let files = try files(), secrets = Set(try read(files).items.map(\.secret))
        for name in ["000005.ldb", "000007.sst", "000009.log"] {
            var changed = files
            changed[name]?[20] ^= 1
            let document = try read(changed)
            #expect(
                document.warnings.map(\.message).contains { $0.hasPrefix("1 part of the folder is damaged") }, "\(name)"
            )
            // An old entry may come back, under the secret that it had.
            let others = document.items.filter { !secrets.contains($0.secret) }
            #expect(others.allSatisfy { $0.secret.base32 == "GEZDGNBVGY3TQOJQ" }, "\(name)")
        }
    }

    /// A table with one block.
    private static func table(packedAs method: UInt8) -> [UInt8] {
        func stored(_ block: [UInt8], _ method: UInt8) -> [UInt8] {
            block + [method] + LevelDBChecksum.masked(block + [method]).bytes(.little)
        }
        let data = stored([UInt8](repeating: 7, count: 16), method)
        let index: [UInt8] = [0, 1, 2, 0x6B, 0, 16] + [0, 0, 0, 0] + [1, 0, 0, 0]
        let handles: [UInt8] = [0, 0, UInt8(data.count), UInt8(index.count)]
        return data + stored(index, 0) + handles + [UInt8](repeating: 0, count: 36)
            + [0x57, 0xFB, 0x80, 0x8B, 0x24, 0x75, 0x47, 0xDB]
    }

    @Test("A folder of which nothing can be read says how many parts are damaged or packed in an unknown way")
    func unreadable() throws {
        let files = try files()
        let broken = files.mapValues { bytes in bytes.map { $0 ^ 0x55 } }
        let other: [String: [UInt8]] = ["000001.ldb": Self.table(packedAs: 0)]
        for (files, code, text) in [
            (broken, .corrupt, " parts of the folder are damaged; copy the folder again"),
            (
                ["000001.ldb": Self.table(packedAs: 2)], .unsupportedVersion,
                "1 part of the folder is packed in an unknown"
            ),
            (
                broken.merging(["000001.ldb": Self.table(packedAs: 2)]) { old, _ in old }, .corrupt,
                "damaged, and 1 part of the folder is packed"
            ),
            (other, .corrupt, "1 part of the folder is damaged"),
        ] as [([String: [UInt8]], SourceError.Code, String)] {
            let failure = #expect(throws: SourceError.self) { try read(files) }
            #expect(failure?.code == code && failure?.message.contains(text) == true, "\(failure?.message ?? "")")
        }
    }

    @Test("One file, or a folder that cannot be listed, says to name the folder")
    func alone() throws {
        let files = try files()
        for content in [Self.current, try #require(files["000005.ldb"]), try #require(files["000009.log"])] {
            let failure = #expect(throws: SourceError.self) { try read([:], content) }
            #expect(failure?.code == .unrecognised && failure?.message.contains("name the folder") == true)
        }
    }

    @Test(
        "It is recognized by the file that names the manifest",
        arguments: [
            ("MANIFEST-000002\n", "authenticator-extension"), ("MANIFEST-1", "authenticator-extension"),
            ("MANIFEST-\n", nil),
            ("MANIFEST-12x\n", nil), ("MANIFEST-000002\nmore", nil), ("manifest-000002\n", nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
