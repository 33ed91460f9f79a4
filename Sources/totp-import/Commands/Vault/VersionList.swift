import Encodings
import Platform
import SafeFile
import TOTPDomain
import Vault

/// The earlier versions of a vault, with the numbers of their accounts where a key opens them.
struct VersionList {
    struct Row {
        let version: VaultVersion
        /// By the content where a key opens it, else the time of the file.
        var written: Date
        var accounts: Int?
        /// Why the number of accounts is unknown.
        var problem: String?
    }

    private let vault: String
    private let hasKey: Bool
    private(set) var rows: [Row] = []

    /// - Parameter key: nil to list dates only.
    init(_ vault: String, _ key: VaultKey?) throws(FileError) {
        self.vault = vault
        hasKey = key != nil
        for version in try VaultVersion.list(of: vault) {
            var row = Row(version: version, written: version.date)
            if let key {
                do {
                    let file = try key.open(version.path)
                    row.accounts = try file.items().count { !$0.isDeleted }
                    row.written = file.savedAt ?? version.date
                } catch {
                    let isKey = (error as? VaultError)?.isAboutPassphrase == true
                    row.problem = isKey ? "other passphrase" : "cannot be read"
                }
            }
            rows.append(row)
        }
    }

    var table: TextTable {
        var table = TextTable(["VERSION", "WRITTEN"] + (hasKey ? ["ACCOUNTS"] : []) + ["FILE"], flexible: [3])
        for row in rows {
            let count = row.accounts.map { "\($0)" } ?? row.problem ?? ""
            table.add(
                ["\(row.version.number)", LocalTime.text(row.written)] + (hasKey ? [count] : [])
                    + [row.version.path])
        }
        return table
    }

    var json: OrderedJSON {
        .object([
            "vault": .string(vault),
            "versions": .array(
                rows.map { row in
                    .object([
                        "version": .integer(row.version.number), "file": .string(row.version.path),
                        "written": .string(row.written.formatted(.iso8601)),
                        "accounts": row.accounts.map { .integer($0) },
                        "problem": row.problem.map { .string($0) },
                    ])
                }),
        ])
    }
}
