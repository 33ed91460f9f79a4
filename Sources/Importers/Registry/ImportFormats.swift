import AnythingFormats
import AppFormats
import Links
import PasswordManagerFormats
import ServerFormats
import TOTPDomain
import TokenFormats

/// The formats that can be read. A new format is one line here.
extension FormatRegistry {
    package static let standard = FormatRegistry(formats: inOrder, appsWithoutExport: AppsWithoutExport.all)

    /// All of them, in the order in which content is tried (`formats/README.md`, Detection).
    private static let inOrder: [any ImportFormat] = [
        // Detected by their first bytes, or by the content of a container.
        StratumFormat(),
        MicrosoftAuthenticatorFormat(),
        GoogleAuthenticatorDatabaseFormat(),
        KeePassFormat(),
        FreeOTPFormat(),
        OTPAuthIOSFormat(),
        TwoFAGuardFormat(),
        CloudOTPFormat(),
        // Password managers: before the JSON, CSV, archives and lists of links that have fewer members in common.
        AliasVaultFormat(),
        OnePasswordFormat(),
        OnePasswordCLIFormat(),
        CXFFormat(),
        ProtonPassFormat(),
        PassmanFormat(),
        KeeperFormat(),
        EnpassFormat(),
        DashlaneFormat(),
        ApplePasswordsFormat(),
        LastPassVaultFormat(),
        RoboFormFormat(),
        ZohoVaultFormat(),
        // JSON; also zip and HTML.
        RaivoFormat(),
        // JSON. Formats with few members in common are first.
        OpenAuthenticatorFormat(),
        AuthmeFormat(),
        FoxAuthFormat(),
        AuthyScriptsFormat(),
        KeychainDumpFormat(),
        HomeAssistantFormat(),
        KeycloakFormat(),
        DjangoOTPFormat(),
        EntraGraphFormat(),
        TwoFastFormat(),
        PsonoFormat(),
        PadlocFormat(),
        // GNOME Authenticator's is andOTP's with another type, and OTP Manager's accounts have a type.
        GnomeAuthenticatorFormat(),
        TwoFAuthFormat(),
        CotpFormat(),
        OTPManagerFormat(),
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
        // Its members are objects with any name.
        AuthenticatorExtensionFormat(),
        // YAML; Authelia's CSV as well.
        AutheliaFormat(),
        TOTPCLIFormat(),
        AuthenticatorRSFormat(),
        // The stores of servers: two names in a dump, a database, a directory, XML, JSON or YAML.
        ServerFormat(),
        // JSON or YAML of no known app.
        JSONListFormat(),
        // Settings, which start like a JSON list.
        KeysmithFormat(),
        // Files of Linux logins, known by their first line or by all lines.
        GoogleAuthenticatorPAMFormat(),
        UsersOATHFormat(),
        VIPAccessFormat(),
        // XML and CSV.
        PSKCFormat(),
        WinAuthXMLFormat(),
        SafeInCloudFormat(),
        OATHTokenFormat(),
        KeePassXCFormat(),
        AuthyFormat(),
        BattleNetFormat(),
        LoginTableFormat(),
        // Settings, if their names tell the secrets, or nothing else reads them.
        EnvListFormat(),
        // Lines of a name and a secret, and perhaps links: every line must fit.
        ListFormat(),
        // One run of base64, which has no link; or XML.
        TOTPAuthenticatorFormat(),
        // Lists of links, from the most specific to the most general.
        EnteFormat(),
        GoogleMigrationFormat(),
        OTPAuthFormat(),
        // Binary files without a signature; andOTP's are detected together with JSON.
        AuthenticatorPlusFormat(),
        OTPClientFormat(),
        WinAuthFormat(),
    ]
}
