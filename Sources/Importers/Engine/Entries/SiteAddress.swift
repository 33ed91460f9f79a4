import Encodings

/// Web addresses of logins.
package enum SiteAddress {
    /// The host of an `http` or `https` address, in lower case without user, port and a leading `www.`; "" for any
    /// other text.
    package static func host(of address: String) -> String {
        let address = address.trimmingWhitespace
        guard let scheme = ["https://", "http://"].first(where: address.lowercased().hasPrefix) else { return "" }
        var host = address.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
        if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
        // An IPv6 address has colons within brackets.
        if let bracket = host.lastIndex(of: "]") {
            host = host[...bracket]
        } else {
            host = host.prefix { $0 != ":" }
        }
        let name = host.lowercased()
        return name.hasPrefix("www.") ? String(name.dropFirst(4)) : name
    }

    /// Whether a text is a web address, another address with a scheme, or a name of a host with a dot.
    package static func isAddress(_ text: String) -> Bool {
        let text = text.trimmingWhitespace
        return text.contains("://")
            || (text.utf8.contains(UInt8(ascii: ".")) && !text.utf8.contains(UInt8(ascii: "@"))
                && !host(ofLoose: text).isEmpty)
    }

    /// The name of a site by what is in the place of its address: the host, or what people wrote instead, `My Router`; ""
    /// for an address without a host.
    package static func name(of text: String) -> String { isAddress(text) ? host(ofLoose: text) : text }

    /// The same as ``host(of:)`` for an address as people type it into a password manager, also without `https://`.
    package static func host(ofLoose address: String) -> String {
        let address = address.trimmingWhitespace
        let isWhole = address.contains("://") || address.contains(where: \.isWhitespace)
        if isWhole { return host(of: address) }
        return isOfNoSite(address) ? "" : host(of: "https://\(address)")
    }

    /// Whether an address without `//` is a mail address, with `mailto:` or without, or has another scheme: what comes
    /// after it is not a site of the login.
    private static func isOfNoSite(_ address: String) -> Bool {
        let start = address.prefix { !"/?#\\".contains($0) }
        if start.utf8.contains(UInt8(ascii: "@")) { return true }
        guard !start.hasPrefix("["), let colon = start.firstIndex(of: ":") else { return false }
        let isPort = start[start.index(after: colon)...].utf8.allSatisfy { 0x30...0x39 ~= $0 }
        return !isPort || ["tel", "sms"].contains(start[..<colon].lowercased())
    }
}
