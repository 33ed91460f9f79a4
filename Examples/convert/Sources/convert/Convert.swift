import Foundation
import TOTPImport

/// convert FORMAT FILE…: writes the accounts of exports, pictures and links for another app, to standard output.
///
/// The passphrase of encrypted files is in PASSPHRASE. A format that can be encrypted is encrypted with it.
@main struct Convert {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first,
            let format = ExportDescription.writable.first(where: { $0.id.rawValue == name })
        else { return print("convert FORMAT FILE…; formats:", ExportDescription.writable.map(\.id.rawValue)) }
        let passphrase = ProcessInfo.processInfo.environment["PASSPHRASE"].map { Passphrase($0) }

        var reader = AccountReader()
        reader.passphrases = [passphrase].compactMap { $0 }
        let result = try await reader.read(arguments.dropFirst().map { .path($0) })

        let failures = result.ledger.sources.compactMap { source in
            source.failure.map { "\(source.name): \($0.message)\n" }
        }
        try FileHandle.standardError.write(contentsOf: Data(failures.joined().utf8))
        // An incomplete list, which could be taken for all accounts, is not written.
        guard failures.isEmpty else { exit(1) }

        let isEncrypted = format.protection != .none
        let export = try await AccountWriter(format: format.id, passphrase: isEncrypted ? passphrase : nil).write(
            result.accounts)
        for file in export.files { try FileHandle.standardOutput.write(contentsOf: file.bytes) }

        let totals = result.ledger.totals
        var report = "\(totals.found) found, \(totals.added) added, \(totals.duplicates) duplicates, "
        report += "\(totals.rejected) rejected, \(export.leftOut.count) left out\n"
        try FileHandle.standardError.write(contentsOf: Data(report.utf8))
    }
}
