import CryptoPrimitives
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats
@testable import Exporters
@testable import Importers
@testable import PasswordManagerFormats
@testable import ServerFormats
@testable import TokenFormats

/// Every format that is written as one file and has a reader: the file is read back with the same accounts.
@Suite("Written and read back")
struct RoundTripTests {
    struct Target: Sendable, CustomTestStringConvertible {
        let format: any ExportFormat
        let isEncrypted: Bool

        var testDescription: String { "\(format.description.id)\(isEncrypted ? ", encrypted" : "")" }

        func request(_ items: [Account]) -> ExportRequest { isEncrypted ? .encrypted(items) : .random(items) }

        /// Indices of accounts in the order in which they are in the file: in Keycloak's, those of a user are together,
        /// and in totp-cli's those of an issuer.
        func inFile(_ indices: [Int], of items: [Account]) -> [Int] {
            let groups: [[UInt8]] =
                switch format {
                case is KeycloakExport: indices.map { Array(items[$0].name.lowercased().trimmingWhitespace.utf8) }
                case is TOTPCLIExport:
                    indices.map { items[$0].issuer.isBlank ? Array("default".utf8) : Array(items[$0].issuer.utf8) }
                default: []
                }
            guard !groups.isEmpty else { return indices }
            return zip(indices, groups).map { ($0, groups.firstIndex(of: $1) ?? 0) }
                .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
        }
    }

    /// With the costs that the apps use.
    static let realTargets = targets(ExportFormats.all)

    /// Some key derivations take seconds; here the cost does not matter.
    static let targets = targets(
        ExportFormats.all.map { format in
            let cost = KeyDerivation.Argon2Cost(passes: 1, memory: 1024, lanes: 1)
            return switch format {
            case is EnteExport: EnteExport(cost: cost)
            case is KeePassExport: KeePassExport(cost: cost)
            default: format
            }
        })

    private static func targets(_ formats: [any ExportFormat]) -> [Target] {
        formats.map { ($0, $0.description) }
            .filter { $1.layout == .file && $1.id != "html" && Thoroughness.concerns($1.id.rawValue) }
            .flatMap { format, _ -> [Target] in
                switch format.description.protection {
                case .none: [Target(format: format, isEncrypted: false)]
                case .required: [Target(format: format, isEncrypted: true)]
                case .optional: [false, true].map { Target(format: format, isEncrypted: $0) }
                }
            }
    }

    /// The entries of an export: of Google Authenticator's, of the last file, which has the links of all images.
    static func entries(_ export: Export, _ target: Target) throws -> [ImportedEntry] {
        let files = target.format.writesFilePerAccount ? export.files : export.files.suffix(1)
        let parts = files.flatMap { target.format.readableParts(of: $0.bytes) }
        return try parts.flatMap { try read($0, isEncrypted: target.isEncrypted) }
    }

    static func read(_ bytes: [UInt8], isEncrypted: Bool) throws -> [ImportedEntry] {
        let content = SourceContent(bytes)
        let format = try #require(FormatRegistry.standard.format(of: content))
        return try format.read(
            ImportRequest(content: content, passphrase: isEncrypted ? TargetAccounts.passphrase : nil)
        ).entries
    }

    @Test(
        "Every account is read back the same, or its losses are named, or it is left out",
        arguments: targets, [UInt64(41), 42])
    func roundTrip(target: Target, seed: UInt64) throws {
        try Self.check(try TargetAccounts.list(300, seed: seed), target)
    }

    /// Without the encryption, which does not depend on the accounts. Also folders of files that are not images.
    static let plainTargets =
        targets.filter { !$0.isEncrypted } + [
            Target(format: GoogleMigrationExport(), isEncrypted: false),
            Target(format: GoogleAuthenticatorPAMExport(), isEncrypted: false),
            Target(format: PasswordStoreExport(), isEncrypted: false),
        ]

    @Test(
        "Accounts that apps trip over keep their codes and every detail, or lose it by name, or are left out",
        arguments: plainTargets, [UInt64(61), 62])
    func oddAccounts(target: Target, seed: UInt64) throws {
        try Self.check(try OddAccounts.list(150, seed: seed), target)
    }

    private static func check(_ items: [Account], _ target: Target) throws {
        let export = try target.format.write(target.request(items))
        let leftOut = Set(export.leftOut.map(\.index))
        #expect(leftOut.count == export.leftOut.count)
        let written = target.inFile(items.indices.filter { !leftOut.contains($0) }, of: items)
        #expect(!written.isEmpty)
        let entries = try entries(export, target)
        #expect(entries.count == written.count)
        let losses = Dictionary(grouping: export.losses, by: \.index).mapValues { Set($0.map(\.code)) }
        for (index, entry) in zip(written, entries) {
            guard case .item(let read) = entry else {
                Issue.record("rejected: \(entry)")
                continue
            }
            let losses = losses[index] ?? []
            let item = items[index]
            #expect(read.secret == item.secret && read.parameters == item.parameters)
            #expect(read.pin == item.pin || losses.contains(.detail(.pin)))
            if read.pin == item.pin { #expect(codes(of: read) == codes(of: item)) }
            let isSameName = [read.issuer, read.name].elementsEqual([item.issuer, item.name]) {
                $0.utf8.elementsEqual($1.utf8)
            }
            #expect(isSameName || losses.contains(.name), "\(item.label)")
            #expect(read.note == item.note || losses.contains(.detail(.note)))
            #expect(read.tags == item.tags || losses.contains(.detail(.tags)))
            #expect(read.isFavorite == item.isFavorite || losses.contains(.detail(.favorite)))
            // Files of tokens give a number to those without one.
            let hasToken = item.token.map { $0.joined(with: read.token) == read.token } ?? true
            #expect(hasToken || losses.contains(.detail(.token)))
        }
    }

    private static func codes(of item: Account) -> [String?] {
        [59, 1_111_111_109, 1_795_253_400].map { try? OneTimeCodes().code(for: item, at: $0).text }
    }

    @Test("Recorded losses are real", arguments: targets)
    func lossesAreReal(target: Target) throws {
        let items = try TargetAccounts.list(300, seed: 43)
        let export = try target.format.write(target.request(items))
        #expect(export.losses.allSatisfy { loss in !export.leftOut.contains { $0.index == loss.index } })
        for loss in export.losses where loss.code == .detail(.note) { #expect(items[loss.index].note != nil) }
        for loss in export.losses where loss.code == .detail(.tags) { #expect(!items[loss.index].tags.isEmpty) }
    }

    @Test("A document without accounts is read back as such, or is empty", arguments: targets)
    func empty(target: Target) throws {
        let bytes = try target.format.write(target.request([])).bytes
        guard !bytes.isEmpty else { return }
        let content = SourceContent(bytes)
        guard let format = FormatRegistry.standard.format(of: content) else { return }
        let passphrase = target.isEncrypted ? TargetAccounts.passphrase : nil
        #expect(try format.read(ImportRequest(content: content, passphrase: passphrase)).entries.isEmpty)
    }

    @Test("Two encrypted exports of the same accounts differ", arguments: targets.filter(\.isEncrypted))
    func freshness(target: Target) throws {
        let request = target.request(try TargetAccounts.list(20, seed: 44))
        #expect(try target.format.write(request).bytes != target.format.write(request).bytes)
    }
}
