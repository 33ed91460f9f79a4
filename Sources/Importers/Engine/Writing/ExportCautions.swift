import TOTPDomain

/// How apps treat links: they read some in their own way (`Docs/formats/otpauth.md`).
package enum LinkCautions {
    /// A text of links.
    package static let list = [browserExtension] + some("FreeOTP+ imports nothing of a list with")
    /// An image of a QR code with one link, which apps read like a line of a text.
    package static let scanned = [browserExtension] + printed
    /// An image on paper, which no browser extension reads.
    package static let printed = some("FreeOTP+ refuses the QR code of")

    private static let browserExtension = ExportCapabilities.Caution(
        "The browser extension Authenticator generates wrong codes for many links: for it, use "
            + "--to authenticator-extension.")

    /// About some accounts each.
    private static func some(_ freeOTPPlus: String) -> [ExportCapabilities.Caution] {
        [
            .init(
                "\(freeOTPPlus) an account that it does not know, such as a Steam account or one without issuer and name, "
                    + "and starts counter-based accounts one too low: for it, use --to freeotp-plus.",
                concerns: [
                    .kind(.steam), .kind(.motp), .kind(.yandex), .kind(.hotp), .nameless, .digits(outside: 5...8),
                ]),
            .init(
                "OTPClient leaves out Steam accounts, and takes a period above 120 seconds for 30: compare the codes "
                    + "after the import.",
                concerns: [.kind(.steam), .period(above: 120)]),
            .init(
                "Aegis shows issuer and name as one text if one of them has a colon: for it, use --to aegis, which "
                    + "keeps both.",
                concerns: [.colon]),
            .init(
                "2FAuth leaves out links with a colon in a name: for it, use --to 2fauth, which writes a hyphen "
                    + "instead.",
                concerns: [.colon, .escapedColon]),
            .init(
                "Stratum refuses links with a counter above \(Int32.max): for it, use --to stratum.",
                concerns: [.counter(above: Int64(Int32.max))]),
        ]
    }
}

extension ExportCapabilities.Caution {
    /// - Parameter app: the subject: who reads the table.
    package static func lineBreaks(_ app: String) -> Self {
        .init(
            "\(app) may change a line break in an issuer or a name: check these names after the import.",
            concerns: [.lineBreak])
    }
}
