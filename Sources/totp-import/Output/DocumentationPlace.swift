import CProcess
import SafeFile
import TOTPDomain

/// Where the pages are that texts name: `Docs/cli.md` is in a checkout, packages install it elsewhere.
enum DocumentationPlace {
    /// The folder `Docs`; nil if it is not on this computer.
    private static let folder = find(program: cprocess_own_path().map { String(cString: $0) }) { path in
        if case .file = FolderListing.kind(of: path) { true } else { false }
    }

    private static let usual = "Docs"

    /// - Parameters:
    ///   - program: the path of the program.
    ///   - isFile: whether there is a file of this name.
    static func find(program: String?, isFile: (String) -> Bool) -> String? {
        var folders = [usual]
        if let bin = program?.parentFolder {
            folders += ["\(bin)/../share/doc/totp-import/Docs", "\(bin)/Docs", "\(bin)/../Docs"]
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
