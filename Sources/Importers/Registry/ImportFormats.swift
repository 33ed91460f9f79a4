public import TOTPDomain

/// The formats that can be read. A new one is one line here.
extension FormatRegistry {
    /// All of them, in the order in which content is tried (`formats/README.md`, Detection).
    public static let standard = FormatRegistry(formats: [
        // Detected by their first bytes, or by the content of a container.
        StratumFormat(),
        MicrosoftAuthenticatorFormat(),
        GoogleAuthenticatorDatabaseFormat(),
        KeePassFormat(),
        FreeOTPFormat(),
        OTPAuthIOSFormat(),
        // Password managers: before the JSON, CSV, archives and lists of links that have fewer members in common.
        OnePasswordFormat(),
        CXFFormat(),
        ProtonPassFormat(),
        KeeperFormat(),
        EnpassFormat(),
        DashlaneFormat(),
        ApplePasswordsFormat(),
        LastPassVaultFormat(),
        RoboFormFormat(),
        ZohoVaultFormat(),
        // JSON; also zip and HTML.
        RaivoFormat(),
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
        LoginTableFormat(),
        // Lists of links, from the most specific to the most general.
        EnteFormat(),
        GoogleMigrationFormat(),
        OTPAuthFormat(),
        // One run of base64.
        TOTPAuthenticatorFormat(),
        // Binary files without a signature; andOTP's are detected together with JSON.
        AuthenticatorPlusFormat(),
        OTPClientFormat(),
        WinAuthFormat(),
    ])
}
