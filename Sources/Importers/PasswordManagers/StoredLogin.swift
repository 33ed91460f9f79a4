import TOTPDomain

/// A login in the export of a password manager, into which a one-time code can be put.
package struct StoredLogin: Sendable {
    package var title: String
    /// The filled ones.
    package var userNames: [String]
    /// Of its addresses, in lower case.
    package var hosts: [String]
    /// Its one-time codes. One that cannot be read is nil: it is also a code that must stay.
    package var accounts: [TOTPItem?]

    package init(title: String, userNames: [String], addresses: [String], accounts: [TOTPItem?]) {
        self.title = title
        self.userNames = userNames.filter { !$0.isBlank }
        hosts = addresses.map { SiteAddress.host(ofLoose: $0) }.filter { !$0.isEmpty }
        self.accounts = accounts
    }

    /// - Parameter addresses: all of them: the entry has one.
    init(_ entry: LoginEntry, addresses: [String]) {
        self.init(
            title: entry.title, userNames: [entry.userName], addresses: addresses,
            accounts: entry.keys.map { LoginKey(key: $0, entry: entry).account })
    }
}

extension ExportedAccount {
    /// The account, or nil if it cannot be read.
    var account: TOTPItem? { try? draft().item(named: names) }
}
