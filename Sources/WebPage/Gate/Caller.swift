import CryptoPrimitives
import Encodings
import Platform
import SecureMemory
import Synchronization

/// The sender of a request with a proof of the token: decrypts its body, and encrypts its answer.
///
/// Both are in chunks, so that a browser needs no second copy of a large file. The first four bytes are the length of a head
/// in JSON, which is at the start of the first chunk. Each chunk is encrypted with AES-256-GCM, each with a nonce of its own:
/// the counter of the request, which is used once, and the number of the chunk.
package final class Caller: Sendable {
    private let keys: ChannelKeys
    private let counter: UInt64
    private let isAnswered = Atomic(false)

    /// Bytes of a body in one chunk, without the head.
    package static let chunk = 1 << 20
    /// The most bytes of an encrypted body.
    package static let limit = encryptedCount(head: Limit.webHeaders, body: Limit.input)

    init(_ keys: ChannelKeys, counter: UInt64) { (self.keys, self.counter) = (keys, counter) }

    private static func encryptedCount(head: Int, body: Int) -> Int {
        4 + head + body + max(1, (body + chunk - 1) / chunk) * AESGCM.tagCount
    }

    private func nonce(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
            + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    // MARK: - Requests

    package func open(_ encrypted: consuming [UInt8]) throws(Problem) -> Request {
        var body = encrypted
        guard let head = decrypt(&body) else { throw .malformed("it is not encrypted as the page does it") }
        return try Self.request(head, body)
    }

    /// Decrypts a body in its place, so that a large file is not copied.
    ///
    /// - Returns: its head; nil if it is not of this caller, or not whole.
    private func decrypt(_ body: inout [UInt8]) -> [UInt8]? {
        guard body.count > 4 else { return nil }
        let headCount = body.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard headCount <= Limit.webHeaders else { return nil }
        var head: [UInt8] = []
        let count = body.withUnsafeMutableBytes { bytes -> Int? in
            var from = 4
            var to = 0
            var number = 0
            while from < bytes.count {
                let most = Self.chunk + AESGCM.tagCount + (number == 0 ? headCount : 0)
                let chunk = bytes[from..<min(from + most, bytes.count)]
                guard AESGCM.open(inPlace: .init(rebasing: chunk), key: keys.requests, nonce: nonce(number)) else {
                    return nil
                }
                var plain = chunk.dropLast(AESGCM.tagCount)
                if number == 0 {
                    guard plain.count >= headCount else { return nil }
                    head = Array(plain.prefix(headCount))
                    plain = plain.dropFirst(headCount)
                }
                if let start = bytes.baseAddress, !plain.isEmpty {
                    memmove(start + to, start + plain.startIndex, plain.count)
                }
                to += plain.count
                from = chunk.endIndex
                number += 1
            }
            return to
        }
        guard let count else { return nil }
        body.removeLast(body.count - count)
        return head
    }

    /// The head contains the method, target, headers and length of the body: a truncated request is invalid.
    package static func request(_ head: [UInt8], _ body: consuming [UInt8]) throws(Problem) -> Request {
        guard let head = try? OrderedJSON(parsing: head, limits: JSONLimits(byteCount: Limit.webHeaders, depth: 2)),
            case .string(let method)? = head["method"], case .string(let target)? = head["target"],
            case .object(let members)? = head["headers"], head["size"] == .integer(Int64(body.count))
        else { throw .malformed("its head is not that of a request") }
        var headers: [(String, String)] = []
        for member in members {
            guard case .string(let value) = member.value else { throw .malformed("a header is not a text") }
            headers.append((member.key, value))
        }
        let request = Request(method, target, headers: headers, body: body)
        guard request.isPlain else { throw .malformed("its head is not ASCII") }
        return request
    }

    // MARK: - Answers

    /// Returns the answer encrypted for this caller alone, which also proves that this program made it.
    package func seal(_ response: Response) -> Response {
        // Two answers with one nonce would show both: the connection ends with what cannot be taken for an answer.
        guard !isAnswered.exchange(true, ordering: .relaxed), let body = encrypt(response) else {
            return Response(500, then: .close)
        }
        return Response(200, [("Content-Type", "application/octet-stream")], body: body, then: response.then)
    }

    private func encrypt(_ response: Response) -> [UInt8]? {
        let headers = response.headers.map { OrderedJSON.Member(key: $0.name, value: .string($0.value)) }
        let head = OrderedJSON.object([
            "status": .integer(response.status), "headers": .object(headers), "size": .integer(response.body.count),
        ]).utf8
        var sealed: [UInt8] = []
        sealed.reserveCapacity(Self.encryptedCount(head: head.count, body: response.body.count))
        sealed += (0..<4).map { UInt8(truncatingIfNeeded: head.count >> (24 - 8 * $0)) }
        var from = 0
        var number = 0
        repeat {
            let start = sealed.count
            let end = min(from + Self.chunk, response.body.count)
            if number == 0 { sealed += head }
            sealed += response.body[from..<end]
            sealed += repeatElement(0, count: AESGCM.tagCount)
            let isSealed = sealed.withUnsafeMutableBytes { bytes in
                AESGCM.seal(inPlace: .init(rebasing: bytes[start...]), key: keys.answers, nonce: nonce(number))
            }
            guard isSealed else { return nil }
            from = end
            number += 1
        } while from < response.body.count
        return sealed
    }
}
