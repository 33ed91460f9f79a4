import CWebPage
import Encodings
import ImportPipeline
import Synchronization
import TOTPDomain

/// From a request to its answer: the gate, then the resource. Knows nothing of the network, so that any bytes can be tried
/// on it.
package struct PageHandler: Sendable {
    private let gate: Gate
    package let session: Session
    private let notices: Notices
    /// Called with the first request that shows the token.
    private let firstUse: FirstUse

    /// - Parameters:
    ///   - notice: prints a line on the terminal.
    ///   - firstUse: called once, with the first request of the page that was opened.
    package init(
        gate: Gate, session: Session, notice: @escaping @Sendable (String) -> Void,
        firstUse: @escaping @Sendable () -> Void = {}
    ) {
        self.gate = gate
        self.session = session
        notices = Notices(notice)
        self.firstUse = FirstUse(firstUse)
    }

    /// Decides from its head alone whether a request is answered: nobody else may send a body.
    ///
    /// - Returns: the most bytes that its body may have.
    package func bodyLimit(of head: Request) throws(Problem) -> Int {
        guard head.isPlain else { throw .malformed("its head is not ASCII") }
        if let refusal = gate.refusal(of: head) {
            if refusal.status == 403 { notices.tell(of: head, refusal) }
            throw refusal
        }
        guard Gate.needsToken(head.path) else {
            guard StaticFile.named(String(head.path)) != nil else { throw .notFound }
            guard head.method == "GET" else { throw Problem.method }
            return 0
        }
        firstUse.happen()
        return try Route.find(head).route.limit
    }

    package func answer(_ request: Request) async -> Response {
        do {
            let limit = try bodyLimit(of: request)
            guard request.body.count <= limit else { throw Problem.tooLarge(limit) }
            guard Gate.needsToken(request.path) else {
                return StaticFile.named(String(request.path))?.response ?? Problem.notFound.response
            }
            let (route, parameters) = try Route.find(request)
            if !route.worksLocked, await session.isLocked { throw Problem.locked }
            if route.isAction, request.header("action") != "none" { await session.act() }
            return try await route.answer(Call(session: session, request: request, parameters: parameters))
        } catch {
            let problem = Problem(error)
            var response = problem.response
            if problem.status == 405 {
                response.headers.append((name: "Allow", value: Route.methods(of: request.path)))
            }
            return response
        }
    }
}

/// Tells the terminal of requests from elsewhere, each kind of them once: a hostile page sends thousands.
private final class Notices: Sendable {
    private let seen = Mutex<Set<String>>([])
    private let notice: @Sendable (String) -> Void

    init(_ notice: @escaping @Sendable (String) -> Void) { self.notice = notice }

    func tell(of request: Request, _ refusal: Problem) {
        let isNew = seen.withLock { $0.count < Limit.webNotices && $0.insert(refusal.message).inserted }
        if isNew { notice("refused \(request.method.printable(limit: 20)): \(refusal.message)") }
    }
}

private final class FirstUse: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    func happen() {
        let action = action.withLock { $0.take() }
        action?()
    }
}

extension Problem {
    static let method = Problem(405, "method", "the resource does not know this method", .text("load the page again"))

    static func tooLarge(_ limit: Int) -> Problem {
        limit > Limit.webBody
            ? Problem(413, "too-large", "larger than \(limit >> 20) MiB, the most that is read")
            : Problem(
                413, "too-large",
                "the request is larger than \(Limit.webBody >> 20) MiB", .text("choose fewer accounts"))
    }
}

/// A file of the page: the same for everybody, embedded in the program.
package struct StaticFile: Sendable {
    package let path: String
    package let type: String
    package let bytes: [UInt8]

    package static let all: [StaticFile] = {
        var files: [StaticFile] = []
        var number = 0
        while let file = cwebpage_file(number)?.pointee {
            files.append(
                StaticFile(
                    path: String(cString: file.path), type: String(cString: file.type),
                    bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count))))
            number += 1
        }
        return files
    }()

    package static func named(_ path: String) -> StaticFile? { all.first { $0.path == path } }

    var response: Response { Response(200, [("Content-Type", type)], body: bytes) }
}
