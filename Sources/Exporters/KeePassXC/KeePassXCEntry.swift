import Links
import TOTPDomain

/// An account as KeePassXC stores it.
enum KeePassXCEntry {
    /// Checked with KeePassXC 2.7.4: it takes periods above 60 seconds for 60, and codes of 10 digits overflow its
    /// 32-bit numbers.
    static func capabilities(details: Set<ExportCapabilities.Detail>) -> ExportCapabilities {
        ExportCapabilities(
            kinds: [.totp: .init(digits: digits, longestPeriod: 60), .steam: .init()], details: details,
            cautions: [.init("For an encrypted database that KeePassXC opens without an import, use --to keepass.")])
    }

    static let digits = 1...9

    /// A Steam account is an ordinary one with another alphabet. KeePassXC takes names from the entry.
    fileprivate static func link(_ item: TOTPItem) throws(EntryError) -> String {
        guard item.parameters.kind == .steam else {
            return item.hasSteamLink ? item.namelessLink : KeyURI.write(item)
        }
        var plain = item
        plain.parameters = try OTPParameters(kind: .totp, digits: 5, period: 30)
        return "\(KeyURI.write(plain))&encoder=steam"
    }
}

extension ExportSelection {
    mutating func keePassXCLinks() -> [String] {
        links(
            names: { ($0.title, $0.name) },
            writing: { (account) throws(EntryError) in try KeePassXCEntry.link(account.item) })
    }
}
