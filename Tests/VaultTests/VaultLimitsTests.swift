import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

/// ``VaultEnvelope`` is read without a passphrase, so it refuses a vault before any key derivation.
@Suite("A vault with a field beyond its limit is refused before any key is derived")
struct VaultLimitsTests {
    let folder: TemporaryFolder
    private let vault: JSONValue

    init() throws {
        folder = try TemporaryFolder()
        vault = try JSONValue(parsing: try HandmadeVault(["items": []]).bytes())
    }

    @Test("Costs of the key derivation", arguments: ForbiddenField.costs)
    func cost(_ limit: ForbiddenField) throws { try expectRefusal(limit) }

    @Test("Lengths of salts, nonces and keys", arguments: ForbiddenField.lengths)
    func length(_ limit: ForbiddenField) throws { try expectRefusal(limit) }

    @Test("Names and counts", arguments: ForbiddenField.names)
    func name(_ limit: ForbiddenField) throws { try expectRefusal(limit) }

    @Test("Missing fields", arguments: ForbiddenField.missing)
    func missing(_ limit: ForbiddenField) throws {
        var changed = vault
        changed[path: limit.field] = nil
        try expectRefusal(limit, of: changed)
    }

    @Test(
        "The highest costs that are allowed",
        arguments: [(1_048_576, 8, 1), (524_288, 16, 4), (32_768, 1, 1), (2, 1, 1)])
    func allowedCost(n: Int64, r: Int64, p: Int64) throws {
        var changed = vault
        changed[path: "header.slots.0.kdf.n"] = .integer(n)
        changed[path: "header.slots.0.kdf.r"] = .integer(r)
        changed[path: "header.slots.0.kdf.p"] = .integer(p)
        #expect(try VaultEnvelope(changed.encoded()).header.slots.count == 1)
    }

    @Test("A newer version is told apart from a damaged one", arguments: [2, 3, 1_000_000, Int64.max])
    func newerVersion(version: Int64) throws {
        var changed = vault
        changed[path: "version"] = .integer(version)
        // The other fields of a newer version are ignored.
        changed[path: "header"] = "something new"
        let error = vaultError { try VaultEnvelope(changed.encoded()) }
        #expect(error == .newerVersion(version))
        #expect(error?.advice.contains("update totp-import") == true)
    }

    @Test(
        "A number that is not written as a plain integer is refused",
        arguments: ["1.0", "1e0", "-1.0", "10e-1", "1.5", "-0", "99999999999999999999"])
    func otherNumbers(literal: String) throws {
        for field in ["version", "header.slots.0.kdf.n", "header.slots.0.kdf.r", "header.slots.0.kdf.p"] {
            var changed = vault
            changed[path: field] = "@"
            let text = String(decoding: try changed.encoded(), as: UTF8.self).replacing("\"@\"", with: literal)
            guard case .refused(let named, let reason) = vaultError({ try VaultEnvelope(Array(text.utf8)) }) else {
                Issue.record("\(field) of \(literal) was accepted")
                continue
            }
            #expect(named == field.replacing("slots.0", with: "slots[0]"))
            #expect(reason == "is missing or not a whole number")
        }
    }

    @Test("A pipe is not waited for")
    func pipe() throws {
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        let failure = #expect(throws: VaultError.self) {
            _ = try VaultFile.open(folder.path("pipe"), passphrase: Passphrase("x"))
        }
        guard case .file(let problem)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problem.kind == .notRegular)
    }

    @Test("A file over 64 MiB")
    func largeFile() throws {
        let path = try folder.write("", to: "large.json")
        try #require(truncate(path, 64 << 20 + 1) == 0)
        guard case .file(let problem) = vaultError({ try VaultFile.open(path, passphrase: .fixture) }) else {
            Issue.record("a large file was read")
            return
        }
        #expect(problem.kind == .tooLarge)
        #expect(problem.advice.contains("64 MiB"))
    }

    @Test("Objects nested a hundred thousand deep", arguments: ["[", "{\"a\":"])
    func nesting(opening: String) throws {
        let deep = Array(String(repeating: opening, count: 100_000).utf8)
        guard case .notAVault = vaultError({ try VaultEnvelope(deep) }) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("Text in UTF-16", arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
    func otherEncoding(mark: [UInt8]) throws {
        let units = try vault.encoded().flatMap { mark == [0xFF, 0xFE] ? [$0, 0] : [0, $0] }
        guard case .notAVault = vaultError({ try VaultEnvelope(mark + units) }) else {
            Issue.record("not refused")
            return
        }
    }

    // MARK: -

    private func expectRefusal(_ limit: ForbiddenField, of changed: JSONValue? = nil) throws {
        var vault = vault
        vault[path: limit.field] = limit.value
        let bytes = try (changed ?? vault).encoded()
        guard case .refused(let field, let reason) = vaultError({ try VaultEnvelope(bytes) }) else {
            Issue.record("\(limit.testDescription) was not refused")
            return
        }
        #expect(field == limit.named)
        #expect(reason.contains(limit.reason), "\(reason)")

        let path = try folder.write(bytes, to: "vault.json")
        let message = vaultError { try VaultFile.open(path, passphrase: .fixture) }?.advice
        #expect(message?.contains(limit.named) == true)
    }
}
