import FixtureSupport
import Synchronization
import TOTPImport
import Testing

@Suite struct AccountVaultTests {
    private let folder: TemporaryFolder
    private static let passphrase = Passphrase("correct horse battery staple")

    init() throws { folder = try TemporaryFolder() }

    private static func result() async throws -> ImportResult {
        try await AccountReader().read([.bytes(Fixture.bytes("exports/aegis/plain.json"), named: "aegis.json")])
    }

    @Test func whatWasReadIsInTheVault() async throws {
        let result = try await Self.result()
        let vault = try await AccountVault.create(at: folder.path("v.json"), passphrase: Self.passphrase)
        let rehearsal = try await vault.add(result, isDryRun: true)
        #expect(rehearsal.totals.added == result.accounts.count)
        #expect(try await vault.accounts().isEmpty)
        let first = try await vault.add(result)
        #expect(first.totals.added == result.accounts.count)
        #expect(first.addsUp)
        let second = try await vault.add(result)
        #expect(second.totals.added == 0)
        #expect(second.totals.duplicates == second.totals.found - second.totals.rejected)
        let opened = try await AccountVault.open(at: vault.path, passphrase: Self.passphrase)
        #expect(try await opened.accounts().map(\.secret) == result.accounts.map(\.secret))
    }

    @Test func accountsAreChangedOrNothingIs() async throws {
        struct Refusal: Error {}
        let result = try await Self.result()
        let vault = try await AccountVault.create(
            at: folder.path("v.json"), passphrase: Self.passphrase, accounts: result.accounts)
        let count = try await vault.update { accounts in
            accounts[0].issuer = "Renamed"
            accounts.removeLast()
            return accounts.count
        }
        #expect(count == result.accounts.count - 1)
        #expect(try await vault.accounts().count == count)
        #expect(try await vault.accounts().first?.issuer == "Renamed")
        await #expect(throws: Refusal.self) {
            try await vault.update { accounts in
                accounts.removeAll()
                throw Refusal()
            }
        }
        #expect(try await vault.accounts().count == count)
    }

    /// Apps that sync learn from the mark that an account was deleted.
    @Test func aRemovedAccountThatWasSynchronizedIsMarked() async throws {
        var account = try Account(keyURI: "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        account.syncedAt = account.createdAt
        let path = folder.path("v.json")
        let vault = try await AccountVault.create(at: path, passphrase: Self.passphrase, accounts: [account])
        try await vault.update { $0.removeAll() }
        #expect(try await vault.accounts().isEmpty)
        var reader = AccountReader()
        reader.passphrases = [Self.passphrase]
        let ledger = try await reader.read([.path(path)]).ledger
        #expect(ledger.totals.skipped.counts == [.deleted: 1])
    }

    @Test func aRecoveryCodeOpensTheVault() async throws {
        let vault = try await AccountVault.create(at: folder.path("v.json"), passphrase: Self.passphrase)
        let shown = Mutex("")
        try await vault.addRecoveryCode { code in shown.withLock { $0 = code } }
        let code = shown.withLock { $0 }
        _ = try await AccountVault.open(at: vault.path, recoveryCode: Passphrase(code.lowercased()))
        await #expect { try await AccountVault.open(at: vault.path, recoveryCode: Passphrase("typo")) } throws: {
            ($0 as? AccountVaultError)?.code == .wrongRecoveryCode
        }
    }

    @Test func theOldPassphraseOpensNothingAfterAChange() async throws {
        let vault = try await AccountVault.create(at: folder.path("v.json"), passphrase: Self.passphrase)
        let new = Passphrase("another one")
        let changed = try await vault.changePassphrase(to: new) { _ in }
        #expect(try await changed.accounts().isEmpty)
        await #expect { try await AccountVault.open(at: vault.path, passphrase: Self.passphrase) } throws: {
            ($0 as? AccountVaultError)?.code == .wrongPassphrase
        }
        _ = try await AccountVault.open(at: vault.path, passphrase: new)
    }

    @Test func problemsHaveACode() async throws {
        let path = folder.path("v.json")
        await #expect { try await AccountVault.open(at: path, passphrase: Self.passphrase) } throws: {
            ($0 as? AccountVaultError)?.code == .notFound
        }
        try folder.write(Array("{}".utf8), to: "v.json")
        await #expect { try await AccountVault.open(at: path, passphrase: Self.passphrase) } throws: {
            ($0 as? AccountVaultError)?.code == .notAVault
        }
        await #expect { try await AccountVault.create(at: path, passphrase: Self.passphrase) } throws: {
            ($0 as? AccountVaultError)?.code == .exists
        }
    }
}
