import Foundation
import TOTPDomain

@testable import Importers

/// Reads a text as the program would: what it is, is told from its content.
func read(
    _ text: some Collection<UInt8>, passphrase: String? = nil, limits: ImportLimits = ImportLimits(),
    neighbours: Neighbours = .none
) throws -> ImportedDocument {
    let content = SourceContent(Array(text))
    let format = try requireFormat(of: content)
    return try format.read(
        ImportRequest(
            content: content, passphrase: passphrase.map { Passphrase($0) }, limits: limits, neighbours: neighbours))
}

func read(
    _ text: String, passphrase: String? = nil, limits: ImportLimits = ImportLimits()
) throws -> ImportedDocument {
    try read(text.utf8, passphrase: passphrase, limits: limits)
}

extension Neighbours {
    /// The files beside a test's file.
    init(of url: URL) {
        self.init(name: url.lastPathComponent) { name in
            (try? Data(contentsOf: url.deletingLastPathComponent().appending(path: name))).map { [UInt8]($0) }
        }
    }
}

func formatID(of bytes: some Collection<UInt8>) -> FormatID? {
    FormatRegistry.standard.format(of: SourceContent(Array(bytes)))?.description.id
}

private func requireFormat(of content: SourceContent) throws -> any ImportFormat {
    struct NotRecognised: Error {}
    guard let format = FormatRegistry.standard.format(of: content) else { throw NotRecognised() }
    return format
}

extension ImportedDocument {
    var items: [TOTPItem] {
        entries.compactMap { if case .item(let item) = $0 { item } else { nil } }
    }

    var rejections: [EntryRejection] {
        entries.compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
    }
}

extension MigrationMessage {
    /// The link as the app writes it: base64, with what has a meaning in a link percent-encoded.
    var link: String { Self.link(bytes) }

    static func link(_ bytes: [UInt8]) -> String {
        let data = Data(bytes).base64EncodedString()
            .replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
        return "otpauth-migration://offline?data=\(data)"
    }
}
