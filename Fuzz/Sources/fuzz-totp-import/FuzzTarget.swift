import Importers
import TOTPDomain
import Vault

/// A parser of foreign bytes under a name, and what must hold for whatever it is given.
///
/// A target ends the process where something does not hold: that is how the engine learns of it.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void

    init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.run = run
    }

    /// Each format and each kind of picture is a target by being known. What is read otherwise is a line here.
    static let all: [FuzzTarget] =
        FormatRegistry.standard.formats.map(FormatTarget.target) + [FormatTarget.target(VaultImportFormat())]
        + PictureTarget.kinds.map(PictureTarget.target) + [
            FuzzTarget("links", LinkTargets.links),
            FuzzTarget("clothes", LinkTargets.clothes),
            FuzzTarget("migration", LinkTargets.migration),
            FuzzTarget("validate", LinkTargets.validate),
            FuzzTarget("records", LinkTargets.records),
            FuzzTarget("content", FormatTarget.detect),
            FuzzTarget("zip", ContainerTargets.zip),
            FuzzTarget("gzip", ContainerTargets.gzip),
            FuzzTarget("archive", ContainerTargets.archive),
            FuzzTarget("mail", ContainerTargets.mail),
            FuzzTarget("document", ContainerTargets.document),
            FuzzTarget("packed", ContainerTargets.packed),
            FuzzTarget("sqlite", ContainerTargets.sqlite),
            FuzzTarget("leveldb", ContainerTargets.levelDB),
            FuzzTarget("xml", ContainerTargets.xml),
            FuzzTarget("csv", TextTargets.csv),
            FuzzTarget("json", TextTargets.json),
            FuzzTarget("json-elements", TextTargets.jsonElements),
            FuzzTarget("html", TextTargets.html),
            FuzzTarget("settings", TextTargets.settings),
            FuzzTarget("java-map", SealedTargets.javaMap),
            FuzzTarget("key-file", SealedTargets.keyFile),
            FuzzTarget("kdbx-content", SealedTargets.kdbxContent),
            FuzzTarget("authenticator-plus-database", SealedTargets.authenticatorPlusDatabase),
            FuzzTarget("otpclient-content", SealedTargets.otpClientContent),
            FuzzTarget("otp-auth-ios-content", SealedTargets.otpAuthContent),
            FuzzTarget("backup-content", SealedTargets.backupContent),
            FuzzTarget("vault-content", SealedTargets.vaultContent),
            FuzzTarget("aegis-content", EncryptedTargets.aegis),
            FuzzTarget("andotp-content", EncryptedTargets.andOTP),
            FuzzTarget("padloc-content", EncryptedTargets.padloc),
            FuzzTarget("totp-authenticator-content", EncryptedTargets.totpAuthenticator),
            FuzzTarget("openpgp-content", EncryptedTargets.openPGP),
            FuzzTarget("zip-content", PackedTargets.zip),
            FuzzTarget("logins-bitwarden", LoginTargets.bitwarden),
            FuzzTarget("logins-cxf", LoginTargets.cxf),
            FuzzTarget("logins-keepass", LoginTargets.keePass),
            FuzzTarget("vault-peer-envelope", PeerTargets.vaultEnvelope),
            FuzzTarget("vault-peer-content", PeerTargets.vaultContent),
            FuzzTarget("migration-peer", PeerTargets.migration),
            FuzzTarget("scan", ScanTargets.scan),
            FuzzTarget("scan-large", ScanTargets.scanLarge),
            FuzzTarget("structured-append", ScanTargets.structuredAppend),
            FuzzTarget("annotate", ScanTargets.annotate),
            FuzzTarget("web", WebTargets.requests),
        ]
}

/// Ends the process where a promise is broken. The message must not quote the input.
func require(_ isKept: Bool, _ promise: @autoclosure () -> String) {
    if !isKept { fatalError("broken promise: \(promise())") }
}
