import Foundation

/// The least that a program has to decode of a plain export to have its accounts: the fields of a code and the names, as
/// the app writes them, with nothing checked.
enum PlainExport {
    /// - Returns: the number of accounts in it.
    static func decode(_ data: Data, _ format: String) throws -> Int {
        let decoder = JSONDecoder()
        switch format {
        case "aegis": return try decoder.decode(Aegis.self, from: data).db.entries.count
        case "2fas": return try decoder.decode(TwoFAS.self, from: data).services.count
        case "bitwarden":
            return try decoder.decode(Bitwarden.self, from: data).items.count { $0.login?.totp != nil }
        case "lastpass-authenticator": return try decoder.decode(LastPass.self, from: data).accounts.count
        default: return try PlainLogins.decode(data, format, decoder)
        }
    }

    private struct Aegis: Decodable {
        struct Entry: Decodable {
            struct Info: Decodable {
                var secret, algo: String
                var digits: Int
                var period: Int?
                var counter: Int?
                var pin: String?
            }
            var type, name, issuer: String
            var note: String?
            var info: Info
        }
        struct Content: Decodable { var entries: [Entry] }
        var db: Content
    }

    private struct TwoFAS: Decodable {
        struct Service: Decodable {
            struct OTP: Decodable {
                var account, issuer, label, tokenType, algorithm: String?
                var digits, period, counter: Int?
            }
            var name, secret: String
            var otp: OTP
        }
        var services: [Service]
    }

    private struct Bitwarden: Decodable {
        struct Item: Decodable {
            struct Login: Decodable {
                var username: String?
                var totp: String?
            }
            var name: String
            var notes: String?
            var favorite: Bool?
            var login: Login?
        }
        var items: [Item]
    }

    private struct LastPass: Decodable {
        struct Account: Decodable {
            var issuerName, userName, secret, algorithm: String
            var originalIssuerName, originalUserName: String?
            var digits, timeStep: Int
            var isFavorite: Bool?
        }
        var accounts: [Account]
    }
}
