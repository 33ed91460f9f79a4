import Encodings
import TOTPDomain

/// The names in an app's file that its format reads, and those that say nothing of an account: of members, elements
/// or attributes.
///
/// Every name must be among them (`Docs/formats/README.md`). Others are ``UnreadNames``, unless their values are empty.
/// Names are known at any depth. Each kind of container searches for others in an extension beside its reader.
package struct KnownNames: Sendable {
    private var table = JSONNameTable()
    /// By the places of the names in the table.
    private var rolesByPlace: [Roles] = []
    /// The roles of all names together.
    private(set) var allRoles: Roles = []
    /// The depth at which all names are data, such as ids; nil without such a depth.
    package let data: Int?
    private let ignoresCase: Bool

    /// What is known of a name. Each kind of container has some of them: its initializer says what they mean.
    package struct Roles: OptionSet {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        package static let known = Roles(rawValue: 1)
        package static let text = Roles(rawValue: 1 << 1), flag = Roles(rawValue: 1 << 2)
        package static let list = Roles(rawValue: 1 << 3), objects = Roles(rawValue: 1 << 4)
        /// Those of which the type of the value matters.
        package static let typed: Roles = [.text, .flag, .list, .objects]
        /// Those that are read in the object of the holder only, and those that are read only beside it.
        package static let inner = Roles(rawValue: 1 << 5), outer = Roles(rawValue: 1 << 6)
        package static let holder = Roles(rawValue: 1 << 7)
        package static let opaque = Roles(rawValue: 1 << 8), searched = Roles(rawValue: 1 << 9)
        package static let aside = Roles(rawValue: 1 << 10), records = Roles(rawValue: 1 << 11)
        /// Attributes may have the names of elements.
        package static let attribute = Roles(rawValue: 1 << 12)
        package static let single = Roles(rawValue: 1 << 13), taken = Roles(rawValue: 1 << 14)
    }

    /// - Parameters:
    ///   - names: separated by spaces, with what is known of them.
    ///   - data: the depth at which all names are data.
    ///   - ignoresCase: whether the names, which are then in lower case here, are written in any case.
    package init(
        _ names: KeyValuePairs<StaticString, Roles>, data: Int? = nil, ignoringCase ignoresCase: Bool = false
    ) {
        self.data = data
        self.ignoresCase = ignoresCase
        for (names, roles) in names { add(names.words, roles) }
    }

    package mutating func add(_ names: some Sequence<String>, _ roles: Roles) {
        for name in names.map({ Array($0.utf8)[...] }) {
            allRoles.formUnion(roles)
            if let place = table.place(of: name.span) {
                rolesByPlace[place].formUnion(roles)
            } else {
                table.insert(name)
                rolesByPlace.append(roles)
            }
        }
    }

    package func roles(of name: ArraySlice<UInt8>) -> Roles { roles(of: name.span) }

    package func roles(of name: String) -> Roles {
        var name = name
        return name.withUTF8 { roles(of: $0.span) }
    }

    private func roles(of name: Span<UInt8>) -> Roles {
        if let place = table.place(of: name) { return rolesByPlace[place] }
        guard ignoresCase else { return [] }
        let name = name.indices.map { ASCII.lowercased(name[$0]) }
        return table.place(of: name.span).map { rolesByPlace[$0] } ?? []
    }
}

extension StaticString {
    /// The words of a text with spaces or line breaks between them.
    package var words: [String] { "\(self)".split { $0 == " " || $0 == "\n" }.map(String.init) }
}

// MARK: - Other names

extension UnreadNames {
    /// - Parameters:
    ///   - name: as it is in the file.
    ///   - entries: the number of further entries with this name.
    package mutating func add(raw name: String, entries: Int) { add(name.shownUnlessSecret ?? "…", entries: entries) }

    /// Notes the names of one entry that are not known, in alphabetical order: for containers without an order.
    package mutating func add(_ names: some Sequence<String>, except known: Set<String>) {
        for name in names.filter({ !known.contains($0) }).sorted() { add(raw: name, entries: 1) }
    }
}

extension String {
    /// A name in a file, for people; nil if it is blank, or may be a secret in the wrong place.
    package var shownUnlessSecret: String? {
        let name = limitingMarks.trimmingWhitespace
        return name.isEmpty || name.looksLikeSecret ? nil : name.printable(limit: 60)
    }
}
