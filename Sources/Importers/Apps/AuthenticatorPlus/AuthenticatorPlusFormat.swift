import Containers
import CryptoPrimitives
import Encodings
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
        let file = try EncryptedDatabase.open(request.content.bytes, passphrase, request.limits)
        return try AuthenticatorPlusDatabase.document(of: file, request.limits, as: description.id)
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
