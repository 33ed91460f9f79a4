import Encodings
import TOTPDomain

/// An item of a Credential Exchange document: what is in its credentials.
enum CXFItem {
    /// - Parameter collections: the paths of the collections by the ids of their items.
    static func entry(_ item: JSONValue, _ collections: [String: [String]]) -> LoginEntry {
        var entry = LoginEntry()
        entry.title = item["title"].name
        entry.address = (item["scope"]?["urls"].elements.first).name
        entry.isFavorite = item["favorite"].isSet
        entry.tags = item["tags"].elements.map(\.name) + (collections[item["id"].name] ?? [])
        for credential in item["credentials"].elements {
            switch CXFDocument.Credential(rawValue: credential["type"].name) {
            case .login:
                if entry.userName.isEmpty { entry.userName = value(credential["username"]) }
            case .note:
                if entry.note.isEmpty { entry.note = value(credential["content"]) }
            case .totp: entry.add(code(credential))
            case .customFields:
                for field in credential["fields"].elements where isKey(field) { entry.add(key: field["value"]) }
            case nil: break
            }
        }
        return entry
    }

    /// The paths of collections by the ids of their items; a path has the titles of the outer collections in front.
    static func collections(_ collections: JSONList, in path: String = "") -> [String: [String]] {
        var paths: [String: [String]] = [:]
        for collection in collections {
            let title = collection["title"].name
            let own = path.isEmpty || title.isEmpty ? path + title : "\(path)/\(title)"
            for item in collection["items"].elements { paths[item["item"].name, default: []].append(own) }
            paths.merge(Self.collections(collection["subCollections"].elements, in: own), uniquingKeysWith: +)
        }
        return paths
    }

    private static func code(_ credential: JSONValue) -> LoginCredential {
        let algorithm = credential["algorithm"]
        return LoginCredential(
            secret: credential["secret"]?.text, algorithm: algorithm?.text, digits: credential["digits"]?.number,
            period: credential["period"]?.number, issuer: credential["issuer"].name,
            name: credential["username"].name, kind: algorithm.name == CXFDocument.steam ? .steam : .totp)
    }

    /// A field's value; in the drafts a plain string is in its place.
    private static func value(_ field: JSONValue?) -> String {
        field?.kind == .object ? (field?["value"]).name : field.name
    }

    /// Whether a custom field is a one-time password, as 1Password writes it. Others are not, whatever they look like.
    private static func isKey(_ field: JSONValue) -> Bool {
        SecretEvidence.isLink(field["value"].name)
            || Base64.decode(field["id"].name)?.starts(with: "TOTP_".utf8) == true
    }
}
