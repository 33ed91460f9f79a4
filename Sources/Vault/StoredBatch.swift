import Encodings
import Platform
import TOTPDomain

/// A Google export of several parts in the plaintext (`Docs/vault-format`, Plaintext).
struct StoredBatch: Sendable, Hashable {
    var batch: SeenBatch
    /// Fields that this version does not know.
    var extras: [OrderedJSON.Member]

    /// The fields that distinguish one export from another.
    struct Key: Hashable {
        let id: Int32
        let size: Int

        init(_ batch: SeenBatch) { (id, size) = (batch.id, batch.size) }
    }

    init(batch: SeenBatch, extras: [OrderedJSON.Member] = []) {
        self.batch = batch
        self.extras = extras
    }

    init(_ fields: FieldReader) throws(VaultError) {
        guard let id = Int32(exactly: try fields.integer("id")) else {
            throw fields.refusal("id", "is not a number of 32 bits")
        }
        let size = try fields.integer("size")
        guard 2...Int64(Int32.max) ~= size else { throw fields.refusal("size", "is not 2 to 2^31 - 1") }
        let parts = try fields.integers("parts")
        guard parts.allSatisfy({ 0..<size ~= $0 }), zip(parts, parts.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw fields.refusal("parts", "is not a list of parts from 0 to \(size - 1), in order")
        }
        batch = SeenBatch(id: id, size: Int(size), parts: parts.map { Int($0) }, seenAt: try fields.time("seenAt"))
        extras = try fields.members(except: ["id", "size", "parts", "seenAt"], containers: ["parts"])
    }

    var json: OrderedJSON {
        let fields = OrderedJSON.object([
            "id": .integer(Int64(batch.id)),
            "size": .integer(batch.size),
            "parts": .array(batch.parts.map { .integer($0) }),
            "seenAt": .string(VaultTime.text(batch.seenAt)),
        ])
        guard case .object(let members) = fields else { return fields }
        return .object(members + extras)
    }
}
