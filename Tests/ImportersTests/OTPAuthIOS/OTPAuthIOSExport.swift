import CryptoPrimitives
import FixtureSupport
import SecureMemory

/// Files of OTP Auth as the app writes them, with any content.
enum OTPAuthIOSExport {
    static let passphrase = "correct horse £7"

    enum Layout: CaseIterable { case backup1, backup1dot1, account1dot1, account1dot2 }

    static func account(_ changes: [String: ArchivedValue] = [:]) -> ArchivedValue {
        let members: [String: ArchivedValue] = [
            "issuer": "Acorn", "label": "alice", "secret": .dataObject(Array("Hello!".utf8)), "type": 2, "algorithm": 1,
            "digits": 6, "period": 30, "counter": 0, "referenceDate": .date(-978_307_200), "icon": .null,
        ]
        return .object(members.merging(changes) { $1 })
    }

    static func folder(_ name: String, _ accounts: ArchivedValue) -> ArchivedValue {
        .object(["name": .text(name), "accounts": accounts])
    }

    static func backup(_ accounts: ArchivedValue...) throws -> [UInt8] {
        try file(.backup1dot1, .dictionary(["Folders": [folder("Work", .list(accounts))]]))
    }

    static func file(_ layout: Layout, _ content: ArchivedValue) throws -> [UInt8] {
        try file(layout, content: content.archived())
    }

    /// - Parameter content: the inner archive.
    static func file(_ layout: Layout, content: [UInt8]) throws -> [UInt8] {
        let salt = "FÖ§abc", iv = "T§7BD"
        switch layout {
        case .backup1:
            return try outer([
                "Version": .real(1), "WrappedData": .dataObject(try legacy(content, salt, iv)),
                "Salt": .textObject(salt), "IV": .textObject(iv),
            ])
        case .account1dot1:
            return try outer(
                [
                    "Version": .real(1.1), "Data": .dataObject(try legacy(content, salt, iv)), "Salt": .text(salt),
                    "IV": .dataObject(Array(iv.utf8)),
                ], isAccount: true)
        case .backup1dot1:
            return try outer(["Version": .real(1.1), "WrappedData": .dataObject(try rnCryptor(content))])
        case .account1dot2:
            return try outer(["Version": .real(1.2), "Data": .data(try rnCryptor(content))], isAccount: true)
        }
    }

    static func outer(_ members: [String: ArchivedValue], isAccount: Bool = false) throws -> [UInt8] {
        try outer(content: ArchivedValue.dictionary(members).archived(), isAccount: isAccount)
    }

    static func outer(content: [UInt8], isAccount: Bool = false) throws -> [UInt8] {
        let text = isAccount ? "OTPAuth" : "Authenticator"
        return try AESCBC.seal(
            SecureBytes(copying: content), key: SecureBytes(copying: try Digest.sha256.hash(Array(text.utf8))),
            iv: [UInt8](repeating: 0, count: 16))
    }

    private static func legacy(_ content: [UInt8], _ salt: String, _ iv: String) throws -> [UInt8] {
        let key = try Digest.sha256.hash(Array("\(salt)-\(passphrase)".utf8))
        return try AESCBC.seal(
            SecureBytes(copying: content), key: SecureBytes(copying: key),
            iv: Array(try Digest.sha1.hash(Array(iv.utf8)).prefix(16)))
    }

    static func rnCryptor(_ content: [UInt8], header: [UInt8] = [3, 1]) throws -> [UInt8] {
        let salt = Array("saltsalt".utf8), macSalt = Array("SALTSALT".utf8), iv = Array("0123456789abcdef".utf8)
        func key(_ salt: [UInt8]) throws -> SecureBytes {
            try KeyDerivation.pbkdf2(
                .sha1, passphrase: LockedBytes(copying: passphrase.utf8), salt: salt, iterations: 10_000, count: 32)
        }
        let message =
            try header + salt + macSalt + iv + AESCBC.seal(SecureBytes(copying: content), key: key(salt), iv: iv)
        return try message + Digest.sha256.hmac(key: key(macSalt).withBytes { Array($0) }, message)
    }
}
