import CZlib
import TOTPDomain

/// Compresses to gzip, RFC 1952.
package enum GzipWriter {
    /// Compresses bytes into one member, without a name or a time.
    ///
    /// - Throws: ``ExportError`` with `too-large`.
    package static func pack(_ bytes: [UInt8]) throws(ExportError) -> [UInt8] {
        var state = z_stream()
        guard let count = UInt32(exactly: bytes.count),
            deflateInit2_(
                &state, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GzipStream.Form.gzip.windowBits, 8, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw failure }
        defer { deflateEnd(&state) }
        var input = bytes, packed = [UInt8](repeating: 0, count: Int(deflateBound(&state, uLong(count))))
        let space = UInt32(clamping: packed.count)
        let status = input.withUnsafeMutableBufferPointer { input in
            packed.withUnsafeMutableBufferPointer { packed in
                (state.next_in, state.avail_in) = (input.baseAddress, count)
                (state.next_out, state.avail_out) = (packed.baseAddress, space)
                return deflate(&state, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { throw failure }
        return Array(packed.prefix(Int(space - state.avail_out)))
    }

    private static var failure: ExportError {
        ExportError(.tooLarge, "there is not enough memory to compress the file", "convert fewer inputs at once")
    }
}
