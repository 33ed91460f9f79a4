import CZlib

/// Compression of test data for archives and databases, a piece at a time: bombs are larger than memory should be.
package enum Packing: Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 1951, as zip archives hold it.
    case deflate
    /// RFC 1950.
    case zlib

    package struct Failed: Error {}

    /// Packs the pieces as one text.
    package func pack(_ pieces: some Sequence<[UInt8]>) throws -> [UInt8] {
        var state = z_stream()
        let windowBits: Int32 =
            switch self {
            case .gzip: 15 + 16
            case .deflate: -15
            case .zlib: 15
            }
        guard
            deflateInit2_(
                &state, 9, Z_DEFLATED, windowBits, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw Failed() }
        defer { deflateEnd(&state) }
        var packed: [UInt8] = []
        for piece in pieces { try Self.run(&state, piece, Z_NO_FLUSH, into: &packed) }
        try Self.run(&state, [], Z_FINISH, into: &packed)
        return packed
    }

    package func pack(_ bytes: [UInt8]) throws -> [UInt8] { try pack([bytes]) }

    private static func run(
        _ state: inout z_stream, _ piece: [UInt8], _ flush: Int32, into packed: inout [UInt8]
    ) throws {
        var piece = piece
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        try piece.withUnsafeMutableBufferPointer { piece in
            state.next_in = piece.baseAddress
            state.avail_in = UInt32(piece.count)
            while true {
                let status = buffer.withUnsafeMutableBufferPointer { buffer in
                    state.next_out = buffer.baseAddress
                    state.avail_out = UInt32(buffer.count)
                    return zlibDeflate(&state, flush)
                }
                guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw Failed() }
                packed += buffer.prefix(buffer.count - Int(state.avail_out))
                if flush == Z_FINISH ? status == Z_STREAM_END : state.avail_out > 0 { return }
            }
        }
    }
}

/// The case `deflate` hides the function of this name.
private func zlibDeflate(_ state: UnsafeMutablePointer<z_stream>, _ flush: Int32) -> Int32 {
    deflate(state, flush)
}
