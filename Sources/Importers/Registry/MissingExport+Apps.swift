import TOTPDomain

/// Apps without an export of which some files can be read (`Docs/formats/no-export.md`).
extension MissingExport {
    static let authy = MissingExport(
        "Its accounts are only synchronized between its own apps, and Authy Desktop ended in 2024. Set each account "
            + "up again at its service, before you delete Authy or its account.")

    static let battleNet = MissingExport(
        "Today's authenticator confirms by push, without a secret. If you have the restore code of an older one, use "
            + "it in an app that supports Battle.net.",
        setsUpAgain: false)

    static let duo = MissingExport(
        "Accounts of other services have ordinary codes, but the app never shows their secrets, and Duo Restore "
            + "restores only into Duo Mobile. Set each of them up again at its service.")

    static let mattRubin = MissingExport(
        "The app never shows its secrets. Only an encrypted backup of the whole iPhone contains them.")

    static let microsoft = MissingExport(
        "Personal accounts and accounts of other services have ordinary codes, but the app never shows their secrets, "
            + "and its backup restores only into the app. Set each of them up again at its service; at Microsoft, "
            + "choose \"I want to use a different authenticator app\" to get an ordinary QR code.")

    static let steam = MissingExport(
        "The Steam app only moves from phone to phone. Do not remove its authenticator lightly: Steam then holds trades "
            + "and sales for days. Set it up again with steamguard-cli or Steam Desktop Authenticator, which keep the "
            + "secret in a maFile.",
        setsUpAgain: false)
}
