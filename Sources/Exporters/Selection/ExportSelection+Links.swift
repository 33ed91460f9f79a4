package import TOTPDomain

extension ExportCapabilities {
    /// What an otpauth link can express.
    package static let link = ExportCapabilities(kinds: everything.kinds, details: [.pin])
}

extension ExportSelection {
    /// An otpauth link for each account, in order.
    ///
    /// A link cannot express everything, so each is read back: an account that apps would generate other codes for is
    /// left out, and other names are a loss.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that a QR code can contain; nil for links in a text.
    ///   - names: issuer and name as the app shows them, if it does not take them from the link.
    ///   - write: how the app writes links.
    package mutating func links(
        forQRCodesOf limit: Int? = nil, names: ((TOTPItem) -> (issuer: String, name: String))? = nil,
        writing write: (TOTPItem) -> String = KeyURI.write
    ) -> [String] {
        var readBack: [TOTPItem] = []
        let links = map { (item) throws(EntryError) -> String in
            let link = write(item)
            if let limit { try Self.checkQRCode(of: link, limit: limit) }
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

    /// Links for password managers, which show an entry's own title and user name.
    package mutating func titledLinks() -> [String] {
        links(names: { AccountLabel.normalised(issuer: $0.title, name: $0.name) }) { item in
            item.hasSteamLink ? item.namelessLink : KeyURI.write(item)
        }
    }

    /// - Throws: ``EntryError`` with `too-long-for-qr-code`.
    package static func checkQRCode(of link: String, limit: Int) throws(EntryError) {
        guard link.utf8.count <= limit else {
            throw EntryError(
                .tooLongForQRCode, "its link has \(link.utf8.count) bytes, and a QR code can contain at most \(limit)")
        }
    }
}
