import TOTPDomain

extension Account {
    /// All that an export says of an account in one line, for tables of tests:
    /// `totp Acorn|alice JBSWY3DPEHPK3PXP SHA1 6 30`, then PIN, tags, note and `favourite` where there are any.
    var fieldsLine: String {
        let factor = parameters.period.map(String.init) ?? parameters.counter.map(String.init) ?? ""
        var parts = [parameters.kind.rawValue, "\(issuer)|\(name)", secret.base32, parameters.algorithm.rawValue]
        parts += ["\(parameters.digits)", factor]
        if let pin { parts.append("pin=\(pin.text)") }
        if !tags.isEmpty { parts.append("tags=\(tags.joined(separator: ","))") }
        if let note { parts.append("note=\(note)") }
        if isFavorite { parts.append("favourite") }
        return parts.joined(separator: " ")
    }
}
