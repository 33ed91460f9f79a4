import AnythingFormats
import AppFormats
import PasswordManagerFormats
import ServerFormats
import TOTPDomain
import TokenFormats

/// The formats that can be written. A new format is one line here.
package enum ExportFormats {
    package static let all: [any ExportFormat] = [
        ItemsJSONExport(),
        OTPAuthExport(),
        OTPManagerExport(),
        AegisExport(),
        AndOTPExport(),
        ApplePasswordsExport(),
        AuthenticatorExtensionExport(),
        BitwardenExport(),
        BitwardenAuthenticatorExport(),
        BitwardenCSVExport(),
        CSVExport(),
        CXFExport(),
        EnteExport(),
        EntraExport(),
        FreeOTPPlusExport(),
        GoogleAuthenticatorPAMExport(),
        GoogleMigrationExport(),
        HTMLExport(),
        HashiCorpVaultExport(),
        KeePassExport(),
        KeePassXCExport(),
        KeePassXCXMLExport(),
        KeycloakExport(),
        LastPassAuthenticatorExport(),
        LinOTPExport(),
        OnePasswordExport(),
        PSKCExport(),
        PasswordStoreExport(),
        PrivacyIDEAExport(),
        ProtonAuthenticatorExport(),
        QRExport(),
        RaivoExport(),
        StratumExport(),
        TOTPCLIExport(),
        TwoFASExport(),
        TwoFastExport(),
        TwoFAuthExport(),
        UsersOATHExport(),
        YubiKeyExport(),
    ]
}
