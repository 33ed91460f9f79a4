import Encodings
import TOTPDomain

extension Ledger {
    /// Returns the tasks left to the user, in the order in which to do them.
    ///
    /// - Parameter fates: of the files of this run.
    package func decisions(_ fates: InputFates) -> [Decision] {
        var decisions = unread(passphrases: "Run this again with the right passphrase")
        func add(_ kind: Decision.Kind, _ text: String, files: [String] = [], details: [String] = []) {
            decisions.append(Decision(kind: kind, text: text, files: files, details: details))
        }
        if !twins.isEmpty {
            add(.twins, "Decide which of these accounts to keep; they resemble each other:", details: twins)
        }
        if !losses.isEmpty {
            add(
                .loss,
                "Write down what the output lacks, or keep the old app: \(counted(losses.count, "detail")), "
                    + "as the warnings say.")
        }
        let named = Set(decisions.flatMap(\.files))
        if !fates.kept.isEmpty {
            let others = fates.kept.filter { !named.contains($0) }
            let which =
                others.count == fates.kept.count
                ? "these" : "the files named above\(others.isEmpty ? "" : ", and these,")"
            add(.keep, "Keep \(which) until everything in them is imported\(others.isEmpty ? "." : ":")", files: others)
        }
        if !fates.more.isEmpty {
            let what = fates.keepsakes.prefix(Self.mostKeepsakes).map(\.phrase).joined(separator: ", ")
            add(.keep, "Keep these; they are more than copies of accounts (\(what)):", files: fates.more)
        }
        if !fates.unclear.isEmpty {
            add(
                .review,
                "Look at these before you delete them: no account could be read from them, a warning is "
                    + "about them, or they contain something else as well:", files: fates.unclear)
        }
        if !fates.done.isEmpty {
            add(
                .delete, "Then delete these files, also on the phone (anyone who reads them has the accounts):",
                files: fates.done)
        }
        return decisions
    }

    private static let mostKeepsakes = 6

    /// Returns the inputs that may still contain accounts, with advice.
    ///
    /// - Parameter passphrases: the advice for inputs whose passphrase is unknown, without a full stop.
    package func unread(passphrases: String) -> [Decision] { missingParts + images + remedies(passphrases) }

    // MARK: - Google Authenticator exports

    private struct PartNumber: Hashable {
        let id: Int32
        let size, index: Int
    }

    private var missingParts: [Decision] {
        let batches = batches.filter { !$0.missing.isEmpty || $0.isMixed }
        guard !batches.isEmpty else { return [] }
        var places: [PartNumber: String] = [:]
        for source in sources {
            for part in source.result.migrationParts {
                let number = PartNumber(id: part.batchID, size: part.size, index: part.index)
                if places[number] == nil { places[number] = source.result.name }
            }
        }
        return batches.map { batch in
            if batch.isMixed { return Self.mixed(batch) }
            let neighbors = batch.neighborsOfMissing.compactMap { index in
                places[PartNumber(id: batch.id, size: batch.size, index: index)].map { (index, $0.inputName) }
            }
            return Decision(
                kind: .missingPart,
                text: "Take a screenshot of the missing QR code, or export again: \(batch.missingSubject) of "
                    + "\(batch.size) of a Google Authenticator export \(batch.verb) missing\(Self.list(neighbors)).")
        }
    }

    private static func mixed(_ batch: MigrationBatch) -> Decision {
        let lack =
            batch.missing.isEmpty
            ? "and a missing part cannot be detected"
            : "and \(batch.missingSubject) of \(batch.size) \(batch.verb) missing from at least one of them"
        return Decision(
            kind: .missingPart,
            text:
                "Compare the number of accounts with the old apps: parts of several Google Authenticator exports look "
                + "alike, \(lack).")
    }

    /// `; part 6 is in a.png, part 8 in b.png`.
    private static func list(_ parts: [(index: Int, name: String)]) -> String {
        let names = Set(parts.map(\.name))
        guard names.count > 1 else {
            guard let name = names.first else { return "" }
            let numbers = parts.map { "\($0.index + 1)" }.joined(separator: " and ")
            return parts.count == 1 ? "; part \(numbers) is in \(name)" : "; parts \(numbers) are in \(name)"
        }
        let places = parts.enumerated().map { place, part in
            "part \(part.index + 1) \(place == 0 ? "is " : "")in \(part.name)"
        }
        return "; " + places.joined(separator: ", ")
    }

    // MARK: - Images

    private var images: [Decision] {
        func decision(_ doubt: ImageDoubt, _ text: (_ one: Bool) -> String) -> Decision? {
            let names = sources.filter { $0.result.doubts.contains(doubt) }.map(\.result.name.inputName)
            guard !names.isEmpty else { return nil }
            return Decision(kind: .image, text: text(names.count == 1), files: names)
        }
        return [
            decision(.unreadCode) { one in
                "Take \(one ? "this image" : "these images") again, sharp and with the whole QR code, which can be seen "
                    + "but not read:"
            },
            decision(.smallCode) { one in
                "Take an ordinary QR code of the account in \(one ? "this image" : "these images"), which has a Micro QR or "
                    + "rMQR code:"
            },
            decision(.incompleteCode) { one in
                "Put all parts of a larger QR code on one image; \(one ? "this one lacks" : "these lack") some:"
            },
            decision(.missingRows) { one in
                "Copy \(one ? "this image" : "these images") again if a QR code is missing; not all rows could be read:"
            },
        ].compactMap { $0 }
    }

    // MARK: - Inputs and entries with a problem

    /// Returns the problems grouped by their advice, each with its inputs.
    private func remedies(_ passphrases: String) -> [Decision] {
        var groups = RemedyGroups()
        for source in sources {
            let name = source.result.name.inputName
            if let failure = source.result.failure, let sentence = failure.todo(passphrases) {
                groups.add(sentence, in: name)
            }
            for index in source.outcomes.indices {
                guard let remedy = source.rejection(of: index)?.remedy else { continue }
                groups.add(remedy.sentence, in: name, entry: source.outcomes[index].rejection?.label)
            }
        }
        return groups.decisions
    }
}

extension SourceError {
    /// Returns the advice as a sentence without its full stop; nil for files to be looked at anyway.
    fileprivate func todo(_ passphrases: String) -> String? {
        switch code {
        case .unrecognised: nil
        case .passphraseRequired, .wrongPassphrase: passphrases
        default: remedy?.sentence ?? "Look at it, because it could not be read"
        }
    }
}

extension MigrationBatch {
    /// `part 7` or `parts 2, 7`.
    package var missingSubject: String { "\(missing.count == 1 ? "part" : "parts") \(missingNumbers)" }

    package var verb: String { missing.count == 1 ? "is" : "are" }

    /// The first few parts that were found before and after missing parts, numbered from 0.
    fileprivate var neighborsOfMissing: [Int] {
        let missing = Set(missing)
        return Array(present.filter { missing.contains($0 - 1) || missing.contains($0 + 1) }.prefix(4))
    }
}

/// Inputs and entries grouped by advice, in the order of the first of each.
private struct RemedyGroups {
    private struct Key: Hashable {
        let sentence: String
        let isEntry: Bool
    }

    private struct Group {
        var count = 0
        /// The labels of the first entries, as many as are named.
        var labels: [String] = []
        var names: [String] = []
    }

    private var order: [Key] = []
    private var groups: [Key: Group] = [:]
    /// How many there are beyond the limit.
    private var rest = 0

    /// The advice may contain any text of a rejected link, so the number of groups is limited.
    private static let most = 8
    private static let mostLabels = 3

    mutating func add(_ sentence: String, in name: String, entry label: String? = nil) {
        let key = Key(sentence: sentence, isEntry: label != nil)
        if groups[key] == nil {
            guard order.count < Self.most else {
                rest += 1
                return
            }
            order.append(key)
        }
        var group = groups.removeValue(forKey: key) ?? Group()
        group.count += 1
        if group.names.last != name { group.names.append(name) }
        if let label, !label.isEmpty, group.labels.count < Self.mostLabels { group.labels.append("\"\(label)\"") }
        groups[key] = group
    }

    var decisions: [Decision] {
        let decisions = order.compactMap { key -> Decision? in
            guard let group = groups[key] else { return nil }
            var text = key.sentence
            if key.isEntry {
                let isNamed = group.labels.count == group.count
                let what =
                    isNamed
                    ? group.labels.joined(separator: ", ") : counted(group.count, "entry", plural: "entries")
                text += ": \(what) in"
            } else {
                text += group.names.count == 1 ? ":" : ", each of these:"
            }
            return Decision(kind: .problem, text: text, files: group.names)
        }
        guard rest > 0 else { return decisions }
        let more = counted(rest, "more problem")
        return decisions + [Decision(kind: .problem, text: "Do what the messages say about \(more).")]
    }
}
