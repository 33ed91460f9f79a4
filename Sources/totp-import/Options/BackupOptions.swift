import ArgumentParser
import SafeFile
import Vault

/// How many earlier versions of a vault a change keeps.
struct BackupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            .writing, "Number of earlier versions of the vault to keep.", value: "n",
            manual: "0 to 100, as `FILE.bak.1`, the newest, to `FILE.bak.N`. Older ones are removed."))
    var keep = 5

    @Flag(help: ArgumentHelp(.writing, "Do not keep the version before this change."))
    var noBackup = false

    func validate() throws {
        guard 0...FileVersions.most ~= keep else {
            throw ValidationError("--keep must be 0 to \(FileVersions.most)")
        }
    }

    var policy: BackupPolicy { noBackup ? .none : .keep(keep) }
}
