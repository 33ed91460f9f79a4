import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// A KeePass database, KDBX 4 (`Docs/formats/keepass.md`).
package struct KeePassExport: ExportFormat {
    private let cost: KeyDerivation.Argon2Cost?

    package init() { self.init(cost: nil) }

    /// - Parameter cost: the cost of the key derivation, which tests lower; nil for about a second on this computer.
    package init(cost: KeyDerivation.Argon2Cost?) { self.cost = cost }

    package let description = ExportDescription(
        of: KeePassFormat(),
        app: "KeePass",
        file: "KDBX 4", fileExtension: "kdbx",
        protection: .required,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(digits: KeePassRecord.digits), .steam: .init(longestPeriod: 60),
                .hotp: KeePassRecord.counterBased,
            ],
            details: [.note, .tags], cautions: KeePassRecord.cautions + Self.cautions),
        importSteps:
            .text(
                "Open the file in KeePassXC, KeePass 2, KeePassium, Strongbox or Keepass2Android. To add its entries "
                    + "to your database, in KeePassXC: Database › Merge From Database."),
        use: .kept,
        options: [.cipher]
    )

    private static let cautions: [ExportCapabilities.Caution] = [
        .init(
            "KeePassXC 2.7.4 and earlier take periods above 60 seconds for 60: use a later one, or KeePass 2.",
            concerns: [.period(above: 60)]),
        .init(
            "KeePassXC takes periods above 86,400 seconds for 86,400: use KeePass 2.",
            concerns: [.period(above: 86_400)]),
    ]

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        guard case .passphrase(let passphrase) = request.protection else {
            throw ExportError(.passphraseRequired, "a database is always encrypted and needs a passphrase")
        }
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let innerKey = try request.random.bytes(KDBXEncryption.innerKeyCount)
        let document = try selection.keePassDocument(request, innerKey: innerKey)
        let cost = if let cost { cost } else { try KDBXEncryption.standardCost() }
        return selection.export(
            "keepass.kdbx",
            try KDBXEncryption.seal(
                document, innerKey: innerKey, passphrase, request.options.cipher, cost: cost, request.random))
    }
}
