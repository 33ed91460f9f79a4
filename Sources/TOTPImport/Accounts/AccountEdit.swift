internal import Encodings
package import Platform
package import TOTPDomain

/// Changes to an account; nil leaves a field as it is.
package struct AccountEdit: Sendable {
    package var issuer: String?
    package var name: String?
    /// Empty for no note.
    package var note: String?
    package var isFavorite: Bool?
    package var addedTags: [String] = []
    package var removedTags: [String] = []
    package var algorithm: OTPAlgorithm?
    package var digits: Int64?
    /// Seconds.
    package var period: Int64?
    package var counter: Int64?
    /// Only for kinds of accounts that have a PIN.
    package var pin: OTPPin?

    package init() {}

    package var isEmpty: Bool {
        issuer == nil && name == nil && note == nil && isFavorite == nil && addedTags.isEmpty && removedTags.isEmpty
            && pin == nil && !changesParameters
    }

    private var changesParameters: Bool {
        algorithm != nil || digits != nil || period != nil || counter != nil
    }

    /// - Returns: the account with the changes; unchanged, also in its time of change, if they change nothing.
    /// - Throws: ``EntryError`` if the account cannot have such parameters, or such a PIN.
    package func applied(to account: Account, at time: Date) throws(EntryError) -> Account {
        var edited = account
        if let issuer { edited.issuer = issuer.trimmingWhitespace }
        if let name { edited.name = name.trimmingWhitespace }
        if let note { edited.note = note.isBlank ? nil : note }
        if let isFavorite { edited.isFavorite = isFavorite }
        // Tags to remove are matched as with --tag.
        let removed = Set(removedTags.map(\.searchable))
        edited.tags.removeAll { removed.contains($0.searchable) }
        for tag in addedTags.map(\.trimmingWhitespace) where !tag.isEmpty && !edited.tags.contains(tag) {
            edited.tags.append(tag)
        }
        if changesParameters { edited.parameters = try parameters(of: account) }
        if let pin { try edited.set(pin) }
        guard edited != account else { return account }
        edited.updatedAt = time
        return edited
    }

    private func parameters(of account: Account) throws(EntryError) -> OTPParameters {
        let old = account.parameters
        func refusal(_ reason: String) -> EntryError { EntryError(.kindNotSupported, reason) }
        if old.kind.fixedParameters != nil {
            let isOnlyPeriod = old.kind.choosesPeriod && algorithm == nil && digits == nil && counter == nil
            guard isOnlyPeriod else { throw refusal("a \(old.kind.rawValue) account has fixed parameters") }
            // For Steam, 0 would be the default.
            _ = try OTPParameters(kind: .totp, period: period)
        }
        if old.kind == .hotp, period != nil { throw refusal("a counter-based account has no period") }
        if old.kind != .hotp, counter != nil { throw refusal("a time-based account has no counter") }
        return try OTPParameters(
            kind: old.kind, algorithm: algorithm ?? old.algorithm, digits: digits ?? Int64(old.digits),
            period: period ?? old.period.map { Int64($0) }, counter: counter ?? old.counter)
    }
}

extension Account {
    /// Sets a PIN that was typed.
    ///
    /// - Throws: ``EntryError`` if accounts of this kind have no PIN, or the text is damaged.
    package mutating func set(_ pin: OTPPin) throws(EntryError) {
        let kind = parameters.kind
        guard kind.hasPIN else { throw EntryError(.kindNotSupported, "a \(kind.rawValue) account has no PIN") }
        self.pin = pin
        try checkMarks(advice: "type it again")
    }
}

/// The differences between two states of an account, in words.
package enum AccountDifference {
    /// One text per field that differs, such as `issuer "Acme" → "Acme Cloud"`. Secrets are not in it.
    package static func lines(_ old: Account, _ new: Account) -> [String] {
        var lines: [String] = []
        func add(_ field: String, _ values: (old: String, new: String)) {
            if values.old != values.new { lines.append("\(field) \(values.old) → \(values.new)") }
        }
        add("issuer", (quoted(old.issuer), quoted(new.issuer)))
        add("name", (quoted(old.name), quoted(new.name)))
        add("note", (quoted(old.note ?? ""), quoted(new.note ?? "")))
        add("tags", (list(old.tags), list(new.tags)))
        add("favorite", (old.isFavorite ? "yes" : "no", new.isFavorite ? "yes" : "no"))
        add("token", (list(old.token?.texts ?? []), list(new.token?.texts ?? [])))
        add("algorithm", (old.parameters.algorithm.rawValue, new.parameters.algorithm.rawValue))
        add("digits", ("\(old.parameters.digits)", "\(new.parameters.digits)"))
        add("type", (old.parameters.kind.rawValue, new.parameters.kind.rawValue))
        if old.parameters.kind == new.parameters.kind {
            add(old.parameters.period == nil ? "counter" : "period", (old.parameters.step, new.parameters.step))
        }
        if old.secret != new.secret { lines.append("another secret") }
        if old.pin != new.pin { lines.append(old.pin == nil ? "a PIN" : "another PIN") }
        return lines
    }

    private static func quoted(_ text: String) -> String {
        text.isEmpty ? "(none)" : "\"\(text.printable(limit: 100))\""
    }

    private static func list(_ tags: [String]) -> String {
        tags.isEmpty ? "(none)" : tags.map { $0.printable(limit: 100) }.joined(separator: ", ")
    }
}
