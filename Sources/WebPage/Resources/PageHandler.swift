import CWebPage
import CryptoPrimitives
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
    private let firstUse: TakenOnce<@Sendable () -> Void>

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
        self.firstUse = TakenOnce(firstUse)
    }

    /// Whether the sender of a request knows the address of this run.
    package func isAddressed(by head: Request) -> Bool { gate.isAddressed(by: head) }

    /// Decides from its head alone whether a request is answered: other senders may not send a body. Call it once per
    /// request.
    ///
    /// - Returns: the most bytes that its body may have.
    package func admit(_ request: inout Request) throws(Problem) -> Int {
        guard request.isPlain else { throw .malformed("its head is not ASCII") }
        if gate.answer(toOpening: request) != nil { return 0 }
        if let refusal = gate.refusal(of: request) {
            notices.tell(of: request, refusal)
            throw refusal
        }
        guard request.path == Gate.resources else {
            guard StaticFile.named(String(request.path)) != nil else { throw .notFound }
            guard request.method == "GET" else { throw Problem.method }
            return 0
        }
        guard request.method == "POST" else { throw Problem.method }
        request.caller = try gate.caller(request)
        firstUse.take()?()
        return Caller.limit
    }

    /// The answer to a request as it came, admitted or not.
    package func answer(_ given: consuming Request) async -> Response {
        var request = given
        do {
            if request.caller == nil {
                let limit = try admit(&request)
                guard request.body.count <= limit else { throw Problem.tooLarge(limit) }
            }
            guard let caller = request.caller else {
                return gate.answer(toOpening: request) ?? StaticFile.named(String(request.path))?.response
                    ?? Problem.notFound.response
            }
            let body = request.body.take()
            return caller.seal(await answer(opened: try caller.open(body)))
        } catch { return response(Problem(error), to: request) }
    }

    /// A problem, encrypted if its request was admitted: anything else would not be taken for an answer.
    package func response(_ problem: Problem, to request: Request) -> Response {
        let response = problem.response(allowing: request.path == Gate.resources ? "POST" : "GET")
        return request.caller?.seal(response) ?? response
    }

    package func answer(opened request: Request) async -> Response {
        do {
            let (route, parameters) = try Route.find(request)
            guard request.body.count <= route.limit else { throw Problem.tooLarge(route.limit) }
            if !route.worksLocked, await session.isClosed { throw Problem.locked }
            if route.isAction, request.header("action") != "none" { await session.act() }
            return try await route.answer(Call(session: session, request: request, parameters: parameters))
        } catch { return Problem(error).response(allowing: Route.methods(of: request.path)) }
    }
}

extension [UInt8] {
    /// The bytes, without another copy that would share them.
    fileprivate mutating func take() -> [UInt8] {
        defer { self = [] }
        return self
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

/// A value that only the first who asks for it gets.
final class TakenOnce<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: Value) { self.value = Mutex(value) }

    func take() -> Value? { value.withLock { $0.take() } }
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
///
/// The page names the hash of each file: a browser that has loaded the page from this program takes no files from
/// another program that may have its address by then.
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

    var response: Response { Response(200, [("Content-Type", type)], body: path == "/" ? Self.page : bytes) }

    /// The page with the hashes of its files.
    private static let page: [UInt8] = {
        var text = all.first { $0.path == "/" }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        for file in all {
            guard let hash = try? Digest.sha256.hash(file.bytes) else { return [] }
            for attribute in ["src", "href"] where file.path != "/icon.svg" {
                let name = "\(attribute)=\"\(file.path.dropFirst())\""
                text = text.replacing(name, with: "\(name) integrity=\"sha256-\(Base64.encode(hash))\"")
            }
        }
        return Array(text.utf8)
    }()
}
