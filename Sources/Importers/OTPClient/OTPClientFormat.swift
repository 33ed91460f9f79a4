import CryptoPrimitives
public import TOTPDomain

/// OTPClient's database, versions 1 to 3 (`formats/otpclient.md`).
public struct OTPClientFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "otpclient",
            app: "OTPClient",
            file: "encrypted database, .enc",
            encryption: .always,
            exportSteps: "Copy the database itself, by default ~/.config/NewDatabase.enc"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        guard content.kind == .binary || content.kind == .text else { return false }
        return content.bytes.starts(with: OTPClientSeal.magic)
            || (content.kind == .binary && content.bytes.count > OTPClientSeal.minimumCount)
    }

    /// Version 1 begins with random bytes.
    public func isUnmarked(_ content: SourceContent) -> Bool { !content.bytes.starts(with: OTPClientSeal.magic) }

    public func read(_ request: ImportRequest) throws(SourceFailure) -> ImportedDocument {
        let seal = try OTPClientSeal(request.content.bytes)
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let entries = try JSONFile.decode(
            [Lenient<Entry>].self, from: try seal.open(passphrase, request.limits))
        try request.limits.check(entries: entries.count)
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, entry) in entries.enumerated() {
            let names = (issuer: entry.value?.issuer.orEmpty ?? "", name: entry.value?.label.orEmpty ?? "")
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryProblem) in
                guard let entry = entry.value else {
                    throw EntryProblem(.fieldDamaged, "the entry is not an object")
                }
                return try entry.draft()
            }
        }
        return document
    }

    private struct Entry: Decodable, Sendable {
        var type: JSONText?
        var label: JSONText?
        var issuer: JSONText?
        var secret: JSONText?
        var digits: JSONNumber?
        var algo: JSONText?
        var period: JSONNumber?
        var counter: JSONNumber?
        var group: JSONText?

        func draft() throws(EntryProblem) -> AccountDraft {
            let isSteam = issuer.orEmpty.trimmingBlanks.lowercased() == "steam"
            let name = try type.checked("the type") ?? ""
            let kind: OTPKind
            switch name.uppercased() {
            case "TOTP": kind = isSteam ? .steam : .totp
            case "HOTP": kind = .hotp
            default: throw EntryProblem(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP")
            }
            var draft = try AccountDraft(kind: kind, base32: try secret.checked("the secret"))
            draft.issuer = issuer.orEmpty
            draft.name = label.orEmpty
            draft.algorithm = try algo.checked("the algorithm")
            draft.digits = try digits.checked("the number of digits", .digitsOutOfRange)
            draft.period = try period.checked("the period", .periodOutOfRange)
            draft.counter = try counter.checked("the counter", .counterOutOfRange)
            draft.tags = [group.orEmpty]
            return draft
        }
    }
}
