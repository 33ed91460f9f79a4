import FixtureSupport
import Foundation
import Testing

/// Small files that would become large ones, or would take forever: one clear line, at most 256 MiB and ten seconds.
@Suite("Bombs", .enabled(if: MeasuredRun.isPossible, "the system has no /proc"))
struct BombTests {
    private static let passphrase = "correct horse"

    @Test("Zeros without an end are too large, as a file that takes no space and as a device")
    func zeros() throws {
        let sparse = try folder.write("", to: "sparse")
        try #require(truncate(sparse, 1 << 40) == 0)
        for (arguments, says) in [
            (["list", sparse], "larger than 256 MiB"), (["scan", "/dev/zero"], "larger than 256 MiB"),
            (["convert", "/dev/zero", "--to", "json"], "larger than 256 MiB"),
            (["validate", sparse, "/dev/zero"], "it consists of zeros only"),
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(says), "\(outcome.errors)")
        }
    }

    @Test("After the content of a file, zeros are read up to a limit", arguments: ["tar", "zip", "gzip"])
    func sparse(kind: String) throws {
        let entry = ArchiveFile.Entry("a.txt", "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP\n")
        let start: [UInt8] =
            switch kind {
            case "tar": try ArchiveFile([entry]).bytes(.tar)
            case "zip": try Array(ArchiveFile([entry, entry]).bytes(.zip).prefix(150))
            default: try Packing.gzip.pack(entry.bytes)
            }
        let path = try folder.write(start, to: "file")
        try #require(truncate(path, 1 << 40) == 0)
        let outcome = try Program.run(["list", path])
        #expect(outcome.status == (outcome.text.contains("alice") ? 1 : 2), "\(outcome.errors)")
        let says = ["gzip": "larger than 256 MiB", "zip": "damaged or cut off"][kind] ?? "zeros between two files"
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Bomb: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A part of the line on standard error.
        let says: String
        let make: @Sendable () throws -> [UInt8]

        init(_ name: String, says: String, make: @escaping @Sendable () throws -> [UInt8]) {
            (testDescription, self.says, self.make) = (name, says, make)
        }
    }

    private static let spaces = [UInt8](repeating: 0x20, count: 1 << 20)

    /// A KeePass database around packed content.
    private static func database(_ pieces: [[UInt8]], version: Int = 4) throws -> [UInt8] {
        let packed = try Packing.gzip.pack([KDBXFile.innerHeader(version)] + pieces)
        return try KDBXFile(version: version, cipher: .chaCha20).bytes(sealing: packed, passphrase)
    }

    private static func preferences(_ type: String, _ text: String = "[]") -> [UInt8] {
        Array(
            """
            <?xml version='1.0' encoding='utf-8' standalone='yes' ?>\(type)
            <map><string name="com.authy.storage.tokens.authenticator.key">\(text)</string></map>
            """.utf8)
    }

    private static let entities = (1...12).reduce("<!ENTITY e0 \"ha\">") { entities, level in
        entities + "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }

    private static let zips: [Bomb] = [
        Bomb("zip of 4 GiB minus a little, as it claims", says: "larger than 64 MiB") {
            try ZipFile([ZipFile.Entry("winauth.txt", pieces: [spaces], claimedSize: 0xFFFF_FFFE)]).bytes()
        },
        Bomb("zip of 300 MiB", says: "larger than 64 MiB") {
            try ZipFile([ZipFile.Entry("winauth.txt", pieces: [[UInt8]](repeating: spaces, count: 300))]).bytes()
        },
        Bomb("zip of 60 MiB of lines", says: "than 100 times its size") {
            let lines = [UInt8]((0..<(1 << 20)).map { $0 % 2 == 0 ? 0x78 : 0x0A })
            return try ZipFile([ZipFile.Entry("winauth.txt", pieces: [[UInt8]](repeating: lines, count: 60))]).bytes()
        },
        Bomb("zip of 300 MiB that claims a kibibyte", says: "damaged") {
            let pieces = [[UInt8]](repeating: spaces, count: 300)
            return try ZipFile([ZipFile.Entry("winauth.txt", pieces: pieces, claimedSize: 1024)]).bytes()
        },
    ]

    private static let databases: [Bomb] = [
        Bomb("KDBX of 300 MiB", says: "larger than 32 MiB when unpacked") {
            try database([Array("<KeePassFile>".utf8)] + [[UInt8]](repeating: spaces, count: 300))
        },
        Bomb("KDBX 3.1 of 300 MiB", says: "larger than 32 MiB when unpacked") {
            try database([Array("<KeePassFile>".utf8)] + [[UInt8]](repeating: spaces, count: 300), version: 3)
        },
        Bomb("KDBX of 31 MiB of spaces", says: "damaged") {
            try database([Array("<KeePassFile>".utf8)] + [[UInt8]](repeating: spaces, count: 31))
        },
        Bomb("KDBX of 31 MiB of tags", says: "nested deeper") {
            try database([Array(String(repeating: "<a>", count: 10 << 20).utf8)])
        },
        Bomb("KDBX with entities", says: "document type") {
            try database([Array("<!DOCTYPE a [\(entities)]><KeePassFile>&e12;</KeePassFile>".utf8)])
        },
        Bomb("KDBX with an attachment of 4 GiB, as it claims", says: "damaged") {
            let content = KDBXFile.innerHeader(4).dropLast(5) + [3, 0xFF, 0xFF, 0xFF, 0xFF]
            return try KDBXFile(version: 4).bytes(sealing: Packing.gzip.pack(Array(content)), passphrase)
        },
        Bomb("KDBX whose key takes 2^40 bytes", says: "--kdf-memory") {
            try forged(
                KDBXFile(version: 4, derivation: .argon2(.d, memory: 1 << 20, passes: 1))
                    .bytes(xml: "<a/>", passphrase: passphrase),
                [0, 0, 0x10, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 0])
        },
        Bomb("KDBX 3.1 whose key takes 2^40 rounds", says: "rounds") {
            try forged(
                KDBXFile(version: 3, derivation: .aes(rounds: 1 << 16)).bytes(xml: "<a/>", passphrase: passphrase),
                [6, 8, 0, 0, 0, 1, 0, 0, 0, 0, 0], [6, 8, 0, 0, 0, 0, 0, 0, 1, 0, 0])
        },
    ]

    /// The file with one number changed, and the header's hash with it.
    private static func forged(_ file: [UInt8], _ number: [UInt8], _ other: [UInt8]) throws -> [UInt8] {
        guard let range = file.firstRange(of: number) else { return [] }
        var file = file
        file.replaceSubrange(range, with: other)
        return try KDBXFile.withHeaderHash(file)
    }

    private static let others: [Bomb] = [
        Bomb("XML with entities", says: "document type") {
            preferences("<!DOCTYPE map [\(entities)]>", "&e12;")
        },
        Bomb("XML with entities in a wrong spelling", says: "damaged") {
            preferences("<!doctype map [\(entities)]>", "&e12;")
        },
        Bomb("XML nested a million times", says: "nested deeper") {
            preferences("", String(repeating: "<string>", count: 1_000_000))
        },
        Bomb("Java stream with 2^31 pairs, as it claims", says: "pairs") { JavaStream(pairs: 0x7FFF_FFFF).ended },
        Bomb("Java stream with a text of 2^56 bytes, as it claims", says: "damaged") {
            JavaStream(pairs: 1).bytes + [0x7C, 1, 0, 0, 0, 0, 0, 0, 0]
        },
        Bomb("Java stream with one long text 60,000 times", says: "repeats its texts") {
            var stream = JavaStream(pairs: 60_000)
            stream.add("0-token")
            stream.addLong("{\"label\":\"\(String(repeating: "x", count: 1 << 20))\"}")
            for key in 1..<60_000 {
                stream.add("\(key)-token")
                stream.addReference(3)
            }
            return stream.ended
        },
        Bomb("database with 6 kB in each of 20,000 rows", says: "more than fits into its file") {
            try SQLiteFile.make(
                """
                CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT);
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                    INSERT INTO accounts SELECT i, '' FROM n;
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = 'CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, '
                    || 'secret TEXT DEFAULT ''' || replace(hex(zeroblob(3000)), '0', 'A') || ''')';
                """)
        },
        Bomb("OTPClient database whose key takes a gibibyte 64 times", says: "its key derivation") {
            var file = Array("OTPClient".utf8) + [0, 0, 0, 3] + [UInt8](repeating: 7, count: 48)
            file += [0, 0, 0, 64, 0, 0x10, 0, 0, 0, 0, 0, 4]
            return file + [UInt8](repeating: 9, count: 64)
        },
    ]

    @Test(
        "A bomb is refused by its limit, with less than 256 MiB and 10 s of processor time",
        arguments: zips + databases + others)
    func isRefused(bomb: Bomb) throws {
        let bytes = try bomb.make()
        try #require(!bytes.isEmpty && bytes.count < 10 << 20)
        let file = try folder.write(bytes, to: "bomb"), passphrases = try folder.write(Self.passphrase, to: "pass")
        let run = try MeasuredRun([
            "convert", file, "--to", "json", "--output", "-", "--source-passphrase-file", passphrases,
        ])
        #expect(run.status == 2)
        #expect(run.errors.contains(bomb.says), "\(run.errors)")
        #expect(run.peak > 0 && run.peak < 256 << 20, "\(run.peak >> 20) MiB")
        #expect(run.processorTime < 10, "\(run.processorTime) s")
    }
}
