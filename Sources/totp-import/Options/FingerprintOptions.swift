import ArgumentParser
import CryptoPrimitives
import ImportPipeline
import Links
import SafeFile
import TOTPDomain

/// Fingerprints of secrets and accounts, which find duplicates in several runs.
struct FingerprintOptions: ParsableArguments {
    @Option(
        .validating, "Write a keyed fingerprint of each secret and account.", value: "file",
        manual: """
            They are written as [CSV](#fingerprints), to find duplicates in several runs. `-` is standard output, \
            without a report.
            """)
    var fingerprints: String?

    @Option(
        .validating, "File with the key of --fingerprints on its first line.", value: "file",
        manual: "The key has at least 32 characters. Without this option: TOTP_IMPORT_FINGERPRINT_KEY.")
    var fingerprintKeyFile: String?

    private static let variable = PassphraseVariable.fingerprintKey
    private static let shortestKey = 32

    func validate() throws {
        if fingerprints == nil {
            if fingerprintKeyFile != nil {
                throw ValidationError("--fingerprint-key-file can be used only with --fingerprints")
            }
        } else if fingerprintKeyFile == nil, Self.variable.value == nil {
            throw ValidationError(
                "--fingerprints needs a key; use --fingerprint-key-file FILE or set \(Self.variable.rawValue)")
        }
    }

    /// Nil if no fingerprints are to be written.
    func fingerprinter() throws -> AccountFingerprints? {
        guard fingerprints != nil else { return nil }
        let (text, place): (Passphrase?, String) =
            if let fingerprintKeyFile {
                // As bytes, in any encoding: another key makes other fingerprints than those of earlier runs.
                (try PassphraseFile.first(fingerprintKeyFile, "Key of the fingerprints").last, fingerprintKeyFile)
            } else {
                (Self.variable.value, Self.variable.rawValue)
            }
        guard let key = text?.utf8, key.count >= Self.shortestKey else {
            throw CommandError(
                "\(place.inputName): the key must have at least \(Self.shortestKey) characters, not "
                    + "\(text?.utf8.count ?? 0)",
                "make one with openssl rand -hex 32")
        }
        // Keys of any length become one of the right length.
        let hash = try KeyedHash(key: try Digest.sha256.hash(key))
        return AccountFingerprints { hash.of($0) }
    }
}
