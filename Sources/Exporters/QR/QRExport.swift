import TOTPDomain

/// An image of a QR code per account (`Docs/formats/qr.md`).
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
        var names = FileNames()
        return selection.export(
            accounts.map { account in
                Export.File(name: names.name(for: account.item, ending: ".png"), bytes: account.picture.png)
            }, keepsNames: true)
    }
}
