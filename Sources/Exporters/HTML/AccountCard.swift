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

    private static func names(_ item: TOTPItem) -> String {
        switch (item.issuer.isEmpty, item.name.isEmpty) {
        case (false, false): "<h2>\(HTMLText.isolated(item.issuer))</h2>\n<p>\(HTMLText.isolated(item.name))</p>\n"
        case (false, true): "<h2>\(HTMLText.isolated(item.issuer))</h2>\n"
        case (true, false): "<h2>\(HTMLText.isolated(item.name))</h2>\n"
        case (true, true): "<h2>(no name)</h2>\n"
        }
    }

    private static func details(_ item: TOTPItem) -> String {
        let parameters = parameters(item)
        // Apps for Mobile-OTP take hexadecimal, all others base32.
        let isHexadecimal = item.parameters.kind == .motp
        let secret = isHexadecimal ? Hex.encode(item.secret.bytes) : item.secret.base32
        return """
            <p class="label">Secret\(isHexadecimal ? " (hexadecimal)" : "")</p>
            <p><code>\(groups(secret))</code></p>
            \(parameters.isEmpty ? "" : "<p class=\"parameters\">\(parameters.joined(separator: " · "))</p>\n")
            """
    }

    /// Four characters each, which is how people type them without losing their place.
    private static func groups(_ secret: String) -> String {
        var text = ""
        for (index, character) in secret.enumerated() {
            if index > 0, index.isMultiple(of: 4) { text += " " }
            text.append(character)
        }
        return text
    }

    /// The parameters that apps do not assume by themselves.
    private static func parameters(_ item: TOTPItem) -> [String] {
        let own = item.parameters
        var texts: [String] = own.kind == .totp ? [] : [own.kind.appName]
        if own.kind.fixedParameters == nil {
            if own.algorithm != .sha1 { texts.append(own.algorithm.rawValue) }
            if own.digits != 6 { texts.append("\(own.digits) digits") }
            if let counter = own.counter { texts.append("counter \(counter)") }
        }
        if own.kind.choosesPeriod, let period = own.period, period != 30 { texts.append("\(period) seconds") }
        if let pin = item.pin { texts.append("PIN \(HTMLText.isolated(pin.text))") }
        return texts
    }
}
