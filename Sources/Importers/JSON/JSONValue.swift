import Encodings
import Links
import TOTPDomain

/// A value of a JSON text, decoded only where it is asked for.
///
/// For exports whose members have an order, and for exports with mostly other data than accounts. `null` is treated as
/// missing everywhere.
package struct JSONValue: Sendable {
    let source: ArraySlice<UInt8>
    let kind: JSONScanner.Kind

    /// Checks the whole text, so that values can be skipped later without a look at them.
    init(checking text: [UInt8]) throws(JSONError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        self.init(try JSONPlace(text: text.starts(with: mark) ? Array(text.dropFirst(3)) : text))
    }

    /// Reads a text.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if it is not JSON, cut off, or nested too deeply.
    init(text: [UInt8]) throws(SourceError) {
        do throws(JSONError) { try self.init(checking: text) } catch {
            if error.reason == .tooMany { throw .tooManyValues }
            throw .damaged("\(error)")
        }
    }

    /// A value of a text that was checked.
    init(_ place: JSONPlace) {
        source = place.source
        kind = place.kind
    }

    /// - Parameter source: a value of a text that was checked, without spaces around it.
    init?(_ source: ArraySlice<UInt8>) {
        guard let kind = source.first.flatMap(JSONScanner.Kind.init) else { return nil }
        self.source = source
        self.kind = kind
    }

    // MARK: - Objects

    /// The members of an object in order, repeated names included; none of another value.
    ///
    /// A name that is not UTF-8 is empty.
    var members: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = []
        forEachMember { name, scanner, value in
            guard let value = Self.value(scanner.source(value)) else { return }
            members.append(((try? scanner.string(name)) ?? "", value))
        }
        return members
    }

    /// Whether an object has a member, once or several times; a single `null` does not count.
    func has(_ name: String) -> Bool {
        let (value, count) = lastMember(name)
        return value != nil || count > 1
    }

    /// The value of a member of an entry.
    ///
    /// - Throws: ``EntryError`` with `field-damaged` if there are several: other programs may read another one.
    subscript(name: String) -> JSONValue? {
        get throws(EntryError) {
            let (value, count) = lastMember(name)
            guard count < 2 else { throw .repeated(name) }
            return value
        }
    }

    /// The value of the first of two members of an entry that it has.
    subscript(name: String, or other: String) -> JSONValue? {
        get throws(EntryError) {
            let first = try self[name]
            return try first == nil ? self[other] : first
        }
    }

    /// The value of a member of a file.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if there are several, as all of these do.
    func member(_ name: String) throws(SourceError) -> JSONValue? {
        let (value, count) = lastMember(name)
        guard count < 2 else { throw .damaged("\(name) is in it twice") }
        return value
    }

    /// The elements of the list under a name.
    ///
    /// - Throws: ``SourceError`` with `corrupt` also if the list is missing.
    func list(_ name: String) throws(SourceError) -> JSONList {
        guard let value = try member(name) else { throw .mayBeNewer(name) }
        guard let list = JSONList(value) else { throw .damaged("\(name) is not a list") }
        return list
    }

    /// The object under a name.
    ///
    /// - Throws: ``SourceError`` with `corrupt` also if the object is missing.
    func object(_ name: String) throws(SourceError) -> JSONValue {
        guard let object = try member(name) else { throw .mayBeNewer(name) }
        guard object.kind == .object else { throw .damaged("\(name) is not an object") }
        return object
    }

    /// Whether an object at any depth in the value has a member.
    func hasMember(_ name: String) -> Bool {
        var scanner = scanner
        while let token = try? scanner.next() {
            if case .name(let found) = token, scanner.matches(found, name) { return true }
        }
        return false
    }

    /// The last value of a name, and how many there are.
    private func lastMember(_ name: String) -> (value: JSONValue?, count: Int) {
        var last: JSONValue?, count = 0
        forEachMember { text, scanner, value in
            guard scanner.matches(text, name) else { return }
            last = Self.value(scanner.source(value))
            count += 1
        }
        return (last, count)
    }

    /// The value of a member; nil for `null`.
    private static func value(_ source: ArraySlice<UInt8>) -> JSONValue? {
        JSONValue(source).flatMap { $0.kind == .null ? nil : $0 }
    }

    /// - Parameter body: gets the name, the scanner that read it, and the place of the value.
    private func forEachMember(_ body: (JSONScanner.Text, JSONScanner, Range<Int>) -> Void) {
        guard kind == .object else { return }
        var scanner = JSONScanner(source, checksEscapes: false)
        _ = try? scanner.next()
        while case .name(let name)? = try? scanner.next(), let value = (try? scanner.skipValue()) ?? nil {
            body(name, scanner, value)
        }
    }

    // MARK: - Lists

    /// The elements of a list; none of another value.
    var elements: JSONList { JSONList(self) ?? .empty }

    // MARK: - The text

    /// `true` or `false`; nil for any other value.
    var flag: Bool? { kind == .true ? true : kind == .false ? false : nil }

    /// Whether a text starts with a link that is an account.
    static func isLink(_ text: Span<UInt8>) -> Bool {
        var start = 0
        while start < text.count, ASCII.isWhitespace(text[start]) { start += 1 }
        return [KeyURIScheme.otpauth, .motp, .steam, .apple].contains { text.hasPrefix($0.prefix, at: start) }
    }

    /// The strings in the value, at any depth, for which a closure is true. Names of members do not count.
    func strings(where isWanted: (Span<UInt8>) -> Bool) -> [String] {
        var scanner = scanner
        var strings: [String] = []
        while let token = try? scanner.next() {
            guard case .string(let text) = token, isWanted(scanner.utf8(text).span), scanner.isReadable(text),
                let string = try? scanner.string(text)
            else { continue }
            strings.append(string)
        }
        return strings
    }

    /// For a look at the text of the value, which was checked before.
    var scanner: JSONScanner { JSONScanner(source, checksEscapes: false) }
}
