import TOTPDomain

/// Two fields of one entry that disagree. Which of them the app uses is never guessed in silence.
extension EntryError {
    /// - Parameters:
    ///   - what: differs, in plural.
    ///   - app: in which the fields can be changed.
    package static func contradiction(of field: String, _ other: String, _ what: String, in app: String) -> EntryError {
        EntryError(
            .fieldDamaged, "\(field) and \(other) have different \(what)",
            "compare the codes with those of the site, remove the wrong field in \(app), and import again")
    }
}

extension Account {
    /// What two accounts of one entry differ in, in plural; nil if they generate the same codes.
    package func difference(from other: Account) -> String? {
        let (one, two) = (parameters, other.parameters)
        if secret != other.secret { return "secrets" }
        if one.kind != two.kind { return "types" }
        if one.algorithm != two.algorithm { return "algorithms" }
        if one.digits != two.digits { return "numbers of digits" }
        if one.period != two.period { return "periods" }
        return one.counter == two.counter ? nil : "counters"
    }
}
