public import TOTPDomain

/// The formats that can be read. A new one is one line here.
extension FormatRegistry {
    /// All of them, in the order in which content is tried (`formats/README.md`, Detection).
    public static let standard = FormatRegistry(formats: [
        MicrosoftAuthenticatorFormat(),
        GoogleAuthenticatorDatabaseFormat(),
        KeePassFormat(),
        AuthenticatorPlusFormat(),
        FreeOTPFormat(),
        AegisFormat(),
        AuthyFormat(),
        BattleNetFormat(),
        GoogleMigrationFormat(),
        OTPAuthFormat(),
        TOTPAuthenticatorFormat(),
        OTPClientFormat(),
    ])
}
