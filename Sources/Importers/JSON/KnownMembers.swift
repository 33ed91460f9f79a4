import Encodings
import Links
import TOTPDomain

/// The members of an app's JSON that its format reads, and those that say nothing of an account.
///
/// The world of a file is closed (`Docs/formats/README.md`): what is neither is named, unless its value says nothing.
/// Names are known at any depth. Recognition has a rule of its own: a format without a member of its own is recognized
/// only if every member of every record is known.
struct KnownMembers: Sendable {
    private var names = JSONNameTable()
    /// By the places of the names.
    private var allRoles: [Roles] = []
    /// The member whose value is the object of a record that has the `inner` members.
    fileprivate let holder: String?
    fileprivate let list: String?
    fileprivate let data: Int?
    private let ignoresCase: Bool

    /// What is known of a name.
    fileprivate struct Roles: OptionSet {
        let rawValue: UInt16

        static let known = Roles(rawValue: 1)
        static let text = Roles(rawValue: 1 << 1), flag = Roles(rawValue: 1 << 2)
        static let list = Roles(rawValue: 1 << 3), objects = Roles(rawValue: 1 << 4)
        /// Those that are read in one object of a record only, and those that are read only beside it.
        static let inner = Roles(rawValue: 1 << 5), outer = Roles(rawValue: 1 << 6)
        static let opaque = Roles(rawValue: 1 << 7), searched = Roles(rawValue: 1 << 8)
        /// Those whose texts no account has, and that may hold one.
        static let aside = Roles(rawValue: 1 << 9)
        /// Of which the type of the value matters.
        static let typed: Roles = [.text, .flag, .list, .objects]
    }

    /// - Parameters:
    ///   - shape: that of the records: its members are read.
    ///   - names: further ones, separated by spaces: those that are read elsewhere, and those that say nothing of an
    ///     account.
    ///   - texts: further ones that are read as a text, such as a name or a note: with another value, they are unread.
    ///   - flags: further ones that are read as `true` or `false`.
    ///   - lists: further ones that are read as a list of texts.
    ///   - objects: further ones that are read as a list of objects.
    ///   - holder: a member of each record, and those that are read in its object only; nil for that of the shape.
    ///   - asides: further ones that people write and no account has: with what may be of one in it, such a text is unread.
    ///   - opaque: members in whose values the names are data, or another app's: they are searched for secrets and links
    ///     only.
    ///   - searched: members in whose values the names are data, and which the reader searches itself.
    ///   - list: the member whose list has the records; nil for the outermost list.
    ///   - data: the depth at which all names are data, such as ids: 1 for the members of the outermost object. Their
    ///     values are the records.
    ///   - ignoresCase: whether the names, which are then in lower case here, are written in any case.
    init(
        reading shape: EntryShape? = nil, _ names: StaticString, texts: StaticString = "", flags: StaticString = "",
        lists: StaticString = "", objects: StaticString = "", holder: (name: String, members: StaticString)? = nil,
        asides: StaticString = "", opaque: StaticString = "",
        searched: StaticString = "", list: String? = nil,
        data: Int? = nil, ignoringCase ignoresCase: Bool = false
    ) {
        let inner = holder.map { Self.split($0.members) } ?? shape?.innerMembers ?? []
        self.holder = holder?.name ?? shape?.holder
        self.list = list
        self.data = data
        self.ignoresCase = ignoresCase
        add(Self.split(opaque), .opaque)
        add(Self.split(searched), .searched)
        add((shape?.members ?? []) + Self.split(names), .known)
        add((shape?.texts ?? []) + Self.split(texts), [.known, .text])
        add((shape?.flags ?? []) + Self.split(flags), [.known, .flag])
        add((shape?.lists ?? []) + Self.split(lists), [.known, .list])
        add(Self.split(objects), [.known, .objects])
        add(Self.split(asides), [.known, .aside])
        add(inner, [.known, .inner])
        if !inner.isEmpty { add(shape?.outerMembers ?? [], .outer) }
    }

    private mutating func add(_ names: [String], _ roles: Roles) {
        for name in names.map({ Array($0.utf8)[...] }) {
            if let place = self.names.place(of: name) {
                allRoles[place].formUnion(roles)
            } else {
                self.names.insert(name)
                allRoles.append(roles)
            }
        }
    }

    private static func split(_ names: StaticString) -> [String] {
        "\(names)".split { $0 == " " || $0 == "\n" }.map(String.init)
    }

    /// A name as it is here.
    private func own(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        ignoresCase ? name.map(ASCII.lowercased)[...] : name
    }

    fileprivate func roles(of name: ArraySlice<UInt8>) -> Roles {
        names.place(of: own(name)).map { allRoles[$0] } ?? []
    }

    /// - Parameter isInHolder: whether it is a member of the value of ``holder``.
    fileprivate func knows(_ name: Roles, isInHolder: Bool = false) -> Bool {
        let here: Roles = isInHolder ? .inner : .outer, elsewhere: Roles = isInHolder ? .outer : .inner
        return holder != nil && name.contains(elsewhere) ? name.contains(here) : name.contains(.known)
    }

    /// Whether the reader of a `typed` member takes its value; `null` is treated as missing.
    fileprivate static func takes(_ value: JSONValue, of name: Roles) -> Bool {
        if value.kind == .null { return true }
        if name.contains(.text) { return value.field != .damaged }
        if name.contains(.flag) { return value.flag != nil }
        return value.kind == .array
            && value.elements.allSatisfy { name.contains(.objects) ? $0.kind == .object : $0.field != .damaged }
    }

    /// Whether a list has the records.
    ///
    /// - Parameter name: of its member; nil for the outermost value.
    fileprivate func isOfRecords(_ name: ArraySlice<UInt8>?) -> Bool {
        guard let list else { return true }
        guard let name else { return false }
        return own(name).elementsEqual(list.utf8)
    }

    /// The names that are not known and have a value, in the order of the text, each once.
    ///
    /// - Parameters:
    ///   - text: JSON; of a damaged one, only the part before the damage counts.
    ///   - isRecord: whether the whole text is one record.
    func unread(in text: [UInt8], isRecord: Bool = false) -> UnreadNames { unread(in: text[...], isRecord: isRecord) }

    func unread(in text: ArraySlice<UInt8>, isRecord: Bool) -> UnreadNames {
        var search = UnreadSearch(self, in: text, isRecord: isRecord)
        search.run()
        return search.unread
    }

    // MARK: - Recognition

    /// Whether a text has no member that looks like a part of an account and is not known.
    func haveAllParts(in text: [UInt8]) -> Bool {
        var search = PartSearch(self, in: text[...], recordDepth: nil)
        search.run()
        return search.found.isEmpty
    }

    /// Whether the records of a text have only known members. Unknown lists and objects do not matter if nothing in
    /// them looks like a part of an account: an app may add data of its own.
    ///
    /// - Parameters:
    ///   - depth: that of the records' members: 2 in a list, 3 in a list in an object.
    ///   - list: the member of the outermost object that has the records; nil for all of them.
    ///   - allowsOne: whether one name that does not look like a part of an account may be unknown, in any records: in a
    ///     file that has another mark of the app, which may have renamed or added a member. The reader names it.
    func areAll(
        ofRecordsAt depth: Int, inList list: String? = nil, butOne allowsOne: Bool = false, in text: [UInt8]
    ) -> Bool {
        var search = PartSearch(self, in: text[...], recordDepth: depth)
        search.list = list
        search.allowsOne = allowsOne
        search.run()
        return search.found.isEmpty
    }
}

/// Finds the names in a text that are not known, in one pass.
private struct UnreadSearch {
    private var scanner: JSONScanner
    private let members: KnownMembers
    /// In the order of the text, each with the last record that has it.
    private var found: [(name: [UInt8], entries: Int, lastRecord: Int)] = []
    private var hasMore = false
    /// The depth of the records, while inside of their list, and of the list that is open.
    private var recordDepth: Int?
    private var openList: Int?
    /// The depth of the members in the holder of a record, while in one.
    private var holderDepth: Int?
    private var open: [Open] = []
    /// The number of the record, from 1; 0 outside of records.
    private var record = 0
    private var records = 0
    /// The member whose value comes next, or is open.
    private var last: JSONScanner.Text?
    /// The members of the outermost object so far: of two with one name, readers use one.
    private var outermost = JSONNameTable()

    init(_ members: KnownMembers, in text: ArraySlice<UInt8>, isRecord: Bool) {
        scanner = JSONScanner(text, checksEscapes: false)
        self.members = members
        recordDepth = members.list == nil ? members.data.map { $0 + 1 } : nil
        record = isRecord ? 1 : 0
        // No list in a record has others.
        openList = isRecord || recordDepth != nil ? 0 : nil
    }

    var unread: UnreadNames {
        var unread = UnreadNames()
        for (name, entries, _) in found { unread.add(raw: String(decoding: name, as: UTF8.self), entries: entries) }
        if hasMore { unread.addMore() }
        return unread
    }

    mutating func run() {
        while let token = try? scanner.next() {
            lookAtKind(of: token)
            switch token {
            case .name(let name):
                last = name
                look(at: name)
            case .objectStart where scanner.depth == recordDepth:
                records += 1
                record = records
            case .objectStart where members.holder != nil && scanner.depth != recordDepth:
                if let last, let holder = members.holder, scanner.matches(last, holder) { holderDepth = scanner.depth }
            case .objectEnd where scanner.depth + 1 == recordDepth: record = 0
            case .objectEnd where scanner.depth + 1 == holderDepth: holderDepth = nil
            case .arrayStart where openList == nil:
                if members.isOfRecords(last.map { scanner.utf8($0) }) {
                    openList = scanner.depth
                    recordDepth = scanner.depth + 1
                }
            case .arrayEnd where openList.map { scanner.depth < $0 } ?? false: (openList, recordDepth) = (nil, nil)
            default: break
            }
        }
    }

    /// Notes a list that has both objects and something else: its reader takes the objects.
    private mutating func lookAtKind(of token: JSONScanner.Token) {
        let parent = open.count - 1
        switch token {
        case .objectStart:
            if parent >= 0 { open[parent].hasObject = true }
            open.append(Open(name: nil))
        case .arrayStart: open.append(Open(name: last))
        case .objectEnd: _ = open.popLast()
        case .arrayEnd:
            // A list of records has each of its elements read.
            if let list = open.popLast(), record != 0, list.hasObject, list.hasOther, let name = list.name {
                add(scanner.utf8(name))
            }
        case .string, .number, .bool: if parent >= 0 { open[parent].hasOther = true }
        case .name, .null: break
        }
    }

    /// An object or a list that is open.
    private struct Open {
        /// Of the member whose value is the list.
        let name: JSONScanner.Text?
        var hasObject = false, hasOther = false
    }

    private mutating func look(at text: JSONScanner.Text) {
        let name = scanner.utf8(text), roles = members.roles(of: name)
        if scanner.depth == 1, members.data != 1, record == 0 {
            if outermost.contains(name) { add(name) } else { outermost.insert(name) }
        }
        if members.knows(roles, isInHolder: scanner.depth == holderDepth) {
            if !roles.isDisjoint(with: .typed) { lookAtType(of: name, roles) }
            if roles.contains(.aside) { lookAtAside(name) }
        } else if roles.contains(.searched) {
            _ = try? scanner.skipValue()
        } else if roles.contains(.opaque) {
            searchValue()
        } else if scanner.depth != members.data, let value = (try? scanner.skipValue()) ?? nil, saysSomething(value) {
            add(name)
        }
    }

    /// Looks at the value that comes next, but not past it: there may be names in it.
    private mutating func lookAtType(of name: ArraySlice<UInt8>, _ roles: KnownMembers.Roles) {
        var ahead = scanner
        guard let range = (try? ahead.skipValue()) ?? nil, let value = JSONValue(scanner.source(range)) else { return }
        // Nearly all are texts without an escape.
        let isPlain = value.kind == .string && value.source.allSatisfy { 0x20..<0x80 ~= $0 && $0 != UInt8(ascii: "\\") }
        if !(isPlain && roles.contains(.text)), !KnownMembers.takes(value, of: roles) { add(name) }
    }

    /// Looks at the text that comes next, but not past it.
    private mutating func lookAtAside(_ name: ArraySlice<UInt8>) {
        var ahead = scanner
        guard case .string(let text)? = try? ahead.next(), Leftover.Kind(in: scanner.utf8(text).span) != nil else {
            return
        }
        add(name)
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
                unknown = members.knows(members.roles(of: name)) ? nil : name
                guard unknown != nil,
                    AccountPart.isCertainKey(named: String(decoding: name, as: UTF8.self).limitingMarks)
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

/// Finds the names in a text that are not known and look like a part of an account.
private struct PartSearch {
    private var scanner: JSONScanner
    private let members: KnownMembers
    /// Where every name must be known; nil if this is not asked.
    private let recordDepth: Int?
    private let limit: Int
    var list: String?
    /// Whether one name in the records does not matter, and which one it is.
    var allowsOne = false
    private var allowed: ArraySlice<UInt8>?

    private(set) var found = UnreadNames()
    /// Further names that do not matter, so that each is looked at once.
    private var harmless = JSONNameTable()
    private static let maximumHarmless = 1000

    init(_ members: KnownMembers, in text: ArraySlice<UInt8>, recordDepth: Int?, limit: Int = 1) {
        scanner = JSONScanner(text, checksEscapes: false)
        self.members = members
        self.recordDepth = recordDepth
        self.limit = limit
    }

    mutating func run() {
        let depth = recordDepth ?? members.data.map { $0 + 1 } ?? 1
        while found.names.count < limit, let token = try? scanner.next() {
            guard case .name(let text) = token else { continue }
            let name = scanner.utf8(text)
            let roles = members.roles(of: name)
            if roles.contains(.known) { continue }
            let isOther = list.map { scanner.depth == 1 && !scanner.matches(text, $0) } ?? false
            if isOther || !roles.isDisjoint(with: [.opaque, .searched]) {
                _ = try? scanner.skipValue()
            } else if scanner.depth >= depth {
                look(at: name)
            }
        }
    }

    /// Looks at the value of an unknown member. `null` and an empty string say nothing.
    private mutating func look(at name: ArraySlice<UInt8>) {
        guard let kind = try? scanner.nextKind(), kind != .null else { return }
        let isContainer = kind == .object || kind == .array
        if harmless.contains(name) {
            if kind == .string, isLink() { add(name) }
        } else if AccountPart.isPart(named: String(decoding: name, as: UTF8.self).limitingMarks) {
            if kind == .string, isEmpty() { return }
            add(name)
        } else if scanner.depth == recordDepth, !isContainer {
            if kind == .string, isEmpty() { return }
            if allowsOne, allowed.map({ $0.elementsEqual(name) }) ?? true { allowed = name } else { add(name) }
        } else {
            if recordDepth != scanner.depth, harmless.count < Self.maximumHarmless { harmless.insert(name) }
            if kind == .string, isLink() { add(name) }
        }
    }

    private mutating func add(_ name: ArraySlice<UInt8>) {
        found.add(raw: String(decoding: name, as: UTF8.self), entries: 0)
    }

    /// Whether the string that comes next is empty.
    private mutating func isEmpty() -> Bool {
        guard case .string(let text)? = try? scanner.next() else { return false }
        return text.range.isEmpty
    }

    /// Whether the string that comes next is a link.
    private mutating func isLink() -> Bool {
        guard case .string(let text)? = try? scanner.next() else { return false }
        return KeyURIScheme.isLink(scanner.utf8(text).span)
    }
}

extension AccountPart {
    /// Whether a name looks like a part of an account.
    fileprivate static func isPart(named name: String) -> Bool {
        AccountPart(named: name) != nil || isFurtherKey(named: name)
    }

    /// Whether a name says that its value is the secret of one-time codes, or a link.
    fileprivate static func isCertainKey(named name: String) -> Bool {
        switch AccountPart(named: name) {
        case .key, .hexKey, .base64Key: true
        default: false
        }
    }
}

extension ImportFormat {
    /// A document with a warning for each member that is neither read nor known.
    ///
    /// - Parameter text: the decrypted text.
    func naming(
        unread members: KnownMembers, in text: [UInt8], _ document: ImportedDocument
    ) -> ImportedDocument {
        naming(unread: members.unread(in: text), in: text, document)
    }

    func naming(unread names: UnreadNames, in text: [UInt8]? = nil, _ document: ImportedDocument) -> ImportedDocument {
        var document = document
        document.name(unread: names)
        document.text = text ?? document.text
        return document
    }
}

/// The names of members inside the entries of a JSON text, for formats that differ only there.
enum JSONMemberNames {
    /// Whether the objects under a name, at any depth, have only allowed members.
    ///
    /// Reads the text once, without decoding it. For a damaged text, only the part before the damage is checked.
    static func areAll(_ allowed: Set<String>, under key: String, in text: [UInt8]) -> Bool {
        var scanner = JSONScanner(text)
        // The depth of the members of such an object, while in one.
        var inside: Int?
        while let token = try? scanner.next() {
            switch token {
            case .name(let name):
                if scanner.depth == inside {
                    guard let name = try? scanner.string(name), allowed.contains(name) else { return false }
                } else if inside == nil, scanner.matches(name, key), (try? scanner.nextKind()) == .object {
                    inside = scanner.depth + 1
                }
            case .objectEnd where inside == scanner.depth + 1: inside = nil
            default: break
            }
        }
        return true
    }
}
