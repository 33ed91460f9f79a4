import ArgumentParser
import Encodings
import TOTPDomain
import Vault

extension VaultCommand {
    struct Unlock: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "unlock",
            abstract: "Open the vault without its passphrase for a while.",
            discussion: """
                The vault's key stays in the system keyring until it expires; until then, any of your programs can \
                read it. vault lock removes it sooner. A passphrase that is given is still checked, and vault passwd \
                and vault recovery ask for it.
                """
        )

        @OptionGroup var vault: VaultArgument

        @Option(
            name: .customLong("for"), .passphrases, "How long the vault stays unlocked.", value: "time",
            manual: "`1m` to `12h`; the default is `15m`.")
        var time = "15m"

        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws { _ = try seconds() }

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            let seconds = try seconds()
            try key.open(vault, isAlwaysAsked: true).unlock(in: .system, seconds: seconds)
            reporter.note(
                "\(vault): unlocked for \(Self.text(seconds)); to lock it before: totp-import vault lock "
                    + vault.quotedForShell)
            return ExitStatus.done
        }

        private func seconds() throws -> Int {
            let units = ["m": 60, "h": 60 * 60]
            guard let unit = units[String(time.suffix(1))], let number = Int(time.dropLast()),
                1...VaultKeyring.times.upperBound ~= number, VaultKeyring.times ~= number * unit
            else { throw ValidationError("--for must be 1m to 12h, such as 15m or 2h, not \(time.sanitized)") }
            return number * unit
        }

        private static func text(_ seconds: Int) -> String {
            let minutes = seconds / 60
            return minutes % 60 == 0 ? counted(minutes / 60, "hour") : counted(minutes, "minute")
        }
    }

    struct Lock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lock",
            abstract: "Ask for the passphrase again, after vault unlock.")

        @Argument(help: "The vault; without it, the default vault.", completion: .file())
        var vault: String?

        @OptionGroup var messages: OutputOptions

        func run() async throws {
            let chosen = try ChosenVault(vault)
            // The key of a vault that is gone may still be there.
            let isGone = chosen.isDefault && !DefaultVault.exists
            let isLocked = isGone && (try? VaultFile.lock(chosen.path, in: .system)) != nil
            if isGone, !isLocked { _ = try DefaultVault.existing() }
            try await reporting(messages, vault: chosen) { reporter, vault in
                do {
                    if !isLocked { try VaultFile.lock(vault, in: .system) }
                    reporter.note("\(vault): locked")
                } catch KeyringError.noKey {
                    reporter.note("\(vault): was not unlocked")
                }
                return ExitStatus.done
            }
        }
    }
}

extension Reporter {
    /// Locks a vault after one of its keys changed. Most vaults are not unlocked.
    func lock(_ file: VaultFile, _ vault: String) throws {
        do {
            try file.lock(in: .system)
            note("\(vault): locked")
        } catch is KeyringError {}
    }
}

extension FormatRegistry {
    /// The same formats, except for the format of vaults.
    func reading(vaults: VaultImportFormat) -> FormatRegistry {
        FormatRegistry(
            formats: formats.map { $0 is VaultImportFormat ? vaults : $0 },
            appsWithoutExport: appsWithoutExport)
    }
}
