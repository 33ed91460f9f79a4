import Encodings
import Limits
import SafeFile
import TOTPDomain

/// Turns the arguments of a command into inputs: folders are searched recursively, in name order.
package enum InputCollector {
    /// Nested folders are searched this deep. Links to folders are not followed: they may form a loop.
    private static let maximumDepth = Limit.folderDepth.value

    /// One or more inputs per argument, in order.
    ///
    /// Something that cannot be read is an input as well, and so is everything that is skipped in a folder: the ledger
    /// counts them.
    package static func collect(_ arguments: [String]) -> [Input] {
        arguments.flatMap { argument -> [Input] in
            if argument == "-" { return [Input(name: "-", location: .standardInput)] }
            if case .unreadable = FolderListing.kind(of: argument) {
                if let scheme = linkScheme(argument) {
                    return [Input(name: "\(scheme)…", location: .memory(Array(argument.utf8)))]
                }
                if argument.looksLikeSecret { return [secretArgument] }
            }
            return collect(path: argument)
        }
    }

    /// The inputs at a path: a file is one input, a folder is one for each file in it.
    package static func collect(path: String) -> [Input] {
        switch FolderListing.kind(of: path) {
        case .folder: inputs(inFolder: path)
        case .file, .link, .other: [Input(name: path, location: .file(path: path))]
        case .unreadable(let problem): [Input(name: path, location: .unreadable(SourceError(problem)))]
        }
    }

    /// Something in place of a file that a message must not repeat.
    private static let secretArgument = Input(
        name: "an argument",
        location: .unreadable(
            SourceError(
                .notFound,
                "it looks like a secret or a link with one, and no file has this name; delete it from the shell's history, "
                    + "and write an otpauth link with it into a file")))

    /// The start of a link that is given in place of a file. An input's name must not contain the rest.
    private static func linkScheme(_ argument: String) -> String? {
        guard let (scheme, _) = KeyURIScheme.find(in: Array(argument.utf8).span) else { return nil }
        return "\(scheme.prefix)"
    }

    private static func inputs(inFolder folder: String) -> [Input] {
        let found = search(folder, root: folder, depth: 0)
        guard found.allSatisfy({ if case .skipped = $0.location { true } else { false } }) else { return found }
        let failure = SourceError(.emptyFolder, "no file to read in this folder; name the folder with the images")
        return [Input(name: folder, location: .unreadable(failure))] + found
    }

    private static func search(_ folder: String, root: String, depth: Int) -> [Input] {
        func unreadable(_ failure: SourceError) -> [Input] {
            [Input(name: folder, location: .unreadable(failure), folder: root)]
        }
        guard depth < maximumDepth else {
            return unreadable(
                SourceError(
                    .limitExceeded, "folders are nested deeper than \(maximumDepth); name the folder with the images"))
        }
        let start = folder.hasSuffix("/") ? folder : "\(folder)/"
        let paths: [String]
        var repaired: [String] = []
        do throws(FileError) {
            // Of a large folder, names and paths together would take twice the memory.
            paths = try FolderListing.names(in: folder, prefix: start) { repaired.append($0) }
        } catch { return unreadable(SourceError(error)) }
        let unnamed = repaired.sorted().map { name in
            let failure = SourceError(.readFailed, "its name is not valid UTF-8; rename it")
            return Input(
                name: start + name, location: isHidden(name) ? .skipped(.hidden) : .unreadable(failure), folder: root)
        }
        return unnamed
            + paths.sorted().flatMap { path -> [Input] in
                if isHidden(Substring(path.utf8.dropFirst(start.utf8.count))) {
                    return [Input(name: path, location: .skipped(.hidden), folder: root)]
                }
                switch FolderListing.kind(of: path, followingLinks: false) {
                case .folder: return search(path, root: root, depth: depth + 1)
                case .file: return [Input(name: path, location: .file(path: path), folder: root)]
                case .link: return [Input(name: path, location: linked(path), folder: root)]
                case .other: return [Input(name: path, location: .skipped(.specialFile), folder: root)]
                case .unreadable(let problem):
                    return [Input(name: path, location: .unreadable(SourceError(problem)), folder: root)]
                }
            }
    }

    /// Whether a file or folder in a folder is hidden; also the folder of extra data that macOS adds to archives.
    static func isHidden(_ name: some StringProtocol) -> Bool { name.hasPrefix(".") || name == "__MACOSX" }

    private static func linked(_ path: String) -> Input.Location {
        switch FolderListing.kind(of: path) {
        case .folder: .skipped(.linkedFolder)
        // Reading a pipe or a device may never end.
        case .other: .skipped(.specialFile)
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
        self.init(code, problem.advice)
    }
}
