import TOTPDomain

/// Compressed data other than gzip, unpacked in portions.
package final class PackedStream: ByteStream {
    /// A compression, by the first bytes of its files.
    package enum Compression: Sendable, CaseIterable {
        case zstd, xz, bzip2

        package var signature: [UInt8] {
            switch self {
            case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
            case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
            // The three letters alone could start a text.
            case .bzip2: Array("BZh91AY&SY".utf8)
            }
        }
    }

    private let archive: LibArchive
    private var isAtEnd: Bool

    /// - Throws: ``SourceError`` with `limit-exceeded` if out of memory, or with `corrupt`.
    package init(_ packed: any ByteStream, _ compression: Compression) throws(SourceError) {
        archive = try LibArchive(packed, .packed(compression))
        do throws(LibArchive.Failure) {
            if case .header = try archive.next() { isAtEnd = false } else { isAtEnd = true }
            // A file of little more than the signature would come as it is.
            guard archive.isUnpacking else { throw LibArchive.Failure.broken("") }
        } catch { throw Self.error(error) }
    }

    /// - Throws: ``SourceError`` with `corrupt` if the data is damaged or cut off; the bytes before were already
    ///   returned.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        guard !buffer.isEmpty, !isAtEnd else { return 0 }
        do throws(LibArchive.Failure) {
            let count = try archive.read(into: buffer)
            isAtEnd = count == 0
            // Where the other compressions are damaged, bzip2 ends.
            if isAtEnd, archive.hasRest { throw LibArchive.Failure.stream(Self.rest) }
            return count
        } catch { throw Self.error(error) }
    }

    private static let rest = SourceError(
        .corrupt, "something else follows the compressed data", "unpack it, and look at the end of the file")

    private static func error(_ failure: LibArchive.Failure) -> SourceError {
        if case .stream(let error) = failure { return error }
        return SourceError(.corrupt, "the compressed data is damaged or cut off", .copyAgain(from: "its source"))
    }
}
