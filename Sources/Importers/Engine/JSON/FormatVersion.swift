import Encodings
import TOTPDomain

/// The version of an app's JSON, compared with the versions that its format knows (`Docs/formats/README.md`, Newer
/// versions).
///
/// Apps raise the number when they add something, and the accounts stay as they were. So a plain file of a newer
/// version is read as the newest known version, with a warning. An encrypted file is refused: the encryption may have
/// changed.
package struct FormatVersion: Sendable {
    /// The subject of the number: `2FAS schema`.
    private let name: String
    private let oldest: Int64?, newest: Int64
    private let text: [UInt8]
    /// Nil if the file has no version.
    private var value: LenientNumber?
    /// The error for a file that has a name twice: other programs may read the other number.
    private var repetition: SourceError?
    /// Its own name in the text.
    private let member: String

    /// - Parameters:
    ///   - name: for people, with the app's name.
    ///   - oldest: nil if a lower number, or a value that is not a number, says nothing.
    ///   - path: the names that lead to the number in the text.
    package init(_ name: String, from oldest: Int64? = nil, to newest: Int64, at path: [String], in text: [UInt8]) {
        self.name = name
        self.oldest = oldest
        self.newest = newest
        self.text = text
        member = path.last ?? ""
        do throws(SourceError) {
            var place = JSONValue(text.trimmingWhitespace)
            for name in path { place = try place?.member(name) }
            value = place?.field
        } catch { repetition = error }
    }

    /// The number, if it is above the newest known version.
    private var newer: Int64? { value.whole.flatMap { $0 > newest ? $0 : nil } }

    /// Reads a file whose accounts may be plain, with a warning if its version is newer.
    ///
    /// - Parameters:
    ///   - path: the names that lead to the list of accounts in a plain file.
    ///   - read: reads the file as the newest known version.
    /// - Throws: ``SourceError`` with `unsupported-version` if the version is not known, and no account of it can be
    ///   read or something says that the accounts are encrypted; errors of `read` for a known version.
    package func reading(
        accountsAt path: [String], _ read: () throws(SourceError) -> ImportedDocument
    ) throws(SourceError) -> ImportedDocument {
        guard repetition == nil, let newer else {
            try checkEncrypted()
            var document = try read()
            // It is there, and not a number.
            if value != nil, value.whole == nil { document.name(unread: UnreadNames(member)) }
            return document
        }
        let isWhole = SourceContent(text: text).isWholeJSON
        if isWhole, mentionsEncryption(upTo: path) { throw encrypted(newer) }
        var document: ImportedDocument
        do throws(SourceError) { document = try read() } catch {
            if error.isAboutPassphrase { throw encrypted(newer) }
            throw error.code == .corrupt && isWhole ? other(newer) : error
        }
        guard document.entries.contains(where: { if case .item = $0 { true } else { false } }) else {
            throw other(newer)
        }
        // Both a file and its content may have a version.
        guard document.newerVersion == nil else { return document }
        document.newerVersion = newer
        document.warnings.append(
            Warning("\(isNewer(newer))", "compare the codes of one or two accounts with the app"))
        return document
    }

    /// - Throws: ``SourceError`` with `unsupported-version` unless an encrypted file of this version can be read;
    ///   `corrupt`.
    package func checkEncrypted() throws(SourceError) {
        if let repetition { throw repetition }
        if let newer { throw encrypted(newer) }
        guard let oldest, value != nil, value.whole.map({ $0 < oldest }) ?? true else { return }
        let number = value.whole.map { " \($0)" } ?? ""
        throw SourceError(
            .unsupportedVersion,
            "its \(name)\(number) is unknown, this program reads \(oldest == newest ? "" : "\(oldest) to ")\(newest)",
            .update)
    }

    private func isNewer(_ newer: Int64) -> String { "\(name) \(newer) is newer than \(newest), the newest known" }

    private func encrypted(_ newer: Int64) -> SourceError {
        SourceError(
            .unsupportedVersion,
            "\(isNewer(newer)), and encrypted", "export it again without encryption, or update totp-import")
    }

    private func other(_ newer: Int64) -> SourceError {
        SourceError(.unsupportedVersion, "\(isNewer(newer)), and no account in it can be read", .update)
    }

    // MARK: - The text

    /// Whether a member beside the list, or around it, says that something is encrypted: by its name, or because it is
    /// a text in the place of the list.
    private func mentionsEncryption(upTo path: [String]) -> Bool {
        var place = JSONValue(text.trimmingWhitespace)
        for name in path {
            let members = place?.members ?? []
            if members.contains(where: Self.saysEncrypted) { return true }
            guard let member = members.first(where: { $0.name == name }) else { return false }
            place = member.value
        }
        return place?.kind == .string
    }

    private static func saysEncrypted(_ member: (name: String, value: JSONValue)) -> Bool {
        let name = member.name.utf8.map(ASCII.lowercased)
        return ["encrypt", "cipher", "kdf", "salt"].contains { name.firstRange(of: Array($0.utf8)) != nil }
            && !["false", "\"\"", "[]", "{}"].contains { member.value.source.elementsEqual($0.utf8) }
    }
}
