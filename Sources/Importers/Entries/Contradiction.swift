import TOTPDomain

/// Two fields of one entry that disagree. Which of them the app uses is never guessed in silence.
extension EntryError {
    /// - Parameters:
    ///   - what: differs, in plural.
    ///   - app: in which the fields can be changed.
    static func contradiction(of field: String, _ other: String, _ what: String, in app: String) -> EntryError {
        EntryError(
            .fieldDamaged, "\(field) and \(other) have different \(what)",
            "compare the codes with those of the site, remove the wrong field in \(app), and import again")
    }
}

extension Account {
    /// What two accounts of one entry differ in, in plural; nil if they generate the same codes.
    func difference(from other: Account) -> String? {
        let (one, two) = (parameters, other.parameters)
        if secret != other.secret { return "secrets" }
        if one.kind != two.kind { return "types" }
        if one.algorithm != two.algorithm { return "algorithms" }
        if one.digits != two.digits { return "numbers of digits" }
        if one.period != two.period { return "periods" }
        return one.counter == two.counter ? nil : "counters"
    }
}

extension LoginEntry {
    /// Adds the one-time password of fields of which the app uses the first that is filled, if the others say the same.
    mutating func add(oneOf fields: [(name: String, text: String)], in app: String) {
        let filled = fields.filter { !SecretEvidence.isEmpty($0.text) }
        guard let first = filled.first else { return }
        let account = LoginKey(key: .text(first.text), entry: self).account
        for other in filled.dropFirst() where other.text.trimmingWhitespace != first.text.trimmingWhitespace {
            let second = LoginKey(key: .text(other.text), entry: self).account
            guard let account, let second else {
                // One of them cannot be read.
                return add(rejection: .contradiction(of: first.name, other.name, "secrets", in: app))
            }
            if let difference = account.difference(from: second) {
                return add(rejection: .contradiction(of: first.name, other.name, difference, in: app))
            }
        }
        add(key: first.text)
    }
}
