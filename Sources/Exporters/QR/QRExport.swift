import FormatEngine
import QRDraw
import TOTPDomain

/// An image of a QR code per account (`Docs/formats/qr.md`).
package struct QRExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        id: "qr",
        group: .file,
        app: "any app",
        file: "one QR code per account, PNG",
        fileExtension: "png",
        protection: .none,
        layout: .folder,
        capabilities: .link.adding(LinkCautions.scanned),
        importSteps: "Add an account in the app, and scan a QR code; repeat for every account.",
        use: .scanned
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, named: "a QR code")
        let accounts = try selection.linkedAccounts()
        var names = FileNames()
        return selection.export(
            accounts.map { linked in
                Export.File(name: names.name(for: linked.account, ending: ".png"), bytes: linked.picture.png)
            }, keepsNames: true)
    }
}

/// An account with its otpauth link and the QR code of the link.
struct LinkedAccount {
    let account: Account
    let link: String
    let picture: QRPicture
}

extension ExportSelection {
    /// A QR code for each account, in order. Accounts whose links are too long are left out.
    mutating func linkedAccounts() throws(ExportError) -> [LinkedAccount] {
        let links = links(forQRCodesOf: QRMatrix.maximumByteCount)
        let pictures = try ExportError.drawing { () throws(QRDrawError) in
            try QRPicture.pictures(of: links.map { Array($0.utf8) })
        }
        return zip(accounts, zip(links, pictures)).map { storable, drawn in
            LinkedAccount(account: storable.account, link: drawn.0, picture: drawn.1)
        }
    }
}

extension ExportError {
    /// Draws the QR codes of an export. Texts that are too long were left out before.
    package static func drawing<Value>(_ body: () throws(QRDrawError) -> Value) throws(ExportError) -> Value {
        do throws(QRDrawError) { return try body() } catch { throw ExportError(.tooLarge, error.description) }
    }
}
