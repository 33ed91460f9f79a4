import Encodings
import FormatEngine
import ImportPipeline
import PasswordManagerFormats
import TOTPDomain

/// Which account goes into which login of an export, and how the new export is written.
struct IntoPlan: Sendable {
    let opened: Opened
    private let decisions: [LoginDecision]
    private let items: [Account]
    /// The accounts that the export does not have, and their places among all.
    private let placements: [LoginPlacement]
    private let places: [Int]

    /// An export that was opened.
    struct Opened: Sendable {
        let name: String
        let format: any LoginTarget
        let file: any LoginFile
        /// The request that opened it, also used to open the new export.
        let request: ImportRequest

        /// The encryption of the new export, the same as of the old export.
        var protection: ExportRequest.Protection {
            guard file.isEncrypted, let passphrase = request.passphrase else { return .none }
            return .passphrase(passphrase)
        }
    }

    init(opened: Opened, items: [Account], decisions: [LoginDecision]) {
        self.opened = opened
        self.items = items
        self.decisions = decisions
        places = items.indices.filter { decisions[$0].result != .alreadyThere }
        placements = places.map { LoginPlacement(items[$0], login: decisions[$0].login) }
    }

    var written: [Account] { placements.map(\.account) }

    private var logins: [StoredLogin] { opened.file.logins }

    // MARK: - Writing

    /// The new export. Accounts that could belong to a login, and go into a new entry, are among the losses.
    func export(_ request: ExportRequest) throws -> Export {
        var export = try opened.file.write(placements, of: opened.format.description, request)
        let leftOut = Set(export.leftOut.map(\.index))
        for (index, place) in places.enumerated() where !leftOut.contains(index) {
            let decision = decisions[place]
            guard decision.result == .doubtful, !decision.isWritten else { continue }
            export.losses.append(
                ExportLoss(
                    index: index, code: "doubtful",
                    "doubtful, so it goes into a new entry (\(reasons(decision))); it could belong to "
                        + "\(candidates(decision))"))
        }
        return export
    }

    /// Writes the new export, once it was read back and compared.
    ///
    /// - Returns: how many codes were added.
    func write(_ export: Export, with writer: ExportWriter, _ reporter: Reporter) async throws -> Int {
        let count = export.written(placements).count
        guard count > 0 || writer.output == "-" else { return 0 }
        try await writer.write(export.files.first?.bytes ?? [], reporter) { bytes in
            try check(bytes, export, time: Int64(writer.request.now.timeIntervalSince1970))
        }
        return count
    }

    /// Proves that a written file has everything in the old file, and each new code once.
    private func check(_ bytes: [UInt8], _ export: Export, time: Int64) throws(LedgerError) {
        var request = opened.request.restarted
        request.content = SourceContent(bytes)
        let new: any LoginFile
        do throws(SourceError) { new = try opened.format.open(request) } catch {
            throw LedgerError(reading: error)
        }
        let written = export.written(placements)
        let changed = Set(written.compactMap(\.login))
        if let change = opened.file.change(in: new, changed: changed, added: written.count { $0.login == nil }) {
            throw .exportUnreadable(change)
        }
        try AddedCodes.check(
            written.map(\.account), before: opened.file.document, after: new.document,
            generator: Assembly.current.generator, time: time)
        // Each code is in the login that was chosen for it.
        let loginPlaces = opened.file.loginPlaces(in: new)
        for placement in written {
            guard let login = placement.login else { continue }
            guard let place = loginPlaces[login],
                new.logins[place].codes.contains(AccountIdentity(placement.account).code)
            else {
                throw .codesDiffer(label: placement.account.label)
            }
        }
    }

    // MARK: - For people and reports

    /// Shows for each account the login or the new entry, and why.
    ///
    /// - Parameter isResult: whether the table is the main result of the command.
    func printTable(_ export: Export, isResult: Bool, _ reporter: Reporter) throws {
        guard !items.isEmpty else { return }
        let table = table(export)
        if isResult { return try reporter.output(table) }
        let text = table.text(width: reporter.console.errorColumns, style: reporter.style)
        for line in text.split(separator: "\n") { reporter.note(String(line)) }
    }

    private func table(_ export: Export) -> TextTable {
        var table = TextTable(["ACCOUNT", "RESULT", "LOGIN", "WHY"], flexible: [0, 2, 3])
        let rejected = rejected(export)
        for (index, decision) in decisions.enumerated() {
            table.add(
                rejected[index].map { [items[index].label, Self.rejected, "", $0] }
                    ?? [items[index].label, decision.result.name, place(decision), reasons(decision)])
        }
        return table
    }

    /// Why the export cannot have some accounts, by their places.
    private func rejected(_ export: Export) -> [Int: String] {
        Dictionary(export.leftOut.map { (places[$0.index], $0.reason) }) { first, _ in first }
    }

    private static let rejected = "rejected"

    private func place(_ decision: LoginDecision) -> String {
        if let login = decision.login { return logins[login].label }
        switch decision.result {
        case .alreadyThere: return "an entry that is not a login"
        case .doubtful: return "new entry, or \(candidates(decision))"
        case .certain, .new: return "new entry"
        }
    }

    /// The totals: their sum is the number of accounts.
    func printSummary(_ export: Export, _ reporter: Reporter) {
        let leftOut = rejected(export)
        var counts: [LoginDecision.Result: Int] = [:]
        for place in items.indices where leftOut[place] == nil {
            let decision = decisions[place]
            // A login that the rule allowed counts as written.
            counts[decision.isWritten ? .certain : decision.result, default: 0] += 1
        }
        reporter.summary(
            "Logins: ",
            "\(counted(items.count, "account")) = \(counts[.certain] ?? 0) into logins + \(counts[.new] ?? 0) new + "
                + "\(counts[.doubtful] ?? 0) doubtful (new) + \(counts[.alreadyThere] ?? 0) already there + "
                + "\(leftOut.count) rejected")
    }

    /// Returns a sentence about the written export.
    ///
    /// - Parameter count: how many codes were added.
    func result(_ output: String, _ count: Int) -> String {
        "\(counted(count, "more code")) \(count == 1 ? "is" : "are") in \(output), with all of \(opened.name), read back "
            + "and compared"
    }

    /// How to import the new export.
    var next: String { opened.format.stepsForMerged }

    /// Returns a warning about the new export; nil if it is encrypted.
    func warning(_ output: String) -> String? {
        opened.file.isEncrypted
            ? nil
            : "\(output) is not encrypted: anyone who can read it has the passwords and the accounts. Delete it "
                + "after the import, and keep \(opened.name) until everything in it is there."
    }

    /// Records the decisions, and the accounts that the export has.
    func record(_ export: Export, in ledger: inout Ledger) {
        func login(_ place: Int) -> OrderedJSON {
            .object(["title": .string(logins[place].title), "userName": .string(logins[place].userNames.first ?? "")])
        }
        let rejected = rejected(export)
        ledger.into = zip(items, decisions).enumerated().map { index, decided in
            let (account, decision) = decided
            let isRejected = rejected[index] != nil
            return .object([
                "account": .object(["issuer": .string(account.issuer), "name": .string(account.name)]),
                "result": .string(isRejected ? Self.rejected : decision.result.rawValue),
                "entry": isRejected ? .null : decision.login.map(login) ?? .null,
                "reasons": .array(isRejected ? [] : decision.reasons.map { .string($0.rawValue) }),
                "candidates": .array(isRejected ? [] : decision.candidates.map(login)),
            ])
        }
        let known = items.indices.filter { decisions[$0].result == .alreadyThere }
        ledger.take(
            alreadyThere: known.map { place in
                // The code in the export does not change.
                let isHigher = decisions[place].reasons.contains(.lowerCounter)
                return (items[place], isHigher ? "its counter is higher than that in \(opened.name)" : nil)
            })
    }

    private func reasons(_ decision: LoginDecision) -> String { decision.reasons.map(\.text).joined(separator: ", ") }

    /// The first few.
    private func candidates(_ decision: LoginDecision) -> String {
        let shown = 3
        let labels = decision.candidates.prefix(shown).map { logins[$0].label }.joined(separator: ", ")
        return decision.candidates.count > shown ? "\(labels) and \(decision.candidates.count - shown) more" : labels
    }
}

extension LoginDecision.Result {
    fileprivate var name: String { self == .new ? "new" : rawValue.replacing("-", with: " ") }
}
