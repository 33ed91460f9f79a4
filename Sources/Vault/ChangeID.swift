import Encodings
import Platform
import SecureMemory
import TOTPDomain

/// The id of a change of accounts: its time, and a random number. The later one of two is the greater
/// (`Docs/vault-format`, Copies).
struct ChangeID: Sendable, Hashable, Comparable {
    /// Since 1970, 40 bits.
    private let seconds: UInt64
    /// 56 bits.
    private let number: UInt64

    private static let secondsDigits = 10, numberDigits = 14
    static let digits = secondsDigits + numberDigits
    private static let latest: UInt64 = 1 << 40 - 1

    private init(seconds: UInt64, number: UInt64) {
        (self.seconds, self.number) = (min(seconds, Self.latest), number & (1 << 56 - 1))
    }

    /// An id of now, or of one second after `seen`: whatever the clock says, a change comes after those that it knows.
    init(at now: Date, after seen: ChangeID?) {
        let time = Self.seconds(now)
        self.init(seconds: max(time, (seen?.seconds ?? 0) + 1), number: .random(in: 0...(.max)))
    }

    /// The id of an account whose changes nobody noted, such as an account of an older program: the same for the same
    /// content, wherever it is computed.
    init(ofUnnoted account: Account) throws(VaultError) {
        let json = OrderedJSON.array([
            .string(account.id.uuidString), account.core, .string(account.issuer), .string(account.name),
            account.note.map { .string($0) } ?? .null, .array(account.tags.map { .string($0) }),
            .bool(account.isFavorite), .bool(account.isDeleted), .string(VaultTime.text(account.updatedAt)),
        ])
        let hash = try Self.hash("change", json)
        self.init(seconds: Self.seconds(account.updatedAt), number: Self.number(hash))
    }

    /// The id of a core: the same for the same core, whoever noted it, apart from the time.
    init(ofCore account: Account, at time: ChangeID? = nil) throws(VaultError) {
        let hash = try Self.hash("core", .array([.string(account.id.uuidString), account.core]))
        self.init(seconds: time?.seconds ?? Self.seconds(account.createdAt), number: Self.number(hash))
    }

    /// The id of the core of an account that was added to two copies: copies that saw only one of the two have not seen
    /// it.
    init(ofCore account: Account, after one: ChangeID, _ other: ChangeID) throws(VaultError) {
        let later = max(one, other)
        try self.init(ofCore: account, at: ChangeID(seconds: later.seconds + 1, number: later.number))
    }

    /// Whether two ids are of the same core.
    func isOfCore(_ other: ChangeID) -> Bool { number == other.number }

    /// The id of an account that a merge makes of a secret that lost: the same everywhere, and unknown to the copies
    /// that are merged.
    init(ofConflict account: UUID, _ core: ChangeID) {
        self.init(seconds: core.seconds, number: withUnsafeBytes(of: account.uuid) { Self.number($0) })
    }

    /// The id of a part that a merge unites from two: the same everywhere, unknown to the copies that are merged, and
    /// as late as the later part.
    init(uniting one: ChangeID, _ other: ChangeID) throws(VaultError) {
        let ids = [one, other].sorted()
        let hash = try Self.hash("united", .array(ids.map { .string($0.text) }))
        // The last 7 digits are its own.
        let ownBits: UInt64 = 1 << 28 - 1
        self.init(seconds: ids[1].seconds, number: ids[1].number & ~ownBits | Self.number(hash) >> 28)
    }

    /// The first bytes, as many as a number has.
    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.prefix(numberDigits / 2).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// SHA-256 of a purpose, a zero byte, and JSON, which may have a secret.
    static func hash(_ purpose: String, _ json: OrderedJSON) throws(VaultError) -> [UInt8] {
        var bytes = Array("totply-vault/1/\(purpose)\0".utf8) + json.utf8
        defer { bytes.wipe() }
        return try VaultFile.digest(bytes)
    }

    private static func seconds(_ date: Date) -> UInt64 { UInt64(min(max(0, date.timeIntervalSince1970), 1e12)) }

    // MARK: - Text

    /// - Returns: nil unless it is 24 hexadecimal digits in lower case.
    init?(_ text: some Collection<UInt8>) {
        guard text.count == Self.digits else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for (place, byte) in text.enumerated() {
            guard let digit = ASCII.hexValue(byte), !(UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte) else { return nil }
            if place < Self.secondsDigits {
                halves.0 = halves.0 << 4 | UInt64(digit)
            } else {
                halves.1 = halves.1 << 4 | UInt64(digit)
            }
        }
        self.init(seconds: halves.0, number: halves.1)
    }

    var text: String {
        String(seconds, radix: 16).zeroPadded(to: Self.secondsDigits)
            + String(number, radix: 16).zeroPadded(to: Self.numberDigits)
    }

    static func < (first: ChangeID, second: ChangeID) -> Bool {
        (first.seconds, first.number) < (second.seconds, second.number)
    }
}

extension Account {
    /// What codes are generated from, except for the counter.
    var core: OrderedJSON {
        .array([
            .string(parameters.kind.rawValue), .string(secret.base32), .string(parameters.algorithm.rawValue),
            .integer(parameters.digits), parameters.period.map { .integer($0) } ?? .null,
            pin.map { .string($0.text) } ?? .null,
        ])
    }
}

/// The ids of the changes that a copy of a vault has, or had.
struct SeenChanges: Sendable, Hashable {
    private(set) var ids: Set<ChangeID> = []

    /// What is forgotten can only make a removed account come back, and never the other way round.
    private static let limit = 10_000

    init() {}

    /// Ids, separated by spaces. Words that are not ids are left out.
    init(text: ArraySlice<UInt8>) {
        for word in text.split(separator: ASCII.space).suffix(Self.limit) {
            if let id = ChangeID(word) { ids.insert(id) }
        }
    }

    /// The latest ids, in their order.
    var text: String { kept.map(\.text).joined(separator: " ") }

    private var kept: ArraySlice<ChangeID> { ids.sorted().suffix(Self.limit) }

    var latest: ChangeID? { ids.max() }

    /// Whether any of some ids is here, or may have been forgotten.
    func mayHaveHad(_ others: Set<ChangeID>) -> Bool {
        if !ids.isDisjoint(with: others) { return true }
        guard ids.count >= Self.limit, let oldest = ids.min(), let newest = others.max() else { return false }
        return newest < oldest
    }

    mutating func insert(_ new: some Sequence<ChangeID>) { ids.formUnion(new) }

    /// Forgets the oldest ids, if there are too many.
    mutating func limit() { if ids.count > Self.limit { ids = Set(kept) } }
}
