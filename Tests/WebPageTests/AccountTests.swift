import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import WebPage

/// Accounts that are typed, changed, deleted and taken back.
@Suite struct AccountTests {
    private let page: TestPage
    private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    init() throws { page = try TestPage() }

    private func add(_ members: KeyValuePairs<String, OrderedJSON?>) async throws -> OrderedJSON {
        let all = [OrderedJSON.Member(key: "secret", value: .string(Self.secret))]
        guard case .object(let more) = OrderedJSON.object(members) else { return .null }
        return try await page.json("POST", "/api/accounts", .object(all + more))
    }

    @Test func aTypedAccountHasItsCode() async throws {
        let account = try await add(["issuer": "Acme", "name": "alice", "digits": 8, "tags": .array(["work"])])
        #expect(account["label"]?.text == "Acme: alice")
        #expect(account["digits"]?.number == 8)
        #expect(account["unsaved"] == .bool(true))
        let id = try #require(account["id"]?.text)
        let codes = try await page.json("GET", "/api/codes?ids=\(id)")["codes"]?[id]
        #expect(codes?["code"]?.text?.utf8.count == 8)
        #expect(codes?["next"]?.text?.utf8.count == 8)
        #expect((1...30).contains(codes?["left"]?.number ?? 0))
        let input = try await page.json("GET", "/api/inputs")["inputs"].list.first
        #expect(input?["kind"]?.text == "typed")
    }

    @Test func anAccountThatIsThereIsNotAddedAgain() async throws {
        _ = try await add(["issuer": "Acme", "name": "alice"])
        let again = await page.send(
            "POST", "/api/accounts",
            body: OrderedJSON.object(["secret": .string(Self.secret), "issuer": "ACME", "name": "Alice"]).utf8)
        #expect(again.status == 409)
        #expect(again.problem?["code"]?.text == "exists")
        _ = try await add(["issuer": "Acme", "name": "bob"])
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        #expect(accounts.allSatisfy { $0["same"].list.first?["reason"]?.text == "secret" })
    }

    @Test("An account of a hardware token has what is known of it")
    func token() async throws {
        let list = "upn,serial number,secret key,manufacturer\na@b,1234567,\(Self.secret),Acorn\n"
        _ = try await page.drop(Array(list.utf8), named: "tokens.csv")
        let account = try await page.json("GET", "/api/accounts")["accounts"].list.first
        #expect(account?["token"] == .object(["serial": "1234567", "manufacturer": "Acorn", "user": "a@b"]))
        #expect(try await add(["issuer": "Acme", "name": "bob"])["token"] == nil)
    }

    @Test func aNoteIsShownWithoutItsSecrets() async throws {
        let note = "old: otpauth://totp/a?secret=\(Self.secret)"
        let id = try #require(try await add(["issuer": "Acme", "name": "alice", "note": .string(note)])["id"]?.text)
        let account = try await page.json("GET", "/api/accounts/\(id)")
        #expect(account["shownNote"]?.text == "old: otpauth://…" && account["note"]?.text == note)
        let other = try await add(["issuer": "Acme", "name": "bob", "note": "moved in May"])
        #expect(other["shownNote"] == nil)
    }

    @Test func editsAreToldAndTakenBack() async throws {
        let id = try #require(try await add(["issuer": "Acme", "name": "alice", "tags": .array(["old"])])["id"]?.text)
        let edited = try await page.json(
            "PATCH", "/api/accounts/\(id)",
            .object(["issuer": "Acme Cloud", "tags": .array(["new"]), "favorite": true, "period": 60]))
        #expect(edited["issuer"]?.text == "Acme Cloud")
        #expect(edited["tags"].list == ["new"])
        #expect(edited["period"]?.number == 60)
        #expect(edited["changes"].list.first?.text == "issuer \"Acme\" → \"Acme Cloud\"")
        #expect(try await page.json("GET", "/api/state")["undo"]?.text == "Edit \"Acme: alice\"")
        #expect(try await page.json("POST", "/api/undo")["undone"]?.text == "Edit \"Acme: alice\"")
        let back = try await page.json("GET", "/api/accounts/\(id)")
        #expect(back["issuer"]?.text == "Acme")
        #expect(back["tags"].list == ["old"])
        #expect(back["period"]?.number == 30)
    }

    @Test func whatCannotBeIsRefusedAndChangesNothing() async throws {
        let id = try #require(try await add(["type": "steam", "name": "alice"])["id"]?.text)
        let refused = await page.send("PATCH", "/api/accounts/\(id)", body: Array(#"{"digits":8}"#.utf8))
        #expect(refused.status == 422)
        #expect(refused.problem?["detail"]?.text == "a steam account has fixed parameters")
        #expect(try await page.json("GET", "/api/accounts/\(id)")["digits"]?.number == 5)
    }

    /// An export without the PINs: Edit is the place where they come in.
    @Test func aPINThatIsMissingIsTyped() async throws {
        let typed = try await page.json(
            "POST", "/api/accounts", .object(["secret": "0123456789abcdef", "type": "motp", "issuer": "Acme"]))
        let id = try #require(typed["id"]?.text)
        let target = "/api/codes?ids=\(id)"
        #expect(typed["hasPin"] == nil)
        #expect(try await page.json("GET", target)["codes"]?[id]?["problem"]?.text?.hasPrefix("needs its PIN") == true)
        let changed = await page.send("PATCH", "/api/accounts/\(id)", body: Array(#"{"pin":" 7391 "}"#.utf8))
        #expect(changed.problem?["hasPin"] == .bool(true))
        #expect(changed.problem?["changes"].list == ["a PIN"])
        #expect(!changed.text.contains("7391"))
        #expect(try await page.json("GET", target)["codes"]?[id]?["code"]?.text?.utf8.count == 6)
        #expect(try await page.json("GET", "/api/accounts/\(id)?reveal=1")["pin"]?.text == "7391")
        // An empty one changes nothing.
        #expect(try await page.json("PATCH", "/api/accounts/\(id)", .object(["pin": ""]))["changes"].list.isEmpty)
        _ = try await page.json("POST", "/api/undo")
        #expect(try await page.json("GET", "/api/accounts/\(id)")["hasPin"] == nil)
    }

    @Test func anAccountOfAnotherKindHasNoPIN() async throws {
        let id = try #require(try await add(["issuer": "Acme"])["id"]?.text)
        let typed = OrderedJSON.object(["secret": .string(Self.secret), "issuer": "Other", "pin": "7391"])
        for refused in [
            await page.send("PATCH", "/api/accounts/\(id)", body: Array(#"{"pin":"7391"}"#.utf8)),
            await page.send("POST", "/api/accounts", body: typed.utf8),
        ] {
            #expect(refused.status == 422)
            #expect(refused.problem?["detail"]?.text == "a totp account has no PIN")
        }
    }

    @Test func anAccountHasAName() async throws {
        let typed = OrderedJSON.object(["secret": .string(Self.secret), "issuer": " "])
        #expect(await page.send("POST", "/api/accounts", body: typed.utf8).problem?["code"]?.text == "name-missing")
        let id = try #require(try await add(["issuer": "Acme", "name": "alice"])["id"]?.text)
        let both = OrderedJSON.object(["issuer": "", "name": ""])
        #expect(
            await page.send("PATCH", "/api/accounts/\(id)", body: both.utf8).problem?["code"]?.text == "name-missing")
        #expect(try await page.json("PATCH", "/api/accounts/\(id)", .object(["issuer": ""]))["label"]?.text == "alice")
    }

    @Test func theNextCodeIsAnother() async throws {
        let id = try #require(try await add(["issuer": "Acme", "type": "hotp", "counter": 7])["id"]?.text)
        let target = "/api/codes?ids=\(id)"
        let code = try await page.json("GET", target)["codes"]?[id]?["code"]
        #expect(try await page.json("POST", "/api/accounts/\(id)/next")["counter"]?.number == 8)
        #expect(try await page.json("GET", target)["codes"]?[id]?["code"] != code)
        let timed = try #require(try await add(["issuer": "Other"])["id"]?.text)
        #expect(await page.send("POST", "/api/accounts/\(timed)/next").problem?["code"]?.text == "no-counter")
    }

    @Test func deletedAccountsComeBackWithUndo() async throws {
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        let ids = accounts.prefix(3).compactMap { $0["id"]?.text }
        for id in ids { #expect(await page.send("DELETE", "/api/accounts/\(id)").status == 204) }
        #expect(await page.send("DELETE", "/api/accounts/\(ids[0])").status == 404)
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == Int64(accounts.count - 3))
        for _ in ids { _ = try await page.json("POST", "/api/undo") }
        let after = try await page.json("GET", "/api/accounts")["accounts"].list
        #expect(after.compactMap { $0["id"] } == accounts.compactMap { $0["id"] })
        #expect(await page.send("POST", "/api/undo").status == 409)
    }

    /// Several at once are one step for undo.
    @Test func severalAccountsAreChangedTogether() async throws {
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        let ids = accounts.prefix(3).compactMap { $0["id"] }
        func order(_ more: KeyValuePairs<String, OrderedJSON?> = [:]) -> OrderedJSON {
            var order = OrderedJSON.object(more)
            order["accounts"] = .array(ids)
            return order
        }
        #expect(
            try await page.json("POST", "/api/accounts/tag", order(["tag": " travel ", "favorite": true]))["changed"]?
                .number == 3)
        func tagged() async throws -> [OrderedJSON] {
            try await page.json("GET", "/api/accounts")["accounts"].list.filter { one in
                one["tags"].list.contains("travel") && one["favorite"] == .bool(true)
            }
        }
        #expect(try await tagged().compactMap { $0["id"] } == ids)
        // A second time there is nothing to change, and nothing to take back.
        #expect(try await page.json("POST", "/api/accounts/tag", order(["tag": "travel"]))["changed"]?.number == 0)
        let without = await page.send("POST", "/api/accounts/tag", body: order().utf8)
        #expect(without.problem?["code"]?.text == "tag-missing")
        #expect(try await page.json("POST", "/api/undo")["undone"]?.text == "Edit 3 accounts")
        #expect(try await tagged().isEmpty)
        #expect(await page.send("POST", "/api/accounts/delete", body: order().utf8).status == 204)
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == Int64(accounts.count - 3))
        #expect(await page.send("POST", "/api/accounts/delete", body: order().utf8).status == 404)
        #expect(try await page.json("POST", "/api/undo")["undone"]?.text == "Delete 3 accounts")
        #expect(try await page.json("GET", "/api/accounts")["accounts"].list == accounts)
        let twice = OrderedJSON.object(["accounts": .array([ids[0], ids[0]])])
        #expect(await page.send("POST", "/api/accounts/delete", body: twice.utf8).status == 400)
    }

    /// Two accounts of one name: both stay, or one does, and either can be taken back.
    @Test(arguments: [true, false]) func accountsThatResembleEachOtherAreSettled(keepsBoth: Bool) async throws {
        for (file, secret) in [("a.txt", "GEZDGNBVGY3TQOJQ"), ("b.txt", "MFRGGZDFMFRGGZDF")] {
            try await page.drop(Array("otpauth://totp/Acme:eve?secret=\(secret)&issuer=Acme\n".utf8), named: file)
        }
        func same() async throws -> [OrderedJSON] {
            try await page.json("GET", "/api/accounts")["accounts"].list.filter { $0["same"] != nil }
        }
        let ids = try await same().compactMap { $0["id"] }
        try #require(ids.count == 2)
        let first = try await page.json("GET", "/api/accounts/\(ids[0].text ?? "")")
        #expect(first["files"].list == ["a.txt"])
        var body: OrderedJSON = .object(["accounts": .array(ids)])
        if !keepsBoth { body["keep"] = ids[1] }
        #expect(await page.send("POST", "/api/twins", body: body.utf8).status == 204)
        #expect(try await same().isEmpty)
        let left = try await page.json("GET", "/api/accounts")["accounts"].list.compactMap { $0["id"] }
        #expect(left == (keepsBoth ? ids : [ids[1]]))
        #expect(
            try await page.json("POST", "/api/undo")["undone"]?.text == "Keep \(keepsBoth ? "both" : "\"Acme: eve\"")")
        #expect(try await same().count == 2)
        let unknown = OrderedJSON.object(["accounts": .array(ids), "keep": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"])
        #expect(await page.send("POST", "/api/twins", body: unknown.utf8).status == 404)
    }

    @Test func aRemovedInputComesBackInItsPlace() async throws {
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        _ = try await add(["issuer": "Acme"])
        let count = try await page.json("GET", "/api/state")["accounts"]?.number
        #expect(await page.send("DELETE", "/api/inputs/i1").status == 204)
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == 1)
        #expect(try await page.json("POST", "/api/undo")["undone"]?.text == "Remove \"aegis.json\"")
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == count)
        #expect(try await page.json("GET", "/api/inputs")["inputs"].list.first?["id"]?.text == "i1")
    }

    /// The number of steps is bounded; the oldest stay.
    @Test func undoHasALimit() async throws {
        let id = try #require(try await add(["issuer": "0"])["id"]?.text)
        for number in 1...(Limit.webUndo + 5) {
            _ = try await page.json("PATCH", "/api/accounts/\(id)", .object(["issuer": .string("\(number)")]))
        }
        for _ in 1...Limit.webUndo { _ = try await page.json("POST", "/api/undo") }
        #expect(await page.send("POST", "/api/undo").status == 409)
        #expect(try await page.json("GET", "/api/accounts/\(id)")["issuer"]?.text == "5")
    }
}
