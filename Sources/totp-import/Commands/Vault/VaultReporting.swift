import ArgumentParser

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
