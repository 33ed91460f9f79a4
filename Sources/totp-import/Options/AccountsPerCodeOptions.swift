import ArgumentParser
import TOTPDomain

/// How many accounts a QR code of Google Authenticator's export has.
struct AccountsPerCodeOptions: ParsableArguments {
    @Option(
        .writing, "Accounts per QR code of google-migration (default: 5).", value: "n",
        manual: "At most 10. With `qr`, the default is what fits the terminal, 5 at most.")
    var accountsPerCode: Int?

    var text: String? { accountsPerCode.map(String.init) }
}
