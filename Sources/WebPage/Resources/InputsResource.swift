import Encodings
import ImageDecode
import Images
import ImportPipeline
import Links
import TOTPDomain
import TOTPImport

extension Route {
    static let inputs = [
        Route("GET", "/api/inputs") { .json(try await $0.session.inputsJSON()) },
        Route("POST", "/api/inputs", limit: Limit.input) { call in
            let kind = try call.kind
            if kind == .paste, BareSecret.isAll(of: call.request.body.span) {
                throw Problem(422, "bare-secret", "this is a setup key", .text("say whose it is"))
            }
            let file = SentFile(name: call.request.decodedHeader("input-name") ?? "pasted", bytes: call.request.body)
            let id = try await call.session.add(file, kind)
            return .json(try await call.session.inputJSON(id), status: 201)
        },
        Route("POST", "/api/inputs/several", limit: Limit.webBody) { call in
            let added = try await call.session.add(try SentFile.several(in: call.request.body), try call.kind)
            return .json(.object(["inputs": .array(await call.session.inputsJSON(added))]))
        },
        Route("GET", "/api/unread", isAction: false) { .json(try await $0.session.unreadJSON()) },
        Route("GET", "/api/inputs/*") { .json(try await $0.session.inputJSON($0.id)) },
        Route("DELETE", "/api/inputs/*") { try await $0.session.remove($0.id) },
        Route("POST", "/api/inputs/passphrase", limit: Limit.typedPassphrase) { call in
            guard let passphrase = call.passphrase else {
                throw Problem(422, "wrong-password", "no passphrase was typed", .text("type it, or skip the file"))
            }
            let opened = try await call.session.open(with: passphrase)
            return .json(.object(["opened": .array(opened.map { .string($0) })]))
        },
        Route("POST", "/api/inputs/*/key-file", limit: Limit.keyFile) { call in
            guard !call.request.body.isEmpty else {
                throw Problem(422, "empty-file", "the key file is empty", .copyAgain)
            }
            try await call.session.take(call.request.body, for: call.id)
            return .json(try await call.session.inputJSON(call.id))
        },
        Route("POST", "/api/inputs/*/columns", limit: Limit.webBody) { call in
            let roles = try call.members("roles").roles()
            let read = try await call.session.choose(roles, for: call.id)
            return .json(
                .object([
                    "input": try await call.session.inputJSON(call.id), "read": .array(read.map { .string($0) }),
                ]))
        },
        Route("POST", "/api/inputs/*/open", limit: Limit.typedPassphrase) {
            try await $0.session.openVault($0.id, $0.neededPassphrase)
        },
        Route("POST", "/api/inputs/*/merge", limit: Limit.typedPassphrase) {
            try await $0.session.merge($0.id, $0.passphrase)
        },
        Route("POST", "/api/inputs/*/skip") { call in
            try await call.session.skip(call.id)
            return .json(try await call.session.inputJSON(call.id))
        },
        Route("POST", "/api/inputs/*/unskip") { call in
            try await call.session.unskip(call.id)
            return .json(try await call.session.inputJSON(call.id))
        },
        Route("POST", "/api/inputs/*/links") { call in
            try await call.session.settleLinks(of: call.id, takes: !call.flag("leave"))
            return .json(try await call.session.inputJSON(call.id))
        },
        Route("GET", "/api/inputs/*/preview") { call in
            let page = call.request.parameter("page").flatMap { Int($0) }
            guard let drawing = try await call.session.drawing(of: call.id, page) else { throw Problem.notFound }
            return Response(200, [("Content-Type", "image/bmp")], body: GrayBitmap(drawing, depth: .fourBits).bytes)
        },
    ]
}

extension Call {
    /// The kind of input that was sent.
    fileprivate var kind: SessionInput.Kind {
        get throws {
            guard let kind = SessionInput.Kind(rawValue: request.header("input-kind") ?? "file"),
                SessionInput.Kind.uploads.contains(kind)
            else { throw Problem.malformed("Input-Kind is not known") }
            return kind
        }
    }
}

extension Members {
    /// The roles of names; nil for `nothing`.
    fileprivate func roles() throws -> [TableColumns.Role?] {
        try (strings("roles") ?? []).map { text in
            guard text != "nothing" else { return nil }
            guard let role = TableColumns.Role(rawValue: text) else { throw Problem.malformed("a role is not known") }
            return role
        }
    }
}

extension SentFile {
    /// Small files in one body: a line of JSON with the name and the size of each, then their bytes.
    static func several(in body: [UInt8]) throws -> [SentFile] {
        let list = body.prefix { $0 != UInt8(ascii: "\n") }
        let files = try Members.list(list, ["name", "size"])
        guard files.count <= Limit.webTogether else {
            throw Problem(
                413, "too-large", "more than \(Limit.webTogether) files are in one request",
                .text("load the page again"))
        }
        var rest = body.dropFirst(list.count + 1)
        let sent = try files.map { file in
            guard let name = try file.string("name"), let size = try file.integer("size").flatMap({ Int(exactly: $0) }),
                0...rest.count ~= size
            else { throw Problem.malformed("a file of its list has no name, or not the size that is stated") }
            defer { rest = rest.dropFirst(size) }
            return SentFile(name: name, bytes: Array(rest.prefix(size)))
        }
        guard rest.isEmpty else { throw Problem.malformed("its body is longer than its list of files") }
        return sent
    }
}

extension Session {
    /// The most sources of an input, and entries of a source, that a card lists.
    static let shownSources = 200
    static let shownEntries = 1000

    /// A small copy of an image without readable QR codes.
    fileprivate func drawing(of id: String, _ page: Int?) throws -> LumaImage? {
        let pictures = try input(id).results.flatMap(\.pictures)
        return (page == nil ? pictures.first : pictures.first { $0.page == page })?.drawing
    }

    func inputsJSON() throws -> OrderedJSON {
        let accounts = try accounts()
        let cards = inputs.map { $0.json(accounts) }
        let totals = Ledger.Totals(of: accounts.sources.values.joined())
        return .object([
            "revision": .integer(revision), "inputs": .array(cards), "batches": .array(batchesJSON()),
            "totals": totals.json, "accounts": .integer(accounts.items.count),
        ])
    }

    func inputJSON(_ id: String) throws -> OrderedJSON { try input(id).json(try accounts()) }

    fileprivate func inputsJSON(_ added: [Result<String, any Error>]) -> [OrderedJSON] {
        added.map { id in
            do { return try inputJSON(id.get()) } catch { return .object(["problem": Problem(error).json]) }
        }
    }

    fileprivate func unreadJSON() throws -> OrderedJSON {
        .array(
            try unread().map { decision in
                .object([
                    "text": .string(decision.text), "inputs": .integer(decision.files.count),
                    "names": .array(decision.files.prefix(Self.shownNames).map { .string($0) }),
                ])
            })
    }

    /// The most inputs that are named for one thing to do.
    private static let shownNames = 6

    /// Google's exports of several parts, over all inputs.
    var batches: [MigrationBatch] {
        MigrationBatch.assemble(inputs.flatMap { $0.results.flatMap(\.namedParts) }, seen: seenBefore)
    }

    func batchesJSON() -> [OrderedJSON] {
        batches.map { batch in
            let holders = inputs.filter { input in
                input.results.contains { result in
                    result.migrationParts.contains { $0.batchID == batch.id && $0.size == batch.size }
                }
            }
            return batch.json(holders.map(\.id))
        }
    }
}

extension MigrationBatch {
    fileprivate func json(_ inputs: [String]) -> OrderedJSON {
        func list(_ numbers: [Int]) -> OrderedJSON { .array(numbers.map { .integer($0) }) }
        let complaint = complaints.first
        let state = "\(present.count) of \(size)"
        let lack = missing.isEmpty ? "" : "; \(missingSubject) \(verb) missing"
        return .object([
            "id": .string("\(id)"), "parts": .integer(size), "present": list(present),
            "earlier": earlier.isEmpty ? nil : list(earlier), "missing": list(missing),
            "mixed": isMixed ? true : nil, "inputs": .array(inputs.map { .string($0) }),
            "text": .string(state + lack), "problem": complaint.map { .string($0.problem) },
            "advice": complaint?.advice.map(\.json),
        ])
    }
}
