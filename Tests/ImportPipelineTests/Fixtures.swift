import FixtureSupport
import Foundation
import Importers
import Synchronization
import TOTPDomain

@testable import ImportPipeline
import Links

/// An account of the name, with a secret of its own unless one is given.
func account(_ name: String, issuer: String = "", secret: [UInt8]? = nil) throws(EntryError) -> Account {
    Account(
        issuer: issuer, name: name, secret: try OTPSecret(bytes: secret ?? Array("secret of \(name)".utf8)),
        parameters: try OTPParameters(kind: .totp), createdAt: Date(timeIntervalSince1970: 0))
}

/// The link of an account of that name.
func link(_ name: String) throws -> String { KeyURI.write(try account(name)) }

func reader(
    _ formats: [any ImportFormat] = FormatRegistry.standard.formats, decoder: ScriptedDecoder = ScriptedDecoder(),
    passphrases: PassphraseSource = PassphraseSource(), forced: (any ImportFormat)? = nil,
    limits: ImportLimits = ImportLimits()
) -> SourceReader {
    var settings = ReadingSettings()
    settings.passphrases = passphrases
    settings.forced = forced
    settings.limits = limits
    return SourceReader(
        registry: FormatRegistry(formats: formats),
        images: ImageReader(decoders: [decoder], scanner: ScriptedScanner()), settings: settings)
}

extension SourceResult {
    /// A result that was not read from anywhere.
    init(
        _ name: String, entries: [ImportedEntry] = [], parts: [MigrationPart] = [], status: Status = .ok,
        folder: String? = nil
    ) {
        self.init(Input(name: name, location: .standardInput, folder: folder), format: "otpauth", status: status)
        take(ImportedDocument(format: "otpauth", records: entries.count, entries: entries, migrationParts: parts))
    }

    var items: [Account] { entries.compactMap { if case .item(let item) = $0.outcome { item } else { nil } } }

    var rejections: [EntryRejection] {
        entries.compactMap { if case .rejected(let rejection) = $0.outcome { rejection } else { nil } }
    }
}

/// A vault without a file.
final class MemoryVault: VaultStore {
    private let stored: Mutex<VaultContent>
    let writes = CallLog<Int>()

    init(_ items: [Account] = []) { stored = Mutex(VaultContent(items: items)) }

    func content() -> VaultContent { stored.withLock { $0 } }

    func items() -> [Account] { content().items }

    func update<Result: Sendable>(
        _ change: (inout VaultContent) throws -> Result, verify: (VaultContent, Result) throws -> Void
    ) throws -> Result {
        var content = content()
        let result = try change(&content)
        if content != self.content() {
            try verify(content, result)
            writes.append(content.items.count)
            stored.withLock { [content] in $0 = content }
        }
        return result
    }
}

/// Codes that are made of everything that a code depends on; they need no cryptography.
struct PlainGenerator: TOTPGenerator {
    func code(for item: Account, at time: Int64) throws(CodeError) -> OTPCode {
        OTPCode(text: "\(item.secret.base32) \(item.parameters) \(item.pin?.text ?? "") \(time)", secondsLeft: nil)
    }
}

extension ImportRun {
    func merge(
        _ results: [SourceResult], into vault: any VaultStore, isDryRun: Bool = false, now: Date = .wholeSecondNow
    ) throws -> Ledger {
        try merge(results, into: vault, checkingCodesWith: PlainGenerator(), isDryRun: isDryRun, now: now)
    }
}

extension Ledger.Totals {
    /// Totals of sources in which nothing is skipped, unless it is said.
    init(
        found: Int, added: Int, updated: Int, duplicates: Int, rejected: Int, skipped: [SkipReason: Int] = [:]
    ) {
        self.init(records: found, added: added, updated: updated, duplicates: duplicates, rejected: rejected)
        for (reason, count) in skipped { self.skipped.add(reason, count: count) }
        records += self.skipped.total
    }
}
