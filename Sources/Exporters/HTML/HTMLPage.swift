import CryptoPrimitives
import Encodings
internal import TOTPDomain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A self-contained page with QR codes: it has no script and loads nothing, and its policy forbids both.
struct HTMLPage {
    private(set) var bytes: [UInt8] = []

    enum Kind: Sendable, Hashable {
        /// Everything about each account, also for typing.
        case backup
        /// QR codes and names, as many per page as possible.
        case sheet

        var title: String {
            switch self {
            case .backup: "Paper backup"
            case .sheet: "QR codes"
            }
        }

        fileprivate var className: String {
            switch self {
            case .backup: "backup"
            case .sheet: "sheet"
            }
        }
    }

    init(_ kind: Kind, of accounts: [LinkedAccount], on time: Date) throws(ExportError) {
        let count = accounts.count == 1 ? "1 account" : "\(accounts.count) accounts"
        let date = time.formatted(.iso8601.year().month().day())
        let style = HTMLPageStyle.text
        let styleHash = try ExportError.encrypting { () throws(CryptoError) in
            Base64.encode(try Digest.sha256.hash(Array(style.utf8)))
        }
        append(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
            style-src 'sha256-\(styleHash)'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="format-detection" content="telephone=no">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <title>\(kind.title): \(count), \(date)</title>
            <style>\(style)</style>
            </head>
            <body class="\(kind.className)">
            <header>
            <h1>\(kind.title)</h1>
            <p>\(count), written on \(date)</p>
            <p class="warning"><strong>This page contains secrets.</strong> Whoever reads it can generate the one-time \
            codes of every account. Print it, keep the print in a safe, and delete this file. Do not photograph it and \
            do not send it.</p>
            <p>To restore an account, scan its QR code with an authenticator app\(kind == .backup
                ? ", or type the secret" : ""). On a phone, tap the QR code.</p>
            </header>
            <main>

            """)
        for account in accounts { append(AccountCard(account, kind).html) }
        append("</main>\n</body>\n</html>\n")
    }

    private mutating func append(_ text: String) { bytes += Array(text.utf8) }
}
