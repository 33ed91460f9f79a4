import AppFormats
import Exporters
import ImportPipeline
import Platform
import TOTPDomain
import TOTPImport

/// Invented accounts for `totp-import web --demo`, in files as people have them. Their secrets are new each time.
package enum Demonstration {
    private static let google = [
        ("Acme Cloud", "alice@example.com"), ("Inkwell Docs", "alice@example.com"), ("Elmgate Wiki", "alice"),
        ("Kestrel Hosting", "admin@example.org"), ("Brightwater Bank", "alice.example"),
        ("Lanternfish Forum", "night_owl"), ("Copperline Mail", "alice@example.net"),
    ]
    private static let screenshots = [("Northpier Travel", "alice@example.com"), ("Driftwood Git", "alice")]
    private static let aegis = [
        ("Otterbrook School", "alice@example.org", OTPKind.totp), ("Fernhill Shop", "alice@example.com", .totp),
        ("Glasswing VPN", "alice", .hotp), ("Gamers Den", "night_owl", .steam), ("Juniper Lane Post", "alice", .totp),
    ]

    /// The files: a Google Authenticator export in two QR codes, two screenshots, and an Aegis export.
    ///
    /// - Throws: ``ExportError``, ``EntryError``.
    package static func files() throws -> [Input] {
        // The links of the images are written beside them.
        var pictures = try export(google.map { try account($0, $1) }, as: GoogleMigrationExport())
            .filter { $0.name.hasSuffix(".png") }
        pictures += try export(screenshots.map { try account($0, $1) }, as: QRExport())
        let backup = try export(
            aegis.map { try account($0, $1, $2, tags: $2 == .steam ? ["Games"] : []) }, as: AegisExport())
        return pictures.enumerated().map { Input(name: "Screenshot \($0 + 1).png", location: .memory($1.bytes)) }
            + backup.map { Input(name: "aegis-export.json", location: .memory($0.bytes)) }
    }

    private static func account(
        _ issuer: String, _ name: String, _ kind: OTPKind = .totp, tags: [String] = []
    ) throws -> Account {
        Account(
            issuer: issuer, name: name, secret: try OTPSecret(bytes: Parts.standard.random.bytes(20)),
            parameters: try OTPParameters(kind: kind), tags: tags, isFavorite: issuer == google.first?.0)
    }

    private static func export(_ accounts: [Account], as format: some ExportFormat) throws -> [Export.File] {
        var options = ExportOptions()
        options.accountsPerCode = 4
        return try format.write(
            ExportRequest(items: accounts, options: options, now: .wholeSecondNow, random: Parts.standard.random)
        ).files
    }
}
