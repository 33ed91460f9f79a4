import TOTPDomain

extension Account {
    /// All that an export says of an account in one line, for tables of tests:
    /// `totp Acorn|alice JBSWY3DPEHPK3PXP SHA1 6 30`, then PIN, tags, note and `favourite` where there are any.
    var fieldsLine: String {
        var parts = parametersLine.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        parts.insert(contentsOf: ["\(issuer)|\(name)", secret.base32], at: 1)
        if let pin { parts.append("pin=\(pin.text)") }
        if !tags.isEmpty { parts.append("tags=\(tags.joined(separator: ","))") }
        if let note { parts.append("note=\(note)") }
        if isFavorite { parts.append("favourite") }
        return parts.joined(separator: " ")
    }

    /// What the codes depend on besides the secret: `totp SHA1 6 30`.
    var parametersLine: String {
        let factor = parameters.period.map(String.init) ?? parameters.counter.map(String.init) ?? ""
        return "\(parameters.kind.rawValue) \(parameters.algorithm.rawValue) \(parameters.digits) \(factor)"
    }
}
