import Encodings
import Platform
import TOTPDomain

/// An account in the plaintext (`Docs/vault-format`, Plaintext).
struct StoredItem: Sendable, Hashable {
    var account: Account
    /// Fields that this version does not know. One of the name `token` has those in the token.
    var extras: [OrderedJSON.Member] = []
    /// Which changes it is from, if that is noted.
    var changes: ItemChanges?
}

extension StoredItem {
    private static let known: [StaticString] = [
        "id", "type", "name", "issuer", "secret", "algorithm", "digits", "period", "counter", "pin", "note", "tags",
        "favorite", "token", "source", "createdAt", "updatedAt", "isDeleted", "syncedAt", "changes",
    ]

    // MARK: - Reading

    /// - Parameter others: in place of the other members of the account, except for its source.
    init(account: Account, others: [OrderedJSON.Member]) {
        self.account = account
        extras = others.filter { ![Self.source, Self.token].contains($0.key) }
        let token = OrderedJSON.object(others)[Self.token]
        let texts = Self.tokenMembers.map { key in
            if case .string(let text)? = token?[key.description] { text } else { nil as String? }
        }
        // None is too long.
        self.account.token = try? Account.Token(
            serial: texts[0], manufacturer: texts[1], model: texts[2], user: texts[3])
        let known = Self.tokenMembers.map(\.description)
        let unknown = (token?.members ?? []).filter { !known.contains($0.key) }
        if !unknown.isEmpty { extras.append(OrderedJSON.Member(key: Self.token, value: .object(unknown))) }
    }

    init(_ fields: FieldReader) throws(VaultError) {
        let id = try fields.uuid("id")
        let parameters = try Self.parameters(fields)
        let takesPIN = parameters.kind.hasPIN
        try fields.refuse("pin", unless: takesPIN, "is only for motp and yandex")
        let token = fields.has("token") ? try fields.object("token") : nil
        account = Account(
            id: id, issuer: try fields.string("issuer"), name: try fields.string("name"),
            secret: try Self.secret(fields), parameters: parameters,
            pin: fields.has("pin") ? OTPPin(try fields.string("pin")) : nil,
            note: fields.has("note") ? try fields.string("note") : nil,
            tags: fields.has("tags") ? try fields.strings("tags") : [],
            isFavorite: fields.has("favorite") ? try fields.bool("favorite") : false,
            token: try token.flatMap { (token) throws(VaultError) in try Self.token(token) },
            source: fields.has("source") ? try Self.source(fields.object("source")) : nil,
            createdAt: try fields.time("createdAt"), updatedAt: try fields.time("updatedAt"),
            isDeleted: try fields.bool("isDeleted"),
            syncedAt: fields.has("syncedAt") ? try fields.time("syncedAt") : nil)
        extras = try fields.members(except: Self.known, containers: ["tags", "token", "source", "changes"])
        if let others = try token?.members(except: Self.tokenMembers), !others.isEmpty {
            extras.append(OrderedJSON.Member(key: Self.token, value: .object(others)))
        }
        changes = fields.has("changes") ? ItemChanges(try fields.object("changes").tree()) : nil
    }

    /// The secret, in the one spelling that the format has.
    private static func secret(_ fields: FieldReader) throws(VaultError) -> OTPSecret {
        let text = try fields.utf8("secret")
        guard let bytes = try? Base32.decode(text.span), let secret = try? OTPSecret(bytes: bytes),
            secret.base32.utf8.elementsEqual(text)
        else { throw fields.refusal("secret", "is not base32 of 1 to 4,096 bytes") }
        return secret
    }

    private static func parameters(_ fields: FieldReader) throws(VaultError) -> OTPParameters {
        guard let kind = OTPKind(rawValue: try fields.word("type")) else { throw fields.refusal("type", "is unknown") }
        guard let algorithm = OTPAlgorithm(rawValue: try fields.word("algorithm")) else {
            throw fields.refusal("algorithm", "is unknown")
        }
        try fields.refuse("counter", unless: kind == .hotp, "is only for hotp")
        try fields.refuse("period", unless: kind != .hotp, "is not for hotp")
        let factorKey: StaticString = kind == .hotp ? "counter" : "period"
        let (digits, factor) = (try fields.integer("digits"), try fields.integer(factorKey))
        // For some types the fixed parameters replace the values in the file, but not values that are never valid.
        guard OTPParameters.digitsRange ~= Int(clamping: digits) else {
            throw fields.refusal("digits", "is not 1 to 10")
        }
        guard kind == .hotp ? factor >= 0 : OTPParameters.periodRange ~= Int(clamping: factor),
            let parameters = try? OTPParameters(
                kind: kind, algorithm: algorithm, digits: digits, period: factor, counter: factor)
        else { throw fields.refusal(factorKey, "is out of range") }
        return parameters
    }

    static let token = "token"
    static let source = "source"
    private static let tokenMembers: [StaticString] = ["serial", "manufacturer", "model", "user"]

    private static func token(_ fields: FieldReader) throws(VaultError) -> Account.Token? {
        let texts = try tokenMembers.map { (key) throws(VaultError) in
            let text = fields.has(key) ? try fields.string(key) : nil
            guard text.map({ 1...Limit.tokenText ~= $0.utf8.count }) != false else {
                throw fields.refusal(key, "is not 1 to \(Limit.tokenText) bytes")
            }
            return text
        }
        // None is too long.
        return try? Account.Token(serial: texts[0], manufacturer: texts[1], model: texts[2], user: texts[3])
    }

    private static func source(_ fields: FieldReader) throws(VaultError) -> Account.Source {
        Account.Source(
            format: FormatID(rawValue: try fields.string("format")), importedAt: try fields.time("importedAt"))
    }

    // MARK: - Writing

    var json: OrderedJSON {
        let fields = OrderedJSON.object([
            "id": .string(account.id.uuidString),
            "type": .string(account.parameters.kind.rawValue),
            "name": .string(account.name),
            "issuer": .string(account.issuer),
            "secret": .string(account.secret.base32),
            "algorithm": .string(account.parameters.algorithm.rawValue),
            "digits": .integer(account.parameters.digits),
            "period": account.parameters.period.map { .integer($0) },
            "counter": account.parameters.counter.map { .integer($0) },
            "pin": account.pin.map { .string($0.text) },
            "note": account.note.map { .string($0) },
            "tags": account.tags.isEmpty ? nil : .array(account.tags.map { .string($0) }),
            "favorite": account.isFavorite ? true : nil,
            "token": token,
            "source": source,
            "createdAt": Self.time(account.createdAt),
            "updatedAt": Self.time(account.updatedAt),
            "isDeleted": .bool(account.isDeleted),
            "syncedAt": account.syncedAt.map { Self.time($0) } ?? .null,
            "changes": changes?.json,
        ])
        return .object(fields.members + extras.filter { $0.key != Self.token })
    }

    private var token: OrderedJSON? {
        let parts = [account.token?.json(), extras.first { $0.key == Self.token }?.value]
        let members = parts.flatMap { $0?.members ?? [] }
        return members.isEmpty ? nil : .object(members)
    }

    private var source: OrderedJSON? {
        account.source.map { source in
            .object(["format": .string(source.format.rawValue), "importedAt": Self.time(source.importedAt)])
        }
    }

    /// Where it came from, its hardware token, and the fields that this version does not know: one part of an account.
    var others: [OrderedJSON.Member] {
        OrderedJSON.object([Self.source: source, Self.token: token]).members + extras.filter { $0.key != Self.token }
    }

    private static func time(_ date: Date) -> OrderedJSON { .string(VaultTime.text(date)) }
}

extension Account {
    /// With times of whole seconds, as the plaintext has them.
    var withWholeSeconds: Account {
        var account = self
        account.createdAt = VaultTime.wholeSecond(createdAt)
        account.updatedAt = VaultTime.wholeSecond(updatedAt)
        account.syncedAt = syncedAt.map(VaultTime.wholeSecond)
        if let source { account.source?.importedAt = VaultTime.wholeSecond(source.importedAt) }
        return account
    }
}

/// A Google export of several parts in the plaintext (`Docs/vault-format`, Plaintext).
struct StoredBatch: Sendable, Hashable {
    var batch: SeenBatch
    /// Fields that this version does not know.
    var extras: [OrderedJSON.Member] = []

    /// The fields that distinguish one export from another.
    struct Key: Hashable {
        let id: Int32
        let size: Int

        init(_ batch: SeenBatch) { (id, size) = (batch.id, batch.size) }
    }

}

extension StoredBatch {
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
        return .object(fields.members + extras)
    }
}

extension UUID {
    /// Reads 32 digits in upper case with four hyphens, many times as fast as Foundation does: a vault has one per
    /// account.
    init?(utf8 text: ArraySlice<UInt8>) {
        let text = text.span
        guard text.count == 36 else { return nil }
        func digit(_ byte: UInt8) -> UInt8? { UInt8(ascii: "a")... ~= byte ? nil : ASCII.hexValue(byte) }
        var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isValid = withUnsafeMutableBytes(of: &id) { id in
            var place = 0
            for index in id.indices {
                if place == 8 || place == 13 || place == 18 || place == 23 {
                    guard text[place] == ASCII.hyphen else { return false }
                    place += 1
                }
                guard let high = digit(text[place]), let low = digit(text[place + 1]) else { return false }
                id[index] = high << 4 | low
                place += 2
            }
            return true
        }
        guard isValid else { return nil }
        self.init(uuid: id)
    }
}
