import ArgumentParser

/// A command about a vault. It gets a reporter and the vault's path, and returns its exit code.
protocol VaultReportingCommand: AsyncParsableCommand {
    associatedtype Vault: VaultNaming
    var vault: Vault { get }
    var messages: OutputOptions { get }
    func chosenVault() throws -> ChosenVault
    func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode
}

extension VaultReportingCommand {
    func chosenVault() throws -> ChosenVault { try vault.chosen() }

    func run() async throws { try await reporting(messages, vault: chosenVault()) { try await run($0, $1) } }
}

extension AsyncParsableCommand {
    /// Runs the work of a command about a vault, and names the vault if the command line does not.
    func reporting(
        _ options: OutputOptions, vault: ChosenVault, _ work: (Reporter, String) async throws -> ExitCode
    ) async throws {
        try await options.reporter.reporting(place: vault.path) { reporter in
            if vault.isDefault { reporter.noteDefaultVault(vault.path) }
            let status = try await work(reporter, vault.path)
            if !(self is VaultCommand.Merge) { VaultCopies.name(beside: vault.path, reporter) }
            return status
        }
    }
}
