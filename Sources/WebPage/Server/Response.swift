import Encodings

/// An answer, without the headers that every answer has.
package struct Response: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// What happens once it is sent.
    package var then = Aftermath.nothing

    package enum Aftermath: Sendable, Hashable {
        case nothing
        /// This connection ends: what is in it cannot be understood, or must not be.
        case close
        /// All connections end, with the buffers that they keep.
        case closeAll
        /// The program ends.
        case quit
    }

    package init(_ status: Int, _ headers: [(String, String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        self.body = body
    }

    package static func json(_ json: OrderedJSON, status: Int = 200) -> Response {
        Response(status, [("Content-Type", "application/json")], body: json.utf8)
    }

    package static let done = Response(204)

    /// A file that the browser saves.
    static func download(_ bytes: [UInt8], named name: String, type: String) -> Response {
        Response(
            200,
            [
                ("Content-Type", type),
                ("Content-Disposition", "attachment; filename*=UTF-8''\(PercentCoding.encode(name))"),
            ], body: bytes)
    }
}
