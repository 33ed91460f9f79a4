import Encodings

/// Records of shops, users, logs and keys, none of which is an account with one-time codes.
extension InventedTexts {
    /// The names of a kind of records, and what each value is.
    private static let kinds: [[(name: String, value: String)]] = [
        [("id", "number"), ("name", "word"), ("sku", "license"), ("price", "price"), ("digits", "number")],
        [("product", "word"), ("key", "license"), ("version", "digit"), ("period", "days")],
        [("user", "mail"), ("password", "password"), ("hash", "hex"), ("salt", "base64"), ("algorithm", "sha")],
        [("username", "mail"), ("password_hash", "hex"), ("token", "uuid"), ("created", "date"), ("active", "flag")],
        [("name", "word"), ("token", "base64"), ("type", "bearer"), ("expires", "date")],
        [("time", "date"), ("level", "level"), ("message", "sentence"), ("counter", "number"), ("key", "hex")],
        [("client_id", "hex"), ("client_secret", "base32"), ("name", "word")],
        [("name", "word"), ("access_key", "aws"), ("secret", "base64")], [("name", "word"), ("key", "aws")],
        [("title", "word"), ("author", "word"), ("isbn", "number"), ("label", "sentence")],
        [("site", "word"), ("login", "mail"), ("password", "password"), ("secret", "sentence")],
        [("service", "word"), ("code", "code"), ("timer", "digit"), ("secret", "password")],
        [("issuer", "word"), ("account", "mail"), ("card", "number"), ("cvc", "code")],
        [("name", "word"), ("seed", "number"), ("length", "number"), ("interval", "number")],
        [("account", "mail"), ("sha256", "hex"), ("type", "word"), ("digest", "hex")],
        [("commit", "hex"), ("issuer", "mail"), ("label", "sentence"), ("key", "uuid")],
    ]

    private static func value(_ kind: String, _ generator: inout some Generator) -> String {
        func characters(_ alphabet: String, _ count: Int) -> String {
            String((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "0" })
        }
        let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        switch kind {
        case "number": return String(Int.random(in: 0...99_999, using: &generator))
        case "digit": return String(Int.random(in: 1...9, using: &generator))
        case "days": return String(Int.random(in: 1...365, using: &generator))
        case "price": return "\(Int.random(in: 1...500, using: &generator)).99"
        case "word": return InventedProse.word(&generator)
        case "sentence": return InventedProse.sentence(&generator)
        case "mail": return mail(&generator)
        case "password": return InventedProse.password(&generator)
        case "license": return (0..<5).map { _ in characters(upper + "0123456789", 5) }.joined(separator: "-")
        case "hex": return characters("0123456789abcdef", [32, 40, 64].randomElement(using: &generator) ?? 32)
        case "base64": return characters(upper + upper.lowercased() + "0123456789+/", 32)
        case "base32": return Base32.encode((0..<20).map { _ in UInt8.random(in: 0...255, using: &generator) })
        case "uuid":
            return [8, 4, 4, 4, 12].map { characters("0123456789abcdef", $0) }.joined(separator: "-")
        case "aws": return "AKIA" + characters(upper + "234567", 16)
        case "code": return characters("0123456789", 6)
        case "date":
            return "2025-0\(Int.random(in: 1...9, using: &generator))-1\(Int.random(in: 0...9, using: &generator))"
        case "sha": return "bcrypt"
        case "bearer": return "bearer"
        case "level": return ["info", "warn", "error"].randomElement(using: &generator) ?? ""
        case "flag": return Bool.random(using: &generator) ? "true" : "false"
        default: return ""
        }
    }

    /// - Parameter round: chooses the kind of records, and where the list is.
    static func jsonList(_ round: Int, records count: Int, _ generator: inout some Generator) -> String {
        let kind = kinds[round % kinds.count]
        let records = (0..<count).map { _ in
            let members = kind.map { "\"\($0.name)\":\"\(value($0.value, &generator))\"" }
            return "{\(members.joined(separator: ","))}"
        }
        let list = "[\(records.joined(separator: ","))]"
        return [list, "{\"data\":\(list)}", "{\"version\":1,\"items\":\(list)}", records.joined(separator: "\n")][
            round % 4]
    }

    /// - Parameter round: chooses the kind of records, and the delimiter.
    static func table(_ round: Int, rows count: Int, _ generator: inout some Generator) -> String {
        let kind = kinds[round % kinds.count]
        let delimiter = [",", ";", "\t"][round % 3]
        let rows = (0..<count).map { _ in
            kind.map { "\"\(value($0.value, &generator))\"" }.joined(separator: delimiter)
        }
        return ([kind.map(\.name).joined(separator: delimiter)] + rows).joined(separator: "\n") + "\n"
    }
}
