import Containers
import Encodings
import ImportPipeline
import Platform
import SafeFile
import TOTPDomain

/// Writes an export to a file, a new folder or standard output, once it was read back and compared.
struct ExportWriter {
    let format: any ExportFormat
    /// A file or a folder; `-` is standard output.
    let output: String
    let force: Bool
    let jobs: Int
    let request: ExportRequest

    /// Files that are written are far smaller.
    private static let readBackLimit = ImportLimits().sourceBytes

    /// - Returns: how many accounts were written and compared.
    func write(_ export: Export, _ reporter: Reporter) async throws -> Int {
        let time = Int64(request.now.timeIntervalSince1970)
        let check = ExportCheck(export, of: request.items, generator: Assembly.current.generator, time: time)
        // A file without an account would be useless, and would make the next try fail.
        guard check.count > 0 || output == "-" else { return 0 }
        switch (output, format.description.layout) {
        case (_, .file):
            try await write(export.files.first?.bytes ?? [], reporter) { try await compare([$0], check) }
        case ("-", .folder):
            try checkTerminal(reporter, isText: false)
            try await compare(export.files.map(\.bytes), check)
            let tar = TarWriter(modified: time)
            for file in export.files { try reporter.output(tar.entry(file.name, file.bytes)) }
            try reporter.output(TarWriter.end)
        case (_, .folder):
            let folder = try StagedFolder(for: output)
            for file in export.files { try folder.write(file.bytes, to: file.name) }
            let readBack = try export.files.map { try folder.readBack($0.name, limit: Self.readBackLimit) }
            try await compare(readBack, check)
            try folder.commit()
        }
        return check.count
    }

    /// Writes one file.
    ///
    /// - Parameter compare: gets the written bytes before the file gets its name, or before a pipe gets them.
    func write(_ bytes: [UInt8], _ reporter: Reporter, comparing compare: ([UInt8]) async throws -> Void) async throws {
        guard output != "-" else {
            try checkTerminal(reporter, isText: TextDecoding.decode(bytes) != nil || bytes.isEmpty)
            try await compare(bytes)
            return try reporter.output(bytes)
        }
        let file = try StreamedFile(output)
        if file.isStaged {
            try file.write(bytes)
            try await compare(file.readBack(limit: Self.readBackLimit))
        } else {
            try await compare(bytes)
            try file.write(bytes)
        }
        try file.finish(replacing: output, force: force, reporter)
    }

    /// Escape sequences and other bytes must not reach a terminal.
    private func checkTerminal(_ reporter: Reporter, isText: Bool) throws {
        guard !isText, reporter.console.isOutputTerminal else { return }
        throw CommandError(
            "the format \(format.description.id) is not text",
            "name a \(format.description.layout == .folder ? "folder" : "file") with --output")
    }

    private func compare(_ files: [[UInt8]], _ check: ExportCheck) async throws {
        var passphrases: [Passphrase] = []
        if case .passphrase(let passphrase) = request.protection { passphrases = [passphrase] }
        let reader = Assembly.current.reader(passphrases: passphrases)
        try await check.check(files, of: format, named: output, with: ImportRun(reader: reader, jobs: jobs))
    }
}
