import Encodings
import Links
import TOTPDomain

/// A value of a JSON text, decoded only where it is asked for.
///
/// For exports whose members have an order, and for those that contain mostly what no account needs. `null` is treated
/// as missing everywhere.
struct JSONValue: Sendable {
    private let source: ArraySlice<UInt8>
    let kind: JSONScanner.Kind

    /// Checks the whole text, so that values can be skipped later without a look at them.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if it is not JSON, cut off, or nested too deeply.
    init(text: [UInt8]) throws(SourceError) {
        do throws(JSONError) {
            try JSONScanner.check(text[...])
            var scanner = JSONScanner(text, checksEscapes: false)
            kind = try scanner.nextKind() ?? .null
        } catch {
            if error.reason == .tooMany { throw .tooManyValues }
            throw .damaged("\(error)")
        }
        source = text[...]
    }

    /// A value of a text that was checked.
    init(_ place: JSONPlace) {
        source = place.source
        kind = place.kind
    }

    private init?(_ source: ArraySlice<UInt8>) {
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

    /// The value of a member. Of several lists or objects with the name it is the last; of several other values it is one
    /// that is damaged, because other programs may read the other one.
    subscript(name: String) -> JSONValue? {
        var found: [JSONValue?] = []
        forEachMember { text, scanner, value in
            if scanner.matches(text, name) { found.append(Self.value(scanner.source(value))) }
        }
        guard let last = found.last else { return nil }
        let isContainer = last?.kind == .array || last?.kind == .object
        return found.count == 1 || isContainer ? last : Self.damaged
    }

    /// Neither a text nor a number.
    private static let damaged = JSONValue(Array("{}".utf8)[...])

    /// The elements of the list under a name.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if there is no such list, or more than one.
    func list(_ name: String) throws(SourceError) -> [JSONValue] {
        guard let list = try only(name, .array) else {
            throw .damaged("\(name) is missing or not a list")
        }
        return list.elements
    }

    /// The object under a name.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if there is no such object, or more than one.
    func object(_ name: String) throws(SourceError) -> JSONValue {
        guard let object = try only(name, .object) else {
            throw .damaged("\(name) is missing or not an object")
        }
        return object
    }

    private func only(_ name: String, _ kind: JSONScanner.Kind) throws(SourceError) -> JSONValue? {
        var values: [JSONValue?] = []
        forEachMember { text, scanner, value in
            if scanner.matches(text, name) { values.append(Self.value(scanner.source(value))) }
        }
        guard values.count < 2 else {
            throw .damaged("\(name) is in it twice")
        }
        guard let value = values.first ?? nil, value.kind == kind else { return nil }
        return value
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
    var elements: [JSONValue] {
        guard kind == .array else { return [] }
        var scanner = JSONScanner(source, checksEscapes: false)
        _ = try? scanner.next()
        var elements: [JSONValue] = []
        while let range = (try? scanner.skipValue()) ?? nil {
            if let value = JSONValue(scanner.source(range)) { elements.append(value) }
        }
        return PlantedLoss.applied(to: elements)
    }

    // MARK: - Texts, numbers and flags

    /// The text of a string; any other value is damaged, also a number.
    var text: LenientText { string.map { .text($0) } ?? .damaged }

    /// The text of a string, or a number as it is written; "" for any other value: for names, which no code depends on.
    var name: String {
        if kind == .number, case .number(let number) = number { return String(number) }
        return string ?? ""
    }

    /// The text of a string, or a number exactly as it is written; "" for any other value.
    var written: String { kind == .number ? String(decoding: source, as: UTF8.self) : string ?? "" }

    var number: LenientNumber {
        if let string { return .text(string) }
        guard kind == .number, let number = Int64(String(decoding: source, as: UTF8.self)) else { return .damaged }
        return .number(number)
    }

    /// Whether it is `true`, 1, or a string of them.
    var isSet: Bool { kind == .true || ["1", "true"].contains(name) }

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

    var string: String? {
        var scanner = JSONScanner(source, checksEscapes: false)
        guard kind == .string, case .string(let text)? = try? scanner.next(), scanner.isReadable(text) else {
            return nil
        }
        return try? scanner.string(text)
    }
}

extension JSONValue? {
    /// The text, or a number as it is written; "" for any other value, or none.
    var name: String { self?.name ?? "" }

    var isSet: Bool { self?.isSet ?? false }

    /// The elements of a list; none of another value, or none.
    var elements: [JSONValue] { self?.elements ?? [] }
}
