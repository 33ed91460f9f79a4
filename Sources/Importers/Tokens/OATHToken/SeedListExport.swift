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

extension ExportSelection {
    /// The serial number of each account: its token's own, else a prefix and a running number from 1.
    ///
    /// An account is left out if an earlier account has the same number of its own: servers know a token by its number.
    ///
    /// - Parameters:
    ///   - prefix: the default, if people chose no other.
    ///   - digits: the fewest digits of a running number.
    ///   - isStorable: whether the file can contain a token's own number.
    mutating func serials(
        _ options: ExportOptions, prefix: String = "", digits: Int = 1, isStorable: (String) -> Bool = { _ in true }
    ) -> [String] {
        let app = app
        var taken: Set<String> = []
        leaveOut { account in
            guard let serial = account.token?.serial, isStorable(serial), !taken.insert(serial).inserted else {
                return nil
            }
            return EntryError(
                .serialNotUnique,
                "\(app) needs a serial number of its own for each token, and an earlier account has "
                    + serial.quoted)
        }
        var serials: [String] = []
        var count = 0
        for storable in accounts {
            if let serial = storable.account.token?.serial, isStorable(serial) {
                serials.append(serial)
                continue
            }
            var serial: String
            repeat {
                count += 1
                serial = (options.serialPrefix ?? prefix) + "\(count)".zeroPadded(to: digits)
            } while taken.contains(serial)
            serials.append(serial)
        }
        return serials
    }

    /// Records that details of an account's token are not in the file: its texts are given as they are read back.
    mutating func recordToken(
        _ storable: Storable, serial: String, manufacturer: String? = nil, model: String? = nil, user: String? = nil
    ) {
        guard let token = storable.account.token else { return }
        let read = try? Account.Token(serial: serial, manufacturer: manufacturer, model: model, user: user)
        guard read == nil || token.joined(with: read) != read else { return }
        lose(.detail(.token), of: storable.index, "\(app) cannot store all details of the token")
    }
}

extension ExportCapabilities.Caution {
    static let tokensAreOverwritten = Self(
        "A token that the server has already is overwritten by one with the same serial number: if accounts have none of "
            + "their own, give them others with --serial-prefix.")
}

/// The hash of a token whose seed list does not name it: privacyIDEA and LinOTP take the hash with as many bytes as the
/// key.
enum KeyLengthHash {
    private static let names = [28: "SHA224", 32: "SHA256", 48: "SHA384", 64: "SHA512"]

    /// - Parameter count: the number of bytes.
    static func name(ofKeyOf count: Int) -> String { names[count] ?? "SHA1" }
}
