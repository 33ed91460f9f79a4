import TOTPDomain

extension ExportCheck {
    /// Reads what was written with the program's own readers, and compares it. All images together contain the
    /// accounts once, and so does each other file.
    ///
    /// - parameters:
    ///   - files: the bytes of the files, as they are on the disk.
    ///   - format: the format that was written.
    ///   - name: what messages call the files.
    ///   - run: reads them; it knows the passphrase.
    /// - throws: ``LedgerError``, and `CancellationError`; what was written must not be used then.
    package func check(
        _ files: [[UInt8]], of format: any ExportFormat, named name: String, with run: ImportRun
    ) async throws {
        guard count > 0 else { return }
        func read(_ parts: [[UInt8]]) async throws -> [SourceResult] {
            try await run.read(parts.map { Input(name: name, location: .memory($0)) })
        }
        let parts = files.flatMap { format.readableParts(of: $0) }.map { SourceContent($0) }
        let images = parts.filter { if case .image = $0.kind { true } else { false } }
        if !images.isEmpty { try check(try await read(images.map(\.bytes))) }
        for part in parts {
            if case .image = part.kind { continue }
            try check(try await read([part.bytes]))
        }
    }
}
