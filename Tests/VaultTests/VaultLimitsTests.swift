import Encodings
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

    @Test("A cost of the key derivation beyond its limit is refused", arguments: ForbiddenField.costs)
    func cost(_ limit: ForbiddenField) throws { try expectRefusal(limit) }

    @Test("A salt, nonce or key of another length is refused", arguments: ForbiddenField.lengths)
    func length(_ limit: ForbiddenField) throws { try expectRefusal(limit) }

    @Test("A name or count beyond its limit is refused", arguments: ForbiddenField.names)
    func name(_ limit: ForbiddenField) throws { try expectRefusal(limit) }

    @Test("A missing field is refused", arguments: ForbiddenField.missing)
    func missing(_ limit: ForbiddenField) throws {
        var changed = vault
        changed[path: limit.field] = nil
        try expectRefusal(limit, of: changed)
    }

    @Test(
        "The highest costs that are allowed",
        arguments: [
            (Most.n, Most.blocks / Most.n, 1), (Most.work / (Most.r * 4), Most.r, 4),
            (Most.work / (8 * Most.p), 8, Most.p), (32_768, 1, 1), (2, 1, 1),
        ] as [(Int64, Int64, Int64)])
    func allowedCost(n: Int64, r: Int64, p: Int64) throws {
        var changed = vault
        changed[path: "header.slots.0.kdf.n"] = .integer(n)
        changed[path: "header.slots.0.kdf.r"] = .integer(r)
        changed[path: "header.slots.0.kdf.p"] = .integer(p)
        #expect(try VaultEnvelope(changed.encoded()).header.slots.count == 1)
    }

    private enum Most {
        static let n = Int64(Limit.scryptN), r = Int64(Limit.scryptR), p = Int64(Limit.scryptP)
        static let work = Int64(Limit.scryptWork)
        /// n · r of the most memory: 128 bytes for each.
        static let blocks = Int64(Limit.scryptMemory) / 128
    }

    @Test("As many slots as the limit may have as much work together as the limit, and no more")
    func workOfAllSlots() throws {
        var changed = vault
        func set(_ slot: Int, n: Int64, r: Int64, p: Int64) {
            changed[path: "header.slots.\(slot).kdf"] = [
                "name": "scrypt", "n": .integer(n), "r": .integer(r), "p": .integer(p),
                "salt": HandmadeVault.base64([UInt8](repeating: 7, count: 32)),
            ]
        }
        let slots = Limit.vaultSlots, each = Most.work / Int64(slots)
        let slot = try #require(vault[path: "header.slots.0"])
        changed[path: "header.slots"] = .array([JSONValue](repeating: slot, count: slots))
        for index in 0..<slots { set(index, n: each / 8, r: 8, p: 1) }
        #expect(try VaultEnvelope(changed.encoded()).header.slots.count == slots)
        set(slots - 1, n: each / 8, r: 9, p: 1)
        let message = LimitMessage.scryptWork(Most.work.trailingZeroBitCount)
        #expect(
            vaultError { try VaultEnvelope(changed.encoded()) } == .refused(field: "header.slots", reason: message))
    }

    @Test("A newer version is not reported as damaged", arguments: [2, 3, 1_000_000, Int64.max])
    func newerVersion(version: Int64) throws {
        var changed = vault
        changed[path: "version"] = .integer(version)
        // The other fields of a newer version are ignored.
        changed[path: "header"] = "something new"
        let error = vaultError { try VaultEnvelope(changed.encoded()) }
        #expect(error == .newerVersion(version))
        #expect(error?.message.contains("update totp-import") == true)
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

    @Test("A file as large as the limit is read; a larger one is refused")
    func largeFile() throws {
        let limit = Limit.vault, path = try folder.write("", to: "large.json")
        try #require(truncate(path, off_t(limit)) == 0)
        guard case .notAVault = vaultError({ try VaultFile.open(path, passphrase: .fixture) }) else {
            Issue.record("a file of zeros was not read as a vault")
            return
        }
        try #require(truncate(path, off_t(limit + 1)) == 0)
        guard case .file(let problem) = vaultError({ try VaultFile.open(path, passphrase: .fixture) }) else {
            Issue.record("a large file was read")
            return
        }
        #expect(problem.kind == .tooLarge)
        #expect(problem.message == LimitMessage.vault(limit >> 20))
    }

    @Test("A text nested a hundred thousand deep is not a vault", arguments: ["[", "{\"a\":"])
    func nesting(opening: String) throws {
        let deep = Array(String(repeating: opening, count: 100_000).utf8)
        guard case .notAVault = vaultError({ try VaultEnvelope(deep) }) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("A vault in UTF-16 is damaged", arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
    func otherEncoding(mark: [UInt8]) throws {
        let units = try vault.encoded().flatMap { mark == [0xFF, 0xFE] ? [$0, 0] : [0, $0] }
        guard case .damaged = vaultError({ try VaultEnvelope(mark + units) }) else {
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
        let message = vaultError { try VaultFile.open(path, passphrase: .fixture) }?.message
        #expect(message?.contains(limit.named) == true)
    }
}
