internal import Exporters
internal import FormatEngine
internal import ImportPipeline
internal import Links
internal import Platform
package import QRDraw
package import TOTPDomain

/// A QR code that a phone reads from a screen: the secrets of its accounts.
package struct PhoneCode: Sendable {
    package let title: String
    /// The labels of its accounts.
    package let accounts: [String]
    package let matrix: QRMatrix
    /// For small screens: with less error correction, and without parameters that are every app's defaults.
    package let smallest: QRMatrix

    /// - Parameter short: a shorter link of the same account, if any.
    private init(_ link: String, short: String? = nil, title: String, accounts: [String]) throws {
        (matrix, smallest) = try ExportError.drawing { () throws(QRDrawError) in
            (try QRMatrix(Array(link.utf8)), try QRMatrix(Array((short ?? link).utf8), isSmallest: true))
        }
        (self.title, self.accounts) = (title, accounts)
    }

    /// The QR code of an account, as services show it.
    ///
    /// - Throws: ``EntryError`` if no QR code can express the account.
    package init(of account: Account) throws {
        let qr = QRExport().description
        if let problem = qr.capabilities.problem(of: account, in: "a QR code") { throw problem }
        let link = KeyURI.write(account)
        try ExportSelection.checkQRCode(of: link, limit: QRMatrix.maximumByteCount)
        let short = KeyURI.write(account, isShort: true)
        try self.init(link, short: short, title: account.label, accounts: [account.label])
    }

    /// The QR codes of Google Authenticator's export, each read back to check its content.
    ///
    /// - Returns: the QR codes, and the accounts that the app cannot store.
    package static func migration(
        of items: [Account], _ options: ExportOptions
    ) throws -> (codes: [PhoneCode], leftOut: [LeftOutAccount]) {
        let export = try GoogleMigrationExport().write(
            ExportRequest(items: items, options: options, now: .wholeSecondNow, random: Parts.standard.random))
        let text = export.files.first { $0.name == "links.txt" }?.bytes ?? []
        let links = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        let codes = try links.enumerated().map { index, link in
            let document = try GoogleMigrationFormat().read(
                ImportRequest(content: SourceContent(text: Array(link.utf8))))
            return try PhoneCode(
                link, title: "\(index + 1) of \(links.count)", accounts: document.accounts.map(\.label))
        }
        return (codes, export.leftOut)
    }
}
