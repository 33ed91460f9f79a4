/// Advice for a lost app, phone, passphrase or file. The source of `Docs/rescue.md`.
package enum RescueGuide {
    package static let name = "rescue"

    package static var text: GuideText {
        var text = GuideText()
        text.add(heading: "I forgot it, it broke, it is gone")
        text.add(
            "What works, and what does not. One thing is always true: codes cannot be turned back into the secret, "
                + "and nobody can open an encrypted file without its passphrase. The services themselves can "
                + "let you in again.")
        addApp(to: &text)
        addPhone(to: &text)
        addPassphrase(to: &text)
        addDamage(to: &text)
        addExport(to: &text)
        addServices(to: &text)
        return text
    }

    private static func addApp(to text: inout GuideText) {
        text.add(heading: "The app is gone from the phone")
        text.add(
            "Apps disappear: in 2024, an update of Raivo OTP removed the accounts of many people, and Authy ended "
                + "its program for computers. If the app still opens, export now: totp-import guide APP shows "
                + "how.")
        text.add(
            step: "Look for an old export: in Files, in iCloud Drive or Google Drive, on the computer, in mails to "
                + "yourself. List a whole folder; the program finds exports by their content.",
            "totp-import list Downloads --verbose")
        text.add(
            step: "Look for screenshots and prints of the QR codes from the setup. They are as good as an export.",
            "totp-import list Pictures --verbose")
        text.add(
            step: "Raivo: an export is a zip archive, and its passphrase is the app's master password. What the app "
                + "kept in iCloud cannot be read.",
            "totp-import guide raivo")
        text.add(
            step: "Authy: sign in to the app on another phone with your number and the backup password, then set up "
                + "each service again. What Twilio sends after a data request can be read.",
            "totp-import guide authy")
        text.add(step: "What is left: set up each service again, as below under \"The service lets you in\".")
    }

    private static func addPhone(to text: inout GuideText) {
        text.add(heading: "The phone is gone")
        text.add(
            "Lock the phone from another device first: Find My, or Find My Device. Whoever can unlock it has your "
                + "codes.")
        text.add(
            step: "Restore the app on a new phone: Aegis, 2FAS, Ente Auth, Proton Authenticator, Google "
                + "Authenticator with an account, Microsoft Authenticator and Authy have backups of their own.")
        text.add(
            step: "The automatic backups of Aegis, Stratum and 2FAS are in a folder or a cloud drive. They are read "
                + "as they are.",
            "totp-import convert aegis-backup.json --to 2fas --output new.2fas")
        text.add(
            step: "A backup of an iPhone by Finder or iTunes has the secrets of very few apps; one of an Android "
                + "phone by adb has none.",
            "totp-import guide ios-keychain")
        text.add(
            step: "A vault that you made with this program has everything. Show its QR codes to the new phone.",
            "totp-import qr accounts.json")
    }

    private static func addPassphrase(to text: inout GuideText) {
        text.add(heading: "The passphrase is forgotten")
        text.add(
            "There is no back door, in this program or in the apps. A wrong passphrase and a damaged file can look "
                + "the same, so try another copy of the file as well.")
        text.add(
            step: "A vault opens with a recovery code in place of the passphrase: 56 letters and digits in groups "
                + "of four. Then give it a new passphrase.",
            "totp-import vault passwd accounts.json")
        text.add(
            step: "An earlier version of a vault opens with the passphrase of its time.",
            "totp-import vault restore accounts.json")
        text.add(
            step: "Write down what you may have typed, one per line: other capitals, a space at the end, another "
                + "keyboard layout. The program tries every line. Delete that file afterwards.",
            "totp-import list backup.json --source-passphrase-file tries.txt")
        text.add(
            step: "The app itself may still open: with a fingerprint, or because it asks for nothing. Then make a "
                + "new export, with a new passphrase.")
        text.add(
            step: "The PIN that opens an app is often not the passphrase of its backup. At Raivo and a few others, "
                + "it is the app's master password; the page of the app's format says so.")
    }

    private static func addDamage(to text: inout GuideText) {
        text.add(heading: "The file is damaged")
        text.add(
            step: "A vault: the last five versions are beside it. This lists them; a number restores one.",
            "totp-import vault restore accounts.json")
        text.add(
            step: "An export: the program reads every entry that is whole, names the others, and exits with 1. "
                + "Import what there is, and keep the file.",
            "totp-import import backup.json --vault accounts.json --report report.html")
        text.add(
            step: "An encrypted file is read whole or not at all, because nobody could tell which half is genuine. "
                + "Copy it again from where it came: a chat or a mail may have cut it or changed its line ends.")
        text.add(
            step: "A picture: photograph the code again, straight and with the whole white border. Outlines show "
                + "what was seen.",
            "totp-import scan shot.png --annotate seen")
    }

    private static func addExport(to text: inout GuideText) {
        text.add(heading: "The export does not open in the app")
        text.add(
            step: "FreeOTP 2.0.2 to 2.0.4: after a restore, a backup contains the key of the backup before it, so "
                + "the app cannot read it. Give the program all backups that you have, in one run: a key may be "
                + "in another one.",
            "totp-import list backups")
        text.add(
            step: "A part of a Google Authenticator export is missing: the others are imported, the vault remembers "
                + "them for 90 days, and the missing one completes them later.")
        text.add(
            step: "Microsoft Authenticator, Duo Mobile and Steam restore their backups only into themselves. Of "
                + "these files, nothing can be read.",
            "totp-import guide microsoft-authenticator")
        text.add(
            step: "Any other file: let the program say what it is. If it is an export of an app that is not known, "
                + "an issue with the names of its fields, never their values, helps.",
            "totp-import list FILE --verbose")
    }

    private static func addServices(to text: inout GuideText) {
        text.add(heading: "The service lets you in")
        text.add(
            "This always remains, one service at a time. Begin with the mailbox, because the others send their "
                + "mails there.")
        text.add(step: "Sign in with one of the recovery codes that the service gave you at the setup.")
        text.add(
            step: "Or with another second factor: a passkey, a security key, SMS, a computer on which you are still "
                + "signed in.")
        text.add(step: "Or through \"Can't sign in?\" of the service. It may take days, and companies ask their IT.")
        text.add(
            step: "Set up the authenticator again, and keep its QR code this time, in a vault with a recovery code "
                + "on paper.",
            "totp-import import shot.png", "totp-import vault recovery add")
    }
}
