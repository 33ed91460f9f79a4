import Encodings
import FormatEngine
import TOTPDomain

/// A format into whose existing files codes can be put, each into the login that it belongs to (`Docs/into.md`).
package protocol LoginTarget: ExportFormat {
    /// Opens a file of the app's own.
    ///
    /// - Throws: ``SourceError``, as reading the file does.
    func open(_ request: ImportRequest) throws(SourceError) -> any LoginFile

    /// The steps for a new file that prevent duplicates in the app. Sentences.
    var stepsForMerged: String { get }
}

/// An opened file with logins. It never changes; changes go into a new file.
package protocol LoginFile: Sendable {
    /// The logins that may get a code, in the file's order; without entries in the trash.
    var logins: [StoredLogin] { get }
    /// The accounts that are in the file, as the program reads it, including the trash.
    var document: ImportedDocument { get }
    /// The accounts that the app shows, without the trash, which the app empties.
    var accounts: [Account] { get }
    var isEncrypted: Bool { get }

    /// Writes the file with more codes, encrypted as it was.
    ///
    /// - Returns: one file; the indices of losses and of accounts that are left out refer to the placements.
    func write(
        _ placements: [LoginPlacement], of format: ExportDescription, _ request: ExportRequest
    ) throws(ExportError) -> Export

    /// Compares this file with the file that was written from it and read again.
    ///
    /// - Parameters:
    ///   - changed: the logins that got a code.
    ///   - added: the number of new entries.
    /// - Returns: the other changes, without a secret; nil if only those changed.
    func change(in written: any LoginFile, changed: Set<Int>, added: Int) -> String?

    /// Returns for each login its place among the logins of the written file. New entries may come before it.
    func loginPlaces(in written: any LoginFile) -> [Int?]
}

extension LoginFile {
    package var accounts: [Account] { document.accounts }

    /// New entries come last, or are not logins.
    package func loginPlaces(in written: any LoginFile) -> [Int?] {
        logins.indices.map { written.logins.indices.contains($0) ? $0 : nil }
    }
}

/// Where an account goes: into a login, which keeps all that it has, or into a new entry.
package struct LoginPlacement: Sendable {
    package let account: Account
    /// The login's place in ``LoginFile/logins``; nil for a new entry.
    package let login: Int?

    package init(_ account: Account, login: Int?) {
        self.account = account
        self.login = login
    }

    /// The folder or group of new entries.
    package static let folder = "One-time codes"
}

extension Export {
    /// Returns the export with the losses of accounts that went into a login. A login keeps its own names, note and
    /// tags.
    func adjusted(for placements: [LoginPlacement], of format: ExportDescription) -> Export {
        let leftOut = Set(leftOut.map(\.index))
        let codesOnly = ExportCapabilities(kinds: format.capabilities.kinds)
        var export = self
        export.losses.removeAll { placements[$0.index].login != nil && $0.code != .unverified }
        for (index, placement) in placements.enumerated() where placement.login != nil && !leftOut.contains(index) {
            for detail in codesOnly.lostDetails(of: placement.account) {
                export.losses.append(
                    ExportLoss(
                        index: index, code: .detail(detail),
                        "its login keeps what it has, and does not get \(detail.name) of the account"))
            }
        }
        return export
    }
}

/// Comparisons of a text with the text that was written from it: unchanged parts have the same bytes.
extension JSONValue {
    /// Whether all members except those named are the same in both, in the same order.
    func hasSameMembers(as written: JSONValue, except names: String...) -> Bool {
        func others(_ object: JSONValue) -> [WrittenMember] {
            object.writtenMembers.filter { member in !names.contains { member.isNamed($0) } }
        }
        let old = others(self), new = others(written)
        return kind == .object && written.kind == .object && old.count == new.count
            && zip(old, new).allSatisfy { $0.name == $1.name && $0.value.source == $1.value.source }
    }

    /// Whether a list has these elements, followed by this many more.
    func isStart(of written: JSONValue, added: Int) -> Bool {
        let old = writtenElements, new = written.writtenElements
        return kind == .array && written.kind == .array && new.count == old.count + added
            && zip(old, new).allSatisfy { $0.source == $1.source }
    }
}
