import Encodings

/// Issuer and name: how they are split, and how they are shown.
package enum AccountLabel {
    /// Trims both and removes the issuer from the start of the name.
    ///
    /// With issuer `Acme`, the name `Acme: alice` becomes `alice`. Nothing is filled in from the other field.
    package static func normalised(issuer: String, name: String) -> (issuer: String, name: String) {
        let issuer = issuer.trimmingWhitespace
        let name = name.trimmingWhitespace
        guard !issuer.isEmpty, name.utf8.starts(with: issuer.utf8) else { return (issuer, name) }
        let rest = name.utf8.dropFirst(issuer.utf8.count)
        guard rest.first == ASCII.colon else { return (issuer, name) }
        return (issuer, String(rest.dropFirst())?.trimmingWhitespace ?? name)
    }

    /// One line for people. Control characters are shown as `�`, so that a name cannot move the cursor or fake a line.
    package static func text(issuer: String, name: String) -> String {
        switch (issuer.isEmpty, name.isEmpty) {
        case (true, true): "(no name)"
        case (true, false): name.printable(limit: Limit.shownName.value)
        case (false, true): issuer.printable(limit: Limit.shownName.value)
        case (false, false):
            "\(issuer.printable(limit: Limit.shownName.value)): \(name.printable(limit: Limit.shownName.value))"
        }
    }
}
