import Encodings
import FixtureSupport
import ImportPipeline
import Platform
import TOTPDomain
import TOTPImport
import Testing
import Vault

@testable import WebPage

/// A vault that is dropped on the page becomes its vault; the program writes no file for it.
@Suite struct DroppedVaultTests {
    private let folder: TemporaryFolder
    private let page: TestPage
    private static let passphrase = "correct horse battery staple"
    private static let bytes = Array(passphrase.utf8)

    init() throws {
        folder = try TemporaryFolder()
        page = try TestPage()
    }

    private var path: String { folder.path("kept.json") }

    /// The bytes of a vault with one account per link.
    private func vault(_ links: [String] = ["Acme:eve?secret=MFRGGZDFMFRGGZDF&issuer=Acme"]) async throws -> [UInt8] {
        unlink(path)
        _ = try await TestPage.vault(at: path, Self.bytes, with: Self.text(links))
        return try folder.bytes("kept.json")
    }

    private static func text(_ links: [String]) -> [UInt8] {
        Array(links.map { "otpauth://totp/\($0)\n" }.joined().utf8)
    }

    private func open(_ id: String = "i1", with passphrase: [UInt8] = bytes) async -> Response {
        await page.send("POST", "/api/inputs/\(id)/open", body: passphrase)
    }

    private func issuers() async throws -> [String] {
        try await page.json("GET", "/api/accounts")["accounts"].list.compactMap { $0["issuer"]?.text }.sorted()
    }

    private func state() async throws -> OrderedJSON { try await page.json("GET", "/api/state") }

    private func issuers(in vault: [UInt8]) async throws -> [String] {
        let read = try await AccountReader(passphrases: [Passphrase(Self.passphrase)]).read([
            .bytes(vault, named: "new.json")
        ])
        return read.accounts.map(\.issuer).sorted()
    }

    @Test("A dropped vault opens with its passphrase, and its new version is a download")
    func itOpensAndItsNewVersionIsADownload() async throws {
        let old = try await vault(["A:a?secret=MFRGGZDFMFRGGZDF&issuer=A", "B:b?secret=GEZDGNBVGY3TQOJQ&issuer=B"])
        let names = try folder.names()
        let card = try await page.drop(old, named: "kept.json")
        #expect(card["isVault"] == .bool(true) && card["waits"] == .bool(true))
        #expect(try await state()["vault"] == nil)
        // The box of other files does not ask for it, nor do their passphrases open it.
        #expect(await page.send("POST", "/api/inputs/passphrase", body: Self.bytes).status == 404)
        #expect(await open(with: Array("wrong".utf8)).problem?["code"]?.text == "wrong-password")
        #expect(await open(with: []).problem?["code"]?.text == "wrong-password")
        #expect(await open().status == 204)
        let opened = try await state()
        #expect(opened["vault"]?["file"]?.text == "kept.json" && opened["vault"]?["isDropped"] == .bool(true))
        #expect(opened["unsaved"]?.number == 0 && opened["inputs"]?.number == 0)
        let ids = try await page.json("GET", "/api/accounts")["accounts"].list.compactMap { $0["id"]?.text }
        _ = try await page.json("PATCH", "/api/accounts/\(ids[0])", .object(["issuer": "Renamed"]))
        #expect(await page.send("DELETE", "/api/accounts/\(ids[1])").status == 204)
        try await page.drop(Self.text(["C:c?secret=NBSWY3DPNBSWY3DP&issuer=C"]), named: "c.txt")
        #expect(try await state()["unsaved"]?.number == 3)
        #expect(await page.send("POST", "/api/quit").problem?["code"]?.text == "unsaved")
        let saved = await page.send("POST", "/api/save")
        #expect(saved.status == 200, "\(saved.text.prefix(300))")
        #expect(saved.headers.contains { $0.name == "Content-Disposition" && $0.value.hasSuffix("kept.json") })
        #expect(try await issuers(in: saved.body) == ["C", "Renamed"])
        #expect(try await state()["unsaved"]?.number == 0)
        #expect(try folder.bytes("kept.json") == old && folder.names() == names)
    }

    @Test func aRecoveryCodeOpensItAlsoAfterALock() async throws {
        _ = try await vault()
        var text = ""
        try VaultFile.open(path, passphrase: Passphrase(Self.passphrase)).addRecoveryCode { text = try $0.text }
        let code = Array(text.utf8)
        try await page.drop(folder.bytes("kept.json"), named: "kept.json")
        #expect(await open(with: code).status == 204)
        _ = try await page.json("POST", "/api/accounts", .object(["secret": "GEZDGNBVGY3TQOJQ", "issuer": "Typed"]))
        #expect(await page.send("POST", "/api/lock").problem?["code"]?.text == "unsaved")
        #expect(await page.send("POST", "/api/save").status == 200)
        #expect(await page.send("POST", "/api/lock").status == 204)
        #expect(await page.send("GET", "/api/accounts").status == 423)
        #expect(await page.send("POST", "/api/unlock", body: code).status == 204)
        #expect(try await issuers() == ["Acme", "Typed"])
        // A code would be in a version that nobody has downloaded.
        #expect(await page.send("POST", "/api/vault/recovery", body: Self.bytes).status == 409)
    }

    /// Nobody is there to take the new version.
    @Test("A dropped vault is locked after a time, and keeps its changes")
    func timeLocksItAndKeepsItsChanges()
        async throws
    {
        try await page.drop(vault(), named: "kept.json")
        #expect(await open().status == 204)
        _ = try await page.json("POST", "/api/accounts", .object(["secret": "GEZDGNBVGY3TQOJQ", "issuer": "Typed"]))
        #expect(try await state()["idle"]?["ends"]?.text == "lock")
        page.clock.pass(1801)
        #expect(await page.session.tick() == .lock)
        page.clock.pass(100_000)
        #expect(await page.session.tick() == .nothing)
        let locked = try await state()
        #expect(locked["kept"]?.number == 1)
        #expect(locked["last"]?.text?.hasSuffix("; what is not saved is here again once you unlock it") == true)
        #expect(await page.send("POST", "/api/quit").problem?["code"]?.text == "unsaved")
        let back = await page.send("POST", "/api/unlock", body: Self.bytes)
        #expect(back.problem?["restored"]?.number == 1)
        #expect(try await issuers() == ["Acme", "Typed"])
        #expect(try await state()["unsaved"]?.number == 1)
    }

    /// Accounts of the page may be in the vault as well.
    @Test func whatWasEditedBeforeStaysEdited() async throws {
        try await page.drop(
            Self.text([
                "Acme:eve?secret=MFRGGZDFMFRGGZDF&issuer=Acme", "B:b?secret=GEZDGNBVGY3TQOJQ&issuer=B",
                "C:c?secret=NBSWY3DPNBSWY3DP&issuer=C",
            ]), named: "links.txt")
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        for account in accounts {
            let id = try #require(account["id"]?.text)
            switch account["issuer"]?.text {
            case "B": _ = try await page.json("PATCH", "/api/accounts/\(id)", .object(["issuer": "Renamed"]))
            case "C": #expect(await page.send("DELETE", "/api/accounts/\(id)").status == 204)
            default: break
            }
        }
        try await page.drop(vault(), named: "kept.json")
        #expect(await open("i2").status == 204)
        #expect(try await issuers() == ["Acme", "Renamed"])
        let after = try await state()
        #expect(after["unsaved"]?.number == 1 && after["unsavedAre"]?.text == "accounts" && after["undo"] == nil)
        #expect(try await issuers(in: page.send("POST", "/api/save").body) == ["Acme", "Renamed"])
    }

    @Test func onlyOneVaultIsOpen() async throws {
        try await page.drop(vault(), named: "kept.json")
        try await page.drop(vault(["B:b?secret=GEZDGNBVGY3TQOJQ&issuer=B"]), named: "older.json")
        #expect(await open().status == 204)
        let other = try await page.json("GET", "/api/inputs/i2")
        #expect(other["isVault"] == nil && other["waits"] == .bool(true))
        #expect(await open("i2").status == 404)
        #expect(await page.send("POST", "/api/inputs/passphrase", body: Self.bytes).status == 200)
        #expect(try await issuers() == ["Acme", "B"])
        #expect(try await state()["unsaved"]?.number == 1)
        let third = try await page.drop(vault(["D:d?secret=KRSXG5CTKRSXG5CT&issuer=D"]), named: "third.json")
        #expect(third["isVault"] == nil)
    }

    // MARK: - Copies

    /// Changes the vault file as another computer would.
    private func change(_ change: (inout VaultContent) -> Void) throws -> [UInt8] {
        try VaultFile.open(path, passphrase: Passphrase(Self.passphrase)).update { change(&$0) }
        return try folder.bytes("kept.json")
    }

    private func merge(_ id: String, with passphrase: [UInt8] = []) async -> Response {
        await page.send("POST", "/api/inputs/\(id)/merge", body: passphrase)
    }

    /// The accounts of a copy are no others: as an input, a renamed one would be there twice.
    @Test func aCopyIsMergedAndNotRead() async throws {
        try await page.drop(
            vault(["A:a?secret=MFRGGZDFMFRGGZDF&issuer=A", "B:b?secret=GEZDGNBVGY3TQOJQ&issuer=B"]), named: "kept.json")
        #expect(await open().status == 204)
        let copy = try change { content in
            content.items[0].issuer = "Renamed"
            content.items.remove(at: 1)
        }
        let card = try await page.drop(copy, named: "kept (1).json")
        #expect(card["copy"]?["needsPassphrase"] == .bool(false) && card["waits"] == .bool(false))
        #expect(card["isVault"] == nil && card["sources"].list.isEmpty)
        #expect(try await state()["unsaved"]?.number == 0)
        let unread = await page.send("GET", "/api/unread").text
        #expect(unread.contains("Merge the copy of the vault, or remove it:") && unread.contains("kept (1).json"))
        _ = try await page.json("POST", "/api/accounts", .object(["secret": "NBSWY3DPNBSWY3DP", "issuer": "Typed"]))

        let merged = await merge("i2")
        let name = merged.headers.first { $0.name == "Content-Disposition" }?.value
        #expect(merged.status == 200 && name?.hasSuffix("kept.json") == true)
        let result = try #require(merged.headers.first { $0.name == "Export-Result" }?.value)
        #expect(result.contains("Renamed") && result.contains("remove"))
        // What was not saved is saved before.
        #expect(try await issuers(in: merged.body) == ["Renamed", "Typed"])
        #expect(try await issuers() == ["Renamed", "Typed"])
        #expect(try await state()["unsaved"]?.number == 0)
        #expect(try await page.json("GET", "/api/inputs")["inputs"].list.count == 1)

        let again = try #require(try await page.drop(copy, named: "again.json")["id"]?.text)
        let nothing = await merge(again)
        #expect(nothing.status == 200 && !nothing.headers.contains { $0.name == "Content-Disposition" })
        #expect(nothing.text == #"{"lines":[]}"#, "\(nothing.text)")
        #expect(await merge(again).status == 404)
    }

    @Test func aCopyWithAnotherPassphraseAsksForIt() async throws {
        try await page.drop(vault(), named: "kept.json")
        #expect(await open().status == 204)
        let other = "another battery staple horse"
        try VaultFile.open(path, passphrase: Passphrase(Self.passphrase)).changePassphrase(
            to: Passphrase(other), cost: .init(n: 16, r: 8, p: 1)
        ) { _ in }
        try VaultFile.open(path, passphrase: Passphrase(other)).update { $0.items[0].issuer = "Renamed" }
        let card = try await page.drop(folder.bytes("kept.json"), named: "copy.json")
        #expect(card["copy"]?["needsPassphrase"] == .bool(true) && card["waits"] == .bool(false))
        #expect(await merge("i2").problem?["code"]?.text == "wrong-password")
        #expect(await merge("i2", with: Self.bytes).problem?["code"]?.text == "wrong-password")
        let merged = await merge("i2", with: Array(other.utf8))
        #expect(merged.status == 200)
        let result = try #require(merged.headers.first { $0.name == "Export-Result" }?.value)
        #expect(result.contains("warnings"))
        #expect(try await issuers() == ["Renamed"])
    }

    /// Of two copies that are dropped together, one is opened, and the other is merged into it.
    @Test func aCopyThatCouldBeOpenedIsMergedAfterwards() async throws {
        try await page.drop(vault(), named: "one.json")
        let card = try await page.drop(change { $0.items[0].issuer = "Renamed" }, named: "two.json")
        #expect(card["isVault"] == .bool(true))
        #expect(await open().status == 204)
        let now = try await page.json("GET", "/api/inputs/i2")
        #expect(now["isVault"] == nil && now["copy"]?["needsPassphrase"] == .bool(false))
        #expect(now["waits"] == .bool(false) && now["sources"].list.isEmpty)
        #expect(await merge("i2").status == 200)
        #expect(try await issuers() == ["Renamed"])
    }

    @Test("The passphrase of another input does not open a dropped vault")
    func itIsOpenedByNothingElse() async throws {
        try await page.drop(TestPage.fixture(Dropped.encrypted), named: "aegis.json")
        #expect(await page.send("POST", "/api/inputs/passphrase", body: Dropped.passphrase).status == 200)
        _ = try await TestPage.vault(
            at: path, Dropped.passphrase, with: Self.text(["A:a?secret=MFRGGZDFMFRGGZDF&issuer=A"]))
        let card = try await page.drop(folder.bytes("kept.json"), named: "kept.json")
        #expect(card["isVault"] == .bool(true))
        #expect(try await page.json("POST", "/api/inputs/i2/skip")["isSkipped"] == .bool(true))
        #expect(try await page.json("POST", "/api/inputs/i2/unskip")["isVault"] == .bool(true))
        #expect(await page.send("DELETE", "/api/inputs/i2").status == 204)
        #expect(await open("i2", with: Dropped.passphrase).status == 404)
    }

    /// The next code of a counter-based account is a change that nobody has downloaded.
    @Test func aCounterIsAChange() async throws {
        let link = Array("otpauth://hotp/A:a?secret=MFRGGZDFMFRGGZDF&issuer=A&counter=4\n".utf8)
        _ = try await TestPage.vault(at: path, Self.bytes, with: link)
        try await page.drop(folder.bytes("kept.json"), named: "kept.json")
        #expect(await open().status == 204)
        let id = try #require(try await page.json("GET", "/api/accounts")["accounts"].list.first?["id"]?.text)
        #expect(try await page.json("POST", "/api/accounts/\(id)/next")["counter"]?.number == 5)
        #expect(try await state()["unsaved"]?.number == 1)
    }

    @Test func inventedAccountsAreAddedToNoVault() async throws {
        let demonstration = try TestPage(isDemonstration: true)
        let card = try await demonstration.drop(vault(), named: "kept.json")
        #expect(card["isVault"] == nil && card["waits"] == .bool(true))
    }
}
