import TOTPDomain

/// The formats that can be written. A new format is one line here.
package enum ExportFormats {
    package static let all: [any ExportFormat] = [
        ItemsJSONExport(),
        OTPAuthExport(),
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
        FreeOTPPlusExport(),
        GoogleMigrationExport(),
        HTMLExport(),
        KeePassExport(),
        KeePassXCExport(),
        KeePassXCXMLExport(),
        LastPassAuthenticatorExport(),
        OnePasswordExport(),
        PSKCExport(),
        ProtonAuthenticatorExport(),
        QRExport(),
        RaivoExport(),
        StratumExport(),
        TwoFASExport(),
        TwoFAuthExport(),
        UsersOATHExport(),
    ]

    package static func format(_ id: FormatID) -> (any ExportFormat)? {
        all.first { $0.description.id == id }
    }
}
