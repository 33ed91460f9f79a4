import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The key derivation of a password-protected export, with the costs in the file.
struct BitwardenKeyDerivation {
    private enum Function {
        case pbkdf2(iterations: Int)
        case argon2id(KeyDerivation.Argon2Cost)
    }

    /// The iterations of PBKDF2 in the files that Bitwarden writes.
    static let standardIterations = 600_000
    static let standardType = 0

    private let function: Function
    /// The bytes of the text, which is not decoded, although it looks like base64.
    private let salt: [UInt8]

    /// - Throws: ``SourceError`` with `corrupt`, or `unsupported-version` for an unknown function.
    init(_ file: JSONFile) throws(SourceError) {
        salt = Array(try file.text("salt").orEmpty.utf8)
        guard !salt.isEmpty else { throw .incomplete("salt") }
        guard let type = try file.text("kdfType").whole else { throw .incomplete("kdfType") }
        let iterations = try Self.cost(file, "kdfIterations")
        switch type {
        case Int64(Self.standardType):
            function = .pbkdf2(iterations: Int(clamping: iterations))
        case 1:
            let (kibibytes, overflow) = try Self.cost(file, "kdfMemory").multipliedReportingOverflow(by: 1024)
            let lanes = try Self.cost(file, "kdfParallelism")
            function = .argon2id(
                KeyDerivation.Argon2Cost(
                    passes: UInt32(clamping: iterations), memory: overflow ? .max : UInt32(clamping: kibibytes),
                    lanes: UInt32(clamping: lanes)))
        default:
            throw SourceError(
                .unsupportedVersion, "its key derivation is not PBKDF2 or Argon2id", "export it as plain .json")
        }
    }

    func key(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> SecureBytes {
        switch function {
        case .pbkdf2(let iterations):
            return try limits.pbkdf2(.sha256, passphrase: passphrase, salt: salt, iterations: iterations)
        case .argon2id(let cost):
            let hash = try SourceError.decrypting(Digest.sha256.hash(salt))
            return try limits.argon2(.id, passphrase: passphrase, salt: hash, cost: cost)
        }
    }

    private static func cost(_ file: JSONFile, _ member: StaticString) throws(SourceError) -> Int64 {
        guard let cost = try file.text("\(member)").whole, cost > 0 else { throw .incomplete(member) }
        return cost
    }
}
