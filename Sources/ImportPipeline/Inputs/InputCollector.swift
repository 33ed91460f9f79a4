import Encodings
import Links
import SafeFile
import TOTPDomain

/// Turns the arguments of a command into inputs: folders are searched recursively, in name order.
package enum InputCollector {
    /// One or more inputs per argument, in order.
    ///
    /// Something that cannot be read is an input as well, and so is everything that is skipped in a folder: the ledger
    /// counts them.
    package static func collect(_ arguments: [String]) -> [Input] {
        var inputs: [Input] = []
        if arguments.count > 1 { inputs.reserveCapacity(arguments.count) }
        for argument in arguments { collect(argument, into: &inputs) }
        return inputs
    }

    /// The inputs at a path: a file is one input, a folder has an input for each of its files.
    package static func collect(path: String) -> [Input] {
        var inputs: [Input] = []
        collect(path: path, into: &inputs)
        return inputs
    }

    private static func collect(_ argument: String, into inputs: inout [Input]) {
        if argument == "-" { return inputs.append(Input(name: "-", location: .standardInput)) }
        if case .unreadable = FolderListing.kind(of: argument) {
            if let (scheme, _) = KeyURIScheme.find(in: Array(argument.utf8).span) {
                // An input's name must not contain the rest of a link.
                var input = Input(name: "\(scheme.prefix)…", location: .memory(Array(argument.utf8)))
                input.isPasted = true
                return inputs.append(input)
            }
            if argument.looksLikeSecret { return inputs.append(secretArgument) }
            if let address = webAddress(argument) { return inputs.append(address) }
        }
        collect(path: argument, into: &inputs)
    }

    private static func collect(path: String, into inputs: inout [Input]) {
        switch FolderListing.kind(of: path) {
        case .folder: collect(folder: path, into: &inputs)
        case .file, .link, .other: inputs.append(Input(name: path, location: .file(path: path)))
        case .unreadable(let problem): inputs.append(Input(name: path, location: .unreadable(SourceError(problem))))
        }
    }

    /// Something in place of a file that a message must not repeat.
    private static let secretArgument = Input(
        name: "an argument",
        location: .unreadable(
            SourceError(
                .notFound, "it looks like a secret or a link with one, and no file has this name",
                "delete it from the shell's history, and write an otpauth link with it into a file")))

    /// Whether an argument is the address of a page or of a file on a server, and not a file.
    package static func isWebAddress(_ argument: String) -> Bool {
        let start = argument.prefix(8).lowercased()
        return ["https://", "http://", "ftp://"].contains(where: start.hasPrefix)
    }

    /// Something that is not on this computer. A message names the server only: the rest may be secret.
    private static func webAddress(_ argument: String) -> Input? {
        guard isWebAddress(argument) else { return nil }
        let parts = argument.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let server = parts.count == 3 ? parts[2].prefix { !"/?#".contains($0) } : ""
        let host = server.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return Input(
            name: "\(parts[0])//\(String(host).printable(limit: 60))/…",
            location: .unreadable(
                SourceError(
                    .notFound, "a web address, and this program is offline", "download it first, and name the file")))
    }

    private static func collect(folder: String, into inputs: inout [Input]) {
        let start = inputs.endIndex
        search(folder, root: folder, depth: 0, into: &inputs)
        guard inputs[start...].allSatisfy({ if case .skipped = $0.location { true } else { false } }) else { return }
        let failure = SourceError(.emptyFolder, "no file to read in this folder", .nameFolder)
        inputs.insert(Input(name: folder, location: .unreadable(failure)), at: start)
    }

    /// Appends the inputs of a folder in place: there may be very many, and copying the list would double the memory.
    /// Links to folders are not followed: they may form a loop.
    private static func search(_ folder: String, root: String, depth: Int, into inputs: inout [Input]) {
        func append(_ name: String, _ location: Input.Location) {
            inputs.append(Input(name: name, location: location, folder: root))
        }
        guard depth < Limit.folderDepth else {
            let failure = SourceError(
                .limitExceeded, "folders are nested deeper than \(Limit.folderDepth)", .nameFolder)
            return append(folder, .unreadable(failure))
        }
        let start = folder.hasSuffix("/") ? folder : "\(folder)/"
        var paths: [String]
        var repaired: [String] = []
        do throws(FileError) {
            // The names and paths of a large folder together would take twice the memory.
            paths = try FolderListing.names(in: folder, prefix: start) { repaired.append($0) }
        } catch { return append(folder, .unreadable(SourceError(error))) }
        for name in repaired.sorted() {
            let failure = SourceError(.readFailed, "its name is not valid UTF-8", "rename it")
            append(start + name, HiddenFile.isNamed(name) ? .skipped(.hidden) : .unreadable(failure))
        }
        paths.sort()
        if let source = Self.folderSource(start, paths) {
            // A folder that is named itself is an input like a named file.
            inputs.append(Input(name: folder, location: .file(path: source), folder: depth == 0 ? nil : root))
            return
        }
        if inputs.isEmpty { inputs.reserveCapacity(paths.count) }
        var vaults: [String: Bool] = [:]
        for path in paths {
            if HiddenFile.isNamed(Substring(path.utf8.dropFirst(start.utf8.count))) {
                append(path, .skipped(.hidden))
                continue
            }
            switch FolderListing.kind(of: path, followingLinks: false) {
            case .folder: search(path, root: root, depth: depth + 1, into: &inputs)
            case .file: append(path, Self.companion(path, &vaults).map(Input.Location.skipped) ?? .file(path: path))
            case .link: append(path, linked(path))
            case .other: append(path, .skipped(.specialFile))
            case .unreadable(let problem): append(path, .unreadable(SourceError(problem)))
            }
        }
    }

    /// Returns the file that represents a folder whose files are one source together: the storage of a browser's
    /// extension.
    ///
    /// - Parameter paths: of everything in the folder.
    private static func folderSource(_ start: String, _ paths: [String]) -> String? {
        let count = start.utf8.count
        guard let name = LevelDBFolder.source(of: paths.lazy.map { Substring($0.utf8.dropFirst(count)) }),
            case .file = FolderListing.kind(of: start + name, followingLinks: false)
        else { return nil }
        return start + name
    }

    /// The kind of a file that belongs to the vault beside it; nil for other files.
    ///
    /// - Parameter vaults: which files are vaults, as far as known: a vault may have many versions beside it.
    private static func companion(_ path: String, _ vaults: inout [String: Bool]) -> SkippedInput? {
        guard let companion = VaultCompanion(path) else { return nil }
        let isVault = vaults[companion.vault] ?? bytes(of: companion.vault).map(VaultSignature.matches) ?? false
        vaults[companion.vault] = isVault
        guard isVault, let bytes = bytes(of: path), companion.hasContent(bytes) else { return nil }
        return companion.kind
    }

    /// All bytes of a file; nil if it cannot be read, or is too large for a vault.
    private static func bytes(of path: String) -> [UInt8]? {
        guard case .file = FolderListing.kind(of: path, followingLinks: false) else { return nil }
        return try? BoundedFile.read(path, limit: Limit.vault)
    }

    private static func linked(_ path: String) -> Input.Location {
        switch FolderListing.kind(of: path) {
        case .folder: .skipped(.linkedFolder)
        // Reading a pipe or a device may never end.
        case .other: .skipped(.specialFile)
        // Folders of programs have links that lead nowhere.
        case .unreadable(let problem)
        where problem.kind == .notFound && !Input(name: path, location: .file(path: path)).isNamedLikeExport:
            .skipped(.empty)
        case .file, .link, .unreadable: .file(path: path)
        }
    }
}

extension SourceError {
    init(_ problem: FileError) {
        let code: Code
        switch problem.kind {
        case .notFound: code = .notFound
        case .permissionDenied: code = .permissionDenied
        case .tooLarge: code = .tooLarge
        default: code = .readFailed
        }
        self.init(code, problem.problem, problem.advice)
    }
}
