import Containers
import FixtureSupport
import Foundation
import Testing

@Suite("Tar archives")
struct TarWriterTests {
    private static let python = PythonInterpreter.find(with: ["tarfile"])

    /// One line per file: everything that a header says, and the bytes.
    private static let script = """
        import io, json, sys, tarfile
        archive = tarfile.open(fileobj=sys.stdin.buffer)
        print(json.dumps([[m.name, m.size, m.mode, m.mtime, m.uid, m.gid, m.uname, m.isreg(),
            archive.extractfile(m).read().hex()] for m in archive]))
        """

    @Test("Python reads back every name and every byte", .enabled(if: python != nil, "Python is missing"))
    func readBack() throws {
        let python = try #require(Self.python)
        let names = [
            "a.png", "Acorn Bank - alice.png", "Ünïcode – 日本 🔑.png", "e\u{301}.png", "folder/links.txt",
            String(repeating: "n", count: 100), String(repeating: "n", count: 101), String(repeating: "ü", count: 120),
            // Lengths at which the length of the record itself gets another digit.
            String(repeating: "ü", count: 45), String(repeating: "ü", count: 46), String(repeating: "x", count: 990),
        ]
        var generator = SeededGenerator(seed: 1)
        let files = names.enumerated().map { index, name in
            (name: name, bytes: generator.bytes([0, 1, 511, 512, 513, 10_000][index % 6]))
        }
        let writer = TarWriter(modified: 1_795_253_400)
        let archive = files.flatMap { writer.entry($0.name, $0.bytes) } + TarWriter.end
        #expect(archive.count.isMultiple(of: 512))

        let outcome = try Program.run(
            python.url, ["-c", Self.script], environment: ["PYTHONIOENCODING": "utf-8"], input: Data(archive))
        #expect(outcome.errors == "")
        let read = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[Any]])
        #expect(read.count == files.count)
        for (file, members) in zip(files, read) {
            let name = try #require(members[0] as? String)
            #expect(Array(name.utf8) == Array(file.name.utf8))
            #expect(members[1] as? Int == file.bytes.count)
            #expect(members[2] as? Int == 0o600)
            #expect(members[3] as? Int == 1_795_253_400)
            #expect(members[4] as? Int == 0 && members[5] as? Int == 0 && members[6] as? String == "")
            #expect(members[7] as? Bool == true)
            #expect(members[8] as? String == file.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        }
    }

    @Test("A short ASCII name needs one header")
    func header() {
        let entry = TarWriter(modified: 8).entry("a.txt", Array("hello".utf8))
        #expect(entry.count == 1024)
        #expect(entry[0..<6].elementsEqual("a.txt\u{0}".utf8))
        #expect(entry[100..<108].elementsEqual("0000600\u{0}".utf8))
        #expect(entry[124..<148].elementsEqual("00000000005\u{0}00000000010\u{0}".utf8))
        #expect(entry[156..<157].elementsEqual("0".utf8))
        #expect(entry[257..<265].elementsEqual("ustar\u{0}00".utf8))
        #expect(entry[512..<517].elementsEqual("hello".utf8))
        #expect(TarWriter.end == [UInt8](repeating: 0, count: 1024))
    }
}
