import Encodings
import Links
import Platform
import TOTPDomain
import TOTPImport

extension Route {
    static let accounts = [
        Route("GET", "/api/accounts") { call in
            try await call.session.reload()
            return .json(try await call.session.accountsJSON())
        },
        Route("POST", "/api/accounts", limit: Limit.webBody) { call in
            let account = try typed(
                call.members(
                    "issuer", "name", "secret", "type", "algorithm", "digits", "period", "counter", "pin", "note",
                    "tags"))
            try await call.session.add(account)
            return .json(try await call.session.accountJSON(account.id), status: 201)
        },
        Route("GET", "/api/accounts/*") { call in
            let id = try call.account
            var json = try await call.session.accountJSON(id, reveals: call.flag("reveal"))
            json["files"] = .array(try await call.session.files(of: id).map { .string($0) })
            return .json(json)
        },
        Route("PATCH", "/api/accounts/*", limit: Limit.webBody) { call in
            let id = try call.account
            let account = try await call.session.account(id)
            let edit = try edit(
                call.members(
                    "issuer", "name", "note", "tags", "favorite", "algorithm", "digits", "period", "counter", "pin"),
                of: account)
            try checkName(edit.issuer ?? account.issuer, edit.name ?? account.name)
            let changes = try await call.session.change(id, edit)
            var json = try await call.session.accountJSON(id)
            json["changes"] = .array(changes.map { .string($0) })
            return .json(json)
        },
        Route("DELETE", "/api/accounts/*") { try await $0.session.delete([try $0.account]) },
        Route("POST", "/api/accounts/delete", limit: Limit.webBody) {
            try await $0.session.delete(try several($0.members("accounts")))
        },
        Route("POST", "/api/accounts/tag", limit: Limit.webBody) { call in
            let members = try call.members("accounts", "tag", "favorite")
            var edit = AccountEdit()
            if let tag = try text("tag", members), !tag.isEmpty { edit.addedTags = [tag] }
            edit.isFavorite = try members.bool("favorite")
            guard !edit.isEmpty else { throw Problem(422, "tag-missing", "no tag was typed", .text("type one")) }
            let changed = try await call.session.change(try several(members), edit)
            return .json(.object(["changed": .integer(changed)]))
        },
        Route("POST", "/api/accounts/*/next") { call in
            let id = try call.account
            try await call.session.advanceCounter(of: id)
            return .json(try await call.session.accountJSON(id))
        },
        Route("POST", "/api/twins", limit: Limit.webBody) { call in
            let members = try call.members("accounts", "keep")
            let ids = try several(members)
            let keep = try members.string("keep").map { text in
                guard let id = UUID(uuidString: text) else { throw Problem.notFound }
                return id
            }
            try await call.session.settle(ids, keep: keep)
        },
        Route("GET", "/api/codes", isAction: false) { call in
            let ids = try AccountIDs.parse((call.request.parameter("ids") ?? "").split(separator: ","))
            guard ids.count <= Limit.webCodes else {
                throw Problem(
                    413, "too-large",
                    "codes of more than \(Limit.webCodes) accounts are asked for at once",
                    .text("load the page again"))
            }
            return .json(try await call.session.codesJSON(ids))
        },
    ]

    private static func several(_ members: Members) throws -> [Account.ID] {
        guard let ids = try members.accounts("accounts"), ids.count == Set(ids).count else {
            throw Problem.malformed("accounts is not a list of different ones")
        }
        return ids
    }

    private static func typed(_ members: Members) throws -> Account {
        let secret = try members.string("secret")?.trimmingWhitespace ?? ""
        guard !secret.isEmpty else {
            throw Problem(422, "secret-missing", "no secret was typed", .text("type it, or the link"))
        }
        let type = try members.string("type").map { name in
            guard let kind = OTPKind(rawValue: name) else { throw Problem.malformed("the type is not known") }
            return kind
        }
        let typed = TypedAccount(
            secret: secret, type: type, algorithm: try algorithm(members), digits: try members.integer("digits"),
            period: try members.integer("period"), counter: try members.integer("counter"))
        var account = try typed.account(omitting: "the type and the parameters")
        if let pin = try pin(members) { try account.set(pin) }
        if let issuer = try text("issuer", members), !issuer.isEmpty { account.issuer = issuer }
        if let name = try text("name", members), !name.isEmpty { account.name = name }
        if let note = try members.string("note"), !note.isBlank { account.note = note }
        account.tags += try members.strings("tags")?.map(\.trimmingWhitespace).filter { !$0.isEmpty } ?? []
        try account.checkMarks(advice: "type it again")
        try checkName(account.issuer, account.name)
        return account
    }

    private static func checkName(_ issuer: String, _ name: String) throws {
        guard issuer.isBlank, name.isBlank else { return }
        throw Problem(422, "name-missing", "nobody would know whose code this is", .text("type an issuer or a name"))
    }

    private static func edit(_ members: Members, of account: Account) throws -> AccountEdit {
        var edit = AccountEdit()
        (edit.issuer, edit.name) = (try text("issuer", members), try text("name", members))
        edit.note = try members.string("note")?.limitingMarks
        edit.isFavorite = try members.bool("favorite")
        if let tags = try members.strings("tags") {
            edit.removedTags = account.tags.filter { !tags.contains($0) }
            edit.addedTags = tags.map(\.limitingMarks)
        }
        edit.algorithm = try algorithm(members)
        edit.digits = try members.integer("digits")
        edit.period = try members.integer("period")
        edit.counter = try members.integer("counter")
        edit.pin = try pin(members)
        return edit
    }

    private static func pin(_ members: Members) throws -> OTPPin? {
        try members.string("pin").flatMap { OTPPin($0.trimmingWhitespace) }
    }

    private static func text(_ name: String, _ members: Members) throws -> String? {
        try members.string(name)?.trimmingWhitespace.limitingMarks
    }

    private static func algorithm(_ members: Members) throws -> OTPAlgorithm? {
        try members.string("algorithm").map { name throws in try OTPAlgorithm(named: name) }
    }
}

extension Session {
    private func facts(of accounts: MergedAccounts) -> AccountFacts {
        AccountFacts(accounts.items, base: vault == nil ? nil : base, downloaded: downloaded, edits, settled: settled)
    }

    fileprivate func accountsJSON() throws -> OrderedJSON {
        let accounts = try accounts()
        let facts = facts(of: accounts)
        let tags = Set(accounts.items.flatMap(\.tags)).sorted()
        return .object([
            "revision": .integer(revision),
            "accounts": .array(accounts.items.indices.map { facts.json($0) }),
            "tags": .array(tags.map { .string($0) }),
        ])
    }

    /// - Parameter reveals: whether with its secrets.
    fileprivate func accountJSON(_ id: Account.ID, reveals: Bool = false) throws -> OrderedJSON {
        let accounts = try accounts()
        guard let place = accounts.place(id) else { throw Problem.notFound }
        let facts = facts(of: accounts)
        var json = facts.json(place)
        guard reveals else { return json }
        let account = accounts.items[place]
        json["secret"] = .string(account.secret.base32)
        json["pin"] = account.pin.map { .string($0.text) }
        json["link"] = .string(KeyURI.write(account))
        return json
    }

    fileprivate func codesJSON(_ ids: [Account.ID]) throws -> OrderedJSON {
        let accounts = try accounts()
        let now = Date().secondsSince1970
        let codes = ids.compactMap { id in
            accounts[id].map { account in
                let code = AccountCode(account, at: now)
                let next = code.secondsLeft.map { AccountCode(account, at: now + Int64($0)) }
                return OrderedJSON.Member(
                    key: id.uuidString,
                    value: .object([
                        "code": code.text.map { .string($0) }, "shown": code.text.map { _ in .string(code.grouped) },
                        "left": code.secondsLeft.map { .integer($0) }, "next": next?.text.map { .string($0) },
                        "problem": code.problem.map { .string($0) },
                    ]))
            }
        }
        return .object(["now": .integer(now), "codes": .object(codes)])
    }
}
