import Encodings
import FormatEngine
import Links
import QRDraw
import TOTPDomain

/// QR codes that Google Authenticator imports, and their links as text (`Docs/formats/google-migration.md`).
package struct GoogleMigrationExport: ExportFormat {
    private static let parameters = ExportCapabilities.Parameters(
        algorithms: Set(OTPAlgorithm.allCases), digits: 6...8, except: [7], periods: [30])

    package init() {}

    package let description = ExportDescription(
        of: GoogleMigrationFormat(),
        file: "QR codes as PNG, and a text with their links",
        fileExtension: "png",
        protection: .none,
        layout: .folder,
        capabilities: ExportCapabilities(kinds: [.totp: Self.parameters, .hotp: Self.parameters]),
        importSteps: .menu("Menu › Transfer accounts › Import accounts; scan every QR code, in any order."),
        options: [.accountsPerCode]
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        let accounts = selection.map { (account) throws(EntryError) in
            let written = MigrationAccount(account)
            try ExportSelection.checkQRCode(of: MigrationParts.longestLink([written]), limit: MigrationParts.linkLimit)
            return written
        }
        for (storable, written) in zip(selection.accounts, accounts) {
            selection.recordName(storable, as: written.names)
            if storable.account.parameters.algorithm == .md5 {
                selection.lose(
                    .unverified, of: storable.index,
                    "the algorithm MD5 is written, but nobody has checked that Google Authenticator supports it")
            }
        }
        guard !accounts.isEmpty else { return selection.export([]) }
        let parts = MigrationParts(accounts, atMost: request.options.accountsPerCode)
        let links = parts.links(batchID: try Self.batchID(request.random))
        var files = try Self.pictures(of: links)
        files.append(Export.File(name: "links.txt", bytes: links.flatMap { Array($0.utf8) + [ASCII.newline] }))
        return selection.export(files)
    }

    /// Not 0, which means no number.
    private static func batchID(_ random: any RandomSource) throws(ExportError) -> Int32 {
        let bits = try random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return max(1, Int32(bits & 0x7FFF_FFFF))
    }

    private static func pictures(of links: [String]) throws(ExportError) -> [Export.File] {
        let pictures = try ExportError.drawing { () throws(QRDrawError) in
            try QRPicture.pictures(of: links.map { Array($0.utf8) })
        }
        let width = "\(links.count)".count
        return pictures.enumerated().map { index, picture in
            let number = "\(index + 1)".zeroPadded(to: width)
            return Export.File(name: "google-authenticator-\(number)-of-\(links.count).png", bytes: picture.png)
        }
    }
}

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
    init(_ accounts: [MigrationAccount], atMost most: Int) {
        var parts: [[MigrationAccount]] = []
        var rest = accounts[...]
        while !rest.isEmpty {
            var part = Array(rest.prefix(max(1, most)))
            while part.count > 1, Self.longestLink(part).utf8.count > Self.sharedLinkLimit { part.removeLast() }
            rest = rest.dropFirst(part.count)
            parts.append(part)
        }
        self.parts = parts
    }

    /// A link with these accounts, and with numbers of the part that take most bytes.
    static func longestLink(_ accounts: [MigrationAccount]) -> String {
        MigrationMessage(accounts: accounts, batchSize: .max, batchIndex: .max, batchID: .max).link
    }

    func links(batchID: Int32) -> [String] {
        parts.enumerated().map { index, part in
            MigrationMessage(
                accounts: part, batchSize: Int32(clamping: parts.count), batchIndex: Int32(clamping: index),
                batchID: batchID
            ).link
        }
    }
}
