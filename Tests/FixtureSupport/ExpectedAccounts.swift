#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import TOTPDomain

/// What a file must yield, as the `.expected.json` beside it says.
public struct ExpectedAccounts: Decodable, Sendable {
    public var format: String?
    public var items: [Item]
    public var rejected: Int
    /// What opens the file.
    public var password: String?
    /// The key file beside the file, which opens it along with the password or alone.
    public var keyFile: String?
    /// `qr-image` for pictures.
    public var container: String?
    /// The code of the failure of the whole file.
    public var error: String?

    public struct Item: Codable, Sendable, Hashable {
        public var kind, issuer, name, secret, algorithm: String
        public var digits: Int
        public var period: Int?
        public var counter: Int64?
        public var pin: String?
    }

    public init(besides url: URL) throws {
        let data = try Data(contentsOf: url.appendingPathExtension("expected.json"))
        self = try JSONDecoder().decode(ExpectedAccounts.self, from: data)
    }
}

extension ExpectedAccounts.Item {
    /// An account in the same terms.
    public init(_ item: TOTPItem) {
        self.init(
            kind: item.parameters.kind.rawValue, issuer: item.issuer, name: item.name, secret: item.secret.base32,
            algorithm: item.parameters.algorithm.rawValue, digits: item.parameters.digits,
            period: item.parameters.period, counter: item.parameters.counter, pin: item.pin?.text)
    }
}
