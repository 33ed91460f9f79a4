#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import TOTPDomain

/// An account as the plaintext holds it (`Docs/vault-format`, Plaintext).
struct StoredItem: Sendable, Hashable {
    var item: TOTPItem
    var extras: [String: JSONValue]
}

extension StoredItem: Codable {
    private enum Key {
        static let id = AnyKey("id"), type = AnyKey("type"), name = AnyKey("name"), issuer = AnyKey("issuer")
        static let secret = AnyKey("secret"), algorithm = AnyKey("algorithm"), digits = AnyKey("digits")
        static let period = AnyKey("period"), counter = AnyKey("counter"), pin = AnyKey("pin")
        static let note = AnyKey("note"), tags = AnyKey("tags"), favorite = AnyKey("favorite")
        static let source = AnyKey("source"), format = AnyKey("format"), importedAt = AnyKey("importedAt")
        static let createdAt = AnyKey("createdAt"), updatedAt = AnyKey("updatedAt")
        static let isDeleted = AnyKey("isDeleted"), syncedAt = AnyKey("syncedAt")

        static let known = Set(
            [
                id, type, name, issuer, secret, algorithm, digits, period, counter, pin, note, tags, favorite, source,
                createdAt, updatedAt, isDeleted, syncedAt,
            ].map(\.stringValue))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        func text(_ key: AnyKey) throws -> String { try container.decode(String.self, forKey: key) }
        func time(_ key: AnyKey) throws -> Date { try container.decode(VaultTime.self, forKey: key).date }
        func checked<Value>(_ key: AnyKey, _ make: () throws -> Value?) throws -> Value {
            // The problem's own words are dropped: they are about links, and the place says enough.
            guard let value = try? make() else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "")
            }
            return value
        }

        let kindName = try text(Key.type), algorithmName = try text(Key.algorithm), base32 = try text(Key.secret)
        let kind = try checked(Key.type) { OTPKind(rawValue: kindName) }
        let algorithm = try checked(Key.algorithm) { OTPAlgorithm(rawValue: algorithmName) }
        let secret = try checked(Key.secret) { try OTPSecret(base32: base32) }
        let digits = try container.decode(Int64.self, forKey: Key.digits)
        let factorKey = kind == .hotp ? Key.counter : Key.period
        let factor = try container.decode(Int64.self, forKey: factorKey)
        let parameters = try checked(factorKey) {
            try OTPParameters(kind: kind, algorithm: algorithm, digits: digits, period: factor, counter: factor)
        }

        item = TOTPItem(
            id: try container.decode(UUID.self, forKey: Key.id),
            issuer: try text(Key.issuer),
            name: try text(Key.name),
            secret: secret,
            parameters: parameters,
            pin: try container.decodeIfPresent(String.self, forKey: Key.pin).flatMap { OTPPin($0) },
            note: try container.decodeIfPresent(String.self, forKey: Key.note),
            tags: try container.decodeIfPresent([String].self, forKey: Key.tags) ?? [],
            isFavorite: try container.decodeIfPresent(Bool.self, forKey: Key.favorite) ?? false,
            source: try container.decodeIfPresent(StoredSource.self, forKey: Key.source)?.source,
            createdAt: try time(Key.createdAt),
            updatedAt: try time(Key.updatedAt),
            isDeleted: try container.decode(Bool.self, forKey: Key.isDeleted),
            syncedAt: try container.decodeIfPresent(VaultTime.self, forKey: Key.syncedAt)?.date
        )
        extras = try container.unknownFields(besides: Key.known)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for (key, value) in extras { try container.encode(value, forKey: AnyKey(key)) }
        try container.encode(item.id.uuidString, forKey: Key.id)
        try container.encode(item.parameters.kind.rawValue, forKey: Key.type)
        try container.encode(item.name, forKey: Key.name)
        try container.encode(item.issuer, forKey: Key.issuer)
        try container.encode(item.secret.base32, forKey: Key.secret)
        try container.encode(item.parameters.algorithm.rawValue, forKey: Key.algorithm)
        try container.encode(item.parameters.digits, forKey: Key.digits)
        switch item.parameters.factor {
        case .time(let period): try container.encode(period, forKey: Key.period)
        case .counter(let counter): try container.encode(counter, forKey: Key.counter)
        }
        try container.encodeIfPresent(item.pin?.text, forKey: Key.pin)
        try container.encodeIfPresent(item.note, forKey: Key.note)
        if !item.tags.isEmpty { try container.encode(item.tags, forKey: Key.tags) }
        if item.isFavorite { try container.encode(true, forKey: Key.favorite) }
        try container.encodeIfPresent(item.source.map(StoredSource.init), forKey: Key.source)
        try container.encode(VaultTime(item.createdAt), forKey: Key.createdAt)
        try container.encode(VaultTime(item.updatedAt), forKey: Key.updatedAt)
        try container.encode(item.isDeleted, forKey: Key.isDeleted)
        if let syncedAt = item.syncedAt {
            try container.encode(VaultTime(syncedAt), forKey: Key.syncedAt)
        } else {
            try container.encodeNil(forKey: Key.syncedAt)
        }
    }

    private struct StoredSource: Codable {
        var format: String
        var importedAt: VaultTime

        init(_ source: TOTPItem.Source) {
            format = source.format.rawValue
            importedAt = VaultTime(source.importedAt)
        }

        var source: TOTPItem.Source {
            TOTPItem.Source(format: FormatID(rawValue: format), importedAt: importedAt.date)
        }
    }
}

/// ISO 8601 in UTC with whole seconds: `2026-11-21T09:30:00Z`.
struct VaultTime: Codable, Sendable, Hashable {
    let date: Date

    init(_ date: Date) { self.date = date }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 8601 time")
        }
        self.date = date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date.formatted(.iso8601))
    }
}
