import CZlib
import TOTPDomain

/// Compressed data, unpacked in portions: gzip (RFC 1952) unless another form is named.
///
/// Consecutive members of gzip data are one stream, as from `cat a.gz b.gz`. Zeros after the last one (tape padding)
/// are skipped.
package final class GzipStream: ByteStream {
    /// The format around the compressed data.
    package enum Form: Sendable, Hashable {
        case gzip
        /// RFC 1950. Bytes after the data are ignored.
        case zlib
        /// RFC 1951, without a header. Bytes after the data are ignored.
        case raw

        /// As zlib wants it: the window's bits, plus 16 for gzip, negative for raw data.
        var windowBits: Int32 {
            switch self {
            case .gzip: 15 + 16
            case .zlib: 15
            case .raw: -15
            }
        }
    }

    private let form: Form
    private var packed: any ByteStream
    private let state: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableRawBufferPointer
    private var isWithinMember = true
    private var isInputAtEnd = false
    private var isAtEnd = false

    /// The signature of gzip data.
    package static let magic: [UInt8] = [0x1F, 0x8B]

    /// - Throws: ``SourceError`` with `limit-exceeded` if out of memory.
    package init(_ packed: any ByteStream, form: Form = .gzip) throws(SourceError) {
        (self.packed, self.form) = (packed, form)
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        input = .allocate(byteCount: 1 << 16, alignment: 16)
        let status = inflateInit2_(state, form.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw SourceError(.limitExceeded, "not enough memory to unpack") }
    }

    deinit {
        inflateEnd(state)
        state.deallocate()
        input.deallocate()
    }

    /// - Throws: ``SourceError`` with `corrupt` if the data is damaged or cut off; the bytes before were already
    ///   returned.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        guard !buffer.isEmpty, !isAtEnd else { return 0 }
        state.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_out = UInt32(clamping: buffer.count)
        let space = state.pointee.avail_out
        while state.pointee.avail_out == space, !isAtEnd {
            if state.pointee.avail_in == 0 { try refill() }
            if !isWithinMember { try startMember() }
            if isAtEnd { break }
            switch inflate(state, Z_NO_FLUSH) {
            case Z_OK: break
            case Z_BUF_ERROR:
                guard !isInputAtEnd else {
                    throw SourceError(.corrupt, "the compressed data is cut off", .copyAgain(from: "its source"))
                }
            case Z_STREAM_END where form != .gzip: isAtEnd = true
            case Z_STREAM_END: isWithinMember = false
            default: throw SourceError(.corrupt, "the compressed data is damaged", "compress it again")
            }
        }
        return Int(space - state.pointee.avail_out)
    }

    /// Unpacks all of the data.
    ///
    /// - Parameter limit: the largest result, in bytes.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    package static func unpack(_ packed: [UInt8], form: Form = .gzip, limit: Int) throws(SourceError) -> [UInt8] {
        var stream = try GzipStream(ByteArrayStream(packed), form: form) as any ByteStream
        let unpacked = try stream.bytes(upTo: limit + 1)
        guard unpacked.count <= limit else {
            throw SourceError(.limitExceeded, "the compressed data is larger than \(limit >> 20) MiB when unpacked")
        }
        return unpacked
    }

    private func refill() throws(SourceError) {
        let count = try packed.read(into: input)
        state.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_in = UInt32(count)
        guard count == 0 else { return }
        // Within a member, zlib may still have bytes to return.
        isInputAtEnd = true
        isAtEnd = !isWithinMember
    }

    /// Skips zeros up to the next member.
    private func startMember() throws(SourceError) {
        while state.pointee.avail_in > 0, state.pointee.next_in?.pointee == 0 {
            state.pointee.next_in? += 1
            state.pointee.avail_in -= 1
            if state.pointee.avail_in == 0 { try refill() }
        }
        guard !isAtEnd else { return }
        inflateReset(state)
        isWithinMember = true
    }
}
