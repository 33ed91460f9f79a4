import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// Reads a text as the program would: the format is detected from the content.
func read(
    _ text: some Collection<UInt8>, passphrase: String? = nil, keyFile: [UInt8]? = nil,
    limits: ImportLimits = ImportLimits(), siblings: SiblingFiles = .none, columns: TableColumns? = nil,
    secretEncoding: SecretEncoding? = nil
) throws -> ImportedDocument {
    var request = ImportRequest(
        content: SourceContent(Array(text)), passphrase: nil, keyFile: keyFile, limits: limits, siblings: siblings,
        columns: columns, secretEncoding: secretEncoding)
    var candidates = FormatRegistry.standard.candidates(for: request.content)
    var failures: [SourceError] = []
    func attempt() -> ImportedDocument? {
        failures = []
        for format in candidates {
            do throws(SourceError) { return try format.read(request) } catch { failures.append(error) }
        }
        candidates = zip(candidates, failures).filter { $0.1.isAboutPassphrase }.map { $0.0 }
        return nil
    }
    if let document = attempt() { return document }
    if let passphrase, !candidates.isEmpty {
        request.passphrase = Passphrase(passphrase)
        if let document = attempt() { return document }
        // The format that decrypted it knows best.
        if let failure = failures.first(where: { !$0.isAboutPassphrase && $0.code != .limitExceeded }) { throw failure }
    }
    if let failure = failures.first(where: \.isAboutPassphrase) ?? failures.first { throw failure }
    throw NotRecognised()
}

/// No format knows the text.
struct NotRecognised: Error {}

func read(
    _ text: String, passphrase: String? = nil, limits: ImportLimits = ImportLimits()
) throws -> ImportedDocument {
    try read(text.utf8, passphrase: passphrase, limits: limits)
}

extension SiblingFiles {
    /// The files beside a test's file.
    init(of url: URL) {
        let folder = url.deletingLastPathComponent()
        self.init(
            name: url.lastPathComponent,
            names: { () throws(SourceError) in
                (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
            }
        ) { name in (try? Data(contentsOf: folder.appending(path: name))).map { [UInt8]($0) } }
    }
}

/// The format that content can be told to be of; none for binaries that may be anyone's.
func formatID(of bytes: some Collection<UInt8>) -> FormatID? {
    let content = SourceContent(Array(bytes))
    return FormatRegistry.standard.candidates(for: content)
        .first { !$0.hasNoSignature(content) }?.description.id
}

extension ImportedDocument {
    var items: [Account] {
        entries.compactMap { if case .item(let item) = $0 { item } else { nil } }
    }

    var rejections: [EntryRejection] {
        entries.compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
    }
}

extension MigrationMessage {
    /// The link as the app writes it: base64, with percent-encoded characters where they have a meaning in a link.
    var link: String { Self.link(bytes) }

    static func link(_ bytes: [UInt8]) -> String {
        let data = Data(bytes).base64EncodedString()
            .replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
        return "otpauth-migration://offline?data=\(data)"
    }
}

extension ImportLimits {
    /// A key derivation of a second or more is a failure of the test.
    static var derivingNothing: ImportLimits {
        var limits = ImportLimits()
        limits.willDerive = { Issue.record("a key was derived") }
        return limits
    }
}
