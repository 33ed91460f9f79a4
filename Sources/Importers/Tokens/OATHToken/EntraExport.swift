import Encodings
import FormatEngine
import TOTPDomain

/// The list of OATH tokens that administrators upload to Microsoft Entra ID (`Docs/formats/oath-token-csv.md`).
package struct EntraExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: OATHTokenFormat(),
        app: "Microsoft Entra ID",
        file: "CSV for Microsoft Entra ID", fileExtension: "csv",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(algorithms: [.sha1], digits: 6...6, periods: [30, 60])],
            details: [.token],
            // 128 characters of base32.
            maximumSecretCount: 80,
            cautions: [
                .init(
                    "Each row needs the user principal name (UPN) of a user of the tenant. Accounts with another "
                        + "name have none: fill in the column upn before the upload, in a text editor, since a "
                        + "spreadsheet may change numbers."),
                .init(
                    "A tenant has each serial number once, and accounts without one are numbered from 1: write others "
                        + "with --serial-prefix."),
                .init(
                    "After the upload, each token must be activated with a current code. A user has at most five "
                        + "tokens and apps, and a guest has none."),
            ]),
        importSteps: .text(
            "Microsoft Entra admin center › Multifactor authentication › OATH tokens › Upload, as a Global "
                + "Administrator, with Entra ID P1 or P2."),
        options: [.serialPrefix]
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description)
        var bytes: [UInt8] = []
        CSVWriter.append(
            ["upn", "serial number", "secret key", "time interval", "manufacturer", "model"], to: &bytes)
        let serials = selection.serials(request.options, prefix: "TI-", digits: 6)
        for (storable, serial) in zip(selection.accounts, serials) {
            let row = Row(storable.account, serial: serial)
            CSVWriter.append(row.cells, to: &bytes)
            selection.recordName(storable, as: row.names)
            selection.recordToken(
                storable, serial: row.cells[1], manufacturer: row.cells[4], model: row.cells[5], user: row.cells[0])
        }
        return selection.export("entra.csv", bytes, keepsNames: true)
    }
}

/// A token of the list. No cell is changed for a spreadsheet: Entra would take the change for a part of the text.
private struct Row {
    let cells: [String]
    /// Issuer and name as they are read: without a UPN, the serial number is the name.
    let names: (issuer: String, name: String)

    init(_ account: Account, serial: String) {
        let token = account.token, serial = Self.oneLine(serial)
        // Entra wants a manufacturer and a model.
        let issuer = account.issuer.isBlank ? "totp-import" : account.issuer
        let manufacturer = Self.oneLine(token?.manufacturer ?? issuer)
        let upn = [token?.user, account.name].lazy.compactMap { $0 }.first(where: Self.isPrincipalName) ?? ""
        cells = [
            upn, serial, account.secret.base32, "\(account.parameters.period ?? 30)", manufacturer,
            Self.oneLine(token?.model ?? "software"),
        ]
        names = AccountLabel.normalized(issuer: manufacturer, name: upn.isEmpty ? serial : upn)
    }

    private static func oneLine(_ text: String) -> String {
        String(PlainText.storable(text).map { $0.isNewline ? " " : $0 })
    }

    /// Whether a name has the form of `alice@example.com`.
    private static func isPrincipalName(_ name: String) -> Bool {
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts.contains("")
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !$0.isSpace }
    }
}
