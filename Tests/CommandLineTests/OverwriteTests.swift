import FixtureSupport
import Foundation
import Testing

/// A run never overwrites a file that it reads or keeps, whatever the file is called and wherever it was found.
@Suite("Files that a run reads or keeps")
struct OverwriteTests {
    private let folder: TemporaryFolder
    private static let link = "otpauth://totp/Good:bob?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("d/sub")
        for name in ["d/a.txt", "d/sub/b.txt", "links.txt"] { try folder.write(Self.link, to: name) }
        try folder.write("\(SampleVault.passphrase)\n", to: "passphrase.txt")
        try folder.write("key", to: "key.txt")
        try folder.makeLink("d/same.txt", to: "a.txt")
        try FileManager.default.linkItem(atPath: folder.path("d/a.txt"), toPath: folder.path("hard.txt"))
    }

    private func contents() throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in ["d/a.txt", "d/sub/b.txt", "links.txt", "passphrase.txt", "key.txt"] {
            contents[name] = try folder.bytes(name)
        }
        return contents
    }

    @Test("A database is more than its accounts, so the message names ways to add to it")
    func database() throws {
        try folder.write("a database", to: "old.kdbx")
        let outcome = try Program.run(
            ["convert", "links.txt", "--to", "keepass", "-o", "old.kdbx"], passphrase: SampleVault.passphrase,
            in: URL(filePath: folder.path))
        #expect(outcome.status == 2)
        #expect(
            outcome.errors.contains("old.kdbx: already exists; choose another name and merge the two in KeePass, or"))
        #expect(try folder.text("old.kdbx") == "a database")
    }

    @Test(
        "Inputs, also those found in folders, keys and passphrases stay as they are",
        arguments: [
            ["convert", "d", "--to", "json", "--report", "d/a.txt"],
            ["convert", "d", "--to", "json", "--report", "d/sub/../sub/b.txt"],
            ["convert", "d", "--to", "json", "--report", "d/same.txt"],
            ["convert", "d", "--to", "json", "--report", "hard.txt"],
            ["convert", "d", "--to", "json", "--output", "d/sub/b.txt", "--force"],
            ["convert", "links.txt", "--to", "json", "--key-file", "key.txt", "--report", "key.txt"],
            [
                "convert", "links.txt", "--to", "json", "--source-passphrase-file", "passphrase.txt", "--report",
                "passphrase.txt",
            ],
            [
                "convert", "links.txt", "--to", "json", "--passphrase-file", "passphrase.txt", "--output",
                "passphrase.txt", "--force",
            ],
            ["validate", "d", "--fix", "--output", "d/a.txt", "--force"],
            ["validate", "d", "--json", "--output", "hard.txt", "--force"],
            ["import", "d", "--vault", "new.json", "--report", "d/a.txt"],
            [
                "import", "links.txt", "--vault", "new.json", "--passphrase-file", "passphrase.txt", "--report",
                "passphrase.txt",
            ],
        ])
    func inputs(arguments: [String]) throws {
        let before = try contents()
        let outcome = try Program.run(arguments, passphrase: SampleVault.passphrase, in: URL(filePath: folder.path))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("would overwrite"))
        #expect(try contents() == before)
        #expect(!(try folder.names()).contains("new.json"))
    }

    @Test("Earlier versions of a vault that is named by a link are kept as well")
    func linkedVault() throws {
        try folder.makeFolder("real")
        let vault = try SampleVault(["otpauth://totp/Old:alice?secret=JBSWY3DPEHPK3PXP"], in: folder)
        try FileManager.default.moveItem(atPath: vault.path, toPath: folder.path("real/vault.json"))
        try folder.makeLink("link.json", to: "real/vault.json")
        let first = try Program.run(
            ["import", "links.txt", "--vault", "link.json"], passphrase: SampleVault.passphrase,
            in: URL(filePath: folder.path))
        #expect(first.status == 0)
        let backup = try folder.bytes("real/vault.json.bak.1")
        let second = try Program.run(
            ["import", "d", "--vault", "link.json", "--report", "real/vault.json.bak.1"],
            passphrase: SampleVault.passphrase, in: URL(filePath: folder.path))
        #expect(second.status == 64)
        #expect(try folder.bytes("real/vault.json.bak.1") == backup)
    }

    @Test("A file that belongs to an input is kept, although nobody named it")
    func siblings() throws {
        let sample = FixtureFolder.package.appending(path: "Fixtures/exports/steam/sda")
        for name in ["00191460261264352.maFile", "manifest.json"] {
            try folder.write(FixtureFolder.bytes(sample.appending(path: name)), to: name)
        }
        let manifest = try folder.bytes("manifest.json")
        for (report, status) in [("report.json", 0), ("manifest.json", 64)] {
            let outcome = try Program.run(
                ["convert", "00191460261264352.maFile", "--to", "json", "--report", report],
                environment: ["TOTP_IMPORT_SOURCE_PASSPHRASE": "frank rents 183 lighthouses"],
                in: URL(filePath: folder.path))
            #expect(outcome.status == Int32(status), "\(outcome.errors)")
        }
        #expect(try folder.bytes("manifest.json") == manifest)
    }

    @Test("The report of an earlier run in the folder is not an input, and is replaced")
    func earlierReport() throws {
        for _ in 0..<2 {
            let outcome = try Program.run(
                ["convert", "d", "--to", "json", "--output", "out.json", "--force", "--report", "d/report.json"],
                in: URL(filePath: folder.path))
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try ReportDocument(folder.path("d/report.json")).totals.found == 3)
        }
    }

    /// What is at the place of a report, a list or fingerprints, and which of them may replace it.
    static let earlierFiles: [(content: String, replacedBy: String?)] = [
        ("", "--report --delete-list --fingerprints"),
        (#"{"version":1,"command":"import","inputs":0}"#, "--report"),
        ("<!DOCTYPE html>\n<!-- Report of totp-import, version 1 -->", "--report"),
        ("d/a.txt\nd/deleted\n/tmp/deleted too\nIMG 1.JPG\n.env\nd/sub\n", "--delete-list"),
        ("d/a.txt\0of two\nlines.txt\0", "--delete-list"),
        ("source,line,code,secret,account\n", "--fingerprints"),
        (link, nil), ("d/a.txt\n\(link)", nil), ("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n", nil), ("{\"a\": \"b.c\"}", nil),
        ("site,code\nAcorn,1234-5678\n", nil), ("milk, eggs, etc.\n", nil), ("https://example.com/a.html\n", nil),
        ("{\"version\":1,\"accounts\":[]}", nil), ("<!DOCTYPE html>\n<p>d/a.txt", nil),
    ]

    @Test("A file beside the result replaces an earlier one of its kind, and no other", arguments: earlierFiles)
    func earlierFile(content: String, replacedBy: String?) throws {
        try folder.write("0123456789abcdef0123456789abcdef", to: "key.txt")
        for (command, option) in [
            (["convert", "links.txt", "--to", "json", "--output", "out.json", "--force"], "--report"),
            (["convert", "links.txt", "--to", "json", "--output", "out.json", "--force"], "--delete-list"),
            (["validate", "links.txt", "--fingerprint-key-file", "key.txt", "--force"], "--fingerprints"),
        ] {
            try folder.write(content, to: "mine")
            let names = try folder.names()
            let outcome = try Program.run(command + [option, "mine"], in: URL(filePath: folder.path))
            if replacedBy?.split(separator: " ").contains(option[...]) == true {
                #expect(outcome.status == 0, "\(option): \(outcome.errors)")
                #expect(try folder.text("mine") != content, "\(option)")
            } else {
                #expect(outcome.status == 64, "\(option)")
                #expect(outcome.errors.contains("error: \(option) mine would overwrite a file that is not a"))
                #expect(try folder.text("mine") == content, "\(option)")
                #expect(try folder.names() == names, "\(option)")
            }
            try? FileManager.default.removeItem(atPath: folder.path("out.json"))
        }
    }

    @Test("A vault that an output replaces by force is kept as its newest version")
    func vault() throws {
        let vault = try SampleVault(["otpauth://totp/Old:alice?secret=JBSWY3DPEHPK3PXP"], in: folder)
        let before = try vault.bytes()
        for (count, command) in [
            ["convert", "links.txt", "--to", "json"], ["validate", "links.txt", "--json"],
        ].enumerated() {
            let outcome = try Program.run(
                command + ["--output", SampleVault.name, "--force"], in: URL(filePath: folder.path))
            #expect(outcome.status == 0)
            #expect(
                outcome.errors.contains(
                    "vault.json has replaced a vault, which is kept; to take that back: totp-import vault undo vault.json"
                ))
            #expect(try vault.bytes() != before)
            #expect(try folder.bytes("vault.json.bak.1") == before, "\(count)")
            let undone = try Program.run(
                ["vault", "undo", SampleVault.name, "--yes", "--no-backup"], passphrase: SampleVault.passphrase,
                in: URL(filePath: folder.path))
            #expect(undone.status == 0)
            #expect(try vault.bytes() == before)
        }
        // Other files have no versions.
        try folder.write("{}", to: "other.json")
        _ = try Program.run(
            ["convert", "links.txt", "--to", "json", "--output", "other.json", "--force"],
            in: URL(filePath: folder.path))
        #expect(try !folder.names().contains("other.json.bak.1"))
    }
}
