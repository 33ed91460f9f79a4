import Encodings
import FormatEngine
import TOTPDomain

/// An item of a Credential Exchange document: the content of its credentials.
enum CXFItem {
    /// The types of the other credentials of version 1.
    private static let others: Set<String> = [
        "address", "api-key", "credit-card", "drivers-license", "file", "generated-password", "identity-document",
        "item-reference", "passkey", "passport", "person-name", "ssh-key", "wifi",
    ]

    /// - Parameter collections: the paths of the collections by the ids of their items.
    static func entry(_ item: JSONValue, _ collections: [String: [String]]) throws(EntryError) -> LoginEntry {
        var entry = LoginEntry()
        entry.title = try item["title"].name
        entry.address = try addresses(of: item).first.name
        entry.isFavorite = try item["favorite"].isSet
        entry.tags = try item["tags"].elements.map(\.name) + (collections[item["id"].name] ?? [])
        for credential in try item["credentials"].elements {
            switch CXFDocument.Credential(rawValue: try credential["type"].name) {
            case .login:
                if entry.userName.isEmpty { entry.userName = try value(credential["username"]) }
            case .note:
                if entry.note.isEmpty { entry.note = try value(credential["content"]) }
            case .totp: entry.add(try code(credential))
            case .customFields:
                for field in try credential["fields"].elements {
                    if try isKey(field) {
                        entry.add(key: try field["value"])
                    } else {
                        entry.customFields.look(at: try value(field["value"]), named: try field["label"].name)
                    }
                }
            case nil: if try !others.contains(credential["type"].name) { entry.unread.add("type", entries: 1) }
            }
        }
        return entry
    }

    /// The addresses of a login.
    static func addresses(of item: JSONValue) throws(EntryError) -> JSONList {
        try (item["scope"]?["urls"]).elements
    }

    /// The paths of collections by the ids of their items; a path has the titles of the outer collections in front.
    static func collections(
        _ collections: JSONList, in path: String = ""
    ) throws(SourceError) -> [String: [String]] {
        var paths: [String: [String]] = [:]
        for collection in collections {
            let title = try collection.member("title").name
            let own = path.isEmpty || title.isEmpty ? path + title : "\(path)/\(title)"
            for item in try collection.member("items").elements {
                paths[try item.member("item").name, default: []].append(own)
            }
            let inner = try Self.collections(try collection.member("subCollections").elements, in: own)
            paths.merge(inner, uniquingKeysWith: +)
        }
        return paths
    }

    private static func code(_ credential: JSONValue) throws(EntryError) -> LoginCredential {
        let algorithm = try credential["algorithm"]
        return try LoginCredential(
            secret: credential["secret"]?.text, algorithm: algorithm?.text, digits: credential["digits"]?.field,
            period: credential["period"]?.field, issuer: credential["issuer"].name,
            name: credential["username"].name, kind: algorithm.name == CXFDocument.steam ? .steam : .totp,
            isTyped: false)
    }

    /// A field's value; in the drafts a plain string is in its place.
    private static func value(_ field: JSONValue?) throws(EntryError) -> String {
        try (field?.kind == .object ? field?["value"] : field).name
    }

    /// Whether a custom field is a one-time password, as 1Password writes it. Others are not, whatever they look like.
    private static func isKey(_ field: JSONValue) throws(EntryError) -> Bool {
        let value = try field["value"].name, id = try field["id"].name
        return value.isLink || Base64.decode(id)?.starts(with: "TOTP_".utf8) == true
    }
}
