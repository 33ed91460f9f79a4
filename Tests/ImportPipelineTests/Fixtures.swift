import FixtureSupport
import Foundation
import Importers
import Synchronization
import TOTPDomain

@testable import ImportPipeline

/// An account of the name, with a secret of its own unless one is given.
func account(_ name: String, issuer: String = "", secret: [UInt8]? = nil) throws(EntryError) -> TOTPItem {
    TOTPItem(
        issuer: issuer, name: name, secret: try OTPSecret(bytes: secret ?? Array("secret of \(name)".utf8)),
        parameters: try OTPParameters(kind: .totp), createdAt: Date(timeIntervalSince1970: 0))
}

/// The link of an account of that name.
func link(_ name: String) throws -> String { KeyURI.write(try account(name)) }

func reader(
    _ formats: [any ImportFormat] = FormatRegistry.standard.formats, decoder: ScriptedDecoder = ScriptedDecoder(),
    passphrases: any PassphraseSource = NoPassphrases(), forced: (any ImportFormat)? = nil,
    limits: ImportLimits = ImportLimits()
) -> SourceReader {
    SourceReader(
        registry: FormatRegistry(formats: formats),
        images: ImageReader(decoders: [decoder], scanner: ScriptedScanner()),
        passphrases: passphrases, forced: forced, limits: limits)
}

extension SourceResult {
    /// A result that was not read from anywhere.
    init(
        _ name: String, entries: [ImportedEntry] = [], parts: [MigrationPart] = [], status: Status = .ok,
        folder: String? = nil
    ) {
        self.init(Input(name: name, location: .standardInput, folder: folder), format: "otpauth", status: status)
        take(ImportedDocument(format: "otpauth", entries: entries, migrationParts: parts))
    }

    var items: [TOTPItem] { entries.compactMap { if case .item(let item) = $0.outcome { item } else { nil } } }

    var rejections: [EntryRejection] {
        entries.compactMap { if case .rejected(let rejection) = $0.outcome { rejection } else { nil } }
    }
}

/// A vault without a file.
final class MemoryVault: VaultStore {
    private let content: Mutex<[TOTPItem]>
    let writes = CallLog<Int>()
    let displayName = "memory"

    init(_ items: [TOTPItem] = []) { content = Mutex(items) }

    func items() -> [TOTPItem] { content.withLock { $0 } }

    func update<Result: Sendable>(_ change: (inout [TOTPItem]) throws -> Result) throws -> Result {
        var items = items()
        let result = try change(&items)
        if items != self.items() {
            writes.append(items.count)
            content.withLock { [items] in $0 = items }
        }
        return result
    }
}
