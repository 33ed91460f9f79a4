import Encodings
import TOTPDomain

/// The members of an app's JSON that its page names: those that are read, and those that say nothing of an account.
///
/// Two rules are built on it (`Docs/formats/README.md`): a format without a member of its own is recognized only if
/// every member of every record is known, and a member that looks like a part of an account but is not known is a
/// warning. Names are known at any depth; only those of the parts of accounts need to be listed for the second rule.
struct KnownMembers: Sendable {
    private let names: JSONNameTable
    private let opaque: JSONNameTable
    private let depth: Int

    /// - Parameters:
    ///   - names: separated by spaces.
    ///   - opaque: members whose values are not looked at: what is in them is named by users.
    ///   - depth: that of the outermost members that are looked at; those outside of it have any name.
    init(_ names: StaticString, opaque: StaticString = "", from depth: Int = 1) {
        self.names = JSONNameTable("\(names)".split { $0 == " " || $0 == "\n" }.map(String.init))
        self.opaque = JSONNameTable("\(opaque)".split(separator: " ").map(String.init))
        self.depth = depth
    }

    /// The names that look like a part of an account and are not known, in the order of the text, each once.
    ///
    /// - Parameter text: JSON; of a damaged one, only the part before the damage counts.
    func unread(in text: [UInt8]) -> [String] {
        var search = search(in: text, recordDepth: nil)
        search.run()
        return search.unread
    }

    /// Whether the records of a text have only known members. Unknown lists and objects do not matter if nothing in
    /// them looks like a part of an account: an app may add data of its own.
    ///
    /// - Parameters:
    ///   - depth: that of the records' members: 2 in a list, 3 in a list in an object.
    ///   - list: the member of the outermost object that has the records; nil for all of them.
    func areAll(ofRecordsAt depth: Int, inList list: String? = nil, in text: [UInt8]) -> Bool {
        var search = search(in: text, recordDepth: depth)
        search.list = list
        search.run()
        return search.unread.isEmpty
    }

    private func search(in text: [UInt8], recordDepth: Int?) -> Search {
        Search(
            scanner: JSONScanner(text, checksEscapes: false), names: names, opaque: opaque,
            depth: recordDepth ?? depth, recordDepth: recordDepth)
    }
}

private struct Search {
    var scanner: JSONScanner
    /// With further names that do not matter, so that each is looked at once.
    let names: JSONNameTable
    let opaque: JSONNameTable
    let depth: Int
    /// Where every name must be known; nil if this is not asked. The search then ends at the first other one.
    let recordDepth: Int?
    var list: String?

    private(set) var unread: [String] = []
    private var harmless = JSONNameTable()
    private static let maximumHarmless = 1000, maximumUnread = 16

    init(scanner: JSONScanner, names: JSONNameTable, opaque: JSONNameTable, depth: Int, recordDepth: Int?) {
        self.scanner = scanner
        self.names = names
        self.opaque = opaque
        self.depth = depth
        self.recordDepth = recordDepth
    }

    mutating func run() {
        while !isDone, let token = try? scanner.next() {
            guard case .name(let text) = token else { continue }
            let name = scanner.utf8(text)
            if names.contains(name) { continue }
            let isOther = list.map { scanner.depth == 1 && !scanner.matches(text, $0) } ?? false
            if isOther || opaque.contains(name) {
                _ = try? scanner.skipValue()
            } else if scanner.depth >= depth {
                look(at: name)
            }
        }
    }

    private var isDone: Bool { recordDepth == nil ? unread.count >= Self.maximumUnread : !unread.isEmpty }

    /// Looks at the value of an unknown member. `null` and an empty string say nothing.
    private mutating func look(at name: ArraySlice<UInt8>) {
        guard let kind = try? scanner.nextKind(), kind != .null else { return }
        let isContainer = kind == .object || kind == .array
        if harmless.contains(name) {
            if kind == .string, isLink() { add(name) }
        } else if isPart(String(decoding: name, as: UTF8.self).limitingMarks) {
            if kind == .string, isEmpty() { return }
            add(name)
        } else if scanner.depth == recordDepth, !isContainer {
            if kind == .string, isEmpty() { return }
            add(name)
        } else {
            if recordDepth != scanner.depth, harmless.count < Self.maximumHarmless { harmless.insert(name) }
            if kind == .string, isLink() { add(name) }
        }
    }

    private func isPart(_ name: String) -> Bool {
        AccountPart(named: name) != nil || AccountPart.isFurtherKey(named: name)
    }

    private mutating func add(_ name: ArraySlice<UInt8>) {
        let name = String(decoding: name, as: UTF8.self).limitingMarks.printable(limit: 40)
        if !unread.contains(name) { unread.append(name) }
    }

    /// Whether the string that comes next is empty.
    private mutating func isEmpty() -> Bool {
        guard case .string(let text)? = try? scanner.next() else { return false }
        return text.range.isEmpty
    }

    /// Whether the string that comes next is a link.
    private mutating func isLink() -> Bool {
        guard case .string(let text)? = try? scanner.next() else { return false }
        return JSONValue.isLink(scanner.utf8(text).span)
    }
}

extension ImportFormat {
    /// A document with a warning for each member that looks like a part of an account and is not read.
    ///
    /// - Parameter text: the decrypted text.
    func naming(
        unread members: KnownMembers, in text: [UInt8], _ document: ImportedDocument
    ) -> ImportedDocument {
        naming(unread: members.unread(in: text), document)
    }

    /// - Parameter names: of members, each once.
    func naming(unread names: [String], _ document: ImportedDocument) -> ImportedDocument {
        var document = document
        // Without what is in parentheses.
        let app = description.app.firstRange(of: " (").map { String(description.app[..<$0.lowerBound]) }
        document.warnings += names.map { name in
            Warning("\(name) is not read in \(app ?? description.app)'s files", .checkAccounts)
        }
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
