import ArgumentParser
import TOTPDomain
import TOTPImport

/// A format that can be written.
struct ExportChoice: ExpressibleByArgument, CustomStringConvertible {
    let id: FormatID

    /// An id, or the name of an app: `google`.
    init?(argument: String) {
        let exact = FormatID(rawValue: argument.lowercased())
        let matches = Self.ids.contains(exact.rawValue) ? [] : AppSearch.targets(called: argument)
        id = matches.count == 1 ? matches[0].id : exact
    }

    static var ids: [String] { Assembly.current.exportFormats.map(\.description.id.rawValue).sorted() }

    var description: String { id.rawValue }
}
