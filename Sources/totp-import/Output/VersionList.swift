import Encodings
import Platform
import SafeFile
import TOTPDomain
import Vault

/// The earlier versions of a vault, with the numbers of their accounts where a key opens them.
struct VersionList {
    private struct Row {
        let version: VaultVersion
        /// By the content where a key opens it, else the time of the file.
        var written: Date
        var accounts: Int?
        /// Why the number of accounts is unknown.
        var problem: String?
    }

    private let vault: String
    private let hasKey: Bool
    private var rows: [Row] = []

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

    var isWithoutVersions: Bool { rows.isEmpty }

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

/// Times as people read them.
enum LocalTime {
    /// `2026-11-22 08:15:03`, in the time zone of the user.
    static func text(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return date.formatted(.iso8601) }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }
}
