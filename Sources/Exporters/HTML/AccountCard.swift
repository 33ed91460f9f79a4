import Encodings
import QRDraw
import TOTPDomain

/// One account on a page: its QR code, its names, and the values that an app needs if the code cannot be scanned.
struct AccountCard {
    let html: String

    /// The side of the image is a whole number of CSS pixels per module, so that screens show sharp modules. A CSS pixel
    /// is 1/96 inch on paper.
    init(_ account: LinkedAccount) {
        let link = HTMLText.escape(account.link), image = Base64.encode(account.picture.png)
        let isLarge = account.picture.modules > Self.usualModules
        let side = account.picture.modules * (isLarge ? 2 : 3)
        html = """
            <section class="account\(isLarge ? " wide" : "")">
            <a href="\(link)"><img src="data:image/png;base64,\(image)" alt="QR code" width="\(side)" \
            height="\(side)"></a>
            <div>
            \(Self.names(account.item))\(Self.details(account.item))</div>
            </section>

            """
    }

    /// Modules per side up to which QR codes are placed in columns: version 10, for links of up to 213 bytes.
    private static let usualModules = 57 + 2 * QRPicture.quietZone

    private static func names(_ item: Account) -> String {
        switch (item.issuer.isEmpty, item.name.isEmpty) {
        case (false, false): "<h2>\(HTMLText.isolated(item.issuer))</h2>\n<p>\(HTMLText.isolated(item.name))</p>\n"
        case (false, true): "<h2>\(HTMLText.isolated(item.issuer))</h2>\n"
        case (true, false): "<h2>\(HTMLText.isolated(item.name))</h2>\n"
        case (true, true): "<h2>(no name)</h2>\n"
        }
    }

    private static func details(_ item: Account) -> String {
        let typed = TypedValues(item)
        let parameters = typed.parameters + (item.pin.map { ["PIN \(HTMLText.isolated($0.text))"] } ?? [])
        return """
            <p class="label">Secret\(typed.isHexadecimal ? " (hexadecimal)" : "")</p>
            <p><code>\(typed.secret)</code></p>
            \(parameters.isEmpty ? "" : "<p class=\"parameters\">\(parameters.joined(separator: " · "))</p>\n")
            """
    }
}
