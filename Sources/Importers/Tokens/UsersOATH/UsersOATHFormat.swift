import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The users file of OATH Toolkit and of mod_authn_otp (`Docs/formats/users-oath.md`).
package struct UsersOATHFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "users-oath",
        group: .file,
        app: "Linux login (OATH Toolkit)",
        file: "text, users.oath",
        exportSteps: "Copy the file that usersfile= names in the PAM configuration, such as /etc/users.oath",
        keepsake: .ownData("the file by which the server checks logins")
    )

    /// Every line must fit, so that a text about tokens is not taken for a list of them.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.jsonOutline == nil else { return false }
        var lines = TextLines()
        var hasKey = false
        while let line = lines.next(in: content.text.span) {
            let bytes = content.text[line.range]
            guard UsersOATHLine.skipReason(bytes) == nil else { continue }
            guard let entry = UsersOATHLine(whole: bytes) else {
                // A link among them is rejected by its line.
                if KeyURIScheme.findAnywhere(in: Array(bytes).span) != nil { continue }
                return false
            }
            hasKey = hasKey || entry.hasHOTPKey
        }
        return hasKey
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        var document = ImportedDocument(format: description.id, records: LinkRecordCount.lines(in: text.span))
        try request.limits.check(records: document.records)
        var lines = TextLines(), loss = PlantedLoss()
        while let line = lines.next(in: text.span) {
            if loss.takesNext() { continue }
            let bytes = text[line.range]
            if let reason = UsersOATHLine.skipReason(bytes) {
                document.skip(reason, Leftover.Kind(in: line.range, of: text.span), line: line.number + 1)
            } else {
                if let start = bytes.firstIndex(of: ASCII.hash),
                    let kind = Leftover.Kind(in: Array(bytes[start...]).span)
                {
                    document.leftovers.add(kind, line: line.number + 1)
                }
                document.add(UsersOATHLine(bytes), at: EntryPosition(line: line.number + 1))
            }
        }
        return document
    }
}

/// A line of a users file: type, user, password, key, and perhaps a counter, the last code and its time.
///
/// The password is ignored.
struct UsersOATHLine: ExportedAccount {
    private let type: String
    private let user: String
    private let key: String
    private let counter: String
    private let lastCode: String
    private let fieldCount: Int

    private static let neededFields = 4
    /// The fewest digits of a code. In its place, mod_authn_otp has the number of failed logins, which is shorter.
    private static let fewestDigits = 6

    init(_ line: some Collection<UInt8>) {
        let fields = line.split(whereSeparator: ASCII.isWhitespace)
        func field(_ index: Int) -> String { index < fields.count ? TextDecoding.lenientString(fields[index]) : "" }
        (type, user, key, counter, lastCode) = (field(0), field(1), field(3), field(4), field(5))
        fieldCount = fields.count
    }

    /// nil unless the line starts with a known type and has every field that it needs.
    init?(whole line: some Collection<UInt8>) {
        let name = line.drop(while: ASCII.isWhitespace).prefix { !ASCII.isWhitespace($0) && $0 != ASCII.slash }
        guard ["HOTP", "TOTP", "MOTP"].contains(where: { name.elementsEqual($0.utf8) }) else { return nil }
        self.init(line)
        guard fieldCount >= Self.neededFields else { return nil }
    }

    var hasHOTPKey: Bool { type.hasPrefix("HOTP") && Hex.decode(key)?.isEmpty == false }

    /// Why a line is skipped: it is empty, or a comment.
    static func skipReason(_ line: some BidirectionalCollection<UInt8>) -> SkipReason? {
        switch line.firstNonSpace {
        case nil: .blank
        case ASCII.hash: .comment
        default: nil
        }
    }

    var names: (issuer: String, name: String) { ("", user) }

    func draft() throws(EntryError) -> AccountDraft {
        guard fieldCount >= Self.neededFields else {
            throw EntryError(
                .fieldDamaged, "the line has \(fieldCount) fields, and needs at least \(Self.neededFields)")
        }
        guard let parameters = Self.parameters(of: type) else {
            throw EntryError(
                .typeUnknown, "the type is not one of HOTP, HOTP/E and HOTP/T30, perhaps with /6, /7 or /8")
        }
        var draft = try AccountDraft(kind: parameters.period == nil ? .hotp : .totp, hex: key)
        try draft.take(
            digits: parameters.digits.map { .number($0) }, period: parameters.period.map { .text($0) },
            counter: parameters.period == nil ? try nextCounter() : nil)
        draft.start(at: 0)
        return draft
    }

    /// Digits, if they are given, and the period of time-based codes: `HOTP`, `HOTP/E/8`, `HOTP/T30/6`.
    private static func parameters(of type: String) -> (digits: Int64?, period: String?)? {
        var parts = type.split(separator: "/", omittingEmptySubsequences: false)[...]
        guard parts.popFirst() == "HOTP" else { return nil }
        var period: String?
        if let mode = parts.popFirst(), mode != "E" {
            guard mode.first == "T", mode.count > 1, mode.dropFirst().utf8.allSatisfy({ $0 &- 48 < 10 }) else {
                return nil
            }
            period = String(mode.dropFirst())
        }
        guard let digits = parts.popFirst() else { return (nil, period) }
        guard parts.isEmpty, let number = Int64(digits), 6...8 ~= number else { return nil }
        return (number, period)
    }

    /// If the line has the last code, the stored counter is that code's, and servers accept the next counter.
    private func nextCounter() throws(EntryError) -> LenientNumber {
        let wasUsed = lastCode.utf8.count >= Self.fewestDigits && lastCode.utf8.allSatisfy { $0 &- 48 < 10 }
        return wasUsed ? try Optional(.text(counter)).next(after: 0) : .text(counter)
    }
}

/// The users file of OATH Toolkit's PAM module, for administrators (`Docs/formats/users-oath.md`).
package struct UsersOATHExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: UsersOATHFormat(),
        fileExtension: "oath",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(algorithms: [.sha1], digits: 6...8, periods: [30, 60]),
                .hotp: .init(algorithms: [.sha1], digits: 6...8),
            ],
            // The bytes of a key that liboath reads.
            maximumSecretCount: 32,
            cautions: [
                .init(
                    "The name of each account must be the name of a user of the computer: change others first "
                        + "with totp-import vault edit."),
                .init(
                    "A server counts its counters itself: do not use a counter-based account in an app and on two "
                        + "servers.",
                    concerns: [.kind(.hotp)]),
            ]),
        importSteps: .text(
            "Add the lines to the file that usersfile= names in the PAM configuration, such as /etc/users.oath, "
                + "which only root may read.")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, named: "a users file")
        let lines = selection.map { (account) throws(EntryError) -> String in
            try Self.checkName(of: account)
            return Self.line(account)
        }
        selection.recordNames { ("", $0.name) }
        return selection.export("users.oath", lines.flatMap { Array($0.utf8) }, keepsNames: true)
    }

    /// A name is one field of a line, and a line that starts with `#` is a comment for some programs.
    private static func checkName(of account: Account) throws(EntryError) {
        guard !account.name.isEmpty else {
            throw EntryError(.nameNotSupported, "a users file needs a user name, and the account has no name")
        }
        guard !account.name.hasPrefix("#"), account.name.allSatisfy(isAllowed) else {
            throw EntryError(
                .nameNotSupported, "a user name has no spaces, no control characters and no # at its start")
        }
    }

    private static func isAllowed(_ character: Character) -> Bool {
        !character.isWhitespace && !character.isNewline
            && character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !$0.isSpace }
    }

    private static func line(_ account: Account) -> String {
        let mode = account.parameters.period.map { "T\($0)" } ?? "E"
        let counter = account.parameters.counter.map { "\t\($0)" } ?? ""
        let secret = Hex.encode(account.secret.bytes)
        return "HOTP/\(mode)/\(account.parameters.digits)\t\(account.name)\t-\t\(secret)\(counter)\n"
    }
}
