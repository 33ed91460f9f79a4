import CryptoPrimitives
import Encodings
import Synchronization

@testable import WebPage

/// The page's half of the exchange with the program, with the functions that do not work in place.
final class TestCaller: Sendable {
    private let keys: ChannelKeys
    private let load: Int
    private let channel: String
    private let count = Mutex<UInt64>(0)

    /// - Parameter load: how often the page was loaded again before.
    init(_ token: AccessToken, load: Int = 0) throws {
        var secret = token.secret
        for _ in 0..<load { secret = try secret.next() }
        channel = Hex.encode(try RandomBytes.make(16))
        keys = try ChannelKeys(secret, channel: channel)
        self.load = load
    }

    func next() -> UInt64 {
        count.withLock { count in
            count += 1
            return count
        }
    }

    private static func nonce(_ counter: UInt64, _ number: Int) -> [UInt8] {
        bytes(counter, 8) + bytes(UInt64(number), 4)
    }

    private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - $0))) }
    }

    /// The value of `Authorization`.
    func authorization(_ counter: UInt64, length: String, _ method: String = "POST", _ target: String = Gate.resources)
        throws -> String
    {
        let proof = try keys.proof(method, target, counter: counter, length: length)
        return "Page \(load) \(channel) \(counter) \(Hex.encode(proof))"
    }

    /// The body of a request.
    func seal(_ request: Request, _ counter: UInt64, size: Int? = nil) throws -> [UInt8] {
        let headers = request.headers.map { OrderedJSON.Member(key: $0.name, value: .string($0.value)) }
        let head = OrderedJSON.object([
            "method": .string(request.method), "target": .string(request.target), "headers": .object(headers),
            "size": .integer(size ?? request.body.count),
        ]).utf8
        var sealed = Self.bytes(UInt64(head.count), 4)
        for number in 0..<max(1, (request.body.count + Caller.chunk - 1) / Caller.chunk) {
            let piece = request.body.dropFirst(number * Caller.chunk).prefix(Caller.chunk)
            sealed += try AESGCM.seal(
                SecureBytes(copying: (number == 0 ? head : []) + piece), key: keys.requests,
                nonce: Self.nonce(counter, number), associatedData: [])
        }
        return sealed
    }

    /// The request that a browser sends.
    func outer(_ request: Request, host: String, counter: UInt64? = nil) throws -> Request {
        let counter = counter ?? next()
        let body = try seal(request, counter)
        return Request(
            "POST", Gate.resources,
            headers: [
                ("Host", host), ("Origin", "http://\(host)"), ("Sec-Fetch-Site", "same-origin"),
                ("Content-Length", "\(body.count)"),
                ("Authorization", try authorization(counter, length: "\(body.count)")),
            ], body: body)
    }

    /// The answer to a request; throws if it is not the program's.
    func open(_ sealed: [UInt8], _ counter: UInt64) throws -> Response {
        let count = sealed.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        var plain: [UInt8] = []
        var rest = sealed.dropFirst(4)
        var number = 0
        while !rest.isEmpty {
            let chunk = rest.prefix(Caller.chunk + AESGCM.tagCount + (number == 0 ? count : 0))
            let opened = try AESGCM.open(
                Array(chunk), key: keys.answers, nonce: Self.nonce(counter, number), associatedData: [])
            opened.withBytes { plain += $0 }
            rest = rest.dropFirst(chunk.count)
            number += 1
        }
        let head = try OrderedJSON(parsing: Array(plain.prefix(count)))
        let body = Array(plain.dropFirst(count))
        guard case .integer(let status)? = head["status"], case .object(let headers)? = head["headers"],
            head["size"] == .integer(body.count)
        else { throw Problem.notFound }
        return Response(Int(status), headers.map { ($0.key, $0.value.text ?? "") }, body: body)
    }
}
