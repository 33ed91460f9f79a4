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
    private let kept: Mutex<VaultContent>
    let writes = CallLog<Int>()

    init(_ items: [TOTPItem] = []) { kept = Mutex(VaultContent(items: items)) }

    func content() -> VaultContent { kept.withLock { $0 } }

    func items() -> [TOTPItem] { content().items }

    func update<Result: Sendable>(_ change: (inout VaultContent) throws -> Result) throws -> Result {
        var content = content()
        let result = try change(&content)
        if content != self.content() {
            writes.append(content.items.count)
            kept.withLock { [content] in $0 = content }
        }
        return result
    }
}
