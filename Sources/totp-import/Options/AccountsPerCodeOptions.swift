import ArgumentParser
import TOTPDomain

/// How many accounts a QR code of Google Authenticator's export has.
struct AccountsPerCodeOptions: ParsableArguments {
    @Option(
        .writing, "Accounts per QR code of google-migration (default: 5).", value: "n",
        manual: "At most 10. With `qr`, the default is what fits the terminal, 5 at most.")
    var accountsPerCode: Int?

    /// - Parameters:
    ///   - isUsed: whether such QR codes are made.
    ///   - option: that makes them.
    func validate(isUsed: Bool, with option: String) throws {
        guard let accountsPerCode else { return }
        guard isUsed else { throw ValidationError("--accounts-per-code can be used only with \(option)") }
        let range = ExportOptions.accountsPerCodeRange
        guard range ~= accountsPerCode else {
            throw ValidationError("--accounts-per-code must be \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
