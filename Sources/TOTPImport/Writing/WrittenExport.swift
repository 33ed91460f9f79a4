internal import Encodings
package import TOTPDomain

/// What people read about a file, or several, that were written for an app.
package struct WrittenExport: Sendable {
    /// The file or the folder.
    package var name: String
    package var format: ExportDescription
    /// How many accounts it contains.
    package var count: Int
    package var isEncrypted: Bool

    package init(name: String, format: ExportDescription, count: Int, isEncrypted: Bool) {
        (self.name, self.format, self.count, self.isEncrypted) = (name, format, count, isEncrypted)
    }

    package var result: String { "\(name) contains \(counted(count, "account")), read back with the same codes" }

    /// How to import it.
    ///
    /// - Parameter file: its name in a command, in those steps that are one.
    package func next(_ file: String) -> String { format.steps.text(file: file) }

    /// What people must know of it; nil for an encrypted file.
    package var warning: String? {
        isEncrypted
            ? nil
            : "\(name) is not encrypted: anyone who can read it has the accounts. Delete it when you have imported it."
    }
}
