public import TOTPDomain

/// The formats that can be written. A new format is one line here.
public enum ExportFormats {
    public static let all: [any ExportFormat] = [
        ItemsJSONExport(),
        OTPAuthExport(),
        BitwardenExport(),
        BitwardenAuthenticatorExport(),
        BitwardenCSVExport(),
        CSVExport(),
        FreeOTPPlusExport(),
        KeePassXCExport(),
        KeePassXCXMLExport(),
        LastPassAuthenticatorExport(),
        ProtonAuthenticatorExport(),
    ]

    public static func format(_ id: FormatID) -> (any ExportFormat)? {
        all.first { $0.description.id == id }
    }
}
