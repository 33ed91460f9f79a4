import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// A whole export with its expected result, of which damaged copies are made.
struct WholeExport: Sendable, CustomTestStringConvertible {
    let url: URL
    let expected: ExpectedAccounts
    let format: any ImportFormat
    let bytes: [UInt8]
    private let keyFile: [UInt8]?
    /// How many damaged copies are made of it in each way, at most: fewer where each costs a key derivation.
    let cuts, changes: Int

    var testDescription: String { url.pathComponents.suffix(2).joined(separator: "/") }

    /// The parts of the accounts that a changed byte cannot change unnoticed.
    enum Protection { case everything, secrets, nothing }

    let protection: Protection

    /// Whether opening takes a key derivation that costs more than reading.
    let isCostly: Bool

    /// Databases, archives, XML, Java streams and KDBX: whatever is neither JSON nor a list of lines.
    static let containers = corpus + fixtures

    static let corpus = ExportSample.corpus.compactMap { WholeExport($0, isOfRealApp: true) }
    /// Without the one whose key derivation has the app's costs: each damaged copy would pay them.
    static let fixtures = ExportSample.goodFixtures.filter { $0.place != "otpclient/v3-app-costs.enc" }
        .compactMap { WholeExport($0, isOfRealApp: false) }

    private init?(_ sample: ExportSample, isOfRealApp: Bool) {
        (url, expected) = (sample.url, sample.expected)
        let folder = url.deletingLastPathComponent()
        keyFile = expected.keyFile.flatMap { try? FixtureFolder.bytes(folder.appending(path: $0)) }
        guard let id = expected.format, expected.error == nil,
            let format = FormatRegistry.standard.formats.first(where: { $0.description.id.rawValue == id }),
            let bytes = try? FixtureFolder.bytes(url)
        else { return nil }
        let content = SourceContent(bytes)
        let isShort = url.lastPathComponent.hasPrefix("encrypted-unicode")
        switch id {
        case "keepass", "otpclient", "authenticator-plus": protection = .everything
        case "winauth" where content.kind == .zip: protection = .everything
        // The names of a token are beside its encrypted secret.
        case "freeotp" where content.kind == .binary: protection = .secrets
        case "freeotp", "authy", "battle-net", "totp-authenticator", "google-authenticator-db",
            "microsoft-authenticator":
            protection = .nothing
        case "stratum" where content.kind == .sqlite: protection = .nothing
        case "stratum" where content.kind == .binary: protection = .everything
        case "keepassxc" where content.isMarkup: protection = .nothing
        case "authenticator-extension": protection = expected.password == nil ? .nothing : .secrets
        // Names and parameters are next to the encrypted secrets.
        case "keysmith": protection = .secrets
        case "cotp" where expected.password != nil: protection = .everything
        case "padloc": protection = .everything
        // One file of each is enough: every copy pays the app's costs.
        case "2faguard" where isShort, "cloudotp" where isShort: protection = .everything
        // Parameters are next to the encrypted texts.
        case "open-authenticator" where url.lastPathComponent == "names.bak": protection = .secrets
        // Its values are not authenticated.
        case "2fast": protection = .nothing
        case "proton-pass" where expected.password != nil: protection = .everything
        case "raivo" where content.kind == .zip && url.lastPathComponent.hasPrefix("aes"): protection = .everything
        case "raivo": protection = .nothing
        // The older encryption of each kind of file is not authenticated.
        case "otp-auth-ios":
            protection =
                ["backup-1.0", "account-1.1", "damaged-folders"].contains(where: url.lastPathComponent.hasPrefix)
                ? .nothing : .everything
        case _ where Self.isWithoutProtection(id): protection = .nothing
        default: return nil
        }
        (self.format, self.bytes) = (format, bytes)
        // Apart from v2.xml, our own backups of FreeOTP have few iterations.
        let isAppsFreeOTP = id == "freeotp" && (isOfRealApp || url.lastPathComponent == "v2.xml")
        isCostly =
            ["keepass", "otpclient", "otp-auth-ios", "2faguard", "cloudotp", "open-authenticator"].contains(id)
            || ((isAppsFreeOTP || ["authenticator-plus", "stratum"].contains(id)) && content.kind == .binary)
            || (["cotp", "authy-scripts"].contains(id) && expected.password != nil)
        let (cuts, changes) =
            switch (isOfRealApp, isCostly) {
            // Several of one version of the app, alike but for the phone.
            case (true, true) where isAppsFreeOTP: (8, 8)
            case (true, true): (64, 24)
            case (true, false): (.max, bytes.count > 1 << 13 ? 150 : 300)
            case (false, true): (8, 8)
            case (false, false)
            where Self.isWithoutProtection(id) || id == "authenticator-extension" || id == "keysmith":
                (bytes.count > 1 << 14 ? 64 : .max, 40)
            case (false, false): (64, 40)
            }
        // Of several hundred files, a part of the places of each is enough for every day.
        let part = Thoroughness.isWhole ? 1 : 4
        (self.cuts, self.changes) = (max(2, cuts / part), max(2, changes / part))
    }

    /// Their JSON, CSV, XML and archives are read by code of their own.
    private static let passwordManagers: Set<String> = [
        "cxf", "onepassword", "apple-passwords", "proton-pass", "lastpass-vault", "dashlane", "enpass", "keeper",
        "roboform", "zoho-vault", "csv", "psono", "padloc", "authy-scripts", "ios-keychain", "oath-token-csv", "pskc",
        "list", "passman", "google-authenticator-pam", "users-oath", "safeincloud", "keycloak", "home-assistant",
        "winauth-xml", "server",
    ]

    /// Further apps, of which the same is true.
    private static let apps: Set<String> = [
        "2fauth", "authme", "cotp", "gnome-authenticator", "otpmanager", "json-list",
    ]

    private static func isWithoutProtection(_ id: String) -> Bool { passwordManagers.union(apps).contains(id) }

    /// Reads bytes as this sample's format, as `--from` does, with its key file where it has one.
    ///
    /// - Parameter isKeyFileAtHand: false for a user who forgot it.
    func read(_ bytes: [UInt8], passphrase: String?, isKeyFileAtHand: Bool = true) -> Result<
        ImportedDocument, SourceError
    > {
        Result { () throws(SourceError) in
            try format.read(
                ImportRequest(
                    content: SourceContent(bytes), passphrase: passphrase.map { Passphrase($0) },
                    keyFile: isKeyFileAtHand ? keyFile : nil,
                    siblings: SiblingFiles(of: url)))
        }
    }
}
