internal import Encodings
internal import TOTPDomain

/// How accounts get into the apps whose own files are not written: one entry per app. What an app takes is from its
/// documentation or its source.
enum Arrivals {
    /// An app that is missing here takes nothing that is known.
    static func of(_ id: FormatID) -> Arrival {
        all[id] ?? none("what it can import is not known", "look for a QR code scanner in it")
    }

    static let all = tables.reduce(into: [:]) { all, table in all.merge(table) { first, _ in first } }

    /// No app is in two of them.
    static let tables = [scanning, files, typed, nothing]

    // MARK: - QR codes

    private static let scanning: [FormatID: Arrival] = [
        "authenticator-plus": scans(), "authy": scans("+ › Scan QR code"), "authy-scripts": scans("+ › Scan QR code"),
        "duo": scans("Add › Use QR code"), "fortitoken": scans("+, and scan the QR code"), "freeotp": scans(),
        "freeotp-ios": scans(),
        "google-authenticator-db": Arrival(
            .qrCodes(severalPerCode: true), .menu("Menu › Transfer accounts › Import accounts; scan every QR code.")),
        "ios-keychain": scans(), "keysmith": scans("Add › scan the QR code"),
        "microsoft-authenticator": scans(
            "+ › Other account › scan the QR code",
            caution:
                "Microsoft Authenticator knows only SHA1 and a period of 30 s. Other accounts, also counter-based and "
                + "Steam ones, show wrong codes in it; the list shows which they are."),
        "okta-verify": scans("Add account › Other › scan the QR code"),
        "open-authenticator": scans(), "otp-auth-ios": scans(),
        "safeincloud": scans("+ › One-time code › scan the QR code"), "totp-authenticator": scans(),
        "tofu": scans("+ › scan the QR code"),
        "yandex-key": scans("add an account of another service › scan the QR code"),
        "zoho-oneauth": scans("Authenticator › Add › Scan any QR"),
    ]

    private static func scans(_ path: String = "add an account › scan the QR code", caution: String? = nil) -> Arrival {
        Arrival(.qrCodes(), .menu("\(path); repeat for every account."), cautions: caution.map { [$0] } ?? [])
    }

    // MARK: - Files of other apps

    private static let files: [FormatID: Arrival] = [
        "2faguard": Arrival(.file("otpauth"), .menu("Add token › Import › Uri-List.")),
        "authme": Arrival(.file("aegis", isPlain: true), .menu("Import › Aegis, and choose the file.")),
        "cloudotp": Arrival(.file("otpauth"), .menu("Settings › Import and export › Import URI file.")),
        "cotp": Arrival(.file("aegis"), .command("cotp import --aegis-encrypted --path ", thenFile: "")),
        "gnome-authenticator": Arrival(
            .file("freeotp-plus"), .menu("Preferences › Backup/Restore › Restore › FreeOTP+, the JSON file.")),
        "json-list": Arrival(.file("json"), "Read the list items in the file: each has issuer, name and secret."),
        "op-json": Arrival(.file("onepassword"), "On 1Password.com: your name › Import, then choose CSV."),
        "otpclient": Arrival(.file("aegis"), .menu("Import › Aegis, encrypted.")),
        "proton-pass": Arrival(
            .file("bitwarden", isPlain: true), .menu("Settings › Import › Bitwarden, and choose the file.")),
        "tauthy": Arrival(.file("aegis", isPlain: true), .menu("Settings › Import › Aegis, and choose the file.")),
        "winauth": winAuth, "winauth-xml": winAuth,
    ]

    private static let winAuth = Arrival(.file("otpauth"), .menu("Add › Import, and choose the text file."))

    // MARK: - Typed secrets

    private static let typed: [FormatID: Arrival] = [
        "authelia": Arrival(
            .typed,
            .text(
                "On the server: authelia storage user totp import FILE, with the secrets in a file as "
                    + "authelia storage user totp export writes it, which only you may read. Every user of the server "
                    + "sees the secret of authelia storage user totp generate --secret in the list of processes, and "
                    + "the shell may keep it in its history.")),
        "authenticator-rs": types("Add an account"),
        "dashlane": types(
            "Edit the login › 2FA token", caution: "Dashlane has only codes with SHA1, 6 digits and a period of 30 s."),
        "enpass": types("Edit the item › add a field for one-time codes"),
        "env-list": Arrival(.typed, "Write each secret into the settings, as SITE_TOTP_SECRET=SECRET."),
        "keeper": types("Edit the record › Two-Factor Code"),
        "lastpass-vault": types(
            "Edit the site › secret key for one-time passcodes",
            caution: "LastPass has only codes with SHA1, 6 digits and a period of 30 s, and only in the browser."),
        "list": Arrival(
            .typed, "Notes: NAME: SECRET, one account per line. 2fa: 2fa -add NAME, then type the secret."),
        "padloc": types("Edit the item › add a field for one-time passwords"),
        "passman": types("Edit the credential › OTP"),
        "psono": types("Create an entry of the type TOTP"),
        "roboform": types("Edit the login › two-factor authenticator key"),
        "yubikey": Arrival(
            .typed, "Type each secret into the program of the key. For a YubiKey choose ykman."),
        "zoho-vault": types("Edit the secret › TOTP"),
    ]

    private static func types(_ path: String, caution: String? = nil) -> Arrival {
        Arrival(
            .typed, .menu("\(path), and type the secret; repeat for every account."),
            cautions: caution.map { [$0] } ?? [])
    }

    // MARK: - Nothing

    private static let nothing: [FormatID: Arrival] = [
        "authy-tokens": none(
            "only the service itself makes them", "set the service up with an ordinary QR code, and scan it"),
        "bank-token": none("only the bank or IT sets it up", "ask your bank or IT"),
        "battle-net": none("only Battle.net sets it up, and it has no other accounts", "choose another app"),
        "browser-storage": none(
            "it is internal data of an app or a browser", "choose authenticator-extension for the browser extension"),
        "django-otp": serverOnly, "home-assistant": serverOnly, "server": serverOnly,
        "duo-push": none("only IT sets it up", "ask IT for an activation link, and choose duo for other accounts"),
        "entra-graph": none(
            "such requests are not written", "choose entra-csv, whose file has the same tokens for the admin center"),
        "forgerock-push": none("only IT sets it up", "ask IT for a new QR code"),
        "hardware-token": none(
            "most tokens take no secret", "write programmable ones with the seller's app, from a QR code that qr shows"),
        "iphone-backup": none("it is a backup, not an app", "choose an app of the phone"),
        "microsoft-push": none(
            "only Microsoft's sign-in sets it up",
            "add it in Security info, and choose microsoft-authenticator for other accounts"),
        "national-id": none("only its issuer sets it up", "use the app's own setup"),
        "passkey": none("a passkey has no one-time codes", "create passkeys at each service"),
        "pingid": none("only IT sets it up", "ask IT"),
        "rsa-securid": none("its codes are not TOTP", "ask IT for a token"),
        "sophos-authenticator": none("Sophos ended it in 2022", "choose another app"),
        "steam": none(
            "the Steam app makes its own secret, and has no other accounts",
            "set Steam Guard up in it, or choose aegis, which has Steam codes"),
        "steam-sign-in": none("the QR code is for one sign-in", "choose an authenticator app"),
        "symantec-vip": none("it makes its own secret", "register its ID at the service"),
        "vip-access": none("it makes its own secrets of Symantec VIP", "create one with vipaccess provision"),
        "wifi": none("the QR code has the password of a network", "choose an authenticator app"),
    ]

    private static func none(_ reason: String, _ advice: Advice) -> Arrival {
        Arrival(.nothing(reason: reason, advice: advice))
    }

    private static let serverOnly = none(
        "it checks codes, and gives each user a new secret", "set the account up there, and scan its QR code")
}
