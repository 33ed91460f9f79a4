internal import Encodings
internal import ImportPipeline
internal import Platform
public import TOTPDomain

/// Writes accounts for another app, into memory.
///
/// The output is read back, and must contain every account with the same codes.
///
/// ```swift
/// let export = try await AccountWriter(format: "aegis", passphrase: passphrase).write(accounts)
/// for account in export.leftOut { print(accounts[account.index].label, account.reason) }
/// ```
public struct AccountWriter: Sendable {
    /// The id of one of ``ExportDescription/writable``.
    public var format: FormatID
    /// Encrypts the files; nil only for formats that can be unencrypted.
    public var passphrase: Passphrase?
    /// The options that some formats have.
    package var options = ExportOptions()

    public init(format: FormatID, passphrase: Passphrase? = nil) {
        self.format = format
        self.passphrase = passphrase
    }

    /// - Parameter accounts: they are written in this order.
    /// - Returns: the files, the accounts that the app cannot store, and the details that are lost.
    /// - Throws: ``ExportError``: `format-unknown`, `password-required` without a passphrase for a format that is
    ///   always encrypted, `not-encryptable` with a passphrase for a format that never is. `CancellationError`. An
    ///   internal error if the output cannot be read back.
    public func write(_ accounts: [Account]) async throws -> Export { try await written(accounts).export }

    /// Writes accounts, and counts those that were read back.
    package func written(_ accounts: [Account]) async throws -> (export: Export, verified: Int) {
        let parts = Parts.standard
        let format = try exportFormat(format)
        if passphrase != nil, format.description.protection == .none {
            throw ExportError(.notEncryptable, "\(format.description.app) reads only files that are not encrypted")
        }
        try Task.checkCancellation()
        let request = ExportRequest(
            items: accounts, protection: passphrase.map { .passphrase($0) } ?? .none, options: options,
            now: .wholeSecondNow, random: parts.random)
        let export = try format.write(request)
        let check = ExportCheck(export, of: accounts, generator: parts.generator, time: request.now.secondsSince1970)
        let reader = parts.reader(passphrases: [passphrase].compactMap { $0 })
        let run = ImportRun(reader: reader, jobs: ProcessInfo.processInfo.activeProcessorCount)
        try await check.check(export.files.map(\.bytes), of: format, named: "\(format.description.id)", with: run)
        return (export, check.count)
    }
}

/// - Throws: ``ExportError`` with `format-unknown`.
package func exportFormat(_ id: FormatID) throws(ExportError) -> any ExportFormat {
    guard let format = Parts.standard.exportFormats.first(where: { $0.description.id == id }) else {
        throw ExportError(.formatUnknown, "no format \"\(id)\" can be written")
    }
    return format
}

/// The text that users read about a file or a folder that was written for an app.
extension ExportDescription {
    package static func result(_ count: Int, in name: String) -> String {
        "\(counted(count, "account")) \(count == 1 ? "is" : "are") in \(name), read back with the same codes"
    }

    /// Returns the step to import it as a sentence, with the app whose menus it describes.
    ///
    /// - Parameter file: its name, for steps that are commands.
    package func step(_ file: String) -> String {
        steps.sentence(in: group == .file ? nil : app.withoutParentheses, file: file)
    }

    /// A warning for the user; nil for an encrypted file.
    package func warning(_ name: String, isEncrypted: Bool) -> String? {
        isEncrypted ? nil : "\(name) is not encrypted: anyone who can read it has the accounts. \(ending)"
    }

    /// The last step, about the written file.
    package var ending: String { ending(layout == .folder ? "them" : "it") }

    /// The last step, with the name of the file.
    package func ending(_ file: String) -> String {
        switch use {
        case .imported: "After the import, delete \(file)."
        case .printed: "Print it, keep the paper in a safe place, then delete \(file == "it" ? "the file" : file)."
        case .scanned: "Scan or print the QR codes, then delete \(file)."
        case .kept: "\(file == "it" ? "This file" : file) is your database. Keep it, and a copy elsewhere."
        }
    }
}
