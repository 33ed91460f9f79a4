import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

@Suite("Google exports of several parts in a vault")
struct VaultBatchTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let now = Date.wholeSecondNow

    private static func batch(
        _ id: Int32 = 1_234_567_890, _ parts: [Int] = [0, 2], of size: Int = 3, days: Double = 0
    ) -> SeenBatch {
        SeenBatch(id: id, size: size, parts: parts, seenAt: now.addingTimeInterval(-days * 86_400))
    }

    @Test("Exports of several parts are read back; a vault without any does not mention them")
    func roundTrip() throws {
        let vault = try makeVault(in: folder)
        #expect(try plaintext()["batches"] == nil)
        // Current versions of the app use 0 for the number, so two exports can look alike.
        let batches = [Self.batch(), Self.batch(-1, [4], of: 10), Self.batch(0, [0]), Self.batch(0, [1], days: 1)]
        try vault.update { $0.batches = batches }
        #expect(try vault.content() == VaultContent(items: [], batches: batches))
        #expect(
            try plaintext()[path: "batches.0"] == [
                "id": 1_234_567_890, "size": 3, "parts": [0, 2], "seenAt": .string(VaultTime.text(Self.now)),
            ])
        try vault.update { $0.batches = [] }
        #expect(try plaintext()["batches"] == nil)
    }

    @Test("An export without a new part for 90 days is dropped")
    func dropped() throws {
        let kept = [Self.batch(), Self.batch(2, [0], days: 89.9), Self.batch(3, [0, 1, 2])]
        let dropped = [Self.batch(4, [0], days: 90), Self.batch(5, [0, 1, 2], days: 1000)]
        #expect((kept + dropped).map { $0.isKept(at: Self.now) } == [true, true, true, false, false])
        let vault = try makeVault(in: folder)
        try vault.update { $0.batches = dropped + kept }
        #expect(try vault.content().batches == kept)
    }

    @Test("An export that is too old is ignored, even before the vault is written again")
    func expired() throws {
        let old: JSONValue = ["id": 1, "size": 3, "parts": [0], "seenAt": "2001-01-01T00:00:00Z"]
        let path = try folder.write(try HandmadeVault(["items": [], "batches": [old]]).bytes(), to: "vault.json")
        let vault = try VaultFile.open(path, passphrase: .fixture)
        #expect(try vault.content().batches == [])
        #expect(try plaintext()["batches"] == [old])
        try vault.update { $0.items.append(try sampleItem()) }
        #expect(try plaintext()["batches"] == nil)
    }

    @Test("Parts are written in order, each once")
    func order() throws {
        let vault = try makeVault(in: folder)
        try vault.update { $0.batches = [Self.batch(1, [4, 0, 4, 2], of: 6)] }
        #expect(try vault.content().batches.map(\.parts) == [[0, 2, 4]])
    }

    @Test("Unknown fields of a batch stay with it")
    func unknownFields() throws {
        let seenAt = JSONValue.string(VaultTime.text(Self.now))
        let batches: [JSONValue] = (1...3).map {
            ["id": 0, "size": 3, "parts": [0], "seenAt": seenAt, "x-number": .integer($0)]
        }
        let path = try folder.write(
            try HandmadeVault(["items": [], "batches": .array(batches)]).bytes(), to: "vault.json")
        try VaultFile.open(path, passphrase: .fixture).update { $0.batches[1].parts.append(1) }
        for index in 0..<3 {
            #expect(try plaintext()[path: "batches.\(index).x-number"] == .integer(Int64(index + 1)))
        }
    }

    @Test(
        "A field that is missing or invalid is named",
        arguments: [
            ("id", .null), ("id", "1"), ("id", .integer(1 << 31)), ("id", .number(0.5)), ("size", 1), ("size", -3),
            ("size", .integer(1 << 31)), ("parts", .null), ("parts", 1), ("parts", ["0"]), ("parts", [3]),
            ("parts", [-1]), ("parts", [1, 0]), ("parts", [1, 1]), ("seenAt", "yesterday"), ("seenAt", 0),
        ] as [(String, JSONValue)])
    func invalid(field: String, value: JSONValue) throws {
        var batch: JSONValue = ["id": 1, "size": 3, "parts": [0], "seenAt": "2026-11-21T09:30:00Z"]
        batch[path: field] = value
        let path = try folder.write(try HandmadeVault(["items": [], "batches": [batch]]).bytes(), to: "vault.json")
        guard case .damagedContent(let place) = vaultError({ try VaultFile.open(path, passphrase: .fixture) }) else {
            Issue.record("accepted")
            return
        }
        #expect(place.hasPrefix("batches[0].\(field) "), "\(place)")
        if value == [3] { #expect(place == "batches[0].parts is not a list of parts from 0 to 2, in order") }
    }

    @Test("Batches that are not a list are refused", arguments: [1, "x", [:], [1]] as [JSONValue])
    func notAList(value: JSONValue) throws {
        let path = try folder.write(try HandmadeVault(["items": [], "batches": value]).bytes(), to: "vault.json")
        guard case .damagedContent(let place) = vaultError({ try VaultFile.open(path, passphrase: .fixture) }) else {
            Issue.record("accepted")
            return
        }
        #expect(place.hasPrefix("batches"), "\(place)")
    }

    private func plaintext() throws -> JSONValue {
        try JSONValue(parsing: try HandmadeVault.plaintext(of: try folder.bytes("vault.json")))
    }
}
