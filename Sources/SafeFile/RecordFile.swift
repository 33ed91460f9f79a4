import Encodings
import Platform
import Synchronization

/// A file to which records are appended, each with a checksum.
///
/// A process that is killed leaves all records that were appended before: a record that was cut off is dropped when the
/// file is opened again, with everything after it. The file has mode 0600, and one process at a time uses it.
package final class RecordFile: Sendable {
    /// Where a record's content is in the file.
    package struct Place: Sendable, Hashable {
        package var offset, count: Int
    }

    private let file: OpenFile
    private let path: String
    private let signature: [UInt8]
    /// Where the next record goes.
    private let end = Mutex(0)

    /// Before a record: its length. After it: its checksum.
    private static let lengthCount = 4, checksumCount = 8

    /// Opens a file, or creates it.
    ///
    /// - Parameter signature: the first bytes of every such file.
    /// - Throws: ``FileError``: of kind `foreign` for a file with other first bytes, and `locked` if it is in use.
    package init(_ path: String, signature: [UInt8]) throws(FileError) {
        (self.path, self.signature) = (path, signature)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw FileError(writing: path) }
        file = OpenFile(descriptor: descriptor, name: path)
        guard try file.size != nil else { throw FileError(.notRegular, path: path, detail: "") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            if errno != EWOULDBLOCK { throw FileError(writing: path) }
            throw FileError(
                .locked, path: path, detail: "another run uses it", advice: "let it finish, or choose another name")
        }
        let start = try read(at: 0, count: signature.count)
        guard signature.starts(with: start) else {
            throw FileError(.foreign, path: path, detail: "is another kind of file")
        }
        _ = fchmod(descriptor, 0o600)
        if start.count < signature.count { try removeAll() }
    }

    /// Calls `body` with each record, from the first. Bytes after the last whole record are removed.
    package func forEach(_ body: (Place, ArraySlice<UInt8>) -> Void) throws(FileError) {
        var buffer: [UInt8] = []
        // The offset of the first byte in the buffer.
        var offset = signature.count
        var index = 0
        var isAtEnd = false
        while true {
            if let count = Self.length(buffer[index...]), buffer.count - index >= Self.size(count) {
                let content = buffer[(index + Self.lengthCount)..<(index + Self.lengthCount + count)]
                let sum = buffer[content.endIndex..<(content.endIndex + Self.checksumCount)]
                guard sum.elementsEqual(Self.checksum(content)) else { break }
                body(Place(offset: offset + content.startIndex, count: count), content)
                index += Self.size(count)
                continue
            }
            if isAtEnd || Self.isImpossible(buffer[index...]) { break }
            buffer.removeSubrange(..<index)
            offset += index
            index = 0
            let more = try read(at: offset + buffer.count, count: 1 << 20)
            isAtEnd = more.isEmpty
            buffer += more
        }
        try end.withLock { end throws(FileError) in
            end = offset + index
            guard ftruncate(file.descriptor, off_t(end)) == 0 else { throw FileError(writing: path) }
        }
    }

    /// Appends a record of 1 to `Limit.imageRecord` bytes.
    package func append(_ record: [UInt8]) throws(FileError) -> Place {
        guard 1...Limit.imageRecord ~= record.count else {
            throw FileError(.tooLarge, path: path, detail: "a record is too large")
        }
        let length = UInt32(record.count)
        let bytes = length.bytes(.little) + record + Self.checksum(record[...])
        return try end.withLock { end throws(FileError) in
            do throws(FileError) { try write(bytes, at: end) } catch {
                // The next record must not come after a part of this record.
                _ = ftruncate(file.descriptor, off_t(end))
                throw error
            }
            defer { end += bytes.count }
            return Place(offset: end + Self.lengthCount, count: record.count)
        }
    }

    /// The content of a record.
    package func content(at place: Place) throws(FileError) -> [UInt8] {
        try read(at: place.offset, count: place.count)
    }

    /// Removes all records.
    package func removeAll() throws(FileError) {
        try end.withLock { end throws(FileError) in
            guard ftruncate(file.descriptor, 0) == 0 else { throw FileError(writing: path) }
            try write(signature, at: 0)
            end = signature.count
        }
    }

    // MARK: - Bytes

    /// The length that a record starts with; nil if it is incomplete or impossible.
    private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= lengthCount else { return nil }
        let length = Int(bytes.prefix(lengthCount).integer(.little) ?? 0)
        return 1...Limit.imageRecord ~= length ? length : nil
    }

    private static func isImpossible(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= lengthCount && length(bytes) == nil
    }

    private static func size(_ count: Int) -> Int { lengthCount + count + checksumCount }

    /// FNV-1a: against accidents only. The writer of the records protects content that must not be forged.
    private static func checksum(_ content: ArraySlice<UInt8>) -> [UInt8] {
        content.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }.bytes(.little)
    }

    /// Fewer bytes only at the end of the file.
    private func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(file.descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
            }
            if read < 0 {
                if errno == EINTR { continue }
                throw FileError(reading: path)
            }
            if read == 0 { break }
            done += read
        }
        bytes.removeLast(count - done)
        return bytes
    }

    /// Only one writer at a time moves the position; ``read(at:count:)`` does not use it.
    private func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try file.seek(to: offset)
        try file.write(bytes)
    }
}
