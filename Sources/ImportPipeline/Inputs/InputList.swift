import Encodings
import SafeFile
import TOTPDomain

/// Names of inputs, each ended by NUL, as `find -print0` writes them.
package struct InputList {
    /// Nil for a name that is not UTF-8.
    private let names: [String?]
    /// For messages.
    private let list: String

    /// The largest list: some million names.
    package static let maximumByteCount = 1 << 30

    /// - Parameter list: the list's name, for messages.
    /// - Throws: ``SourceError`` if the names are obviously not separated by NUL.
    package init(_ bytes: [UInt8], list: String) throws(SourceError) {
        if bytes.contains(ASCII.newline), !bytes.contains(0) {
            throw SourceError(
                .unrecognised,
                "a list of inputs has NUL between the names, as find -print0 writes them; to read the "
                    + "file itself, name it as an input")
        }
        self.list = list
        var text = bytes[...]
        if text.last == 0 { text.removeLast() }
        names =
            text.isEmpty && bytes.isEmpty
            ? []
            : text.split(separator: 0, omittingEmptySubsequences: false).map { String(validating: $0, as: UTF8.self) }
    }

    /// One or more inputs per name, in order, as for arguments. A name that cannot be one is an input that fails, and so
    /// is a list without a name.
    package var inputs: [Input] {
        if names.isEmpty {
            let failure = SourceError(.emptyFolder, "the list names no input; check the command that wrote it")
            return [Input(name: list, location: .unreadable(failure))]
        }
        return names.enumerated().flatMap { index, name -> [Input] in
            func unreadable(_ advice: String) -> [Input] {
                [Input(name: "\(list), name \(index + 1)", location: .unreadable(SourceError(.notFound, advice)))]
            }
            guard let name else { return unreadable("the name is not UTF-8; rename the file") }
            if name.isEmpty { return unreadable("the name is empty; correct the list") }
            if name == "-" { return unreadable("standard input cannot be in a list; name ./- for the file") }
            if KeyURIScheme.find(in: Array(name.utf8).span) != nil, case .unreadable = FolderListing.kind(of: name) {
                return unreadable("a link, not the name of a file; name the file with the links as an input")
            }
            return InputCollector.collect([name])
        }
    }
}
