import CryptoPrimitives
import Encodings
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
        return content.bytes.starts(with: OTPClientEncryption.magic)
            || (content.kind == .binary && content.bytes.count > OTPClientEncryption.minimumCount)
    }

    /// Version 1 begins with random bytes.
    public func hasNoSignature(_ content: SourceContent) -> Bool {
        !content.bytes.starts(with: OTPClientEncryption.magic)
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let seal = try OTPClientEncryption(request.content.bytes)
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let entries = try JSONFile.decode(
            [Lenient<Entry>].self, from: try seal.open(passphrase, request.limits))
        try request.limits.check(entries: entries.count)
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, entry) in entries.enumerated() {
            let names = (issuer: entry.value?.issuer.orEmpty ?? "", name: entry.value?.label.orEmpty ?? "")
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                guard let entry = entry.value else {
                    throw EntryError(.fieldDamaged, "the entry is not an object")
                }
                return try entry.draft()
            }
        }
        return document
    }

    private struct Entry: Decodable, Sendable {
        var type: LenientText?
        var label: LenientText?
        var issuer: LenientText?
        var secret: LenientText?
        var digits: LenientNumber?
        var algo: LenientText?
        var period: LenientNumber?
        var counter: LenientNumber?
        var group: LenientText?

        func draft() throws(EntryError) -> AccountDraft {
            let isSteam = issuer.orEmpty.trimmingWhitespace.lowercased() == "steam"
            let name = try type.checked("the type") ?? ""
            let kind: OTPKind
            switch name.uppercased() {
            case "TOTP": kind = isSteam ? .steam : .totp
            case "HOTP": kind = .hotp
            default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP")
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
