import Encodings
import Platform
import TOTPDomain

/// A self-contained page with everything about each account, also for typing: it has no script and loads nothing, and its policy forbids both.
struct HTMLPage {
    private(set) var bytes: [UInt8] = []

    init(of accounts: [LinkedAccount], on time: Date) throws(ExportError) {
        let count = counted(accounts.count, "account")
        let date = time.formatted(.iso8601.year().month().day())
        let document = HTMLDocument(
            title: "Paper backup: \(count), \(date)", style: HTMLPageStyle.text, bodyClass: "backup")
        append(try document.head())
        append(
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

            """)
        for account in accounts { append(AccountCard(account).html) }
        append("</main>\n" + document.foot)
    }

    private mutating func append(_ text: String) { bytes += Array(text.utf8) }
}
