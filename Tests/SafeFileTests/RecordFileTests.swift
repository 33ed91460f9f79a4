import Encodings
import FixtureSupport
import Testing

@testable import SafeFile

@Suite("Files of records")
struct RecordFileTests {
    let folder: TemporaryFolder
    private static let signature = Array("records 1\n".utf8)
    private static let records = [[1], Array("two".utf8), [UInt8](repeating: 3, count: 300)] as [[UInt8]]

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String = "records") throws -> RecordFile {
        try RecordFile(folder.path(name), signature: Self.signature)
    }

    /// The records of the file, each also read by its place.
    private func records(_ file: RecordFile) throws -> [[UInt8]] {
        var found: [(RecordFile.Place, [UInt8])] = []
        try file.forEach { found.append(($0, Array($1))) }
        for (place, record) in found { #expect(try file.content(at: place) == record) }
        return found.map(\.1)
    }

    /// The bytes of a file with all records.
    private func whole() throws -> [UInt8] {
        do {
            let file = try open("whole")
            for record in Self.records { #expect(try file.content(at: file.append(record)) == record) }
        }
        return try folder.bytes("whole")
    }

    @Test("Records are there when the file is opened again, and more can be appended")
    func again() throws {
        for count in 0...Self.records.count {
            let file = try open()
            #expect(try records(file) == Array(Self.records.prefix(count)))
            if count < Self.records.count { _ = try file.append(Self.records[count]) }
        }
        #expect(try folder.permissions("records") == 0o600)
    }

    @Test("A record that was cut off is dropped, wherever the cut is, and the next one takes its place")
    func cut() throws {
        let whole = try whole()
        var ends = [Self.signature.count]
        for record in Self.records { ends.append(ends[ends.count - 1] + record.count + 12) }
        #expect(ends.last == whole.count)
        for count in 0..<whole.count {
            try folder.write(Array(whole.prefix(count)), to: "records")
            let left = ends.dropFirst().count { $0 <= count }
            do {
                let file = try open()
                #expect(try records(file) == Array(Self.records.prefix(left)), "cut at \(count)")
                _ = try file.append([9])
            }
            #expect(try records(open()) == Self.records.prefix(left) + [[9]], "cut at \(count)")
        }
    }

    @Test("A changed record is dropped, with everything after it")
    func changed() throws {
        let whole = try whole()
        for index in Self.signature.count..<whole.count {
            var bytes = whole
            bytes[index] ^= 0x40
            try folder.write(bytes, to: "records")
            let found = try records(open())
            #expect(found.count < Self.records.count && Self.records.starts(with: found), "byte \(index)")
        }
    }

    @Test("Zeros after the last record are removed: a file system may leave them after a power failure")
    func zeros() throws {
        let whole = try whole()
        try folder.write(whole + [UInt8](repeating: 0, count: 5000), to: "records")
        #expect(try records(open()) == Self.records)
        #expect(try folder.bytes("records") == whole)
    }

    @Test("Another file is refused and stays as it is", arguments: ["a note\n", "records 2\nand more", "x"])
    func otherFile(text: String) throws {
        try folder.write(text, to: "records", permissions: 0o644)
        #expect(problem { _ = try open() }?.kind == .foreign)
        #expect(try folder.text("records") == text)
        #expect(try folder.permissions("records") == 0o644)
    }

    @Test("Folders and devices are refused")
    func noFile() throws {
        try folder.makeFolder("records")
        #expect(problem { _ = try open() }?.kind == .isFolder)
        let device = problem { _ = try RecordFile("/dev/null", signature: Self.signature) }
        #expect(device?.kind == .notRegular)
    }

    @Test("A second process is refused while the file is in use")
    func locked() throws {
        let file = try open()
        let refusal = problem { _ = try open() }
        #expect(refusal?.kind == .locked && refusal?.message.contains("another run") == true)
        withExtendedLifetime(file) {}
    }

    @Test("Everything can be removed")
    func removing() throws {
        let file = try open()
        _ = try file.append([1])
        try file.removeAll()
        _ = try file.append([2])
        #expect(try records(file) == [[2]])
    }

    @Test("A record has at least one byte and at most 16 MiB")
    func sizes() throws {
        let file = try open()
        for count in [0, Limit.imageRecord + 1] {
            #expect(throws: FileError.self) { try file.append([UInt8](repeating: 0, count: count)) }
        }
        let largest = [UInt8](repeating: 7, count: Limit.imageRecord)
        _ = try file.append(largest)
        _ = try file.append([1])
        #expect(try records(file) == [largest, [1]])
    }
}
