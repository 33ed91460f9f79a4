import SafeFile
import TOTPDomain

/// Turns the arguments of a command into inputs: folders are searched in depth, in name order, hidden files aside.
public enum InputCollector {
    /// Folders in folders are followed this deep; links to folders are not followed at all, as they may lead in circles.
    private static let maximumDepth = 64

    /// One or more inputs for each argument, in order. A place where nothing can be read is an input, too: its failure
    /// belongs into the ledger like any other.
    public static func collect(_ arguments: [String]) -> [Input] {
        arguments.flatMap { argument -> [Input] in
            if argument == "-" { return [Input(name: "-", location: .standardInput)] }
            switch FolderListing.kind(of: argument) {
            case .folder: return inputs(inFolder: argument)
            case .file, .link, .other: return [Input(name: argument, location: .file(path: argument))]
            case .unreadable(let problem):
                return [Input(name: argument, location: .unreadable(SourceError(problem)))]
            }
        }
    }

    private static func inputs(inFolder folder: String) -> [Input] {
        let found = search(folder, root: folder, depth: 0)
        guard found.isEmpty else { return found }
        let failure = SourceError(.emptyFolder, "the folder holds no file to read; name the folder with the pictures")
        return [Input(name: folder, location: .unreadable(failure))]
    }

    private static func search(_ folder: String, root: String, depth: Int) -> [Input] {
        func unreadable(_ failure: SourceError) -> [Input] {
            [Input(name: folder, location: .unreadable(failure), folder: root)]
        }
        guard depth < maximumDepth else {
            return unreadable(SourceError(.limitExceeded, "folders are nested deeper than \(maximumDepth)"))
        }
        let names: [String]
        do throws(FileError) { names = try FolderListing.names(in: folder) } catch {
            return unreadable(SourceError(error))
        }
        return names.sorted().flatMap { name -> [Input] in
            if name.hasPrefix(".") { return [] }
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            switch FolderListing.kind(of: path, followingLinks: false) {
            case .folder: return search(path, root: root, depth: depth + 1)
            case .file: return [Input(name: path, location: .file(path: path), folder: root)]
            case .link:
                if case .folder = FolderListing.kind(of: path) { return [] }
                return [Input(name: path, location: .file(path: path), folder: root)]
            case .other: return []
            case .unreadable(let problem):
                return [Input(name: path, location: .unreadable(SourceError(problem)), folder: root)]
            }
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
        case .isFolder, .exists, .noSpace, .locked, .readFailed, .writeFailed, .brokenPipe: code = .readFailed
        }
        self.init(code, problem.advice)
    }
}
