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
        var count = 0

        init?() {
            guard let token = try? AccessToken() else { return nil }
            handler = PageHandler(gate: Gate(token, host: .shared, port: 1), session: Session(), notice: { _ in })
        }
    }

    private static let page = Mutex(Page())
    /// A session that only grew would become slow.
    private static let requestsPerPage = 500

    /// The first line is method and target, then come headers up to an empty line, then the body.
    static func requests(_ bytes: [UInt8]) {
        guard let handler = next() else { fatalError("no randomness") }
        guard let request = request(bytes) else { return }
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
            if let end = bytes.firstIndex(of: 0x0A),
                let opened = try? Caller.request(Array(bytes[..<end]), Array(bytes[(end + 1)...]))
            {
                check(await handler.answer(opened: opened))
            }
            answered.signal()
        }
        answered.wait()
    }

    private static func next() -> PageHandler? {
        page.withLock { page in
            if (page?.count ?? 0) >= requestsPerPage { page = Page() }
            page?.count += 1
            return page?.handler
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
