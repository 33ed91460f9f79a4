import TOTPDomain

/// Apps, tokens and backups whose secrets cannot be exported (`Docs/formats/no-export.md`).
///
/// Apps of which some version has a format are not here: their format says how to export.
package enum AppsWithoutExport {
    package static let all: [AppWithoutExport] = [
        AppWithoutExport(
            id: "authy-tokens", app: "Authy's own 7-digit codes",
            reason: "their secrets never leave Authy",
            advice: "change the method at each service before you delete Authy"),
        AppWithoutExport(
            id: "bank-token", app: "Entrust, Digipass, Kobil, photoTAN",
            reason: "the codes are usually not TOTP, and the key never leaves the device",
            advice: "ask your bank or IT",
            setsUpAgain: false,
            evidence: [.link("igmobile:")]),
        AppWithoutExport(
            id: "browser-storage", app: "Browser storage",
            reason: "this is internal data of Authy Desktop or a browser",
            advice: "export from the app or the extension itself",
            title: "The storage of a browser is not read",
            evidence: [.folder("indexeddb"), .folder("leveldb")]),
        AppWithoutExport(
            id: "duo-push", app: "Duo push",
            reason: "the key never leaves the phone",
            advice: "ask IT for a new activation link, a hardware token or a passkey",
            setsUpAgain: false,
            evidence: [.link("duo:")]),
        AppWithoutExport(
            id: "forgerock-push", app: "ForgeRock and Ping push (mfauth)",
            reason: "the key of push requests never leaves the phone",
            advice: "ask IT for an ordinary QR code, which starts with otpauth",
            setsUpAgain: false,
            evidence: [.link("mfauth:"), .link("pushauth:")]),
        AppWithoutExport(
            id: "fortitoken", app: "FortiToken Mobile",
            reason: "the seed never leaves the phone", advice: "ask IT to set up a new one",
            setsUpAgain: false),
        AppWithoutExport(
            id: "freeotp-ios", app: "FreeOTP on iOS",
            reason: "it has no export", advice: "set up two-factor authentication again at each service"),
        AppWithoutExport(
            id: "hardware-token", app: "Hardware token",
            reason: "its secret cannot be read", advice: "ask the seller for the seed file, or set up another method"),
        AppWithoutExport(
            id: "iphone-backup", app: "iPhone backup",
            reason: "most apps keep their secrets out of it",
            advice: "export from the app itself, or extract its keychain",
            title: "A backup of an iPhone has the secrets of few apps",
            evidence: [.file("Manifest.db"), .file("keychain-backup.plist")]),
        AppWithoutExport(
            id: "microsoft-push", app: "Microsoft sign-in by push",
            reason: "there is no secret in it",
            advice: "in Security info choose \"I want to use a different authenticator app\"",
            evidence: [.link("phonefactor:"), .link("msauth:")]),
        AppWithoutExport(
            id: "national-id", app: "BankID, itsme, SwissID, Singpass and other national IDs",
            reason: "the key never leaves the device", advice: "use the app's own transfer",
            setsUpAgain: false),
        AppWithoutExport(
            id: "okta-verify", app: "Okta Verify",
            reason: "the key never leaves the device",
            advice: "choose Google Authenticator as a factor in Okta, or ask IT",
            evidence: [.link("oktaverify:")]),
        AppWithoutExport(
            id: "passkey", app: "Passkeys and security keys",
            reason: "a passkey has no codes, and its key is not in the QR code",
            advice: "scan it with the phone that has the passkey",
            setsUpAgain: false,
            evidence: [.link("fido:/")]),
        AppWithoutExport(
            id: "pingid", app: "PingID",
            reason: "the key never leaves the phone", advice: "ask IT for an authenticator app as the method",
            setsUpAgain: false),
        AppWithoutExport(
            id: "rsa-securid", app: "RSA SecurID",
            reason: "its codes are not TOTP", advice: "use stoken to generate them",
            setsUpAgain: false,
            evidence: [.element("TKNBatch"), .digits(81), .link("com.rsa.securid")]),
        AppWithoutExport(
            id: "sophos-authenticator", app: "Sophos Authenticator",
            reason: "its backup restores only into the app",
            advice: "set up two-factor authentication again at each service"),
        AppWithoutExport(
            id: "steam-sign-in", app: "Sign-in to Steam by QR code",
            reason: "the QR code is for one sign-in, and has no secret",
            advice: "import the maFile of Steam Desktop Authenticator or steamguard-cli",
            title: "The QR code of a sign-in to Steam has no secret",
            setsUpAgain: false,
            evidence: [.link("https://s.team/q/")]),
        AppWithoutExport(
            id: "symantec-vip", app: "Symantec VIP Access",
            reason: "the app never shows its secret",
            advice: "create a new credential with python-vipaccess, and register its ID",
            setsUpAgain: false),
        AppWithoutExport(
            id: "tauthy", app: "Tauthy",
            reason: "its backup is not read as such", advice: "take a screenshot of the QR code of each account in it",
            title: "Tauthy's backup is not read as such"),
        AppWithoutExport(
            id: "tofu", app: "Tofu",
            reason: "it has no export", advice: "set up two-factor authentication again at each service"),
        AppWithoutExport(
            id: "wifi", app: "Wi-Fi",
            reason: "the QR code has the password of a network, and no account",
            advice: "scan it with the camera of a phone",
            title: "The QR code of a Wi-Fi has no account",
            setsUpAgain: false,
            evidence: [.link("wifi:")]),
        AppWithoutExport(
            id: "yandex-key", app: "Yandex Key",
            reason: "its backup restores only into the app", advice: "set up two-factor authentication again"),
        AppWithoutExport(
            id: "yubikey", app: "YubiKey and other security keys",
            reason: "a secret on the key cannot be read",
            advice: "set up two-factor authentication again, and keep the QR code"),
        AppWithoutExport(
            id: "zoho-oneauth", app: "Zoho OneAuth",
            reason: "its JSON and its own QR codes are not known",
            advice: "export as text, or as QR codes for other apps",
            title: "Not every export of Zoho OneAuth can be read"),
    ]
}
