import Containers
import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// Authenticator Plus: its zip export and its own database (`Docs/formats/authenticator-plus.md`).
package struct AuthenticatorPlusFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "authenticator-plus",
        app: "Authenticator Plus",
        file: "zip; SQLCipher database, authplus.db",
        encryption: .always,
        exportSteps: .menu("Settings › Backup & Restore › Export as Text & HTML (a zip), or the backup authplus.db")
    )

    /// The app always encrypts it, and adds a page with the same accounts.
    private static let archive = ZippedList(
        isList: { $0.baseName == "Accounts.txt" && $0.isEncrypted }, page: "Accounts.html")

    package func recognizes(_ content: SourceContent) -> Bool {
        switch content.kind {
        case .zip: Self.archive.matches(content)
        case .binary:
            content.bytes.count.isMultiple(of: EncryptedDatabase.pageCount) && RandomLook.has(content.bytes)
        default: false
        }
    }

    /// The database starts with random bytes.
    package func hasNoSignature(_ content: SourceContent) -> Bool { content.kind == .binary }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if request.content.kind == .zip { return try Self.archive.read(request, as: description.id) }
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        return try document(
            ofDatabase: EncryptedDatabase.open(request.content.bytes, passphrase, request.limits), request.limits)
    }

    /// - Parameter file: the decrypted database.
    func document(ofDatabase file: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        let columns = ["email", "secret", "counter", "type", "issuer", "original_name", "category"]
        let table = try DatabaseTable(
            "accounts", columns, others: "icon position provider", orderedBy: "_id", in: SQLiteDatabase(file),
            limits)
        return try document(
            of: table.rows.lazy.map { AuthenticatorPlusAccount(row: $0) }, records: table.recordCount, limits,
            unread: table.unread)
    }
}

/// A database as SQLCipher 3 encrypts it: each page on its own, with its own MAC.
enum EncryptedDatabase {
    static let pageCount = 1024

    private static let saltCount = 16, ivCount = 16, macCount = 20
    /// At the end of each page: IV, MAC, and 12 unused bytes.
    private static let reservedCount = 48
    private static let iterations = 64_000
    private static let plainMagic = Array("SQLite format 3\0".utf8)

    /// - Returns: the database file as it would be without encryption.
    /// - Throws: ``SourceError`` with `wrong-password` if the first page does not verify, `corrupt` if a later page
    ///   does not.
    static func open(
        _ bytes: [UInt8], _ passphrase: Passphrase, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        guard bytes.count >= pageCount, bytes.count.isMultiple(of: pageCount) else {
            throw SourceError(.corrupt, "the database is cut off", .copyAgain)
        }
        let salt = Array(bytes[..<saltCount])
        let key = try limits.pbkdf2(.sha1, passphrase: passphrase, salt: salt, iterations: iterations)
        do throws(CryptoError) {
            let macKey = try KeyDerivation.pbkdf2(
                .sha1, passphrase: key.withBytes { Passphrase(utf8: $0) }.utf8, salt: salt.map { $0 ^ 0x3A },
                iterations: 2, count: 32
            ).copied()
            var database: [UInt8] = []
            database.reserveCapacity(bytes.count)
            for page in 1...(bytes.count / pageCount) {
                let start = (page - 1) * pageCount, end = page * pageCount
                let body = Array(bytes[(page == 1 ? start + saltCount : start)..<(end - reservedCount)])
                let reserved = Array(bytes[(end - reservedCount)..<end])
                let iv = Array(reserved[..<ivCount])
                let mac = try Digest.sha1.hmac(key: macKey, body + iv + UInt32(page).bytes(.little))
                guard ConstantTime.areEqual(mac, Array(reserved[ivCount..<(ivCount + macCount)])) else {
                    throw page == 1 ? .authenticationFailed : .invalidParameter("page \(page) was changed")
                }
                if page == 1 { database += plainMagic }
                database += try AESCBC.open(body, key: key, iv: iv, isPadded: false).copied()
                database += reserved
            }
            return database
        } catch { throw SourceError(cryptography: error) }
    }
}

/// A row of the app's database.
private struct AuthenticatorPlusAccount: ExportedAccount {
    let row: DatabaseRow

    /// The app's name for “no category”.
    private static let noCategory = "All Accounts"
    private static let blizzard: Int64 = 2

    var names: (issuer: String, name: String) {
        let isBlizzard = issuer.isEmpty && row.text("type").whole == Self.blizzard
        return (isBlizzard ? "Blizzard" : issuer, row.name("email"))
    }

    /// The app keeps the name that was scanned; it may start with the issuer.
    private var issuer: String {
        let issuer = row.name("issuer").trimmingWhitespace
        let original = row.name("original_name")
        guard issuer.isEmpty, let colon = original.utf8.firstIndex(of: ASCII.colon) else { return issuer }
        return String(original[..<colon])
    }

    func draft() throws(EntryError) -> AccountDraft {
        let secret = try row.text("secret").checked("the secret")
        var draft: AccountDraft
        switch try row.text("type").checked("the type", .typeUnknown) ?? 0 {
        case 0: draft = try AccountDraft(base32: secret)
        case 1:
            draft = try AccountDraft(kind: .hotp, base32: secret)
            try draft.take(counter: row.text("counter"))
        case Self.blizzard:
            draft = try AccountDraft(hex: secret)
            try draft.take(digits: .number(8))
        case let type:
            throw EntryError(.typeUnknown, "the type number \(type) is unknown", .addByHand)
        }
        let category = row.name("category")
        draft.tags = category == Self.noCategory ? [] : [category]
        return draft
    }
}
