import CryptoPrimitives
import Encodings
import Platform
import SecureMemory
import TOTPDomain

/// The decrypted content of a vault: the fields that this version knows, and fields that other programs added.
struct VaultDocument: Sendable {
    var content: VaultContent
    /// Fields of accounts that this version does not know, by the account's id.
    var itemExtras: [UUID: [OrderedJSON.Member]] = [:]
    /// The changes that accounts are from, by the account's id. Changes of other accounts were not noted.
    var changes: [UUID: ItemChanges] = [:]
    /// The changes that this copy of the vault has, or had.
    var seen = SeenChanges()
    /// Fields of exports of several parts that this version does not know: as several may look alike, the first is used
    /// first.
    private var batchExtras: [StoredBatch.Key: [[OrderedJSON.Member]]] = [:]
    /// Unknown fields next to the items.
    var extras: [OrderedJSON.Member] = []
    /// When it was written.
    private(set) var savedAt: Date?
    /// The number of elements of the list of accounts, counted in the text without reading them.
    private(set) var records = 0

    static let generator = "totp-import \(ProgramVersion.current)"

    init(_ content: VaultContent) { self.content = content }

    // MARK: - Reading

    /// - Throws: ``VaultError/damagedContent(_:)`` naming the first invalid field.
    init(plaintext: borrowing SecureBytes) throws(VaultError) {
        var bytes = plaintext.withBytes { Array($0) }
        defer { bytes.wipe() }
        self = try Self.read(bytes)
    }

    private static func read(_ text: [UInt8]) throws(VaultError) -> VaultDocument {
        var document = VaultDocument(VaultContent())
        let fields = try FieldReader(text[...], in: .plaintext)
        let items = try fields.array("items")
        document.content.items.reserveCapacity(items.count)
        var ids: Set<UUID> = Set(minimumCapacity: items.count)
        for stored in try items.concurrentMap({ reader throws(VaultError) in try StoredItem(reader) }) {
            var stored = stored
            // Two accounts with the same id would share their unknown fields, so the second gets a new id.
            if !ids.insert(stored.account.id).inserted { stored.account.id = .random() }
            document.content.items.append(stored.account)
            if !stored.extras.isEmpty { document.itemExtras[stored.account.id] = stored.extras }
            if let changes = stored.changes { document.changes[stored.account.id] = changes }
        }
        if fields.has("batches") {
            let batches = try fields.array("batches")
            for index in batches.indices {
                let stored = try StoredBatch(batches.object(at: index))
                document.content.batches.append(stored.batch)
                document.batchExtras[StoredBatch.Key(stored.batch), default: []].append(stored.extras)
            }
        }
        // It is replaced by this program's own, so nothing else would check it.
        if fields.has("generator") { _ = try fields.string("generator") }
        if fields.has("savedAt") { document.savedAt = try fields.time("savedAt") }
        if fields.has("seen") { document.seen = SeenChanges(text: try fields.utf8("seen")) }
        document.extras = try fields.members(
            except: ["items", "batches", "generator", "savedAt", "seen"], containers: ["items", "batches"])
        document.records = JSONScanner.count(ofArrayAt: ["items"], in: text) ?? 0
        return document
    }

    // MARK: - Writing

    /// Normalizes the content, so that it equals the content that is read back: makes ids unique, removes fractions of
    /// seconds, and removes exports that are complete, or incomplete for 90 days. Notes the time.
    mutating func prepare(at now: Date) {
        savedAt = VaultTime.wholeSecond(now)
        var ids: Set<UUID> = []
        content.items = content.items.map { account in
            var account = account.withWholeSeconds
            if !ids.insert(account.id).inserted { account.id = .random() }
            return account
        }
        forgetOldBatches(at: now)
        content.batches = content.batches.map { batch in
            var batch = batch
            batch.parts = Set(batch.parts).sorted()
            batch.seenAt = VaultTime.wholeSecond(batch.seenAt)
            return batch
        }
    }

    /// Removes exports that are complete, or incomplete for 90 days.
    mutating func forgetOldBatches(at now: Date) { content.batches.removeAll { !$0.isKept(at: now) } }

    /// Whether another document has the same content, and would be written in the same way.
    func matches(_ other: VaultDocument) -> Bool {
        content == other.content && extras == other.extras && savedAt == other.savedAt
            && seen == other.seen
            && content.items.allSatisfy {
                itemExtras[$0.id] ?? [] == other.itemExtras[$0.id] ?? [] && changes[$0.id] == other.changes[$0.id]
            }
            && batches.elementsEqual(other.batches)
    }

    /// JSON, then spaces up to the next multiple of 4,096 bytes.
    func plaintext() -> SecureBytes {
        var bytes = json
        defer { bytes.wipe() }
        return SecureBytes(count: Self.padded(bytes.count)) { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: ASCII.space)
            buffer.copyBytes(from: bytes)
        }
    }

    private static func padded(_ count: Int) -> Int {
        let block = VaultLimits.paddingBytes
        return (count + block - 1) / block * block
    }

    /// Checks the size first: otherwise the user would type a passphrase in vain.
    func checkFits() throws(VaultError) {
        // As base64 in the file, which has little else.
        var bytes = json
        defer { bytes.wipe() }
        try content.checkFits(fileBytes: Self.padded(bytes.count) / 3 * 4)
    }

    var batches: [StoredBatch] {
        get {
            var unused = batchExtras.mapValues { $0[...] }
            return content.batches.map { batch in
                StoredBatch(batch: batch, extras: unused[StoredBatch.Key(batch)]?.popFirst() ?? [])
            }
        }
        set {
            content.batches = newValue.map(\.batch)
            batchExtras = Dictionary(grouping: newValue) { StoredBatch.Key($0.batch) }.mapValues { $0.map(\.extras) }
        }
    }

    /// The accounts are written on all cores, in parts: a tree of all accounts would need several times the memory.
    private var json: [UInt8] {
        var bytes = Array("{\"items\":[".utf8)
        let items = content.items
        let starts = Array(stride(from: 0, to: items.count, by: Self.partSize))
        var parts = starts.concurrentMap { json(of: items[$0..<min($0 + Self.partSize, items.count)]) }
        // Also for the members that follow.
        bytes.reserveCapacity(parts.reduce(bytes.count + 4096) { $0 + $1.count + 1 })
        for index in parts.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += parts[index]
            parts[index].wipe()
        }
        bytes.append(UInt8(ascii: "]"))
        var others = extras
        if !seen.ids.isEmpty { others.append(OrderedJSON.Member(key: "seen", value: .string(seen.text))) }
        if let savedAt {
            others.insert(OrderedJSON.Member(key: "savedAt", value: .string(VaultTime.text(savedAt))), at: 0)
        }
        others.insert(OrderedJSON.Member(key: "generator", value: .string(Self.generator)), at: 0)
        let batches = batches.map(\.json)
        if !batches.isEmpty { others.insert(OrderedJSON.Member(key: "batches", value: .array(batches)), at: 0) }
        // The members without the opening brace.
        bytes.append(UInt8(ascii: ","))
        bytes += OrderedJSON.object(others).utf8.dropFirst()
        return bytes
    }

    /// The accounts that one core writes at a time.
    private static let partSize = 1000

    /// The elements of the list of accounts, with commas between them.
    private func json(of items: ArraySlice<Account>) -> [UInt8] {
        var bytes: [UInt8] = []
        // Enough for usual accounts, so that the buffer seldom has to grow.
        bytes.reserveCapacity(items.count * 512)
        for account in items {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
            StoredItem(account: account, extras: itemExtras[account.id] ?? [], changes: changes[account.id]).json
                .append(to: &bytes)
        }
        return bytes
    }
}

extension VaultContent {
    /// - Parameter fileBytes: the size of the file of this content.
    /// - Throws: ``VaultError/tooLarge(accounts:fitting:)``.
    func checkFits(fileBytes: Int) throws(VaultError) {
        let limit = Limit.vault
        guard fileBytes > limit else { return }
        let fitting = Int(Double(items.count) * Double(limit) / Double(fileBytes))
        // Accounts differ in size: two digits are all that can be promised.
        var unit = 1
        while fitting / unit >= 100 { unit *= 10 }
        throw .tooLarge(accounts: items.count, fitting: fitting / unit * unit)
    }
}
