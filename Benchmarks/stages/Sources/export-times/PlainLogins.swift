import Foundation

/// The least that a program has to decode of a password manager's export to have its accounts: titles, user names and
/// one-time passwords, with nothing checked.
enum PlainLogins {
    /// - Returns: the number of entries with a one-time password.
    static func decode(_ data: Data, _ format: String, _ decoder: JSONDecoder) throws -> Int {
        switch format {
        case "onepassword":
            let items = try decoder.decode(OnePassword.self, from: data).accounts.flatMap(\.vaults).flatMap(\.items)
            let fields = items.flatMap { $0.details.sections }.flatMap { $0.fields ?? [] }
            return fields.count { hasText($0.value.totp) }
        case "cxf":
            let items = try decoder.decode(CXF.self, from: data).accounts.flatMap(\.items)
            return items.flatMap(\.credentials).count { $0.type == "totp" }
        case "proton-pass":
            let items = try decoder.decode(ProtonPass.self, from: data).vaults.values.flatMap(\.items)
            return items.count { hasText($0.data.content.totpUri) }
        case "enpass":
            let items = try decoder.decode(Enpass.self, from: data).items
            return items.flatMap(\.fields).count { $0.type == "totp" && hasText($0.value) }
        case "keeper":
            return try decoder.decode(Keeper.self, from: data).records.count { hasText($0.fields.code) }
        case "csv": return try decoder.decode([Row].self, from: data).count { hasText($0.otpauth) }
        default: throw WrongUse()
        }
    }

    private static func hasText(_ text: String?) -> Bool { text.map { !$0.isEmpty } ?? false }

    private struct OnePassword: Decodable {
        struct Account: Decodable { var vaults: [Vault] }
        struct Vault: Decodable { var items: [Item] }
        struct Item: Decodable {
            var overview: Overview
            var details: Details
        }
        struct Overview: Decodable {
            var title: String
            var tags: [String]?
        }
        struct Details: Decodable {
            struct LoginField: Decodable { var value, designation: String? }
            struct Section: Decodable { var fields: [Field]? }
            struct Field: Decodable {
                struct Value: Decodable { var totp: String? }
                var value: Value
            }
            var loginFields: [LoginField]
            var notesPlain: String?
            var sections: [Section]
        }
        var accounts: [Account]
    }

    private struct CXF: Decodable {
        struct Account: Decodable { var items: [Item] }
        struct Item: Decodable {
            var title: String
            var credentials: [Credential]
        }
        /// Without the user name, which is an object in one type of credentials and text in another.
        struct Credential: Decodable {
            var type: String
            var secret, issuer, algorithm: String?
            var digits, period: Int?
        }
        var accounts: [Account]
    }

    private struct ProtonPass: Decodable {
        struct Vault: Decodable { var items: [Item] }
        struct Item: Decodable {
            var data: Content
            var pinned: Bool?
        }
        struct Content: Decodable {
            struct Metadata: Decodable { var name, note: String }
            struct Login: Decodable { var itemUsername, itemEmail, totpUri: String? }
            var metadata: Metadata
            var content: Login
        }
        var vaults: [String: Vault]
    }

    private struct Enpass: Decodable {
        struct Item: Decodable {
            struct Field: Decodable {
                var type: String
                var value: String?
            }
            var title: String
            var note: String?
            var fields: [Field]
        }
        var items: [Item]
    }

    private struct Keeper: Decodable {
        struct Record: Decodable {
            struct Fields: Decodable {
                var code: String?

                enum CodingKeys: String, CodingKey { case code = "$oneTimeCode::1" }
            }
            var title: String
            var login, notes: String?
            var fields: Fields

            enum CodingKeys: String, CodingKey {
                case title, login, notes
                case fields = "custom_fields"
            }
        }
        var records: [Record]
    }

    private struct Row: Decodable { var name, url, username, otpauth, note, group: String }
}
