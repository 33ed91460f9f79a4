#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import CryptoPrimitives
import TOTPDomain

/// The decrypted content of a vault: the accounts, and what other programs put beside them.
struct VaultDocument: Sendable, Hashable {
    var content: VaultContent
    /// Fields of items that this version does not know, by the item's id.
    private var itemExtras: [UUID: [String: JSONValue]] = [:]
    private var extras: [String: JSONValue] = [:]

    static let generator = "totp-import \(ProgramVersion.current)"

    init(items: [TOTPItem] = []) { content = VaultContent(items: items) }

    var items: [TOTPItem] { content.items }

    /// - throws: ``VaultError/damagedContent(_:)`` naming the first field that is not as it should be.
    init(plaintext: borrowing SecureBytes) throws(VaultError) {
        let decoded: Content
        do {
            decoded = try plaintext.withBytes { bytes in
                guard let base = bytes.baseAddress else { throw VaultError.damagedContent("it is empty") }
                let data = Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: bytes.count, deallocator: .none)
                return try JSONDecoder().decode(Content.self, from: data)
            }
        } catch let error as DecodingError {
            throw .damagedContent(Self.place(error))
        } catch {
            throw .damagedContent("it is not a JSON object")
        }
        var items = decoded.items.map(\.item)
        extras = decoded.extras
        var ids: Set<UUID> = []
        for (index, stored) in decoded.items.enumerated() {
            // Two items of one id would share their unknown fields: the second gets an id of its own.
            if !ids.insert(stored.item.id).inserted { items[index].id = UUID() }
            if !stored.extras.isEmpty { itemExtras[items[index].id] = stored.extras }
        }
        content = VaultContent(items: items)
    }

    /// JSON, then spaces up to the next multiple of 4,096 bytes.
    func plaintext() throws(VaultError) -> SecureBytes {
        let content = Content(
            items: items.map { StoredItem(item: $0, extras: itemExtras[$0.id] ?? [:]) }, extras: extras)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var data = try? encoder.encode(content) else {
            throw .damagedContent("an account cannot be written as JSON")
        }
        let block = VaultLimits.paddingBytes
        let count = (data.count + block - 1) / block * block
        defer { data.resetBytes(in: 0..<data.count) }
        return SecureBytes(count: count) { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
            data.copyBytes(to: buffer.bindMemory(to: UInt8.self), count: data.count)
        }
    }

    /// The path of a field, never its value.
    private static func place(_ error: DecodingError) -> String {
        let (context, key): (DecodingError.Context, String?) =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            case .keyNotFound(let key, let context): (context, key.stringValue)
            @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), nil)
            }
        let path =
            (context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue } + [key].compactMap { $0 })
            .joined(separator: ".").replacing(".[", with: "[")
        return path.isEmpty ? "it is not the JSON of a vault" : "\(path) is missing or not as it should be"
    }

    private struct Content: Codable {
        var items: [StoredItem]
        var extras: [String: JSONValue]

        init(items: [StoredItem], extras: [String: JSONValue]) {
            self.items = items
            self.extras = extras
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            items = try container.decode([StoredItem].self, forKey: AnyKey("items"))
            extras = try container.unknownFields(besides: ["items", "generator"])
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for (key, value) in extras { try container.encode(value, forKey: AnyKey(key)) }
            try container.encode(items, forKey: AnyKey("items"))
            try container.encode(VaultDocument.generator, forKey: AnyKey("generator"))
        }
    }
}

extension KeyedDecodingContainer<AnyKey> {
    func unknownFields(besides known: Set<String>) throws -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        for key in allKeys where !known.contains(key.stringValue) {
            fields[key.stringValue] = try decode(JSONValue.self, forKey: key)
        }
        return fields
    }
}
