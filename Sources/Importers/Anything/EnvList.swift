import Encodings
import Links
import TOTPDomain

/// The settings of a file, and what each is.
struct EnvList: Sendable {
    private(set) var records: [Record] = []
    /// Settings that seem to be of one-time codes, and are not secrets, or do not belong to exactly one secret.
    private(set) var unread = UnreadNames()
    /// Whether a name says what the secret is and whose: then it is a file of variables, not a list.
    private(set) var isOfVariables = false

    struct Record: ExportedAccount {
        let setting: EnvText.Setting
        fileprivate var isAccount = false
        /// The values of settings whose names have the same words before the last.
        fileprivate var siblings: [AccountPart: String] = [:]
        /// Whether its section has other secrets.
        fileprivate var isOneOfMany = false

        var skipReason: SkipReason? { isAccount ? nil : .notAnAccount }

        var names: (issuer: String, name: String) {
            let name = setting.name, section = setting.section
            let usual = section.isEmpty ? name : isOneOfMany ? "\(section) \(name)" : section
            return (siblings[.issuer] ?? usual, siblings[.account] ?? "")
        }

        func draft() throws(EntryError) -> AccountDraft {
            if setting.value.isLink {
                return try AccountDraft(link: Array(setting.value.trimmingWhitespace.utf8))
            }
            if setting.isElsewhere {
                throw EntryError(
                    .secretMissing, "\(setting.name.printable(limit: 40)) takes its value from elsewhere",
                    "write the secret itself")
            }
            let isCounted = VariableName(setting.name).words.contains("hotp") || siblings[.counter] != nil
            var draft = try AccountDraft(kind: isCounted ? .hotp : .totp, base32: setting.value, isTyped: true)
            func text(_ part: AccountPart) -> LenientText? { siblings[part].map { .text($0) } }
            try draft.take(
                algorithm: text(.algorithm), digits: text(.digits).asNumber, period: text(.period).asNumber,
                counter: text(.counter).asNumber)
            draft.start(at: 0)
            return draft
        }
    }

    /// By the last word of a setting: far fewer than the names of columns, since settings of all kinds have such words.
    private static let siblings: [String: AccountPart] = [
        "digits": .digits, "length": .digits, "period": .period, "interval": .period, "step": .period,
        "algorithm": .algorithm, "hash": .algorithm, "digest": .algorithm, "counter": .counter, "issuer": .issuer,
        "account": .account, "user": .account, "username": .account, "name": .account,
    ]

    var isEmpty: Bool { !records.contains { $0.isAccount } }

    /// Whether a secret in it is not a link.
    var hasSecrets: Bool { records.contains { $0.isAccount && !$0.setting.value.isLink } }

    /// - Parameters:
    ///   - records: the number of settings, counted in the text.
    ///   - others: names outside of the settings that are not read.
    ///   - position: the place of a setting with a number.
    func document(
        _ format: FormatID, records: Int, besides others: UnreadNames = UnreadNames(),
        at position: (Int) -> EntryPosition
    ) -> ImportedDocument {
        var document = ImportedDocument(format: format, records: records)
        for record in PlantedLoss.applied(to: self.records) {
            document.add(record, at: position(record.setting.line))
        }
        document.name(unread: others)
        document.name(unread: unread, "check whether it belongs to an account")
        return document
    }

    /// - Parameter isManifest: whether only names tell secrets.
    init(_ text: EnvText, isManifest: Bool = false) {
        records = text.settings.map { Record(setting: $0) }
        let names = text.settings.map { VariableName($0.name) }
        let isListOfSecrets = !isManifest && Self.areAllSecrets(text.settings, names)
        // The secrets by their section and the words of their names.
        var places: [[String]: [Int]] = [:], inSection: [String: Int] = [:]
        for (index, setting) in text.settings.enumerated() {
            let isLink = setting.value.isLink, isStrong = names[index].isStrong
            let isSecret = SecretForm(setting.value.utf8) != nil && !SecretEvidence.isMixed(setting.value)
            let counts = isLink || isListOfSecrets || isStrong && (isSecret || setting.isElsewhere)
            if isStrong, !counts, !TypedSecret.isNothing(setting.value) { unread.add(raw: setting.name, entries: 0) }
            guard counts else { continue }
            records[index].isAccount = true
            inSection[setting.section, default: 0] += 1
            isOfVariables = isOfVariables || isStrong && isSecret && names[index].owner != []
            if isStrong { places[[setting.section] + names[index].stem, default: []].append(index) }
        }
        let owners = Set(records.indices.filter { records[$0].isAccount }.flatMap { names[$0].owner })
        // The setting above, if it is a secret or read as one of its siblings.
        var above: EnvText.Setting?
        for index in records.indices {
            let setting = records[index].setting, words = names[index].words
            records[index].isOneOfMany = inSection[setting.section] ?? 0 > 1
            let isBelow = above.map { $0.line + 1 == setting.line && $0.section == setting.section } ?? false
            above = records[index].isAccount && !setting.value.isLink ? setting : nil
            guard !records[index].isAccount, !TypedSecret.isNothing(setting.value) else { continue }
            let sibling = names[index].stem.isEmpty ? nil : words.last.flatMap { Self.siblings[$0] }
            let secrets = sibling == nil ? [] : places[[setting.section] + words.dropLast()] ?? []
            if let sibling, secrets.count == 1, records[secrets[0]].siblings[sibling] == nil {
                records[secrets[0]].siblings[sibling] = setting.value
                above = setting
            } else if sibling != nil
                || !names[index].isOfAnySecret
                    && Self.isPart(setting.value, isOfOwner: isBelow || !owners.isDisjoint(with: words))
            {
                unread.add(raw: setting.name, entries: 0)
            }
        }
    }

    /// Whether the value of an unknown name may be a part of an account.
    ///
    /// - Parameter isOfOwner: whether the name shares a word with the name of a secret, or is directly below a secret:
    ///   other settings have such numbers, too.
    private static func isPart(_ value: String, isOfOwner: Bool) -> Bool {
        let bytes = Array(value.utf8)
        return !BareSecret.find(in: bytes.span, bytes.indices).isEmpty || (try? OTPAlgorithm(named: value)) != nil
            || isOfOwner && ["6", "7", "8", "10", "30", "60"].contains(value)
    }

    /// Whether every value is a secret, and no name says that it is a secret of another kind.
    private static func areAllSecrets(_ settings: [EnvText.Setting], _ names: [VariableName]) -> Bool {
        guard settings.count > 1, names.allSatisfy({ !$0.isOfAnySecret }) else { return false }
        var evidence = SecretEvidence(isStrict: true)
        for setting in settings { evidence.add(setting.value) }
        return evidence.isConvincingAsList && !evidence.hasLink
    }
}
