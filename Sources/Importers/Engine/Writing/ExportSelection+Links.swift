import Encodings
import Links
import TOTPDomain

extension ExportCapabilities {
    /// The features that an otpauth link can express.
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
        forQRCodesOf limit: Int? = nil, names: (@Sendable (Account) -> (issuer: String, name: String))? = nil,
        writing write: @Sendable (Storable) throws(EntryError) -> String = { KeyURI.write($0.account) }
    ) -> [String] {
        var checked = accounts.concurrentMap { storable in
            Result { () throws(EntryError) in
                try Self.checkedLink(try write(storable), of: storable.account, forQRCodesOf: limit, names: names)
            }
        }[...]
        let links = map { (_) throws(EntryError) in
            // One result per account, in order.
            guard let next = checked.popFirst() else { throw EntryError(.noLink, "no link was written") }
            return try next.get()
        }
        for case (let storable, let shown?) in zip(accounts, links.map(\.otherNames)) {
            recordName(storable, as: shown)
        }
        return links.map(\.text)
    }

    /// A link that was read back.
    private struct CheckedLink {
        let text: String
        /// Issuer and name as the app shows them, if they differ from the account's.
        let otherNames: (issuer: String, name: String)?
    }

    private static func checkedLink(
        _ link: String, of account: Account, forQRCodesOf limit: Int?,
        names: ((Account) -> (issuer: String, name: String))?
    ) throws(EntryError) -> CheckedLink {
        if let limit { try checkQRCode(of: link, limit: limit) }
        guard let read = try? KeyURI.read(Array(link.utf8).span).account else {
            throw EntryError(.noLink, "no app can read a link of this account")
        }
        guard read.parameters == account.parameters, read.secret == account.secret, read.pin == account.pin else {
            throw EntryError(.kindNotSupported, "apps would read its link as a \(read.parameters.kind.appName) account")
        }
        guard !read.hasSteamLink else {
            throw EntryError(.kindNotSupported, "apps would read its link as a \(OTPKind.steam.appName) account")
        }
        // A link also cannot express that a Yandex account lacks an issuer.
        let shown = names?(account) ?? (read.issuer, read.name)
        return CheckedLink(text: link, otherNames: shown == (account.issuer, account.name) ? nil : shown)
    }

    /// Links for password managers, which show an entry's own title and user name.
    package mutating func titledLinks() -> [String] {
        links(names: { AccountLabel.normalized(issuer: $0.title, name: $0.name) }) { storable in
            storable.account.hasSteamLink ? storable.account.namelessLink : KeyURI.write(storable.account)
        }
    }

    /// A table with a row for each account.
    ///
    /// - Parameters:
    ///   - links: one for each account.
    ///   - cell: the cell of a column.
    package func table<Column: CaseIterable & RawRepresentable<String>>(
        _ links: [String], style: CSVWriter.Style = .standard, _ cell: (Column, Account, String) -> String
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        CSVWriter.append(Column.allCases.map(\.rawValue), to: &bytes, style: style)
        for (storable, link) in zip(accounts, links) {
            CSVWriter.append(Column.allCases.map { cell($0, storable.account, link) }, to: &bytes, style: style)
        }
        return bytes
    }

    /// - Throws: ``EntryError`` with `too-long-for-qr-code`.
    package static func checkQRCode(of link: String, limit: Int) throws(EntryError) {
        guard link.utf8.count <= limit else {
            throw EntryError(
                .tooLongForQRCode, "its link has \(link.utf8.count) bytes, and a QR code can contain at most \(limit)")
        }
    }
}
