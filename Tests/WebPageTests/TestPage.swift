import Encodings
import FixtureSupport
import Platform
import Synchronization
import TOTPDomain
import TOTPImport
import Testing
import Vault

@testable import WebPage

/// A page without a network: requests go to the handler, and answers come back.
struct TestPage: Sendable {
    static let port = 4711
    static let name = "127.83.4.201"
    static let host = "\(name):\(port)"
    let token: AccessToken
    let caller: TestCaller
    let session: Session
    let handler: PageHandler
    let notices = Lines()
    let clock: TestClock

    /// Lines of the terminal.
    final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Time that passes only when a test says so.
    final class TestClock: Sendable {
        private let seconds = Mutex(1000.0)
        var now: Double { seconds.withLock { $0 } }
        func pass(_ more: Double) { seconds.withLock { $0 += more } }
    }

    /// A clipboard of its own.
    final class TestClipboard: PageClipboard {
        private let state = Mutex<(text: String?, works: Bool)>((nil, true))
        var text: String? { state.withLock { $0.text } }
        func fail() { state.withLock { $0.works = false } }

        func copy(_ text: [UInt8]) -> CopiedText? {
            state.withLock { state in
                guard state.works else { return nil }
                state.text = String(decoding: text, as: UTF8.self)
                return .cleared(after: 45)
            }
        }

        func clear() { state.withLock { $0.text = nil } }
    }

    init(
        vault: VaultPlace? = nil, idle: Int = 1800, clipboard: TestClipboard? = nil, isDemonstration: Bool = false
    ) throws {
        let token = try AccessToken(), clock = TestClock(), notices = notices
        let session = Session(
            settings: Session.Settings(
                idle: idle, workers: 2, clock: { clock.now }, clipboard: clipboard, isDemonstration: isDemonstration),
            vault: vault)
        (self.token, self.clock, self.session) = (token, clock, session)
        caller = try TestCaller(token)
        let host = PageHost(name: Self.name, addresses: [Self.name], hasOtherPorts: false)
        handler = PageHandler(
            gate: Gate(token, host: host, port: Self.port), session: session, notice: { notices.add($0) })
    }

    /// A vault with the accounts of a file. Its passphrase slot costs next to nothing.
    static func vault(at path: String, _ passphrase: [UInt8], with file: [UInt8]) async throws -> AccountVault {
        let passphrase = Passphrase(utf8: passphrase)
        _ = try VaultFile.create(path, passphrase: passphrase, cost: .init(n: 16, r: 8, p: 1))
        let vault = try await AccountVault.open(at: path, passphrase: passphrase)
        try await vault.add(try await AccountReader().read([.bytes(file, named: "file")]))
        return vault
    }

    /// A request for a file of the page, or of another page.
    func plain(_ method: String, _ target: String, headers: [(String, String)] = []) -> Request {
        Request(method, target, headers: [("Host", Self.host), ("Sec-Fetch-Site", "same-origin")] + headers)
    }

    /// A request for a resource, as the page sends it.
    func outer(_ method: String, _ target: String, body: [UInt8] = []) throws -> Request {
        try caller.outer(Request(method, target, body: body), host: Self.host)
    }

    /// Sends a request for a resource as the page does, and opens its answer.
    @discardableResult
    func send(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) async -> Response {
        let counter = caller.next()
        let request = Request(method, target, headers: headers, body: body)
        guard let outer = try? caller.outer(request, host: Self.host, counter: counter) else { return Response(599) }
        let answer = await handler.answer(outer)
        guard var opened = try? caller.open(answer.body, counter) else { return answer }
        opened.then = answer.then
        return opened
    }

    /// Sends JSON, and reads the answer.
    func json(_ method: String, _ target: String, _ body: OrderedJSON? = nil) async throws -> OrderedJSON {
        let response = await send(method, target, body: body?.utf8 ?? [])
        try #require((200..<300).contains(response.status), "\(response.text)")
        return try OrderedJSON(parsing: response.body)
    }

    /// Drops a file.
    @discardableResult
    func drop(_ bytes: [UInt8], named name: String, kind: String = "file") async throws -> OrderedJSON {
        let response = await send(
            "POST", "/api/inputs", headers: [("Input-Name", PercentCoding.encode(name)), ("Input-Kind", kind)],
            body: bytes)
        try #require(response.status == 201, "\(response.text)")
        return try OrderedJSON(parsing: response.body)
    }

    /// Drops several files that share a request.
    func dropTogether(_ files: [(name: String, bytes: [UInt8])], kind: String = "folder") async throws -> [OrderedJSON]
    {
        let response = await send(
            "POST", "/api/inputs/several", headers: [("Input-Kind", kind)], body: Self.together(files))
        try #require(response.status == 200, "\(response.text)")
        return try OrderedJSON(parsing: response.body)["inputs"].list
    }

    static func together(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        let list = files.map { OrderedJSON.object(["name": .string($0.name), "size": .integer($0.bytes.count)]) }
        return OrderedJSON.array(list).utf8 + Array("\n".utf8) + files.flatMap(\.bytes)
    }

    static func fixture(_ path: String) throws -> [UInt8] {
        try FixtureFolder.bytes(FixtureFolder.package.appending(path: "Fixtures/\(path)"))
    }
}

extension Response {
    var text: String { String(decoding: body, as: UTF8.self) }
    var problem: OrderedJSON? { try? OrderedJSON(parsing: body) }
}

extension OrderedJSON {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    var list: [OrderedJSON] { Optional(self).list }
}

/// The fixtures that several suites drop.
enum Dropped {
    static let plain = "exports/aegis/plain.json"
    static let encrypted = "exports/aegis/encrypted.json"
    static let passphrase = Array("erin rents 130 lighthouses".utf8)

    /// The part of the `expected.json` beside a fixture that describes it.
    static func expected(_ path: String) throws -> OrderedJSON? {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let expected = try OrderedJSON(parsing: TestPage.fixture("\(folder)/expected.json"))
        return expected[String(path.split(separator: "/").last ?? "")]
    }

    /// The number of accounts in a fixture.
    static func count(_ path: String) throws -> Int { try expected(path)?["items"].list.count ?? 0 }
}

extension OrderedJSON? {
    /// The elements of a list; none of anything else.
    var list: [OrderedJSON] { if case .array(let elements)? = self { elements } else { [] } }
}
