import CAssets
import Encodings
import FormatEngine
import Links
import Platform
import TOTPDomain

/// A paper backup: one page to print, with a QR code and the secret of every account (`Docs/formats/html.md`).
package struct HTMLExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        id: "html",
        group: .file,
        app: "paper",
        file: "HTML, one page to print", fileExtension: "html",
        protection: .none,
        capabilities: .link.adding(LinkCautions.printed),
        importSteps: """
            Print the page, and keep the paper in a safe place. Any authenticator app scans a printed QR code, or takes \
            the secret below it.
            """,
        use: .printed
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, named: "the page")
        let accounts = try selection.linkedAccounts()
        return selection.export("accounts.html", try Self.page(of: accounts, on: request.now), keepsNames: true)
    }

    /// A self-contained page with everything about each account, also for typing: it has no script and loads nothing,
    /// and its policy forbids both.
    private static func page(of accounts: [LinkedAccount], on time: Date) throws(ExportError) -> [UInt8] {
        let count = counted(accounts.count, "account")
        let date = time.formatted(.iso8601.year().month().day())
        let document = HTMLDocument(
            title: "Paper backup: \(count), \(date)", style: String(cString: cassets_backup_style()),
            bodyClass: PaperPage.bodyClass)
        var bytes = Array(try document.head().utf8)
        bytes +=
            """
            <header>
            <h1>Paper backup</h1>
            <p>\(count), written on \(date)</p>
            <p class="warning"><strong>This page contains secrets.</strong> Whoever reads it can generate the one-time \
            codes of every account. Print it, keep the print in a safe, and delete this file. Do not photograph it and \
            do not send it.</p>
            <p>To restore an account, scan its QR code with an authenticator app, or type the secret. On a phone, tap \
            the QR code.</p>
            </header>
            <main>

            """.utf8
        for linked in accounts { bytes += AccountCard(linked).html.utf8 }
        bytes += "</main>\n\(document.foot)".utf8
        return bytes
    }

    /// The page, which is read like a list of links, and the image of each QR code on it.
    package func readableParts(of page: [UInt8]) -> [[UInt8]] {
        let prefix = Array("data:image/png;base64,".utf8)
        // Text in front of an image has no quotation marks: names are escaped.
        let sources = page.split(separator: UInt8(ascii: "\"")).filter { $0.starts(with: prefix) }
        return [page] + sources.map { Base64.decode($0.dropFirst(prefix.count)) ?? [] }
    }
}
