/// Examples of `vault`.
extension HelpExamples {
    static let vault: [String: [Example]] = [
        "totp-import vault": [
            ("Create an empty vault", "totp-import vault create accounts.json"),
            ("Rename an account", "totp-import vault edit accounts.json -s acme --set-issuer Acme"),
            ("Undo the last change", "totp-import vault undo accounts.json"),
        ],
        "totp-import vault create": [
            ("Create an empty vault", "totp-import vault create accounts.json"),
            ("Take the passphrase from a file", "totp-import vault create accounts.json --passphrase-file pass.txt"),
            ("Or import, which creates the vault", "totp-import import screenshots --vault accounts.json"),
        ],
        "totp-import vault add": [
            ("Type an account", "totp-import vault add accounts.json"),
            ("Add the account of a screenshot", "totp-import vault add accounts.json shot.png"),
            (
                "Take the secret from a file",
                "totp-import vault add accounts.json --issuer Acme --secret-file key.txt"
            ),
        ],
        "totp-import vault edit": [
            ("Be asked for each change", "totp-import vault edit accounts.json 3"),
            ("Rename an account", "totp-import vault edit accounts.json 3 --set-issuer Acme --set-name alice"),
            (
                "Tag all accounts of a service",
                "totp-import vault edit accounts.json --issuer acme --add-tag work --yes"
            ),
        ],
        "totp-import vault remove": [
            ("Remove the account in row 3 of list --verbose", "totp-import vault remove accounts.json 3"),
            ("Remove all accounts with a tag", "totp-import vault remove accounts.json --tag old"),
            ("Without a question, for a script", "totp-import vault remove accounts.json -s acme --yes"),
        ],
        "totp-import vault duplicates": [
            ("Ask for each group which accounts to keep", "totp-import vault duplicates accounts.json"),
            ("Only show the groups", "totp-import vault duplicates accounts.json -n"),
            ("Show those of an export", "totp-import list --duplicates aegis.json"),
        ],
        "totp-import vault merge": [
            (
                "Merge the conflict copies of Syncthing",
                "totp-import vault merge accounts.sync-conflict-*.json --vault accounts.json"
            ),
            ("See what would change", "totp-import vault merge copy.json --vault accounts.json --dry-run"),
            (
                "Merge two copies without a question, for a script",
                "totp-import vault merge laptop.json desk.json --vault accounts.json --yes"
            ),
            (
                "Merge a copy with another passphrase, and say what was done as JSON",
                "totp-import vault merge old.json --vault v.json --source-passphrase-file p"
            ),
        ],
        "totp-import vault undo": [
            ("Undo the last change", "totp-import vault undo accounts.json"),
            ("Without a question, for a script", "totp-import vault undo accounts.json --yes"),
            ("Choose an older version instead", "totp-import vault restore accounts.json"),
        ],
        "totp-import vault restore": [
            ("List earlier versions", "totp-import vault restore accounts.json"),
            ("Restore the version before the last two changes", "totp-import vault restore accounts.json 2"),
            ("List them for a program", "totp-import vault restore accounts.json --json"),
        ],
        "totp-import vault passwd": [
            ("Change the passphrase", "totp-import vault passwd accounts.json"),
            ("After forgetting it", "totp-import vault passwd accounts.json --recovery-file code.txt"),
            ("Without a version that the old one opens", "totp-import vault passwd accounts.json --no-backup"),
        ],
        "totp-import vault recovery": [
            ("Show a new recovery code", "totp-import vault recovery add accounts.json"),
            ("List the codes", "totp-import vault recovery list accounts.json"),
            ("Remove one that others may know", "totp-import vault recovery remove accounts.json 1"),
        ],
        "totp-import vault recovery add": [
            ("Show a new recovery code", "totp-import vault recovery add accounts.json"),
            ("Print it on paper", "totp-import vault recovery add accounts.json | lpr"),
            (
                "Open the vault with an older one",
                "totp-import vault recovery add accounts.json --recovery-file code.txt"
            ),
        ],
        "totp-import vault recovery list": [
            ("List the recovery codes", "totp-import vault recovery list accounts.json"),
            ("For a script", "totp-import vault recovery list accounts.json --passphrase-file pass.txt"),
            (
                "Open the vault with one of them",
                "totp-import vault recovery list accounts.json --recovery-file code.txt"
            ),
        ],
        "totp-import vault recovery remove": [
            ("Remove the first recovery code", "totp-import vault recovery remove accounts.json 1"),
            ("Remove all", "totp-import vault recovery remove accounts.json --all"),
            ("Without a question, for a script", "totp-import vault recovery remove accounts.json 1 2 --yes"),
        ],
        "totp-import vault unlock": [
            ("Show codes without the passphrase, for 15 minutes", "totp-import vault unlock accounts.json"),
            ("For a working day", "totp-import vault unlock accounts.json --for 8h"),
            ("In a script", "totp-import vault unlock accounts.json --passphrase-file pass.txt"),
        ],
        "totp-import vault lock": [
            ("Ask for the passphrase again", "totp-import vault lock accounts.json"),
            ("Another vault", "totp-import vault lock work.json"),
            ("Without a message", "totp-import vault lock accounts.json --quiet"),
        ],
        "totp-import vault check": [
            ("Verify all of a vault", "totp-import vault check accounts.json"),
            ("For a program", "totp-import vault check accounts.json --json"),
            ("Try a recovery code", "totp-import vault check accounts.json --recovery-file code.txt"),
        ],
    ]
}
