public import TOTPDomain

/// The formats that can be read. A new one is one line here.
extension FormatRegistry {
    /// All of them, in the order in which content is tried (`formats/README.md`, Detection).
    public static let standard = FormatRegistry(formats: [
        // Told by their first bytes, or by what a container holds.
        StratumFormat(),
        MicrosoftAuthenticatorFormat(),
        GoogleAuthenticatorDatabaseFormat(),
        KeePassFormat(),
        FreeOTPFormat(),
        // JSON.
        DuoFormat(),
        AndOTPFormat(),
        ItemsJSONFormat(),
        AegisFormat(),
        TwoFASFormat(),
        FreeOTPPlusFormat(),
        LastPassAuthenticatorFormat(),
        ProtonAuthenticatorFormat(),
        BitwardenAuthenticatorFormat(),
        BitwardenFormat(),
        // Also the base64 of encrypted maFiles.
        SteamFormat(),
        // XML and CSV.
        KeePassXCFormat(),
        AuthyFormat(),
        BattleNetFormat(),
        // Lists of links, from the particular to the general.
        EnteFormat(),
        GoogleMigrationFormat(),
        OTPAuthFormat(),
        // One run of base64.
        TOTPAuthenticatorFormat(),
        // Binaries without a mark; andOTP's are told with JSON.
        AuthenticatorPlusFormat(),
        OTPClientFormat(),
        WinAuthFormat(),
    ])
}
