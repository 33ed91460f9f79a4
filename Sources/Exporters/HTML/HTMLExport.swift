import TOTPDomain

/// A paper backup: one page to print, with a QR code and the secret of every account (`Docs/formats/html.md`).
package struct HTMLExport: ExportFormat {
    package init() {}

    package var description: ExportDescription {
        ExportDescription(
            id: "html",
            group: .file,
            app: "paper",
            file: "HTML, one page to print", fileExtension: "html",
            protection: .none,
            capabilities: .link,
            importSteps: "Scan a printed QR code with any authenticator app, or type the secret below it."
        )
    }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, named: "the page")
        let accounts = try selection.linkedAccounts()
        return selection.export(
            "accounts.html", try HTMLPage(of: accounts, on: request.now).bytes, keepsNames: true)
    }

    package func readableParts(of bytes: [UInt8]) -> [[UInt8]] { HTMLPage.readableParts(of: bytes) }
}
