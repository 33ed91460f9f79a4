import CDeflate
import Encodings
public import TOTPDomain

/// Compressed data, RFC 1952.
public enum Gzip {
    /// - parameter limit: bytes of what comes out.
    /// - throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    public static func unpack(_ packed: [UInt8], limit: Int) throws(SourceError) -> [UInt8] {
        guard packed.count >= 18, packed.starts(with: [0x1F, 0x8B]) else { throw damaged }
        // The last four bytes are the unpacked size, modulo 2^32.
        let size = Int(packed.integer(UInt32.self, at: packed.count - 4, .little) ?? 0)
        guard size <= limit else {
            throw SourceError(.limitExceeded, "the packed data has \(size >> 20) MiB; the limit is \(limit >> 20)")
        }
        guard let decompressor = libdeflate_alloc_decompressor() else {
            throw SourceError(.limitExceeded, "not enough memory to unpack")
        }
        defer { libdeflate_free_decompressor(decompressor) }
        var isDone = false
        let unpacked = [UInt8](unsafeUninitializedCapacity: max(1, size)) { out, count in
            var written = 0
            isDone =
                libdeflate_gzip_decompress(
                    decompressor, packed, packed.count, out.baseAddress, size, &written) == LIBDEFLATE_SUCCESS
            count = isDone ? written : 0
        }
        guard isDone, unpacked.count == size else { throw damaged }
        return unpacked
    }

    private static var damaged: SourceError {
        SourceError(.corrupt, "the packed data is damaged; export it again")
    }
}
