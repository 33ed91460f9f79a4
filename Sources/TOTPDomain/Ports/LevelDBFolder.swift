import Encodings

/// The names of files in a LevelDB folder, which is one source as a whole.
package enum LevelDBFolder {
    /// The file `CURRENT`, which represents the folder in the list of inputs: it names the newest manifest.
    package static let current = "CURRENT"

    /// - Parameter names: of everything in a folder.
    /// - Returns: the file that represents it; nil for any other folder.
    package static func source(of names: some Sequence<Substring>) -> String? {
        var hasCurrent = false, hasEntries = false
        for name in names {
            if name == current { hasCurrent = true } else { hasEntries = hasEntries || self.hasEntries(name) }
            if hasCurrent, hasEntries { return current }
        }
        return nil
    }

    /// Whether a file of the folder has entries: `000003.log`, `000005.ldb`, `000005.sst`.
    package static func hasEntries(_ name: some StringProtocol) -> Bool {
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
        return dot > name.startIndex && name.utf8[..<dot].allSatisfy { $0 &- 48 < 10 }
            && ["log", "ldb", "sst"].contains(String(name[name.utf8.index(after: dot)...]))
    }

    /// Whether content is that of the file that represents the folder: `MANIFEST-000002`.
    package static func isCurrent(_ content: SourceContent) -> Bool {
        let start = Array("MANIFEST-".utf8), text = content.text
        guard content.kind == .text, text.count <= 32, text.starts(with: start) else { return false }
        let number = text.dropFirst(start.count).filter { !ASCII.isWhitespace($0) }
        return !number.isEmpty && number.allSatisfy { $0 &- 48 < 10 }
    }
}
