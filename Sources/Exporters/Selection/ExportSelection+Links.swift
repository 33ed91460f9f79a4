package import TOTPDomain

extension ExportSelection {
    /// An otpauth link for each account, in order.
    ///
    /// A link cannot express everything, so each is read back: an account that apps would generate other codes for is
    /// left out, and other names are a loss.
    ///
    /// - Parameters:
    ///   - names: issuer and name as the app shows them, if it does not take them from the link.
    ///   - write: how the app writes links.
    package mutating func links(
        names: ((TOTPItem) -> (issuer: String, name: String))? = nil, _ write: (TOTPItem) -> String = KeyURI.write
    ) -> [String] {
        var readBack: [TOTPItem] = []
        let links = map { (item) throws(EntryError) -> String in
            let link = write(item)
            guard let read = try? KeyURI.read(Array(link.utf8).span).item else {
                throw EntryError(.noLink, "no app can read a link of this account")
            }
            // A link cannot express that an account named Steam is an ordinary one.
            guard read.parameters == item.parameters, read.secret == item.secret, read.pin == item.pin else {
                throw EntryError(
                    .kindNotSupported, "apps would read its link as a \(read.parameters.kind.appName) account")
            }
            readBack.append(read)
            return link
        }
        // A link also cannot express that a Yandex account has no issuer.
        for (account, read) in zip(accounts, readBack) {
            recordName(account, as: names?(account.item) ?? (read.issuer, read.name))
        }
        return links
    }
}
