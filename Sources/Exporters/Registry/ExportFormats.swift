public import TOTPDomain

/// The formats that can be written. A new format is one line here.
public enum ExportFormats {
    public static let all: [any ExportFormat] = [
        ItemsJSONExport(),
        OTPAuthExport(),
        AegisExport(),
        AndOTPExport(),
        BitwardenExport(),
        BitwardenAuthenticatorExport(),
        BitwardenCSVExport(),
        CSVExport(),
        EnteExport(),
        FreeOTPPlusExport(),
        GoogleMigrationExport(),
        HTMLExport(),
        KeePassXCExport(),
        KeePassXCXMLExport(),
        LastPassAuthenticatorExport(),
        ProtonAuthenticatorExport(),
        QRExport(),
        RaivoExport(),
        StratumExport(),
        TwoFASExport(),
    ]

    public static func format(_ id: FormatID) -> (any ExportFormat)? {
        all.first { $0.description.id == id }
    }
}
