import CryptoPrimitives
import Dispatch
import Encodings
import Synchronization
import WebPage

/// Requests of the page, on a session that lives as long as the fuzzer, or a while: any bytes past the encryption, and any
/// before it.
enum WebTargets {
    /// A page that is asked, and how often it was.
    private struct Page {
        let handler: PageHandler
        let keys: ChannelKeys
        var count = 0

        init?() {
            guard let token = try? AccessToken(), let keys = try? ChannelKeys(token.secret, channel: channel) else {
                return nil
            }
            self.keys = keys
            handler = PageHandler(gate: Gate(token, host: .shared, port: 1), session: Session(), notice: { _ in })
        }

        /// The request of the page itself, whose encrypted content is the bytes.
        ///
        /// - Parameter headCount: of the bytes, which are the head in JSON.
        func request(_ bytes: [UInt8], headCount: Int) -> Request? {
            var content = bytes + [UInt8](repeating: 0, count: AESGCM.tagCount)
            let nonce = UInt64(count).bytes(.big) + [0, 0, 0, 0]
            let isSealed = content.withUnsafeMutableBytes {
                AESGCM.seal(inPlace: $0, key: keys.requests, nonce: nonce)
            }
            let body = UInt32(headCount).bytes(.big) + content
            guard isSealed,
                let proof = try? keys.proof("POST", "/api", counter: UInt64(count), length: "\(body.count)")
            else { return nil }
            return Request(
                "POST", "/api",
                headers: [
                    ("host", "127.0.0.1:1"), ("origin", "http://127.0.0.1:1"), ("content-length", "\(body.count)"),
                    ("authorization", "Page 0 \(channel) \(count) \(Hex.encode(proof))"),
                ], body: body)
        }
    }

    private static let channel = String(repeating: "a", count: 32)

    private static let page = Mutex(Page())
    /// A session that only grew would become slow.
    private static let requestsPerPage = 500

    /// The first line is method and target, then come headers up to an empty line, then the body.
    static func requests(_ bytes: [UInt8]) {
        guard let page = next() else { fatalError("no randomness") }
        guard let request = request(bytes) else { return }
        let handler = page.handler, end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
        let own = page.request(Array(bytes[..<end] + bytes[end...].dropFirst()), headCount: end)
        // As it came, with the head that a stranger would know, and with what was encrypted in it.
        var outer = request
        outer.headers += [(name: "host", value: "127.0.0.1:1"), (name: "origin", value: "http://127.0.0.1:1")]
        let stranger = outer
        let answered = DispatchSemaphore(value: 0)
        Task {
            check(await handler.answer(opened: request))
            let answer = await handler.answer(stranger)
            check(answer)
            require(
                answer.status >= 400 || StaticFile.named(String(stranger.path)) != nil,
                "nobody has a resource without the token")
            if let own { require(await handler.answer(own).status == 200, "the page itself is answered") }
            answered.signal()
        }
        answered.wait()
    }

    private static func next() -> Page? {
        page.withLock { page in
            if (page?.count ?? 0) >= requestsPerPage { page = Page() }
            page?.count += 1
            return page
        }
    }

    private static func request(_ bytes: [UInt8]) -> Request? {
        let end = bytes.firstRange(of: Array("\n\n".utf8))
        let head = String(decoding: bytes[..<(end?.lowerBound ?? bytes.endIndex)], as: UTF8.self)
        var lines = head.split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines.removeFirst().split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { return nil }
        var headers: [(String, String)] = []
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers.append((String(parts[0]), String(parts[1].drop { $0 == " " }))) }
        }
        return Request(
            String(words[0]), String(words[1]), headers: headers,
            body: Array(bytes[(end?.upperBound ?? bytes.endIndex)...]))
    }

    private static func check(_ response: Response) {
        require((200..<600).contains(response.status) && response.status != 500, "nobody can make the page fail")
        let type = response.headers.first { $0.name == "Content-Type" }?.value
        for (_, value) in response.headers {
            require(value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a header is one line")
        }
        guard type == "application/json" || type == "application/problem+json" else { return }
        guard let json = try? OrderedJSON(parsing: response.body) else { fatalError("broken promise: JSON is JSON") }
        guard response.status >= 400 else { return }
        guard case .string(let detail)? = json["detail"] else {
            fatalError("broken promise: a problem says what it is")
        }
        require(!detail.isEmpty && !detail.contains("\n"), "a problem is one line")
    }
}
