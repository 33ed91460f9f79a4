import Encodings

/// The names of an account that has only one text for both: `GitHub`, `alice@example.com` or `GitHub: alice`.
struct OneName: Sendable {
    let issuer: String
    let name: String

    init(_ text: String) {
        let text = text.trimmingWhitespace
        let host = SiteAddress.host(of: text)
        if !host.isEmpty {
            (issuer, name) = (host, "")
        } else if let colon = text.unicodeScalars.firstIndex(of: ":") {
            issuer = String(text[..<colon]).trimmingWhitespace
            name = String(text.unicodeScalars[colon...].dropFirst()).trimmingWhitespace
        } else if text.utf8.contains(UInt8(ascii: "@")), !text.unicodeScalars.contains(where: \.isSpace) {
            (issuer, name) = ("", text)
        } else {
            (issuer, name) = (text, "")
        }
    }
}
