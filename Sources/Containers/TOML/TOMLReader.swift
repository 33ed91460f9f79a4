import CTOML
import Encodings

/// TOML as JSON, from untrusted bytes.
package enum TOMLReader {
    /// Members in the order of the text; numbers and dates as strings, as they are written.
    ///
    /// - Parameters:
    ///   - text: UTF-8, whose length the caller limits: toml++ looks for some tables one by one among all others.
    ///   - damaged: makes the error of a line, from 1, and of what toml++ says of it.
    package static func json<Failure: Error>(
        of text: [UInt8], damaged: (_ line: Int, _ problem: String) -> Failure
    ) throws(Failure) -> [UInt8] {
        var json: [UInt8] = []
        let write: ctoml_writer = { bytes, count, kind, context in
            guard let json = context?.assumingMemoryBound(to: [UInt8].self) else { return }
            let piece = UnsafeBufferPointer(start: bytes, count: count)
            switch kind {
            case CTOML_TEXT: OrderedJSON.string(String(decoding: piece, as: UTF8.self)).append(to: &json.pointee)
            case CTOML_PROBLEM: json.pointee = Array(piece)
            default: json.pointee += piece
            }
        }
        let line = withUnsafeMutablePointer(to: &json) { ctoml_read(text, text.count, write, $0) }
        guard line == 0 else { throw damaged(line, String(decoding: json, as: UTF8.self)) }
        return json
    }
}
