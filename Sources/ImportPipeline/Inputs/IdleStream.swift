import Encodings
import TOTPDomain

/// Unpacks a stream, and ends with an error once too much of it contains nothing: after the end of the content, the
/// libraries skip any number of zeros and of empty pieces.
struct IdleStream: ByteStream {
    private var unpacked: any ByteStream
    private let meter: Meter

    /// The packed bytes that were read since something came out.
    private final class Meter {
        var idle = 0
    }

    private struct Packed: ByteStream {
        var stream: any ByteStream
        let meter: Meter

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
            let count = try stream.read(into: buffer)
            meter.idle += count
            let limit = Limit.packedIdle.value
            guard meter.idle <= limit else {
                throw SourceError(
                    .limitExceeded,
                    "the file is damaged: more than \(limit >> 20) MiB of it contain nothing", .copyAgain)
            }
            return count
        }
    }

    init(_ packed: any ByteStream, _ compression: Compression) throws(SourceError) {
        meter = Meter()
        unpacked = try compression.unpack(Packed(stream: packed, meter: meter))
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        let count = try unpacked.read(into: buffer)
        if count > 0 { meter.idle = 0 }
        return count
    }
}
