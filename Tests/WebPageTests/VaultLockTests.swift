import Encodings
import Platform
import TOTPDomain
import TOTPImport
import Testing
import Vault

@testable import WebPage

/// What stays, and what comes back, when the page of a vault is locked or ends.
extension PageVaultTests {
    @Test func lockingForgetsEverything() async throws {
        _ = try await vault()
        let page = try await unlocked()
        try await page.drop(TestPage.fixture(Dropped.encrypted), named: "b.json")
        let id = try #require(try await page.json("GET", "/api/accounts")["accounts"].list.first?["id"]?.text)
        #expect(await page.send("DELETE", "/api/accounts/\(id)").status == 204)
        let refused = await page.send("POST", "/api/lock")
        #expect(refused.problem?["code"]?.text == "unsaved")
        #expect(refused.problem?["problem"]?.text == "1 change would be lost")
        #expect(try await page.json("GET", "/api/state")["unsavedAre"]?.text == "changes")
        let locked = await page.send("POST", "/api/lock?discard=1")
        #expect(locked.status == 204)
        #expect(locked.then == .closeAll)
        let session = page.session
        #expect(await session.inputs.isEmpty)
        #expect(await session.passphrases.isEmpty)
        #expect(await session.base.items.isEmpty)
        #expect(try await session.accounts().items.isEmpty)
        #expect(await page.send("GET", "/api/accounts").status == 423)
        #expect(await page.send("POST", "/api/unlock", body: Self.bytes).status == 204)
        #expect(try await page.json("GET", "/api/accounts/\(id)")["id"]?.text == id)
    }

    /// Nobody has decided before the save; what is taken afterwards is not saved yet.
    @Test func whatWasNotReadIsKnownAfterLocking() async throws {
        _ = try await vault()
        let page = try await unlocked()
        func unread() async throws -> [String] {
            try await page.json("GET", "/api/unread").list.flatMap { decision in
                [decision["text"]?.text ?? ""] + decision["names"].list.compactMap(\.text)
            }
        }
        try await page.drop(TestPage.fixture(Dropped.encrypted), named: "waits.json")
        try await page.drop(Array("otpauth://totp/Private:eve?secret=10189".utf8), named: "links.txt")
        try await page.drop(TestPage.fixture("images/google-parts/complete-1.png"), named: "1.png")
        _ = try await page.json("POST", "/api/save")
        #expect(await page.send("POST", "/api/lock").status == 204)
        #expect(await page.send("POST", "/api/unlock", body: Self.bytes).status == 204)
        let left = try await unread()
        #expect(left.contains("waits.json") && left.contains("links.txt"), "\(left)")
        #expect(left.contains { $0.contains("parts 2, 3 of 3") }, "\(left)")
        #expect(!left.joined().contains("Private"))
        try await page.drop(Array("Dear diary".utf8), named: "waits.json")
        try await page.drop(TestPage.fixture("images/google-parts/complete-2.png"), named: "2.png")
        let later = try await unread()
        #expect(later.filter { $0 == "Add again what was not read:" }.count == 1, "\(later)")
        #expect(later.contains("links.txt"))
    }

    @Test func timeLocksAVaultThenEnds() async throws {
        _ = try await vault()
        let page = try await unlocked()
        page.clock.pass(1750)
        #expect(await page.session.tick() == .nothing)
        #expect(try await page.json("GET", "/api/state")["idle"]?["warns"] == .bool(true))
        page.clock.pass(60)
        #expect(await page.session.tick() == .lock)
        let state = try await page.json("GET", "/api/state")
        #expect(state["vault"]?["locked"] == .bool(true))
        #expect(state["last"]?.text == "nobody was here for a while, so the page was locked")
        page.clock.pass(1801)
        #expect(await page.session.tick() == .quit)
    }

    @Test func timeSavesChangesBeforeItLocks() async throws {
        _ = try await vault()
        let page = try await unlocked()
        let count = try #require(try await page.json("GET", "/api/state")["accounts"]?.number)
        try await page.drop(TestPage.fixture("images/google-parts/complete-1.png"), named: "1.png")
        let state = try await page.json("GET", "/api/state")
        let unsaved = try #require(state["unsaved"]?.number)
        #expect(unsaved > 0)
        #expect(state["idle"]?["ends"]?.text == "lock")
        page.clock.pass(1801)
        #expect(await page.session.tick() == .lock)
        let words = unsaved == 1 ? "1 account was" : "\(unsaved) accounts were"
        let last = try await page.json("GET", "/api/state")["last"]?.text
        #expect(last == "nobody was here for a while, so the page was locked; before, \(words) saved")
        #expect(await page.send("POST", "/api/unlock", body: Self.bytes).status == 204)
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == count + unsaved)
    }

    /// A vault that another program removed.
    @Test func changesThatCannotBeSavedInTimeAreSaid() async throws {
        _ = try await vault()
        let page = try await unlocked()
        try await page.drop(TestPage.fixture("images/google-parts/complete-1.png"), named: "1.png")
        try #require(unlink(path) == 0)
        page.clock.pass(1801)
        #expect(await page.session.tick() == .lock)
        let last = try #require(try await page.json("GET", "/api/state")["last"]?.text)
        #expect(last.contains("the last changes could not be saved: "), "\(last)")
        #expect(last.hasSuffix("; they are here again once you unlock it"), "\(last)")
    }

    private static let other = Array("two other crimson teapots".utf8)

    private func changePassphrase() throws {
        let file = try VaultFile.open(path, passphrase: Passphrase(Self.passphrase))
        try file.changePassphrase(to: Passphrase(utf8: Self.other), cost: .init(n: 16, r: 8, p: 1)) { _ in }
    }

    /// One of each kind: renamed, deleted, typed.
    private func change(_ page: TestPage) async throws {
        let ids = try await page.json("GET", "/api/accounts")["accounts"].list.compactMap { $0["id"]?.text }
        _ = try await page.json("PATCH", "/api/accounts/\(ids[0])", .object(["issuer": "Renamed"]))
        #expect(await page.send("DELETE", "/api/accounts/\(ids[1])").status == 204)
        _ = try await page.json("POST", "/api/accounts", .object(["secret": "GEZDGNBVGY3TQOJQ", "issuer": "Typed"]))
    }

    private func checkChanges(_ count: Int, in vault: AccountVault) async throws {
        let issuers = try await vault.accounts().map(\.issuer)
        #expect(issuers.count == count)
        #expect(issuers.contains("Renamed") && issuers.contains("Typed"))
    }

    /// Another program changed the passphrase: the vault is not damaged, and no change is lost.
    @Test func aPassphraseThatWasChangedIsAskedForAndTheEditsStay() async throws {
        let count = try await vault().accounts().count
        let page = try await unlocked()
        try await change(page)
        try changePassphrase()
        let refused = await page.send("POST", "/api/save")
        #expect(refused.status == 409)
        #expect(refused.problem?["code"]?.text == "passphrase-changed")
        #expect(refused.problem?["detail"]?.text == "its passphrase was changed meanwhile; type the new one")
        #expect(try await page.json("GET", "/api/state")["unsaved"]?.number == 3)
        #expect(await page.send("POST", "/api/unlock", body: Self.bytes).problem?["code"]?.text == "wrong-password")
        #expect(await page.send("POST", "/api/unlock", body: Self.other).status == 204)
        #expect(try await page.json("POST", "/api/save")["changed"]?.number == 1)
        try await checkChanges(count, in: AccountVault.open(at: path, passphrase: Passphrase(utf8: Self.other)))
    }

    /// A full disk while the user is away.
    @Test func changesThatCouldNotBeSavedAreHereAgain() async throws {
        let vault = try await vault()
        let count = try await vault.accounts().count
        let page = try await unlocked()
        try await change(page)
        try #require(rename(path, folder.path("away")) == 0)
        page.clock.pass(1801)
        #expect(await page.session.tick() == .lock)
        try #require(rename(folder.path("away"), path) == 0)
        // However long the user is away.
        page.clock.pass(100_000)
        #expect(await page.session.tick() == .nothing)
        let locked = try await page.json("GET", "/api/state")
        #expect(locked["kept"]?.number == 3)
        #expect(locked["accounts"]?.number == 0)
        #expect(await page.send("POST", "/api/quit").problem?["code"]?.text == "unsaved")
        let unlocked = try OrderedJSON(parsing: await page.send("POST", "/api/unlock", body: Self.bytes).body)
        #expect(unlocked["restored"]?.number == 3)
        let state = try await page.json("GET", "/api/state")
        #expect(state["kept"] == nil)
        #expect(state["unsaved"]?.number == 3)
        _ = try await page.json("POST", "/api/save")
        try await checkChanges(count, in: vault)
        #expect(await page.send("POST", "/api/lock").status == 204)
    }

    /// They are encrypted with the key that the vault had then.
    @Test func changesFromBeforeAnotherPassphraseNeedTheOldOne() async throws {
        let count = try await vault().accounts().count
        let page = try await unlocked()
        try await change(page)
        try changePassphrase()
        page.clock.pass(1801)
        #expect(await page.session.tick() == .lock)
        #expect(await page.send("POST", "/api/unlock", body: Self.other).status == 204)
        let state = try await page.json("GET", "/api/state")
        #expect(state["kept"]?.number == 3)
        #expect(state["unsaved"]?.number == 0)
        #expect(await page.send("POST", "/api/kept", body: Self.other).problem?["code"]?.text == "wrong-password")
        let back = await page.send("POST", "/api/kept", body: Self.bytes)
        #expect(back.problem?["restored"]?.number == 3)
        _ = try await page.json("POST", "/api/save")
        try await checkChanges(count, in: AccountVault.open(at: path, passphrase: Passphrase(utf8: Self.other)))
        // Or the user does not want them.
        try await page.drop(TestPage.fixture("images/google-parts/complete-1.png"), named: "1.png")
        try #require(rename(path, folder.path("away")) == 0)
        page.clock.pass(1801)
        #expect(await page.session.tick() == .lock)
        try #require(rename(folder.path("away"), path) == 0)
        #expect(await page.send("POST", "/api/unlock", body: Self.other).status == 200)
        #expect(await page.send("POST", "/api/lock?discard=1").status == 204)
        #expect(await page.send("POST", "/api/kept?discard=1").status == 423)
    }

    /// After a sleep, a request may be faster than the clock that locks.
    @Test func whoComesTooLateFindsItClosed() async throws {
        _ = try await vault()
        let page = try await unlocked()
        page.clock.pass(1801)
        #expect(await page.send("POST", "/api/awake").status == 204)
        #expect(await page.send("GET", "/api/accounts").status == 423)
        #expect(await page.send("POST", "/api/save").status == 423)
        #expect(await page.session.tick() == .lock)
    }

    @Test func aLockTakesWhatWasCopiedOutOfTheClipboard() async throws {
        _ = try await vault()
        let clipboard = TestPage.TestClipboard()
        let page = try await unlocked(clipboard: clipboard)
        #expect(await page.send("POST", "/api/copy", body: Array("123456".utf8)).status == 200)
        #expect(clipboard.text == "123456")
        #expect(await page.send("POST", "/api/lock").status == 204)
        for _ in 0..<600 where clipboard.text != nil { try await Task.sleep(for: .milliseconds(100)) }
        #expect(clipboard.text == nil)
        #expect(await page.send("POST", "/api/copy", body: [0x31]).status == 423)
    }

    @Test func withoutAVaultTimeEndsIt() async throws {
        let page = try TestPage()
        page.clock.pass(1000)
        await page.send("POST", "/api/awake")
        page.clock.pass(1000)
        #expect(await page.session.tick() == .nothing)
        // The page asks for the state every second, which is not an action of the user.
        _ = try await page.json("GET", "/api/state")
        await page.send("GET", "/api/accounts", headers: [("Action", "none")])
        page.clock.pass(801)
        #expect(await page.session.tick() == .quit)
        #expect(try await page.json("GET", "/api/state")["idle"]?["ends"]?.text == "quit")
    }

    @Test func quittingAsksForUnsavedAccounts() async throws {
        let page = try TestPage()
        #expect(await page.send("POST", "/api/quit").then == .quit)
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        #expect(await page.send("POST", "/api/quit").problem?["code"]?.text == "unsaved")
        #expect(await page.send("POST", "/api/quit?discard=1").then == .quit)
    }
}
