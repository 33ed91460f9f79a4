import Encodings
import Links
import TOTPDomain

/// Members of JSON. Recognition has a rule of its own: a format without a member of its own is recognized only if every
/// member of every record is known.
extension KnownNames {
    /// - Parameters:
    ///   - shape: that of the records: its members are read.
    ///   - names: further names, separated by spaces: those that are read elsewhere, and those that say nothing of an
    ///     account.
    ///   - texts: those that are read as a text, such as a name or a note: with another value, they are unread.
    ///   - flags: those that are read as `true` or `false`.
    ///   - lists: those that are read as a list of texts.
    ///   - objects: those that are read as a list of objects.
    ///   - holder: a member of each record, and those that are read in its object only; empty for that of the shape.
    ///   - asides: those that people write and no account has: a text that may hold a part of an account is unread.
    ///   - opaque: members in whose values the names are data, or another app's: they are searched for secrets and
    ///     links only.
    ///   - searched: members in whose values the names are data, and which the reader searches itself.
    ///   - list: the member whose list has the records; empty for the outermost list.
    ///   - data: the depth at which all names are data, such as ids: 1 for the members of the outermost object. Their
    ///     values are the records.
    ///   - ignoresCase: whether the names, which are then in lower case here, are written in any case.
    package init(
        reading shape: EntryShape? = nil, _ names: StaticString, texts: StaticString = "", flags: StaticString = "",
        lists: StaticString = "", objects: StaticString = "",
        holder: (name: StaticString, members: StaticString) = ("", ""), asides: StaticString = "",
        opaque: StaticString = "", searched: StaticString = "", list: StaticString = "", data: Int? = nil,
        ignoringCase ignoresCase: Bool = false
    ) {
        self.init(
            [
                names: .known, texts: [.known, .text], flags: [.known, .flag], lists: [.known, .list],
                objects: [.known, .objects], asides: [.known, .aside], holder.name: .holder,
                holder.members: [.known, .inner], opaque: .opaque, searched: .searched, list: .records,
            ], data: data, ignoringCase: ignoresCase)
        for (names, roles) in shape?.roles ?? [] { add(names, roles) }
    }

    /// - Parameter isInHolder: whether it is a member of the value of the holder.
    fileprivate static func knows(_ name: Roles, isInHolder: Bool) -> Bool {
        let here: Roles = isInHolder ? .inner : .outer, elsewhere: Roles = isInHolder ? .outer : .inner
        return name.contains(elsewhere) ? name.contains(here) : name.contains(.known)
    }

    /// Whether the reader of a `typed` member takes its value; `null` is treated as missing.
    fileprivate static func takes(_ value: JSONValue, of name: Roles) -> Bool {
        if value.kind == .null { return true }
        if name.contains(.text) { return value.field != .damaged }
        if name.contains(.flag) { return value.flag != nil }
        return value.kind == .array
            && value.elements.allSatisfy { name.contains(.objects) ? $0.kind == .object : $0.field != .damaged }
    }

    /// The names that are not known and have a value, in the order of the text, each once.
    ///
    /// - Parameters:
    ///   - text: JSON; of a damaged text, only the part before the damage counts.
    ///   - isRecord: whether the whole text is one record.
    package func unread(in text: [UInt8], isRecord: Bool = false) -> UnreadNames {
        unread(in: text[...], isRecord: isRecord)
    }

    package func unread(in text: ArraySlice<UInt8>, isRecord: Bool) -> UnreadNames {
        var search = UnreadSearch(self, in: text, isRecord: isRecord)
        return search.unread()
    }

    // MARK: - Recognition

    /// Whether a text has no member that looks like a part of an account and is not known.
    package func haveAllParts(in text: [UInt8]) -> Bool { areAll(ofRecordsAt: nil, in: text) }

    /// Whether the records of a text have only known members. Unknown lists and objects do not matter if nothing in
    /// them looks like a part of an account: an app may add data of its own.
    ///
    /// - Parameters:
    ///   - depth: that of the records' members: 2 in a list, 3 in a list in an object; nil if any member may be unknown
    ///     that does not look like a part of an account.
    ///   - list: the member of the outermost object that has the records; nil for all of them.
    ///   - allowsOne: whether one name that does not look like a part of an account may be unknown, in any records: in a
    ///     file that has another mark of the app, which may have renamed or added a member. The reader names it.
    package func areAll(
        ofRecordsAt depth: Int?, inList list: String? = nil, butOne allowsOne: Bool = false, in text: [UInt8]
    ) -> Bool {
        var search = PartSearch(
            known: self, scanner: JSONScanner(text, checksEscapes: false), recordDepth: depth, list: list,
            allowsOne: allowsOne)
        return search.findsNothing()
    }
}

/// Finds the names in a text that are not known, in one pass.
private struct UnreadSearch {
    private var scanner: JSONScanner
    private let known: KnownNames
    /// In the order of the text, each with the last record that has it.
    private var found: [(name: [UInt8], entries: Int, lastRecord: Int)] = []
    private var hasMore = false
    /// The depth of the records, while inside of their list, and of the list that is open.
    private var recordDepth: Int?
    private var openList: Int?
    /// The depth of the members in the holder of a record, while inside.
    private var holderDepth: Int?
    private var open: [Open] = []
    /// The number of the record, from 1; 0 outside of records.
    private var record = 0
    private var records = 0
    /// The member whose value comes next, or is open.
    private var last: JSONScanner.Text?
    /// The members of the outermost object so far: if two have one name, readers use only one.
    private var outermost = JSONNameTable()

    init(_ known: KnownNames, in text: ArraySlice<UInt8>, isRecord: Bool) {
        scanner = JSONScanner(text, checksEscapes: false)
        self.known = known
        recordDepth = known.allRoles.contains(.records) ? nil : known.data.map { $0 + 1 }
        record = isRecord ? 1 : 0
        // No list in a record has others.
        openList = isRecord || recordDepth != nil ? 0 : nil
    }

    mutating func unread() -> UnreadNames {
        while let token = try? scanner.next() {
            let parent = open.indices.last
            switch token {
            case .name(let name):
                last = name
                look(at: name)
            case .objectStart:
                if let parent { open[parent].hasObject = true }
                open.append(Open(name: nil))
                if scanner.depth == recordDepth {
                    records += 1
                    record = records
                } else if known.allRoles.contains(.holder), lastRoles.contains(.holder) {
                    holderDepth = scanner.depth
                }
            case .objectEnd:
                _ = open.popLast()
                if scanner.depth + 1 == recordDepth {
                    record = 0
                } else if scanner.depth + 1 == holderDepth {
                    holderDepth = nil
                }
            case .arrayStart:
                open.append(Open(name: last))
                if openList == nil, !known.allRoles.contains(.records) || lastRoles.contains(.records) {
                    (openList, recordDepth) = (scanner.depth, scanner.depth + 1)
                }
            case .arrayEnd:
                // The reader of a list with objects and something else takes the objects. A list of records has each of
                // its elements read.
                if let list = open.popLast(), record != 0, list.hasObject, list.hasOther, let name = list.name {
                    add(scanner.utf8(name))
                }
                if let list = openList, scanner.depth < list { (openList, recordDepth) = (nil, nil) }
            case .string, .number, .bool: if let parent { open[parent].hasOther = true }
            case .null: break
            }
        }
        var unread = UnreadNames()
        for (name, entries, _) in found { unread.add(raw: String(decoding: name, as: UTF8.self), entries: entries) }
        if hasMore { unread.addMore() }
        return unread
    }

    private var lastRoles: KnownNames.Roles { last.map { known.roles(of: scanner.utf8($0)) } ?? [] }

    /// An object or a list that is open.
    private struct Open {
        /// The name of the member whose value is the list.
        let name: JSONScanner.Text?
        var hasObject = false, hasOther = false
    }

    private mutating func look(at text: JSONScanner.Text) {
        let name = scanner.utf8(text), roles = known.roles(of: name)
        if scanner.depth == 1, known.data != 1, record == 0 {
            if outermost.contains(name) { add(name) } else { outermost.insert(name) }
        }
        if KnownNames.knows(roles, isInHolder: scanner.depth == holderDepth) {
            if !roles.isDisjoint(with: .typed) { lookAtType(of: name, roles) }
            if roles.contains(.aside) { lookAtAside(name) }
        } else if roles.contains(.searched) {
            _ = try? scanner.skipValue()
        } else if roles.contains(.opaque) {
            searchValue()
        } else if scanner.depth != known.data, let value = (try? scanner.skipValue()) ?? nil, saysSomething(value) {
            add(name)
        }
    }

    /// Looks at the value that comes next, but not past it: there may be names in it.
    private mutating func lookAtType(of name: ArraySlice<UInt8>, _ roles: KnownNames.Roles) {
        var ahead = scanner
        guard let range = (try? ahead.skipValue()) ?? nil, let value = JSONValue(scanner.source(range)) else { return }
        // Nearly all are texts without an escape.
        let isPlain = value.kind == .string && value.source.allSatisfy { 0x20..<0x80 ~= $0 && $0 != UInt8(ascii: "\\") }
        if !(isPlain && roles.contains(.text)), !KnownNames.takes(value, of: roles) { add(name) }
    }

    /// Looks at the text that comes next, but not past it.
    private mutating func lookAtAside(_ name: ArraySlice<UInt8>) {
        var ahead = scanner
        if case .string(let text)? = try? ahead.next(), Leftover.Kind(in: scanner.utf8(text).span) != nil { add(name) }
    }

    /// Searches the value that comes next for members that must be secrets, and for links.
    private mutating func searchValue() {
        let outside = scanner.depth
        var unknown: ArraySlice<UInt8>?
        repeat {
            guard let token = try? scanner.next() else { return }
            switch token {
            case .name(let text):
                let name = scanner.utf8(text)
                unknown = KnownNames.knows(known.roles(of: name), isInHolder: false) ? nil : name
                guard unknown != nil,
                    [.key, .hexKey, .base64Key].contains(
                        AccountPart(named: String(decoding: name, as: UTF8.self).limitingMarks))
                else { break }
                if let value = (try? scanner.skipValue()) ?? nil, saysSomething(value) { add(name) }
            case .string(let text):
                if let unknown, KeyURIScheme.isLink(scanner.utf8(text).span) { add(unknown) }
            default: break
            }
        } while scanner.depth > outside
    }

    /// Whether a value is something else than `null`, and not an empty text, list or object.
    private func saysSomething(_ range: Range<Int>) -> Bool {
        let value = scanner.source(range)
        switch value.first {
        case UInt8(ascii: "n"): return false
        case UInt8(ascii: "\""): return value.count > 2
        case UInt8(ascii: "["), UInt8(ascii: "{"): return !value.dropFirst().dropLast().allSatisfy(ASCII.isWhitespace)
        default: return true
        }
    }

    private mutating func add(_ name: ArraySlice<UInt8>) {
        guard let index = found.firstIndex(where: { $0.name.elementsEqual(name) }) else {
            guard found.count < UnreadNames.most else { return hasMore = true }
            return found.append((Array(name), record == 0 ? 0 : 1, record))
        }
        if found[index].lastRecord != record, record != 0 {
            found[index].entries += 1
            found[index].lastRecord = record
        }
    }
}

/// Finds out whether a text has a name that is not known and looks like a part of an account.
private struct PartSearch {
    let known: KnownNames
    var scanner: JSONScanner
    /// Where every name must be known; nil if this is not asked.
    var recordDepth: Int?
    var list: String?
    /// Whether a name in the records does not matter, and which it is.
    var allowsOne = false
    var allowed: ArraySlice<UInt8>?

    var isFound = false
    /// Further names that do not matter, so that each is looked at once.
    var harmless = JSONNameTable()
    private static let maximumHarmless = 1000

    mutating func findsNothing() -> Bool {
        let depth = recordDepth ?? known.data.map { $0 + 1 } ?? 1
        while !isFound, let token = try? scanner.next() {
            guard case .name(let text) = token else { continue }
            let name = scanner.utf8(text)
            let roles = known.roles(of: name)
            if roles.contains(.known) { continue }
            let isOther = list.map { scanner.depth == 1 && !scanner.matches(text, $0) } ?? false
            if isOther || !roles.isDisjoint(with: [.opaque, .searched]) {
                _ = try? scanner.skipValue()
            } else if scanner.depth >= depth {
                isFound = isPart(name)
            }
        }
        return !isFound
    }

    /// Whether an unknown member matters, by its name and its value. `null` and an empty string say nothing.
    private mutating func isPart(_ name: ArraySlice<UInt8>) -> Bool {
        guard let kind = try? scanner.nextKind(), kind != .null else { return false }
        var string: ArraySlice<UInt8>?
        if kind == .string, case .string(let text)? = try? scanner.next() { string = scanner.utf8(text) }
        func isLink() -> Bool { string.map { KeyURIScheme.isLink($0.span) } ?? false }
        if harmless.contains(name) { return isLink() }
        let text = String(decoding: name, as: UTF8.self).limitingMarks
        let isNamedLikePart = AccountPart(named: text) != nil || AccountPart.isFurtherKey(named: text)
        if isNamedLikePart || scanner.depth == recordDepth && kind != .object && kind != .array {
            if string?.isEmpty == true { return false }
            guard !isNamedLikePart, allowsOne, allowed.map({ $0.elementsEqual(name) }) ?? true else { return true }
            allowed = name
            return false
        }
        if recordDepth != scanner.depth, harmless.count < Self.maximumHarmless { harmless.insert(name) }
        return isLink()
    }
}

extension ImportFormat {
    /// A document with a warning for each member that is neither read nor known.
    ///
    /// - Parameter text: the decrypted text.
    package func naming(
        unread known: KnownNames, in text: [UInt8], _ document: ImportedDocument
    ) -> ImportedDocument {
        naming(unread: known.unread(in: text), in: text, document)
    }

    package func naming(unread names: UnreadNames, in text: [UInt8]? = nil, _ document: ImportedDocument)
        -> ImportedDocument
    {
        var document = document
        document.name(unread: names)
        document.text = text ?? document.text
        return document
    }
}
