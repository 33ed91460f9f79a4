import CZlib
public import TOTPDomain

/// Compressed data, RFC 1952, a portion at a time: for what is too large to be unpacked as a whole.
///
/// Members that stand one behind the other are one stream, as `cat a.gz b.gz` makes them; zeros behind the last one,
/// with which tapes were filled up, are passed over.
public final class GzipStream: ByteStream {
    private var packed: any ByteStream
    private let state: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableRawBufferPointer
    private var isWithinMember = true
    private var isAtEnd = false

    /// Bytes that gzip data begins with.
    public static let magic: [UInt8] = [0x1F, 0x8B]

    /// - throws: ``SourceError`` with `limit-exceeded` where there is no memory.
    public init(_ packed: any ByteStream) throws(SourceError) {
        self.packed = packed
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        input = .allocate(byteCount: 1 << 16, alignment: 16)
        // 16 more than the window's bits: a gzip header, nothing else.
        let status = inflateInit2_(state, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw SourceError(.limitExceeded, "not enough memory to unpack") }
    }

    deinit {
        inflateEnd(state)
        state.deallocate()
        input.deallocate()
    }

    /// - throws: ``SourceError`` with `corrupt` where the data is damaged or breaks off; what came before was handed
    ///   out.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        guard !buffer.isEmpty, !isAtEnd else { return 0 }
        state.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_out = UInt32(clamping: buffer.count)
        let room = state.pointee.avail_out
        while state.pointee.avail_out == room, !isAtEnd {
            if state.pointee.avail_in == 0 { try refill() }
            if !isWithinMember { try beginMember() }
            if isAtEnd { break }
            switch inflate(state, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isWithinMember = false
            default: throw SourceError(.corrupt, "the packed data is damaged; pack it again")
            }
        }
        return Int(room - state.pointee.avail_out)
    }

    private func refill() throws(SourceError) {
        let count = try packed.read(into: input)
        state.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_in = UInt32(count)
        guard count == 0 else { return }
        guard !isWithinMember else {
            throw SourceError(.corrupt, "the packed data breaks off; copy it again from where it came")
        }
        isAtEnd = true
    }

    /// Goes over zeros to the next member.
    private func beginMember() throws(SourceError) {
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
