import Encodings
import QRDraw
import TOTPDomain

/// One account on a page: its QR code, its names, and the values that an app needs if the code cannot be scanned.
struct AccountCard {
    let html: String

    /// The side of the image is a whole number of CSS pixels per module, so that screens show sharp modules. A CSS pixel
    /// is 1/96 inch on paper.
    init(_ linked: LinkedAccount) {
        let link = HTMLText.escape(linked.link), image = Base64.encode(linked.picture.png)
        let isLarge = linked.picture.modules > Self.usualModules
        let side = linked.picture.modules * (isLarge ? 2 : 3)
        html = """
            <section class="account\(isLarge ? " wide" : "")">
            <a href="\(link)"><img src="data:image/png;base64,\(image)" alt="QR code" width="\(side)" \
            height="\(side)"></a>
            <div>
            \(Self.names(linked.account))\(Self.details(linked.account))</div>
            </section>

            """
    }

    /// Modules per side up to which QR codes are placed in columns: version 10, for links of up to 213 bytes.
    private static let usualModules = 57 + 2 * QRPicture.quietZone

    private static func names(_ account: Account) -> String {
        let (issuer, name) = (HTMLText.isolated(account.issuer), HTMLText.isolated(account.name))
        return switch (account.issuer.isEmpty, account.name.isEmpty) {
        case (false, false): "<h2>\(issuer)</h2>\n<p>\(name)</p>\n"
        case (false, true): "<h2>\(issuer)</h2>\n"
        case (true, false): "<h2>\(name)</h2>\n"
        case (true, true): "<h2>(no name)</h2>\n"
        }
    }

    private static func details(_ account: Account) -> String {
        let typed = TypedValues(account)
        let parameters = typed.parameters + (account.pin.map { ["PIN \(HTMLText.isolated($0.text))"] } ?? [])
        return """
            <p class="label">Secret\(typed.isHexadecimal ? " (hexadecimal)" : "")</p>
            <p><code>\(typed.secret)</code></p>
            \(parameters.isEmpty ? "" : "<p class=\"parameters\">\(parameters.joined(separator: " · "))</p>\n")
            """
    }
}
