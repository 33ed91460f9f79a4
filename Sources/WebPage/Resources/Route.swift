import Encodings
import SecureMemory
import Platform
import TOTPDomain

/// One method of one resource.
struct Route: Sendable {
    let method: String
    /// Its segments; `*` is any.
    let path: [Substring]
    /// The most bytes of a body.
    let limit: Int
    /// Whether it answers while the vault is locked.
    let worksLocked: Bool
    /// Whether a request for it shows that the user is there.
    let isAction: Bool
    let answer: @Sendable (Call) async throws -> Response

    init(
        _ method: String, _ path: StaticString, limit: Int = 0, worksLocked: Bool = false, isAction: Bool = true,
        _ answer: @escaping @Sendable (Call) async throws -> Response
    ) {
        self.method = method
        self.path = Self.segments("\(path)"[...])
        (self.limit, self.worksLocked, self.isAction) = (limit, worksLocked, isAction)
        self.answer = answer
    }

    /// A route whose answer says no more than that it was done.
    init(
        _ method: String, _ path: StaticString, limit: Int = 0,
        _ act: @escaping @Sendable (Call) async throws -> Void
    ) {
        self.init(method, path, limit: limit) { call -> Response in
            try await act(call)
            return .done
        }
    }

    static let all: [Route] =
        state + inputs + frames + accounts + copy + formats + apps + exports + qrCodes + checks + vault

    private static func segments(_ path: Substring) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    private func matches(_ segments: [Substring]) -> Bool {
        path.count == segments.count
            && zip(path, segments).allSatisfy { $0 == $1 || ($0 == "*" && !$1.isEmpty) }
    }

    /// - Returns: the route, and the segments in the places of its stars, decoded.
    static func find(_ request: Request) throws(Problem) -> (route: Route, parameters: [String]) {
        let segments = segments(request.path)
        let routes = all.filter { $0.matches(segments) }
        guard !routes.isEmpty else { throw .notFound }
        guard let route = routes.first(where: { $0.method == request.method }) else { throw Problem.method }
        let parameters = zip(route.path, segments).filter { $0.0 == "*" }.map { String($0.1).percentDecoded }
        return (route, parameters)
    }

    /// The methods of a resource, for `Allow`.
    static func methods(of path: Substring) -> String {
        let segments = segments(path)
        return all.filter { $0.matches(segments) }.map(\.method).joined(separator: ", ")
    }
}

/// A request for a route.
struct Call: Sendable {
    let session: Session
    let request: Request
    let parameters: [String]

    /// The id in the path.
    var id: String { parameters.first ?? "" }

    /// An account's id in the path.
    var account: Account.ID {
        get throws {
            guard let id = UUID(uuidString: id) else { throw Problem.notFound }
            return id
        }
    }

    func members(_ known: String...) throws -> Members { try Members(request.body, known) }

    var passphrase: Passphrase? { request.body.isEmpty ? nil : Passphrase(utf8: request.body) }

    func flag(_ name: String) -> Bool { request.parameter(name) == "1" }
}

/// The members of a JSON object that a request has as its body.
struct Members {
    private let object: OrderedJSON

    /// - Throws: ``Problem`` if it is not an object, or has unknown members.
    init(_ body: [UInt8], _ known: [String]) throws { try self.init(Self.json(body[...]), known) }

    static func list(_ body: ArraySlice<UInt8>, _ known: [String]) throws -> [Members] {
        guard case .array(let objects) = try json(body) else { throw Problem.malformed("its body is not a list") }
        return try objects.map { try Members($0, known) }
    }

    private static func json(_ body: ArraySlice<UInt8>) throws -> OrderedJSON {
        do throws(JSONError) {
            return try OrderedJSON(parsing: body, limits: JSONLimits(byteCount: Limit.webBody, depth: 8))
        } catch { throw Problem.malformed("its body is not JSON: \(error)") }
    }

    private init(_ json: OrderedJSON, _ known: [String]) throws {
        guard case .object(let members) = json else { throw Problem.malformed("its body is not an object") }
        object = json
        if let unknown = members.first(where: { !known.contains($0.key) }) {
            throw Problem.malformed("\(unknown.key.printable(limit: 40)) is not known")
        }
    }

    func string(_ name: String) throws -> String? {
        guard let value = object[name] else { return nil }
        guard case .string(let text) = value else { throw Problem.malformed("\(name) is not a text") }
        return text
    }

    func integer(_ name: String) throws -> Int64? {
        guard let value = object[name] else { return nil }
        guard case .integer(let number) = value else { throw Problem.malformed("\(name) is not a whole number") }
        return number
    }

    func bool(_ name: String) throws -> Bool? {
        guard let value = object[name] else { return nil }
        guard case .bool(let bool) = value else { throw Problem.malformed("\(name) is not true or false") }
        return bool
    }

    func strings(_ name: String) throws -> [String]? {
        guard let value = object[name] else { return nil }
        guard case .array(let elements) = value else { throw Problem.malformed("\(name) is not a list") }
        return try elements.map { element in
            guard case .string(let text) = element else { throw Problem.malformed("\(name) is not a list of texts") }
            return text
        }
    }

    func accounts(_ name: String) throws -> [Account.ID]? { try strings(name).map(AccountIDs.parse) }
}

enum AccountIDs {
    static func parse(_ texts: some Sequence<some StringProtocol>) throws -> [Account.ID] {
        try texts.map { text in
            guard let id = UUID(uuidString: String(text)) else { throw Problem.malformed("an account has no such id") }
            return id
        }
    }
}
