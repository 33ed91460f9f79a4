import Encodings
import FormatEngine
import TOTPDomain

/// The data file of 2fast, always encrypted (`Docs/formats/2fast.md`).
package struct TwoFastExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: TwoFastFormat(),
        fileExtension: "2fa",
        protection: .required,
        capabilities: ExportCapabilities(kinds: [.totp: .init(), .steam: .steam], details: [.note, .favorite]),
        importSteps: .menu("Use an existing data file, and choose the file.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        guard case .passphrase(let passphrase) = request.protection else {
            throw ExportError(.passphraseRequired, "a data file is always encrypted and needs a passphrase")
        }
        var selection = ExportSelection(request, for: description)
        selection.recordNames()
        selection.recordBlankNotes()
        let encryption = try TwoFastEncryption.sealing(passphrase, request.random)
        let entries = try selection.accounts.map { (storable) throws(ExportError) in
            try Self.entry(storable.account, encryption)
        }
        let file = OrderedJSON.object([
            "Collection": .array(entries), "GlobalCategories": .array([]),
            "IV": .string(Base64.encode(encryption.iv)), "Version": .integer(TwoFastEncryption.newest),
        ])
        return selection.export("accounts.2fa", file.utf8)
    }

    private static func entry(
        _ account: Account, _ encryption: borrowing SealedValues
    ) throws(ExportError) -> OrderedJSON {
        let parameters = account.parameters
        func sealed(_ text: String) throws(ExportError) -> OrderedJSON {
            .string(try encryption.seal(Array(text.utf8)))
        }
        return .object([
            "Label": try sealed(account.name),
            "Issuer": try sealed(account.issuer),
            "OTPType": try sealed(parameters.kind.rawValue),
            "Period": .integer(parameters.period ?? 30),
            "HashMode": .integer(OTPAlgorithm.numbered.firstIndex(of: parameters.algorithm) ?? 0),
            "TotpSize": .integer(parameters.digits),
            "SecretByteArray": .string(try encryption.seal(account.secret.bytes)),
            "IsFavourite": .bool(account.isFavorite),
            "SelectedCategories": .array([]),
            "Notes": try account.note.map { (note) throws(ExportError) in try sealed(note) } ?? .null,
        ])
    }
}
