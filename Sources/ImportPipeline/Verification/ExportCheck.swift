import TOTPDomain

/// Proves that an export contains every account that it should contain, with the same codes.
///
/// Reads a written export back with the program's own readers, and compares it with the accounts.
package struct ExportCheck: Sendable {
    /// The accounts that are in the export.
    private let written: [Account]
    /// Which of them the app shows under another name.
    private let renamed: Set<Int>
    private let generator: any TOTPGenerator
    private let time: Int64

    /// - Parameters:
    ///   - items: the accounts that were to be written.
    ///   - time: an instant for which codes are compared, in seconds since 1970.
    package init(_ export: Export, of items: [Account], generator: any TOTPGenerator, time: Int64) {
        (self.generator, self.time) = (generator, time)
        let leftOut = Set(export.leftOut.map(\.index))
        let lostNames = Set(export.losses.filter { $0.code == .name }.map(\.index))
        let lostPINs = Set(export.losses.filter { $0.code == .detail(.pin) }.map(\.index))
        // Most formats store everything: a copy of a large list would need much memory.
        guard !leftOut.isEmpty || !lostNames.isEmpty || !lostPINs.isEmpty else {
            self.written = items
            self.renamed = []
            return
        }
        var written: [Account] = []
        var renamed: Set<Int> = []
        for (index, account) in items.enumerated() where !leftOut.contains(index) {
            var account = account
            if lostPINs.contains(index) { account.pin = nil }
            if lostNames.contains(index) { renamed.insert(written.count) }
            written.append(account)
        }
        (self.written, self.renamed) = (written, renamed)
    }

    /// How many accounts the export contains.
    package var count: Int { written.count }

    /// - Parameter results: the results of a file that contains all accounts, or of all of its images.
    /// - Throws: ``LedgerError``; then the export must not be used.
    package func check(_ results: [SourceResult]) throws(LedgerError) {
        if let failure = results.lazy.compactMap(\.failure).first { throw LedgerError(reading: failure) }
        var read: [Account] = []
        read.reserveCapacity(written.count)
        // Not flattened: a copy of a large list would need much memory.
        for result in results {
            for entry in result.entries {
                switch entry.outcome {
                case .item(let account): read.append(account)
                case .rejected(let rejection): throw .exportUnreadable(rejection.reason)
                }
            }
        }
        // The comparison is by secret, parameters and PIN, which codes depend on: codes at one instant are enough, and
        // for 250,000 accounts they take seconds.
        try compare(written, read, generator, time) { renamed.contains($0) }
    }
}

/// - Parameter mayBeRenamed: whether the account of this index may have another name.
/// - Throws: ``LedgerError`` unless the accounts that were read are those that were written.
private func compare(
    _ written: [Account], _ read: [Account], _ generator: any TOTPGenerator, _ time: Int64,
    mayBeRenamed: (Int) -> Bool
) throws(LedgerError) {
    for finding in AccountComparison(written, read, generator: generator, time: time, samples: 1).findings {
        switch finding {
        case .missing(let index), .different(let index, _, _): throw .codesDiffer(label: written[index].label)
        case .extra(let index): throw .exportUnreadable("it contains one more account, \"\(read[index].label)\"")
        case .renamed(let index, let partner):
            guard mayBeRenamed(index) else {
                throw .exportUnreadable("\"\(written[index].label)\" would be named \"\(read[partner].label)\"")
            }
        }
    }
}

extension ExportCheck {
    /// Reads the written files back with the program's own readers, and compares the accounts. All images together
    /// contain the accounts once, and so does each other file, unless each has one account.
    ///
    /// - Parameters:
    ///   - files: the bytes of the files, as they are on the disk.
    ///   - format: the format that was written.
    ///   - name: the name of the files in messages.
    ///   - run: reads them; it knows the passphrase.
    /// - Throws: ``LedgerError``, and `CancellationError`; then the files must not be used.
    package func check(
        _ files: [[UInt8]], of format: any ExportFormat, named name: String, with run: ImportRun
    ) async throws {
        guard count > 0 else { return }
        func read(_ parts: [[UInt8]]) async throws -> [SourceResult] {
            try await run.read(parts.map { Input(name: name, location: .memory($0)) })
        }
        let parts = files.flatMap { format.readableParts(of: $0) }.map { SourceContent($0) }
        if format.writesFilePerAccount { return try check(try await read(parts.map(\.bytes))) }
        let images = parts.filter { if case .image = $0.kind { true } else { false } }
        if !images.isEmpty { try check(try await read(images.map(\.bytes))) }
        for part in parts {
            if case .image = part.kind { continue }
            try check(try await read([part.bytes]))
        }
    }
}

/// Proves that a file has the accounts that it had, and the accounts that were added.
package enum AddedCodes {
    /// - Parameters:
    ///   - before: the content of the old file.
    ///   - after: the content of the new file.
    /// - Throws: ``LedgerError``; the new file must not be used then.
    package static func check(
        _ added: [Account], before: ImportedDocument, after: ImportedDocument, generator: any TOTPGenerator,
        time: Int64
    ) throws(LedgerError) {
        let (old, new) = (before.accounts, after.accounts)
        guard before.entries.count - old.count == after.entries.count - new.count else {
            throw .exportUnreadable("it contains another number of damaged entries")
        }
        // Some programs take the names of the login, which it keeps.
        try compare(old + added, new, generator, time) { _ in true }
    }
}
