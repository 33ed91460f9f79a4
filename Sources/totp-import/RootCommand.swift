import ArgumentParser
import CSystem
import TOTPDomain

@main
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "totp-import",
        abstract: "Moves authenticator accounts without losing one.",
        discussion: """
            Reads QR screenshots, otpauth links, Google Authenticator export codes and the exports of other apps, and \
            writes them into one encrypted vault or into another format. Every entry that is found is accounted for.
            """,
        version: ProgramVersion.current,
        subcommands: [
            ImportCommand.self, ConvertCommand.self, ScanCommand.self, ValidateCommand.self, ListCommand.self,
            CodesCommand.self,
            VaultCommand.self, FormatsCommand.self,
        ]
    )

    static func main() async {
        csystem_tune_malloc()
        csystem_fill_standard_streams()
        csystem_exit_on_signals()
        // Secrets pass through memory; where the system refuses, the program is still of use.
        _ = csystem_forbid_memory_dumps()
        await main(nil)
    }
}
