import TOTPDomain

/// A QR code per account, as images or on one sheet (`Docs/formats/qr.md`).
package struct QRExport: ExportFormat {
    package init() {}

    package var description: ExportDescription {
        ExportDescription(
            id: "qr",
            group: .file,
            app: "any app",
            file: "one QR code per account, PNG",
            protection: .none,
            layout: .folder,
            capabilities: .link,
            importSteps: "Add an account in the app, and scan a QR code; repeat for every account."
        )
    }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, named: "a QR code")
        let accounts = try selection.linkedAccounts()
        guard !accounts.isEmpty else { return selection.export([]) }
        if request.options.isSheet {
            let page = try HTMLPage(.sheet, of: accounts, on: request.now).bytes
            return selection.export("qr-codes.html", page, keepsNames: true)
        }
        var names = FileNames()
        return selection.export(
            accounts.map { account in
                Export.File(name: names.name(for: account.item, ending: ".png"), bytes: account.picture.png)
            }, keepsNames: true)
    }

    package func readableParts(of bytes: [UInt8]) -> [[UInt8]] {
        // Other files are images themselves.
        bytes.starts(with: "<".utf8) ? HTMLPage.readableParts(of: bytes) : [bytes]
    }
}
