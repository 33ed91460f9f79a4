import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The settings of a file, and what each is.
struct EnvList: Sendable {
    private(set) var records: [Record]
    /// Settings that seem to be of one-time codes, and are not secrets, or do not belong to exactly one secret.
    private(set) var unread = UnreadNames()
    /// Whether a name says what the secret is and whose: then it is a file of variables, not a list.
    private(set) var isOfVariables = false

    struct Record: Sendable {
        let setting: EnvText.Setting
        fileprivate let name: VariableName
        /// With the values of settings whose names have the same words before the last; nil for any other setting.
        fileprivate(set) var account: LineAccount?
    }

    /// By the last word of a setting: far fewer than the names of columns, since settings of all kinds have such words.
    private static let siblings: [String: AccountPart] = [
        "digits": .digits, "length": .digits, "period": .period, "interval": .period, "step": .period,
        "algorithm": .algorithm, "hash": .algorithm, "digest": .algorithm, "counter": .counter, "issuer": .issuer,
        "account": .account, "user": .account, "username": .account, "name": .account,
    ]

    var isEmpty: Bool { !records.contains { $0.account != nil } }

    /// Whether a secret in it is not a link.
    var hasSecrets: Bool { records.contains { $0.account?.key.isLink == false } }

    /// - Parameter isManifest: whether only names tell secrets.
    init(_ settings: [EnvText.Setting], isManifest: Bool = false) {
        records = settings.map { Record(setting: $0, name: VariableName($0.name)) }
        let isListOfSecrets = !isManifest && Self.areAllSecrets(records)
        // The secrets by their section and the words of their names.
        var places: [[String]: [Int]] = [:], inSection: [String: Int] = [:]
        for index in records.indices {
            let setting = records[index].setting, name = records[index].name
            let isSecret = SecretForm(setting.value.utf8) != nil && !SecretEvidence.isMixed(setting.value)
            guard setting.value.isLink || isListOfSecrets || name.isStrong && (isSecret || setting.isElsewhere) else {
                if name.isStrong, !TypedSecret.isNothing(setting.value) { unread.add(raw: setting.name, entries: 0) }
                continue
            }
            records[index].account = LineAccount(setting.value.trimmingWhitespace)
            if setting.isElsewhere, !setting.value.isLink {
                records[index].account?.problem = EntryError(
                    .secretMissing, "\(setting.name.printable(limit: 40)) takes its value from elsewhere",
                    "write the secret itself")
            }
            inSection[setting.section, default: 0] += 1
            guard name.isStrong else { continue }
            isOfVariables = isOfVariables || isSecret && name.owner != []
            places[[setting.section] + name.stem, default: []].append(index)
        }
        let owners = Set(records.lazy.filter { $0.account != nil }.flatMap(\.name.owner))
        // The setting above, if it is a secret or read as one of its siblings.
        var above: EnvText.Setting?
        for index in records.indices {
            let setting = records[index].setting, name = records[index].name, section = setting.section
            let isBelow = above.map { $0.line + 1 == setting.line && $0.section == setting.section } ?? false
            above = records[index].account?.key.isLink == false ? setting : nil
            if records[index].account != nil {
                let title = inSection[section] ?? 0 > 1 ? "\(section) \(setting.name)" : section
                records[index].account?.setting = section.isEmpty ? setting.name : title
                continue
            }
            if TypedSecret.isNothing(setting.value) { continue }
            let sibling = name.stem.isEmpty ? nil : name.words.last.flatMap { Self.siblings[$0] }
            let secrets = sibling == nil ? [] : places[[section] + name.words.dropLast()] ?? []
            if let sibling, secrets.count == 1, records[secrets[0]].account?.parameters[sibling] == nil {
                records[secrets[0]].account?.parameters[sibling] = setting.value
                above = setting
            } else if sibling != nil
                || (section.isEmpty ? !name.stem.isEmpty : inSection[section] != nil)
                    && [setting.name, name.words.last ?? ""].contains(where: {
                        UnreadNames.isUnusual($0, setting.value)
                    })
                || (name.isOfAnySecret
                    ? !name.stem.isEmpty && Self.hasSecret(setting.value)
                    : Self.isPart(setting.value, isOfOwner: isBelow || !owners.isDisjoint(with: name.words)))
            {
                unread.add(raw: setting.name, entries: 0)
            }
        }
        for index in records.indices
        where records[index].name.words.contains("hotp") && records[index].account?.parameters[.counter] == nil {
            records[index].account?.parameters[.counter] = ""
        }
    }

    /// Whether the value of an unknown name may be a part of an account.
    ///
    /// - Parameter isOfOwner: whether the name shares a word with the name of a secret, or is directly below a secret:
    ///   other settings have such numbers, too.
    private static func isPart(_ value: String, isOfOwner: Bool) -> Bool {
        switch UnreadColumns.role(of: value) {
        case .algorithm: true
        case .digits, .period: isOfOwner
        default: hasSecret(value)
        }
    }

    private static func hasSecret(_ value: String) -> Bool { Leftover.Kind(in: value) == .secret }

    /// Whether every value is a secret, and no name says that it is a secret of another kind.
    private static func areAllSecrets(_ records: [Record]) -> Bool {
        guard records.count > 1, records.allSatisfy({ !$0.name.isOfAnySecret }) else { return false }
        let evidence = SecretEvidence(isStrict: true, of: records.map(\.setting.value))
        return evidence.isConvincingAsList && !evidence.hasLink
    }
}
