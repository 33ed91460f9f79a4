import Links
import QRDraw
import TOTPDomain

/// The accounts of an export for Google Authenticator, divided into QR codes that a phone can read from a screen.
struct MigrationParts {
    private let parts: [[MigrationAccount]]

    /// The longest link with several accounts, in bytes: version 28 at level M.
    ///
    /// Five usual accounts have about 450, ten about 900. A longer account gets a QR code of its own.
    private static let sharedLinkLimit = 1190
    /// The longest link of one account, in bytes. The numbers of a part may take a little more than in
    /// ``longestLink(_:)``, because percent coding depends on them.
    static let linkLimit = QRMatrix.maximumByteCount - 50

    /// - Parameter most: how many accounts a part has at most.
    init(_ accounts: [MigrationAccount], atMost most: Int) throws(ExportError) {
        var parts: [[MigrationAccount]] = []
        var rest = accounts[...]
        while !rest.isEmpty {
            var part = Array(rest.prefix(max(1, most)))
            while part.count > 1, try Self.longestLink(part).utf8.count > Self.sharedLinkLimit { part.removeLast() }
            rest = rest.dropFirst(part.count)
            parts.append(part)
        }
        self.parts = parts
    }

    /// A link with these accounts, and with numbers of the part that take most bytes.
    static func longestLink(_ accounts: [MigrationAccount]) throws(ExportError) -> String {
        try MigrationMessage(accounts: accounts, batchSize: .max, batchIndex: .max, batchID: .max).link()
    }

    func links(batchID: Int32) throws(ExportError) -> [String] {
        var links: [String] = []
        for (index, part) in parts.enumerated() {
            let message = MigrationMessage(
                accounts: part, batchSize: Int32(clamping: parts.count), batchIndex: Int32(clamping: index),
                batchID: batchID)
            links.append(try message.link())
        }
        return links
    }
}
