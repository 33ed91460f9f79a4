import Encodings
import FixtureSupport
import Platform
import TOTPDomain
import TOTPImport
import Testing
import Vault

@testable import WebPage

/// Changes reach the vault as the changes of commands do.
@Suite struct PageVaultTests {
    let folder: TemporaryFolder
    static let passphrase = "correct horse battery staple"
    static let bytes = Array(passphrase.utf8)

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path("accounts.json") }

    func page(clipboard: TestPage.TestClipboard? = nil) throws -> TestPage {
        try TestPage(vault: VaultPlace(path: path, backups: .standard), clipboard: clipboard)
    }

    /// A vault with the accounts of a fixture.
    func vault() async throws -> AccountVault {
        try await TestPage.vault(at: path, Self.bytes, with: TestPage.fixture(Dropped.plain))
    }

    func unlocked(clipboard: TestPage.TestClipboard? = nil) async throws -> TestPage {
        let page = try page(clipboard: clipboard)
        #expect(await page.send("POST", "/api/unlock", body: Self.bytes).status == 204)
        return page
    }

    @Test func aNewVaultIsCreatedByTheFirstSave() async throws {
        let page = try page()
        let state = try await page.json("GET", "/api/state")["vault"]
        #expect(state?["exists"] == .bool(false))
        #expect(state?["needsPassphrase"] == .bool(true))
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        #expect(await page.send("POST", "/api/save").problem?["code"]?.text == "password-required")
        #expect(await page.send("POST", "/api/save", body: Array("1234".utf8)).problem?["code"]?.text == "weak")
        #expect(!FileManager.default.fileExists(atPath: path))
        let saved = await page.send("POST", "/api/save", body: Self.bytes)
        #expect(saved.status == 200, "\(saved.text)")
        let count = try Dropped.count(Dropped.plain)
        #expect(saved.problem?["added"]?.number == Int64(count))
        #expect(saved.problem?["text"]?.text == "accounts.json contains \(count) accounts")
        let opened = try await AccountVault.open(at: path, passphrase: Passphrase(Self.passphrase))
        #expect(try await opened.accounts().count == count)
        #expect(try await page.json("GET", "/api/state")["unsaved"]?.number == 0)
        let card = try await page.json("GET", "/api/inputs/i1")
        #expect(card["saved"] == .bool(true))
        #expect(card["totals"]?["added"]?.number == Int64(count))
    }

    /// Read as an input, its accounts would be added.
    @Test func aCopyIsOneAlsoIfThePassphraseOfTheVaultWasChangedMeanwhile() async throws {
        _ = try await vault()
        let page = try await unlocked()
        let copy = try folder.bytes("accounts.json")
        let file = try VaultFile.open(path, passphrase: Passphrase(Self.passphrase))
        try file.changePassphrase(to: Passphrase("another battery staple"), cost: .init(n: 16, r: 8, p: 1)) { _ in }
        let card = try await page.drop(copy, named: "copy.json")
        #expect(card["copy"]?["needsPassphrase"] == .bool(true) && card["sources"].list.isEmpty)
        let merged = await page.send("POST", "/api/inputs/i1/merge", body: Self.bytes)
        #expect(merged.problem?["code"]?.text == "passphrase-changed", "\(merged.text)")
    }

    @Test func aLockedVaultAnswersOnlyToItsPassphrase() async throws {
        _ = try await vault()
        let page = try page()
        for target in ["/api/accounts", "/api/inputs", "/api/formats"] {
            #expect(await page.send("GET", target).status == 423)
        }
        #expect(await page.send("POST", "/api/inputs", body: [1]).status == 423)
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == 0)
        let wrong = await page.send("POST", "/api/unlock", body: Array("wrong".utf8))
        #expect(wrong.status == 422)
        #expect(wrong.problem?["code"]?.text == "wrong-password")
        #expect(await page.send("POST", "/api/unlock", body: Self.bytes).status == 204)
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        #expect(accounts.count == (try Dropped.count(Dropped.plain)))
        #expect(accounts.allSatisfy { $0["unsaved"] == nil })
    }

    /// One save is one version, with everything that was done.
    @Test func editsDeletionsAndImportsAreOneVersion() async throws {
        let vault = try await vault()
        let page = try await unlocked()
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        let ids = accounts.compactMap { $0["id"]?.text }
        _ = try await page.json("PATCH", "/api/accounts/\(ids[0])", .object(["issuer": "Renamed"]))
        #expect(await page.send("DELETE", "/api/accounts/\(ids[1])").status == 204)
        try await page.drop(TestPage.fixture(Dropped.plain), named: "again.json")
        let typed = try await page.json(
            "POST", "/api/accounts", .object(["secret": "GEZDGNBVGY3TQOJQ", "issuer": "Typed", "name": "x"]))
        let typedID = try #require(typed["id"]?.text)
        _ = try await page.json("PATCH", "/api/accounts/\(typedID)", .object(["digits": 8]))
        #expect(try await page.json("GET", "/api/state")["unsaved"]?.number == 3)
        let saved = try await page.json("POST", "/api/save")
        #expect(saved["added"]?.number == 1)
        #expect(saved["changed"]?.number == 1)
        #expect(saved["deleted"]?.number == 1)
        #expect(saved["text"]?.text?.hasSuffix("; the version before is kept beside it") == true)
        #expect(saved["duplicates"]?.number == Int64(ids.count))
        let after = try await vault.accounts()
        #expect(after.count == ids.count)
        #expect(after.contains { $0.issuer == "Renamed" && $0.id.uuidString == ids[0] })
        #expect(!after.contains { $0.id.uuidString == ids[1] })
        #expect(after.first { $0.issuer == "Typed" }?.parameters.digits == 8)
        #expect(try VaultVersion.list(of: path).count == 2)
    }

    /// A detail that an input fills in is not taken for a change by another program.
    @Test func anAccountThatIsFilledAndEditedIsSaved() async throws {
        let vault = try await vault()
        let page = try await unlocked()
        var item = try #require(try await vault.accounts().first { $0.note == nil })
        item.note = "from the input"
        let export = try await AccountWriter(format: "json").write([item])
        try await page.drop(export.files[0].bytes, named: "noted.json")
        let id = item.id.uuidString
        _ = try await page.json("PATCH", "/api/accounts/\(id)", .object(["issuer": "Renamed"]))
        let saved = await page.send("POST", "/api/save")
        #expect(saved.status == 200 && saved.problem?["updated"]?.number == 1, "\(saved.text)")
        let after = try #require(try await vault.accounts().first { $0.id == item.id })
        #expect(after.issuer == "Renamed" && after.note == "from the input")
    }

    /// An account that was deleted on the page does not come back from another input that has it.
    @Test func aDeletedAccountOfTwoInputsStaysDeleted() async throws {
        let page = try page()
        let bytes = try TestPage.fixture(Dropped.plain)
        try await page.drop(bytes, named: "a.json")
        try await page.drop(bytes, named: "b.json")
        let id = try #require(try await page.json("GET", "/api/accounts")["accounts"].list.first?["id"]?.text)
        #expect(await page.send("DELETE", "/api/accounts/\(id)").status == 204)
        let saved = await page.send("POST", "/api/save", body: Self.bytes)
        #expect(saved.problem?["added"]?.number == Int64(try Dropped.count(Dropped.plain) - 1), "\(saved.text)")
    }

    @Test func aVaultThatChangedMeanwhileIsMergedOrToldOf() async throws {
        let vault = try await vault()
        let page = try await unlocked()
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        let ids = accounts.compactMap { $0["id"]?.text }
        // Another program adds one account, and renames another.
        try await vault.update { accounts in
            accounts[0].issuer = "Theirs"
            accounts.append(
                Account(
                    issuer: "New", name: "there", secret: try OTPSecret(base32: "GEZDGNBVGY3TQOJQ"),
                    parameters: try OTPParameters(kind: .totp)))
        }
        _ = try await page.json("PATCH", "/api/accounts/\(ids[0])", .object(["issuer": "Ours"]))
        // The page reads the vault again for its list, which must not hide changes by another program.
        let shown = try await page.json("GET", "/api/accounts")["accounts"].list
        #expect(shown.contains { $0["issuer"]?.text == "Ours" } && shown.contains { $0["issuer"]?.text == "New" })
        let conflict = await page.send("POST", "/api/save")
        #expect(conflict.status == 409)
        #expect(conflict.problem?["code"]?.text == "changed-meanwhile")
        #expect(
            conflict.problem?["detail"]?.text
                == "another program changed the vault meanwhile; look at its changes, and make yours again")
        let label = try #require(accounts[0]["label"]?.text), issuer = try #require(accounts[0]["issuer"]?.text)
        #expect(
            conflict.problem?["lines"].list.map(\.text) == [
                "\(label): here: issuer \"\(issuer)\" → \"Ours\"; by the other program: issuer \"\(issuer)\" → \"Theirs\""
            ])
        let after = try await page.json("GET", "/api/accounts")["accounts"].list
        #expect(after.contains { $0["issuer"]?.text == "Theirs" })
        #expect(after.contains { $0["issuer"]?.text == "New" })
        #expect(try await page.json("GET", "/api/state")["unsaved"]?.number == 0)
        // An import is merged with the existing accounts.
        try await page.drop(TestPage.fixture(Dropped.encrypted), named: "b.json")
        await page.send("POST", "/api/inputs/passphrase", body: Dropped.passphrase)
        try await vault.update { $0[1].note = "theirs" }
        let saved = await page.send("POST", "/api/save")
        #expect(saved.status == 200, "\(saved.text)")
        #expect(try await vault.accounts()[1].note == "theirs")
    }

    @Test(arguments: [true, false]) func unsavedEditsAreSavedBeforeACopyIsMerged(isNew: Bool) async throws {
        let vault = try await vault()
        let page = try await unlocked()
        let id = try #require(try await vault.accounts().first?.id)
        // The copy has another field of the same account, or nothing new.
        let old = try folder.bytes("accounts.json")
        if isNew { try await vault.update { $0[0].note = "theirs" } }
        let copy = try folder.bytes("accounts.json")
        try FileManager.default.removeItem(atPath: path)
        _ = try folder.write(old, to: "accounts.json")
        _ = try await page.json("PATCH", "/api/accounts/\(id.uuidString)", .object(["issuer": "Ours"]))
        try await page.drop(copy, named: "copy.json")
        let merged = try await page.json("POST", "/api/inputs/i1/merge")
        let lines = merged["lines"].list.compactMap(\.text)
        #expect(lines.first == "saved before: 1 change" && lines.count == (isNew ? 2 : 1), "\(lines)")
        let after = try #require(try await vault.accounts().first { $0.id == id })
        #expect(after.issuer == "Ours" && after.note == (isNew ? "theirs" : nil))
        #expect(try await page.json("GET", "/api/state")["unsaved"]?.number == 0)
    }

    @Test func anAccountThatWasAddedToBothCopiesIsNoChange() async throws {
        let vault = try await vault()
        let old = try folder.bytes("accounts.json")
        func add() async throws -> [UInt8] {
            try await vault.update {
                var added = $0[0]
                (added.id, added.name) = (UUID(), "in both copies")
                $0.append(added)
            }
            return try folder.bytes("accounts.json")
        }
        let copy = try await add()
        try FileManager.default.removeItem(atPath: path)
        _ = try folder.write(old, to: "accounts.json")
        _ = try await add()
        let page = try await unlocked()
        try await page.drop(copy, named: "copy.json")
        let lines = try await page.json("POST", "/api/inputs/i1/merge")["lines"].list.compactMap(\.text)
        #expect(!lines.contains { $0.contains("in both copies") }, "\(lines)")
        #expect(try await vault.accounts().count { $0.name == "in both copies" } == 1)
    }

    @Test func aCopyIsNotMergedIfAnEditCannotBeSavedBefore() async throws {
        let vault = try await vault()
        let page = try await unlocked()
        let copy = try folder.bytes("accounts.json")
        let item = try #require(try await vault.accounts().first)
        #expect(await page.send("DELETE", "/api/accounts/\(item.id.uuidString)").status == 204)
        try await vault.update { $0[0].issuer = "Theirs" }
        try await page.drop(copy, named: "copy.json")
        let refused = await page.send("POST", "/api/inputs/i1/merge")
        #expect(refused.problem?["code"]?.text == "changed-meanwhile")
        let line = try #require(refused.problem?["lines"].list.first?.text)
        #expect(line.contains("here: removed; by the other program: issuer"), "\(line)")
        #expect(try await page.json("GET", "/api/inputs/i1")["copy"] != nil)
    }

    /// Whoever was away reads what happened to the edits.
    @Test func anEditThatConflictsInTimeIsListedAtTheNextSave() async throws {
        let vault = try await vault()
        let page = try await unlocked()
        let id = try #require(try await vault.accounts().first?.id)
        _ = try await page.json("PATCH", "/api/accounts/\(id.uuidString)", .object(["issuer": "Ours"]))
        try await vault.update { $0[0].issuer = "Theirs" }
        page.clock.pass(1801)
        #expect(await page.session.tick() == .lock)
        let unlocked = try OrderedJSON(parsing: await page.send("POST", "/api/unlock", body: Self.bytes).body)
        #expect(unlocked["restored"]?.number == 1)
        let refused = await page.send("POST", "/api/save")
        #expect(refused.problem?["lines"].list.first?.text?.contains("\"Ours\"") == true, "\(refused.text)")
        #expect(try await vault.accounts()[0].issuer == "Theirs")
    }

    /// The vault has it with another id, under which nobody looks for the edit.
    @Test func anEditOfAnAccountThatAnotherProgramAddsStays() async throws {
        let vault = try await vault()
        let page = try await unlocked()
        let link = Array("otpauth://totp/Added:eve?secret=GEZDGNBVGY3TQOJQ&issuer=Added".utf8)
        try await page.drop(link, named: "link.txt")
        let listed = try await page.json("GET", "/api/accounts")["accounts"].list
        let id = try #require(listed.first { $0["issuer"]?.text == "Added" }?["id"]?.text)
        _ = try await page.json("PATCH", "/api/accounts/\(id)", .object(["note": "ours", "issuer": "Edited"]))
        try await vault.add(try await AccountReader().read([.bytes(link, named: "link.txt")]))
        let issuers = try await page.json("GET", "/api/accounts")["accounts"].list.compactMap { $0["issuer"]?.text }
        #expect(issuers.contains("Added") && issuers.contains("Edited"), "\(issuers)")
        _ = try await page.json("POST", "/api/save")
        #expect(try await vault.accounts().contains { $0.issuer == "Edited" && $0.note == "ours" })
    }

    @Test func aCounterThatAnotherProgramAdvancedHidesNoOtherConflict() async throws {
        let vault = try await vault()
        let hotp = try Account(
            issuer: "Counted", name: "carol", secret: OTPSecret(base32: "GEZDGNBVGY3TQOJQ"),
            parameters: OTPParameters(kind: .hotp, counter: 7))
        try await vault.update { $0.append(hotp) }
        let page = try await unlocked()
        let id = try #require(try await vault.accounts().first?.id)
        _ = try await page.json("PATCH", "/api/accounts/\(id.uuidString)", .object(["issuer": "Ours"]))
        try await vault.update { accounts in
            accounts[0].note = "theirs"
            guard let place = accounts.firstIndex(where: { $0.id == hotp.id }) else { return }
            accounts[place].parameters = try OTPParameters(kind: .hotp, counter: 20)
        }
        #expect(await page.send("POST", "/api/accounts/\(hotp.id.uuidString)/next").status == 409)
        #expect(await page.send("POST", "/api/save").problem?["code"]?.text == "changed-meanwhile")
        #expect(try await vault.accounts()[0].note == "theirs")
    }

    /// What happens to the accounts that an older version lacks.
    enum Missing: CaseIterable { case addedAgain, leftOut, keptOverALock, openedAgain }

    @Test(arguments: Missing.allCases) func aVaultThatIsPutBackIsToldOf(_ missing: Missing) async throws {
        let vault = try await vault()
        let page = try await unlocked()
        let old = try folder.bytes("accounts.json")
        let count = try await vault.accounts().count
        _ = try await page.json(
            "POST", "/api/accounts", .object(["secret": "GEZDGNBVGY3TQOJQ", "issuer": "New", "name": "x"]))
        _ = try await page.json("POST", "/api/save")
        let id = try #require(try await vault.accounts().last?.id.uuidString)
        _ = try await page.json("PATCH", "/api/accounts/\(id)", .object(["note": "edited"]))
        try FileManager.default.removeItem(atPath: path)
        _ = try folder.write(old, to: "accounts.json")
        let refused = await page.send("POST", "/api/save")
        #expect(
            refused.problem?["detail"]?.text
                == "accounts.json was put back to an older version: 1 account of it is missing; add it again, or leave it out"
        )
        #expect(refused.problem?["lines"].list.map(\.text) == ["New: x"])
        #expect(try folder.bytes("accounts.json") == old)
        let state = try await page.json("GET", "/api/state")
        #expect(state["missing"].list.map(\.text) == ["New: x"] && state["unsaved"]?.number == 1)
        switch missing {
        case .addedAgain: #expect(await page.send("POST", "/api/missing").status == 204)
        case .leftOut: #expect(await page.send("POST", "/api/missing?discard=1").status == 204)
        case .keptOverALock:
            page.clock.pass(1801)
            #expect(await page.session.tick() == .lock)
            let back = await page.send("POST", "/api/unlock", body: Self.bytes)
            #expect(back.problem?["restored"]?.number == 1)
        case .openedAgain:
            #expect(await page.send("POST", "/api/unlock", body: Self.bytes).status == 204)
            #expect(try await page.json("GET", "/api/state")["missing"].list.count == 1)
            #expect(await page.send("POST", "/api/missing").status == 204)
        }
        #expect(try await page.json("GET", "/api/state")["missing"] == nil)
        #expect(await page.send("POST", "/api/save").status == 200)
        let after = try await vault.accounts()
        #expect(after.count == (missing == .leftOut ? count : count + 1))
        #expect(after.contains { $0.note == "edited" } == (missing != .leftOut))
    }

    @Test func anAccountThatAnotherProgramRemovesIsNotMissing() async throws {
        let vault = try await vault()
        let page = try await unlocked()
        _ = try await vault.update { $0.removeFirst() }
        _ = try await page.json("GET", "/api/accounts")
        #expect(try await page.json("GET", "/api/state")["missing"] == nil)
    }

    @Test func theNextCodeOfAVaultIsSavedAtOnce() async throws {
        let vault = try await vault()
        let hotp = try Account(
            issuer: "Counted", name: "carol", secret: OTPSecret(base32: "GEZDGNBVGY3TQOJQ"),
            parameters: OTPParameters(kind: .hotp, counter: 7))
        try await vault.update { $0.append(hotp) }
        let page = try await unlocked()
        let target = "/api/accounts/\(hotp.id.uuidString)/next"
        #expect(try await page.json("POST", target)["counter"]?.number == 8)
        #expect(try await vault.accounts().first { $0.id == hotp.id }?.parameters.counter == 8)
        #expect(try await page.json("GET", "/api/state")["unsaved"]?.number == 0)
        // Another program was faster: the page shows its counter.
        try await vault.update { accounts in
            guard let place = accounts.firstIndex(where: { $0.id == hotp.id }) else { return }
            accounts[place].parameters = try OTPParameters(kind: .hotp, counter: 20)
        }
        #expect(await page.send("POST", target).problem?["code"]?.text == "changed-meanwhile")
        #expect(try await page.json("POST", target)["counter"]?.number == 21)
    }

    /// Wrong passphrases are typing errors, or forgotten: nobody is frightened, and the recovery code is offered.
    @Test(arguments: [false, true]) func theThirdWrongPassphraseGetsHelp(hasCode: Bool) async throws {
        let vault = try await vault()
        if hasCode { try await vault.addRecoveryCode { _ in } }
        let page = try page()
        for isThird in [false, false, true, true] {
            let wrong = await page.send("POST", "/api/unlock", body: Array("wrong".utf8))
            let said = try #require(wrong.problem?["detail"]?.text)
            #expect(!said.contains("damaged") && !said.contains(path), "\(said)")
            #expect(said.contains("Caps Lock") == isThird, "\(said)")
            #expect(said.contains("recovery code") == hasCode, "\(said)")
        }
        guard !hasCode else { return }
        #expect(await page.send("POST", "/api/unlock", body: Self.bytes).status == 204)
        await page.send("POST", "/api/lock")
        let again = await page.send("POST", "/api/unlock", body: Array("wrong".utf8))
        #expect(again.problem?["detail"]?.text == "wrong passphrase; try again")
    }

    @Test func aRecoveryCodeIsMentionedIfThereIsOne() async throws {
        let vault = try await vault()
        let before = try await self.page().json("GET", "/api/state")["vault"]
        #expect(before?["hasRecoveryCode"] == nil)
        try await vault.addRecoveryCode { _ in }
        let page = try self.page()
        #expect(try await page.json("GET", "/api/state")["vault"]?["hasRecoveryCode"] == .bool(true))
        let wrong = await page.send("POST", "/api/unlock", body: Array("wrong".utf8))
        #expect(wrong.problem?["detail"]?.text == "wrong passphrase; try again, or use a recovery code")
    }

    @Test func aRecoveryCodeIsMadeAndOpensTheVault() async throws {
        _ = try await vault()
        let page = try await unlocked()
        _ = try await page.json("POST", "/api/accounts", .object(["secret": "GEZDGNBVGY3TQOJQ", "issuer": "Typed"]))
        // The page is open, but the passphrase was not typed.
        for wrong in [[], Array("wrong".utf8)] {
            #expect(
                await page.send("POST", "/api/vault/recovery", body: wrong).problem?["code"]?.text == "wrong-password")
        }
        #expect(try await page.json("GET", "/api/state")["vault"]?["hasRecoveryCode"] == nil)
        let made = try OrderedJSON(parsing: await page.send("POST", "/api/vault/recovery", body: Self.bytes).body)
        let code = try #require(made["code"]?.text)
        #expect(code.split(separator: "-").count == 14)
        #expect(made["command"]?.text == "totp-import vault passwd \(path)")
        let state = try await page.json("GET", "/api/state")
        #expect(state["vault"]?["hasRecoveryCode"] == .bool(true))
        #expect(state["unsaved"]?.number == 1, "what was not saved stays")
        #expect(try VaultVersion.list(of: path).count == 2)
        _ = try await page.json("POST", "/api/save")
        #expect(await page.send("POST", "/api/lock").status == 204)
        #expect(await page.send("POST", "/api/unlock", body: Array(code.lowercased().utf8)).status == 204)
        // It is an answer where the passphrase is asked for.
        #expect(await page.send("POST", "/api/vault/recovery", body: Array(code.utf8)).status == 200)
    }

    @Test func aRecoveryCodeNeedsAnOpenVault() async throws {
        #expect(try await TestPage().send("POST", "/api/vault/recovery", body: Self.bytes).status == 409)
        let new = try await page().send("POST", "/api/vault/recovery", body: Self.bytes)
        #expect(new.problem?["detail"]?.text == "there is no vault yet; save first")
        _ = try await vault()
        #expect(try await page().send("POST", "/api/vault/recovery", body: Self.bytes).status == 423)
    }

    @Test func linksInNotesCanBeTakenAfterTheSave() async throws {
        _ = try await vault()
        let page = try await unlocked()
        let before = try #require(try await page.json("GET", "/api/state")["accounts"]?.number)
        let file =
            #"{"encrypted":false,"items":[{"type":2,"name":"A","notes":"otpauth://totp/A:b?secret=GEZDGNBVGY3TQOJQ"}]}"#
        try await page.drop(Array(file.utf8), named: "b.json")
        _ = try await page.json("POST", "/api/save")
        let card = try await page.json("POST", "/api/inputs/i1/links")
        #expect(card["links"] == nil && card["saved"] == .bool(true))
        #expect(card["sources"].list.allSatisfy { $0["problems"].list.isEmpty }, "\(card)")
        let state = try await page.json("GET", "/api/state")
        #expect(state["accounts"]?.number == before + 1 && state["unsaved"]?.number == 1)
        #expect(try await page.json("GET", "/api/inputs/i2")["name"]?.text == "b.json, notes")
    }

    /// Names of files are no secrets; what a rejected entry is called is.
    @Test func aFileThatIsNoVaultIsRefusedAtOnce() throws {
        let path = try folder.write("{}", to: "no.json")
        #expect(throws: VaultError.self) { try VaultPlace(path: path, backups: .standard) }
        #expect(throws: (any Error).self) { try VaultPlace(path: folder.path("none/v.json"), backups: .standard) }
    }
}
