import Encodings
import FormatEngine
import TOTPDomain

/// privacyIDEA's list of tokens (`Docs/formats/privacyidea.md`).
package struct PrivacyIDEAExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        id: "privacyidea", group: .file,
        app: "privacyIDEA",
        file: "CSV for privacyIDEA", fileExtension: "csv",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: SeedList.parameters(), .hotp: SeedList.parameters()], details: [.token],
            cautions: [
                .tokensAreOverwritten,
                .init(
                    "privacyIDEA takes the hash of a token from the length of its key, and accounts that it would "
                        + "take for others are left out: for them, use --to pskc."),
            ]),
        importSteps: "privacyIDEA: Tokens › Import Tokens › OATH CSV",
        options: [.serialPrefix]
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.leaveOut { account in
            let count = account.secret.bytes.count, taken = KeyLengthHash.name(ofKeyOf: count)
            guard taken != account.parameters.algorithm.rawValue else { return nil }
            return EntryError(
                .algorithmNotSupported,
                "privacyIDEA takes the hash from the length of the key: \(counted(count, "byte")) would be \(taken), not "
                    + account.parameters.algorithm.rawValue)
        }
        return SeedList.export(selection, "privacyidea.csv", request.options) { parameters in
            // An empty last field would stop the import.
            let kind = parameters.kind.rawValue.uppercased()
            return "\(kind),\(parameters.digits),\(SeedList.step(parameters) ?? "\(parameters.counter ?? 0)")"
        }
    }
}

/// LinOTP's list of tokens (`Docs/formats/linotp.md`).
package struct LinOTPExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        id: "linotp", group: .file,
        app: "LinOTP",
        file: "CSV for LinOTP", fileExtension: "csv",
        protection: .none,
        capabilities: ExportCapabilities(
            // The list has no counter, and a counter of 0 is behind the phone's counter.
            kinds: [.totp: SeedList.parameters(), .hotp: SeedList.parameters(largestCounter: 0)],
            details: [.token],
            cautions: [.tokensAreOverwritten]),
        importSteps: "LinOTP: Import Tokens › OATH CSV",
        options: [.serialPrefix]
    )

    package func write(_ request: ExportRequest) -> Export {
        SeedList.export(ExportSelection(request, for: description), "linotp.csv", request.options) { parameters in
            let hash = parameters.algorithm.rawValue.lowercased()
            return "\(parameters.kind.rawValue),\(parameters.digits),\(SeedList.step(parameters) ?? ""),\(hash)"
        }
    }
}

/// Both servers split lines at commas: no header, no quotes, keys in hex.
private enum SeedList {
    static func parameters(largestCounter: Int64? = nil) -> ExportCapabilities.Parameters {
        .init(digits: 6...8, except: [7], largestCounter: largestCounter)
    }

    /// A list of shorter keys is not recognized by its keys.
    private static let fewestBytes = 2

    /// Both servers also take `#` for a comment, and remove spaces.
    private static func isStorable(_ serial: String) -> Bool {
        PlainText.storable(serial) == serial
            && !serial.unicodeScalars.contains { $0.isSpace || $0 == "," || $0 == "#" || $0 == "\"" }
    }

    static func step(_ parameters: OTPParameters) -> String? { parameters.period.map(String.init) }

    /// - Parameter fields: the fields after serial number and key.
    static func export(
        _ selection: ExportSelection, _ name: String, _ options: ExportOptions, _ fields: (OTPParameters) -> String
    ) -> Export {
        var selection = selection
        selection.leaveOut(
            .secretTooShort, "a list for \(selection.app) needs secrets of at least \(fewestBytes) bytes"
        ) { $0.secret.bytes.count < fewestBytes }
        var lines = ""
        let serials = selection.serials(options, prefix: "TI", digits: 6, isStorable: isStorable)
        for (storable, serial) in zip(selection.accounts, serials) {
            let account = storable.account
            lines += "\(serial),\(Hex.encode(account.secret.bytes)),\(fields(account.parameters))\n"
            selection.recordName(storable, as: ("", serial))
            selection.recordToken(storable, serial: serial)
        }
        return selection.export(name, Array(lines.utf8), keepsNames: true)
    }
}
