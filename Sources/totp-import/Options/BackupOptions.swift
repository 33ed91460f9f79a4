import ArgumentParser
import SafeFile
import Vault

/// How many earlier versions of a vault a change keeps.
struct BackupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Earlier versions to keep, as FILE.bak.1 (the newest) to FILE.bak.N.", valueName: "n"))
    var keep = 5

    @Flag(help: "Do not keep the version before this change.")
    var noBackup = false

    func validate() throws {
        guard 0...FileVersions.most ~= keep else {
            throw ValidationError("--keep must be 0 to \(FileVersions.most)")
        }
    }

    var policy: BackupPolicy { noBackup ? .none : .keep(keep) }
}
