import Encodings
import Links
import SafeFile
import TOTPDomain

/// Names of inputs, each ended by NUL, as `find -print0` writes them.
package struct InputList {
    private let bytes: [UInt8]
    /// For messages.
    private let list: String

    /// - Parameter list: the list's name, for messages.
    /// - Throws: ``SourceError`` if the names are obviously not separated by NUL, or if there are too many.
    package init(_ bytes: [UInt8], list: String) throws(SourceError) {
        if bytes.contains(ASCII.newline), !bytes.contains(0) {
            throw SourceError(
                .unrecognised, "a list of inputs has NUL between the names, as find -print0 writes them",
                "to read the file itself, name it as an input")
        }
        let limit = Limit.listedInputs
        guard bytes.dropLast().count(where: { $0 == 0 }) < limit else {
            throw SourceError(.limitExceeded, "it has more than \(limit) names, the limit", "split the list")
        }
        (self.bytes, self.list) = (bytes, list)
    }

    /// One or more inputs per name, in order, as for arguments. An impossible name is an input that fails, and so is a
    /// list without names.
    package var inputs: [Input] {
        if bytes.isEmpty {
            let failure = SourceError(.emptyFolder, "the list names no input", "check the command that wrote it")
            return [Input(name: list, location: .unreadable(failure))]
        }
        var inputs: [Input] = []
        var rest = bytes.last == 0 ? bytes.dropLast() : bytes[...]
        var number = 1
        while true {
            let name = rest.prefix { $0 != 0 }
            inputs += self.inputs(String(validating: name, as: UTF8.self), number: number)
            guard name.endIndex < rest.endIndex else { return inputs }
            rest = rest[(name.endIndex + 1)...]
            number += 1
        }
    }

    /// - Parameter name: nil for a name that is not UTF-8.
    private func inputs(_ name: String?, number: Int) -> [Input] {
        func unreadable(_ problem: String, _ advice: String) -> [Input] {
            let failure = SourceError(.notFound, problem, .text(advice))
            return [Input(name: "\(list), name \(number)", location: .unreadable(failure))]
        }
        guard let name else { return unreadable("the name is not UTF-8", "rename the file") }
        if name.isEmpty { return unreadable("the name is empty", "correct the list") }
        if name == "-" { return unreadable("standard input cannot be in a list", "name ./- for the file") }
        if KeyURIScheme.find(in: Array(name.utf8).span) != nil, case .unreadable = FolderListing.kind(of: name) {
            return unreadable("a link, not the name of a file", "name the file with the links as an input")
        }
        return InputCollector.collect([name])
    }
}
