import Encodings

/// Web addresses of logins.
enum SiteAddress {
    /// The host of an `http` or `https` address, in lower case without user, port and a leading `www.`; "" for any
    /// other text.
    static func host(of address: String) -> String {
        let address = address.trimmingWhitespace
        guard let scheme = ["https://", "http://"].first(where: { address.lowercased().hasPrefix($0) }) else {
            return ""
        }
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

    /// The same for an address as people type it into a password manager, also without `https://`.
    static func host(ofLoose address: String) -> String {
        let address = address.trimmingWhitespace
        let isWhole = address.contains("://") || address.contains(where: \.isWhitespace)
        return host(of: isWhole ? address : "https://\(address)")
    }
}
