public import TOTPDomain

/// Duo Mobile's own file, from a rooted phone (`formats/duo.md`).
public struct DuoFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "duo",
            app: "Duo Mobile (rooted)",
            file: "JSON, accounts.json",
            encryption: .never,
            exportSteps: "On a rooted phone copy /data/data/com.duosecurity.duomobile/files/duokit/accounts.json"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        content.jsonOutline.map { $0.shape == .array && ($0.has("otpGenerator") || $0.has("pkey")) } ?? false
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let accounts = try JSONFile.decode([Lenient<DuoAccount>].self, from: request.content.text)
        try request.limits.check(entries: accounts.count)
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, account) in accounts.enumerated() {
            let name = account.value?.name.orEmpty ?? ""
            document.append(at: EntryPosition(entry: index + 1), label: ("", name)) { () throws(EntryError) in
                guard let account = account.value else {
                    throw EntryError(.fieldDamaged, "the entry is not an object")
                }
                return try account.draft()
            }
        }
        return document
    }
}

/// An account of Duo Mobile. The app stores no issuer, and every code is of SHA1 and six digits.
struct DuoAccount: Decodable, Sendable {
    var name: LenientText?
    /// Missing in accounts that only answer Duo's own requests.
    var otpGenerator: Lenient<Generator>?

    struct Generator: Decodable, Sendable {
        var otpSecret: LenientText?
        /// The next counter; only in accounts that count.
        var counter: LenientNumber?
    }

    func draft() throws(EntryError) -> AccountDraft {
        guard let otpGenerator else {
            throw EntryError(
                .secretMissing, "the account answers Duo's push requests and has no codes; it stays in Duo Mobile")
        }
        guard let generator = otpGenerator.value else {
            throw EntryError(.fieldDamaged, "the otpGenerator is not an object")
        }
        let counter = try generator.counter.checked("the counter", .counterOutOfRange)
        var draft = try AccountDraft(
            kind: counter == nil ? .totp : .hotp, base32: try generator.otpSecret.checked("the secret"))
        draft.name = name.orEmpty
        draft.counter = counter
        return draft
    }
}
