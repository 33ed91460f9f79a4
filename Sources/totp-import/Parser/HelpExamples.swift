import Encodings

/// Examples at the end of each `--help`, where the reader of a terminal looks first.
enum HelpExamples {
    /// The purpose of an example, and its command line.
    typealias Example = (purpose: String, line: String)

    /// By command, as it is typed.
    static let all: [String: [Example]] = general.merging(vault) { first, _ in first }

    private static let general: [String: [Example]] = [
        "totp-import": [
            ("Import a folder of screenshots into a vault", "totp-import import screenshots --vault accounts.json"),
            ("Go from Google Authenticator to Aegis", "totp-import convert screenshots --to aegis -o aegis.json"),
            ("Learn how to get out of an app", "totp-import guide google"),
            ("List the libraries, with versions and licenses", "totp-import --version --verbose"),
        ],
        "totp-import import": [
            ("Import a folder of screenshots", "totp-import import screenshots --vault accounts.json"),
            ("See what would happen, and write nothing", "totp-import import screenshots --vault accounts.json -n -v"),
            (
                "Keep a page that shows every image and every problem",
                "totp-import import screenshots --vault accounts.json --report report.html"
            ),
            (
                "List the files that can be deleted afterwards",
                "totp-import import screenshots --vault accounts.json --delete-list done.txt"
            ),
        ],
        "totp-import convert": [
            (
                "From screenshots to an encrypted file for Aegis",
                "totp-import convert screenshots --to aegis -o aegis.json"
            ),
            (
                "Codes into the logins of a password manager's export",
                "totp-import convert shots --into logins.json --to bitwarden -o new.json"
            ),
            ("A paper backup of a vault", "totp-import convert accounts.json --to html -o backup.html"),
            ("One QR code per account, in a new folder", "totp-import convert accounts.json --to qr -o codes"),
        ],
        "totp-import scan": [
            ("Show what is in a screenshot", "totp-import scan shot.png"),
            ("The same for a folder, for a program", "totp-import scan Pictures --json"),
            ("With the whole content, secrets included", "totp-import scan shot.png --reveal"),
        ],
        "totp-import validate": [
            ("Check the links in a text", "totp-import validate links.txt"),
            (
                "Check a column of a CSV file, for a code scanning service",
                "totp-import validate users.csv --csv-field otpauth --sarif -o links.sarif"
            ),
            ("Write the links in the form that every app reads", "totp-import validate links.txt --fix -o fixed.txt"),
        ],
        "totp-import list": [
            ("Show the accounts of a vault", "totp-import list accounts.json"),
            ("Show what is in an export, before importing it", "totp-import list aegis.json"),
            ("Find accounts", "totp-import list accounts.json -s example.com"),
        ],
        "totp-import codes": [
            ("Show one code, as the only output in a script", "totp-import codes accounts.json github"),
            ("Copy one code", "totp-import codes accounts.json github --copy"),
            ("Show live codes, search and copy them", "totp-import codes accounts.json --watch"),
            ("For a program", "totp-import codes accounts.json -s github --json"),
        ],
        "totp-import qr": [
            ("Show an account to a new phone", "totp-import qr accounts.json github"),
            ("Show all of them, several per code", "totp-import qr accounts.json --to-phone"),
            ("Show what is in screenshots again", "totp-import qr screenshots/"),
        ],
        "totp-import verify": [
            ("Compare screenshots with what was written from them", "totp-import verify screenshots aegis.json"),
            ("Compare two vaults, for a program", "totp-import verify old.json new.json --json"),
            ("Compare several inputs on one side", "totp-import verify a.png b.png -- accounts.json"),
        ],
        "totp-import formats": [
            ("List all formats", "totp-import formats"),
            ("Show what a format stores", "totp-import formats aegis 2fas"),
            ("For a program", "totp-import formats --json"),
        ],
        "totp-import web": [
            ("Open the page", "totp-import web"),
            ("With a vault, to which changes are saved", "totp-import web --vault accounts.json"),
            ("Look at a folder of screenshots", "totp-import web screenshots"),
        ],
        "totp-import guide": [
            ("Choose an app from a list", "totp-import guide"),
            ("Get the codes out of Google Authenticator", "totp-import guide google"),
            ("Move from one app to another", "totp-import guide google --to aegis"),
        ],
    ]

    /// The help of a command, with its examples and where to read more. Other texts stay.
    static func adding(to help: String, in tree: CommandTree) -> String {
        guard let command = command(of: help), let examples = all[command] else { return help }
        let help = HelpText.arranged(help, of: command, in: tree)
        let lines = examples.map { "  \($0.purpose):\n    \($0.line)\n" }
        var text = help
        while text.hasSuffix("\n") { text.removeLast() }
        return """
            \(text)

            EXAMPLES:
            \(lines.joined())
            MORE: man totp-import, \(DocumentationPlace.naming("Docs/cli.md"))

            """
    }

    /// The command that a help text is about: the longest command that its usage line starts with.
    private static func command(of help: String) -> String? {
        guard let usage = help.split(separator: "\n").first(where: { $0.hasPrefix("USAGE: ") }) else { return nil }
        let line = usage.dropFirst("USAGE: ".count) + " "
        return all.keys.filter { line.hasPrefix($0 + " ") }.max { $0.count < $1.count }
    }
}
