import Encodings
import TOTPDomain

/// Encrypted files, with advice on how to get their content.
extension FileKind {
    /// The files that password managers and authenticators work with, in place of an export.
    static let vaults = [
        sealed(
            "a vault of Password Safe",
            .text(
                "export it as XML (File › Export to), and add each twofactorkey with totp-import vault add",
                onPage: "export it as XML, and type each twofactorkey in"),
            .start("PWS3")),
        sealed("a vault of Enpass", "export in Enpass as JSON (File › Export)", .name(".", ending: ".enpassdb")),
        sealed(
            "a database of SafeInCloud", "export in SafeInCloud as XML (File › Export)",
            .name("safeincloud", ending: ".db", start: [5, 5])),
        sealed(
            "a vault of 1Password (OPVault)", "open it in 1Password and export as 1PUX",
            .text(from: "var profile=", with: "masterKey")),
        // Beside the profile, which is the error.
        FileKind(
            "a part of a vault of 1Password (OPVault)", "open the vault in 1Password and export as 1PUX",
            inFolder: .named, .text("ld({")),
        sealed(
            "a vault of 1Password (Agile Keychain)", "open it in 1Password and export as 1PUX",
            .text(from: "[[", with: "\"webforms.WebForm\"")),
        sealed(
            "a data file of the Bitwarden app",
            .text(
                "export in Bitwarden as JSON (File › Export vault), or with bw export --format json",
                onPage: "export in Bitwarden as JSON (File › Export vault)"),
            .any(
                .text(from: "{", with: "\"authenticatedAccounts\""),
                .text(from: "{", with: "\"global_account_accounts\""),
                .text(from: "{", with: "\"encKey\"", "\"userEmail\""))),
        sealed(
            "a database of Vaultwarden", "export as JSON in the web vault: each user's vault is encrypted",
            .tables("ciphers", "twofactor")),
        sealed(
            "a database of Bitwarden's server", "export as JSON in the web vault: each user's vault is encrypted",
            .tables("Cipher", "Collection")),
        sealed(
            "an encrypted export of FoxAuth", "turn the encryption off in FoxAuth, and export again",
            .any(
                .text(from: "{", with: "\"accountInfos\"", "\"isEncrypted\": true"),
                .text(from: "{", with: "\"accountInfos\"", "\"isEncrypted\":true"))),
        sealed("a vault of Buttercup", "export in Buttercup as CSV", .start("b~>buttercup/")),
        FileKind(
            "a wallet of KWallet", "export in KWalletManager (File › Export as XML)", code: .unsupportedVersion,
            .start("KWALLET\n\r\0\r\n")),
        FileKind("a keyring of GNOME", .exportFromApp, code: .unsupportedVersion, .start("GnomeKeyring\n\r\0\n")),
        FileKind(
            "a keychain of macOS", .exportFromApp, code: .unsupportedVersion,
            .any(.start("kych"), .tables("genp", "inet"))),
    ]

    package static let sops = sealed(
        "a file encrypted with SOPS", .decrypting("sops -d FILE"),
        Sign { $0.mentions("ENC[AES256_GCM,data:") && $0.mentions("sops") })

    /// By programs that encrypt any file.
    static let encryptedFiles = [
        sealed("a file encrypted with ansible-vault", .decrypting("ansible-vault view FILE"), .text("$ANSIBLE_VAULT;")),
        sops,
        sealed(
            "a sealed secret of Kubernetes",
            "kubectl get secret NAME -o yaml shows its values in base64, on the cluster",
            Sign { $0.mentions("SealedSecret") && $0.mentions("encryptedData") }),
        sealed("a file encrypted with git-crypt", "run git-crypt unlock", .start("\0GITCRYPT\0")),
        sealed(
            "a file encrypted with AES Crypt", .decrypting("aescrypt -d -o - FILE"),
            .start([0x41, 0x45, 0x53, 1], [0x41, 0x45, 0x53, 2])),
        sealed(
            "a file encrypted with AxCrypt", "decrypt it with AxCrypt",
            .start([0xC0, 0xB9, 0x07, 0x2E, 0x4F, 0x93, 0xF1, 0x46])),
        sealed("a file encrypted with scrypt", .decrypting("scrypt dec FILE"), .start("scrypt\0")),
        sealed("a file encrypted with rclone", "copy it with rclone copy, which decrypts it", .start("RCLONE\0\0")),
        sealed(
            "a file encrypted by Windows (DPAPI)", .exportFromApp,
            .start([1, 0, 0, 0, 0xD0, 0x8C, 0x9D, 0xDF, 0x01, 0x15, 0xD1, 0x11])),
        volume("LUKS", .start([0x4C, 0x55, 0x4B, 0x53, 0xBA, 0xBE])),
        volume("BitLocker", .start("-FVE-FS-", at: 3)),
        volume("Cryptomator", .members("scryptSalt", "primaryMasterKey")),
        volume("gocryptfs", .members("Creator", "EncryptedKey")),
        volume("EncFS", .text(from: "<?xml", with: "EncFSConfig")),
        FileKind(
            "a key of a restic repository", plural: "keys of restic repositories",
            "restore the export with restic restore, and name it", .members("hostname", "kdf", "N", "data")),
        FileKind(
            "a part of a Borg repository", plural: "parts of Borg repositories",
            "restore the export with borg extract, and name it",
            .any(
                .start("BORG_SEG"), .text("This is a Borg Backup repository"),
                .text(from: "[repository]", with: "segments_per_dir"))),
    ]

    private static func volume(_ program: String, _ sign: Sign) -> FileKind {
        FileKind(
            "a volume of \(program)", problem: "an encrypted volume of \(program)",
            "open it, and name the export that is in it", code: .unsupportedVersion, sign)
    }

    /// Keys and certificates: none of them is a secret of one-time codes.
    static let keys = [
        key(
            "a private key",
            .text("-----BEGIN PRIVATE KEY", "-----BEGIN ENCRYPTED PRIVATE KEY", "-----BEGIN DSA PRIVATE")),
        key("a certificate", .text("-----BEGIN CERTIFICATE", "-----BEGIN TRUSTED CERTIFICATE", "-----BEGIN X509")),
        key("a public key", .text("-----BEGIN PUBLIC KEY", "-----BEGIN RSA PUBLIC KEY", "---- BEGIN SSH2 PUBLIC KEY")),
        key("a public SSH key", .text("ssh-ed25519 AAAA", "ssh-rsa AAAA", "ecdsa-sha2-nistp", "sk-ssh-", "sk-ecdsa-")),
        key("a PuTTY key", .text("PuTTY-User-Key-File-")),
        key("an OpenPGP key", .text("-----BEGIN PGP PUBLIC KEY BLOCK", "-----BEGIN PGP PRIVATE KEY BLOCK")),
        key("a GnuPG keyring", .start("KBXf", at: 8)),
        key(
            "a GnuPG key",
            .any(.text("(11:private-key", "(21:protected-private-key"), .text(from: "Created: ", with: "private-key"))),
        key("a Java keystore", .start([0xFE, 0xED, 0xFE, 0xED], [0xCE, 0xCE, 0xCE, 0xCE])),
        key("a PKCS#12 keystore", Sign { $0.has([0x30, 0x82]) && $0.has([2, 1, 3, 0x30], at: 4) }),
        key("a TPM key", .text("-----BEGIN TSS2 PRIVATE KEY")),
        key("an age key", .any(.text("AGE-SECRET-KEY-1"), .text(from: "# created: ", with: "AGE-SECRET-KEY-1"))),
        key("a signature", .text("-----BEGIN PGP SIGNATURE", "-----BEGIN SSH SIGNATURE", "untrusted comment: ")),
    ]

    private static func key(_ name: String, _ sign: Sign) -> FileKind {
        FileKind(name, problem: "\(name), not an account", .nameExport, sign)
    }
}
