import CProcess
import SafeFile
import TOTPDomain

/// Where the pages are that texts name: `Docs/cli.md` is in a checkout, packages install it elsewhere.
enum DocumentationPlace {
    /// The folder `Docs`; nil if it is not on this computer.
    private static let folder = find(program: cprocess_own_path().flatMap(resolved)) { path in
        if case .file = FolderListing.kind(of: path) { true } else { false }
    }

    private static let usual = "Docs"

    /// On Linux, a program's path to itself is a link.
    private static func resolved(_ path: UnsafePointer<CChar>) -> String? {
        try? FilePath.resolved(String(cString: path))
    }

    /// - Parameters:
    ///   - program: the path of the program.
    ///   - isFile: whether there is a file of this name.
    static func find(program: String?, isFile: (String) -> Bool) -> String? {
        var folders = [usual]
        if let bin = program?.parentFolder {
            let place = bin.parentFolder
            // The two Debian packages, and the archive of the portable program.
            folders += ["totp-import", "totp-import-portable"].map { "\(place)/share/doc/\($0)/Docs" }
            folders += ["\(bin)/Docs", "\(place)/Docs"]
        }
        return folders.first { isFile("\($0)/formats/no-export.md") }
    }

    /// A line of a text that ends with names of pages, `Docs/…`, with their place.
    static func naming(_ line: String) -> String { naming(line, in: folder) }

    static func naming(_ line: String, in folder: String?) -> String {
        guard line.contains("\(usual)/") else { return line }
        return folder.map { line.replacing("\(usual)/", with: "\($0)/") } ?? "\(line), in the source of the program"
    }
}
