import Containers
import FormatEngine
import TOTPDomain

/// OTP Auth's backups and single accounts (`Docs/formats/otp-auth-ios.md`).
package struct OTPAuthIOSFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "otp-auth-ios",
        app: "OTP Auth (iOS, Mac)",
        file: "encrypted backup, .otpauthdb; encrypted account, .otpauth",
        encryption: .always,
        exportSteps: .menu("Settings › Backups, create a backup and share it; one account: its share button")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        content.kind == .binary && OTPAuthIOSFile.kind(of: content.bytes) != nil
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try OTPAuthIOSFile(request.content.bytes)
        return try document(of: try file.open(request.passphrase), file.kind, request.limits)
    }

    /// All names that the app writes into a backup, its folders, and accounts.
    private static let rootNames: Set<String> = ["Folders", "DeletedAccountIDs", "DeletedFolderIDs"]
    private static let folderNames: Set<String> = ["name", "accounts", "ID", "lastModified"]

    /// Reads the inner archive.
    ///
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    func document(
        of archive: KeyedArchive, _ kind: OTPAuthIOSFile.Kind, _ limits: ImportLimits
    ) throws(SourceError) -> ImportedDocument {
        guard let root = archive.root, root.isObject else { throw Self.damaged }
        switch kind {
        case .account:
            let accounts: [Record] = [.success(OTPAuthIOSAccount(value: root, folder: ""))]
            return try document(
                of: PlantedLoss.applied(to: accounts), records: 1, limits, unread: Self.unread(in: accounts))
        case .backup:
            guard let folders = root["Folders"]?.elements else { throw Self.damaged }
            return try document(of: folders, in: archive, limits)
        }
    }

    private func document(
        of folders: [KeyedArchive.Value?], in archive: KeyedArchive, _ limits: ImportLimits
    ) throws(SourceError) -> ImportedDocument {
        var accounts: [Record] = []
        var nameBytes = 0
        for folder in folders {
            let name = folder?["name"]?.text ?? ""
            guard let elements = folder?["accounts"]?.elements else {
                accounts.append(.failure(Self.damagedFolder))
                continue
            }
            for element in elements {
                guard let element, element.isObject else {
                    accounts.append(.failure(.notAnObject))
                    continue
                }
                let account = OTPAuthIOSAccount(value: element, folder: name)
                nameBytes += account.nameBytes
                accounts.append(.success(account))
            }
            guard accounts.count <= archive.objectCount else { throw Self.damaged }
        }
        // Accounts may share a long name, and each would get a copy.
        guard nameBytes <= limits.sourceBytes else {
            throw SourceError(
                .limitExceeded, "the names of all accounts have more than \(limits.sourceBytes >> 20) MiB")
        }
        var unread = Self.unread(in: accounts)
        unread.add(archive.root?.names ?? [], except: Self.rootNames)
        for folder in folders { unread.add(folder?.names ?? [], except: Self.folderNames) }
        return try document(
            of: PlantedLoss.applied(to: accounts), records: Self.recordCount(archive), limits, unread: unread)
    }

    private static func unread(in accounts: [Record]) -> UnreadNames {
        var unread = UnreadNames()
        for case .success(let account) in accounts {
            unread.add(account.value.names, except: OTPAuthIOSAccount.knownNames)
        }
        return unread
    }

    /// The accounts in the lists of the archive, by the lengths that it states. A folder without a list counts as an
    /// account.
    private static func recordCount(_ archive: KeyedArchive) -> Int {
        (archive.root?["Folders"]?.elements ?? []).reduce(0) { $0 + ($1?["accounts"]?.elementCount ?? 1) }
    }

    /// An account, or why it cannot be read.
    private typealias Record = Result<OTPAuthIOSAccount, EntryError>

    /// It is one rejected entry.
    private static let damagedFolder = EntryError(
        .fieldDamaged, "the folder is damaged, and its accounts cannot be read", .exportAgain)

    private static let damaged = SourceError.damaged("it contains no list of accounts")
}

/// An account of OTP Auth: an object in a backup, a dictionary in a file of one account.
struct OTPAuthIOSAccount: ExportedAccount {
    let value: KeyedArchive.Value
    /// The folder's name; "" outside of backups.
    let folder: String

    /// All names that the app writes.
    static let knownNames: Set<String> = [
        "issuer", "label", "secret", "type", "algorithm", "digits", "period", "counter", "referenceDate", "refDate",
        "ID", "lastModified", "icon", "hideInWidget", "widgetIndex",
    ]

    /// 1970-01-01, the start of all time steps that other apps can express.
    private static let epoch = -978_307_200.0

    var names: (issuer: String, name: String) { (member("issuer")?.text ?? "", member("label")?.text ?? "") }

    /// The length of all names, in bytes.
    var nameBytes: Int { names.issuer.utf8.count + names.name.utf8.count + folder.utf8.count }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind()
        try checkReferenceDate()
        var draft = AccountDraft(kind: kind, secret: try secret())
        try draft.take(
            algorithm: .text(try algorithm().rawValue), digits: number("digits"), period: number("period"),
            counter: number("counter"))
        draft.tags = [folder]
        return draft
    }

    private func member(_ name: String) -> KeyedArchive.Value? { value[name] }

    private func kind() throws(EntryError) -> OTPKind {
        switch member("type")?.integer {
        case 1: return .hotp
        case 2: return .totp
        case let type?: throw EntryError(.typeUnknown, "the type \(type) is not 1 or 2")
        case nil: throw EntryError(.typeUnknown, "the type is missing or not a number")
        }
    }

    private func algorithm() throws(EntryError) -> OTPAlgorithm {
        guard let number = member("algorithm") else { return .sha1 }
        switch number.integer {
        case 0, 1: return .sha1
        case 2: return .sha256
        case 3: return .sha512
        case 4: return .md5
        default: throw EntryError(.algorithmUnknown, "the algorithm is not one of 0 to 4")
        }
    }

    /// A number; nil for 0, which is the default in this app.
    private func number(_ name: String) -> LenientNumber? {
        guard let value = member(name) else { return nil }
        if let number = value.integer { return number == 0 ? nil : .number(number) }
        return value.text.map { .text($0) } ?? .damaged
    }

    private func secret() throws(EntryError) -> [UInt8] {
        guard let secret = member("secret") else { throw EntryError(.secretMissing, "the entry has no secret") }
        guard let data = secret.data else { throw EntryError(.fieldDamaged, "the secret is not data") }
        // One byte more than allowed is enough to be rejected: many accounts could share a long secret.
        return Array(data.prefix(OTPSecret.maximumByteCount + 1))
    }

    private func checkReferenceDate() throws(EntryError) {
        guard let date = member("referenceDate") ?? member("refDate") else { return }
        guard let seconds = date.secondsSince2001 else {
            throw EntryError(.fieldDamaged, "the reference date is not a date")
        }
        guard abs(seconds - Self.epoch) < 1 else {
            throw EntryError(
                .fieldDamaged,
                "its time steps do not start at 1970-01-01, which no other app supports",
                "set up this account again")
        }
    }
}
