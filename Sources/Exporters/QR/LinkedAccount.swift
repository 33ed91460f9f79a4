import QRDraw
import TOTPDomain

/// An account with its otpauth link and the QR code of the link.
struct LinkedAccount {
    let item: TOTPItem
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
        return zip(accounts, zip(links, pictures)).map { account, drawn in
            LinkedAccount(item: account.item, link: drawn.0, picture: drawn.1)
        }
    }
}
