#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import CryptoPrimitives
import Encodings
import TOTPDomain

/// The decrypted content of a vault: what this version knows, and what other programs added.
struct VaultDocument: Sendable {
    var content: VaultContent
    /// Fields of accounts that this version does not know, by the account's id.
    private var itemExtras: [UUID: [OrderedJSON.Member]] = [:]
    /// The same for exports of several parts: as several may look alike, the first is used first.
    private var batchExtras: [StoredBatch.Key: [[OrderedJSON.Member]]] = [:]
    /// Unknown fields next to the items.
    private var extras: [OrderedJSON.Member] = []

    static let generator = "totp-import \(ProgramVersion.current)"

    init(_ content: VaultContent) { self.content = content }

    // MARK: - Reading

    /// - Throws: ``VaultError/damagedContent(_:)`` naming the first invalid field.
    init(plaintext: borrowing SecureBytes) throws(VaultError) {
        let fields = FieldReader(try Self.parse(plaintext), in: .plaintext)
        content = VaultContent()
        var ids: Set<UUID> = []
        for reader in try fields.array("items") {
            var stored = try StoredItem(reader)
            // Two items with the same id would share their unknown fields, so the second gets a new id.
            if !ids.insert(stored.item.id).inserted { stored.item.id = UUID() }
            content.items.append(stored.item)
            if !stored.extras.isEmpty { itemExtras[stored.item.id] = stored.extras }
        }
        if fields.has("batches") {
            for reader in try fields.array("batches") {
                let stored = try StoredBatch(reader)
                content.batches.append(stored.batch)
                batchExtras[StoredBatch.Key(stored.batch), default: []].append(stored.extras)
            }
        }
        extras = fields.members(except: ["items", "batches", "generator"])
    }

    private static func parse(_ plaintext: borrowing SecureBytes) throws(VaultError) -> OrderedJSON {
        var bytes = plaintext.withBytes { Array($0) }
        defer { bytes.wipe() }
        let json: OrderedJSON
        do throws(JSONError) { json = try OrderedJSON(parsing: bytes) } catch {
            throw .damagedContent("it is not JSON: \(error.description)")
        }
        guard case .object = json else { throw .damagedContent("it is not a JSON object") }
        return json
    }

    // MARK: - Writing

    /// Normalizes the content, so that it equals what is read back: makes ids unique, removes fractions of seconds, and
    /// removes exports that are complete, or incomplete for 90 days.
    mutating func prepare(at now: Date) {
        var ids: Set<UUID> = []
        content.items = content.items.map { item in
            var item = item.withWholeSeconds
            if !ids.insert(item.id).inserted { item.id = UUID() }
            return item
        }
        content.batches = content.batches.filter { $0.isKept(at: now) }.map { batch in
            var batch = batch
            batch.parts = Set(batch.parts).sorted()
            batch.seenAt = VaultTime.wholeSecond(batch.seenAt)
            return batch
        }
    }

    /// Whether another document has the same content, and would be written in the same way.
    func matches(_ other: VaultDocument) -> Bool { content == other.content && json == other.json }

    /// JSON, then spaces up to the next multiple of 4,096 bytes.
    func plaintext() -> SecureBytes {
        var bytes = json.utf8
        defer { bytes.wipe() }
        let block = VaultLimits.paddingBytes
        return SecureBytes(count: (bytes.count + block - 1) / block * block) { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: ASCII.space)
            buffer.copyBytes(from: bytes)
        }
    }

    private var json: OrderedJSON {
        let items = content.items.map { StoredItem(item: $0, extras: itemExtras[$0.id] ?? []).json }
        var unused = batchExtras.mapValues { $0[...] }
        let batches = content.batches.map { batch in
            StoredBatch(batch: batch, extras: unused[StoredBatch.Key(batch)]?.popFirst() ?? []).json
        }
        let fields = OrderedJSON.object([
            "items": .array(items),
            "batches": batches.isEmpty ? nil : .array(batches),
            "generator": .string(Self.generator),
        ])
        guard case .object(let members) = fields else { return fields }
        return .object(members + extras)
    }
}

extension [UInt8] {
    /// Overwrites the bytes, because they contained secrets.
    mutating func wipe() {
        withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
    }
}
