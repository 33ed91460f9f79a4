import Encodings
import FormatEngine
import TOTPDomain

/// The JSON of OTP Manager for Nextcloud, plain or encrypted (`Docs/formats/otpmanager.md`).
package struct OTPManagerExport: ExportFormat {
    package init() {}

    /// The app checks the file as a whole: with one account of other parameters, it imports nothing.
    private static let digits = 4...6, fewestBytes = 10, longestName = 256

    package let description = ExportDescription(
        of: OTPManagerFormat(),
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(digits: Self.digits, except: [5], periods: [30, 45, 60]),
                // JavaScript loses digits of larger numbers.
                .hotp: .init(digits: Self.digits, except: [5], largestCounter: 1 << 53 - 1),
            ],
            // 512 characters of base32.
            maximumSecretCount: 320,
            cautions: [
                .init("It needs OTP Manager 1.0 or newer."),
                .init(
                    "OTP Manager's encryption is weak: choose a long passphrase even for a file that exists only for "
                        + "the import."),
            ]),
        importSteps: .menu("Nextcloud › OTP Manager › Import/Export › Import.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.leaveOut(Self.problem)
        // The app would silently drop a second account with the same secret.
        selection.leaveOutRepeatedSecrets { $0.secret.base32 }
        switch request.protection {
        case .none: return try Self.export(&selection, iv: nil) { $0 }
        case .passphrase(let passphrase):
            let sealing = try OTPManagerEncryption.sealing(passphrase, request.random)
            return try Self.export(&selection, iv: Hex.encode(sealing.iv)) { (secret) throws(ExportError) in
                try sealing.seal(Array(secret.utf8))
            }
        }
    }

    /// - Parameters:
    ///   - iv: in hex; nil if the secrets are plain.
    ///   - written: returns a secret as it is in the file.
    private static func export(
        _ selection: inout ExportSelection, iv: String?, _ written: (String) throws(ExportError) -> String
    ) throws(ExportError) -> Export {
        var accounts: [OrderedJSON] = []
        for storable in selection.accounts {
            let account = storable.account, name = name(of: account)
            accounts.append(Self.account(account, name, try written(account.secret.base32)))
            selection.recordName(storable, as: AccountLabel.normalized(issuer: account.issuer, name: name))
        }
        let document = OrderedJSON.object(["accounts": .array(accounts), "iv": iv.map { .string($0) }])
        return selection.export("otpmanager.json", document.utf8, keepsNames: true)
    }

    private static func problem(_ account: Account) -> EntryError? {
        guard account.secret.bytes.count >= fewestBytes else {
            return EntryError(.secretTooShort, "OTP Manager needs secrets of at least \(fewestBytes) bytes")
        }
        let name = name(of: account)
        guard !name.isBlank else {
            return EntryError(.nameNotSupported, "OTP Manager needs a name, and the account has none")
        }
        guard max(name.utf16.count, account.issuer.utf16.count) <= longestName else {
            return EntryError(
                .nameNotSupported, "issuer and name have at most \(longestName) characters each in OTP Manager")
        }
        return nil
    }

    private static func name(of account: Account) -> String { account.name.isBlank ? account.issuer : account.name }

    /// The app checks that all members exist, even those that are null.
    private static func account(_ account: Account, _ name: String, _ secret: String) -> OrderedJSON {
        let parameters = account.parameters
        return .object([
            "secret": .string(secret),
            "name": .string(name),
            "issuer": .text(account.issuer),
            "digits": .integer(parameters.digits),
            "type": .string(parameters.kind.rawValue),
            "period": .integer(parameters.period ?? 30),
            "algorithm": .string(parameters.algorithm.rawValue),
            // The counter of the last code.
            "counter": parameters.counter.map { .integer($0 - 1) } ?? .null,
            "icon": "default",
        ])
    }
}
