import Containers
import Encodings
import Links
import TOTPDomain

/// A YAML text as JSON, so that its maps and lists are the records of readers that exist.
///
/// Only the subset of `Docs/formats/json-list.md` is read. Anything else is refused with its line, never guessed.
/// Every scalar is a string as it is written, because programs disagree about numbers and words: `0123` is 83 for some.
package struct YAMLText {
    /// The list of the documents that are not empty, and what is open in the last.
    private var open = [Level(isMap: false)]

    /// A list or a map that has not ended.
    private struct Level {
        let isMap: Bool
        /// In a list, the names are empty.
        var members: [OrderedJSON.Member] = []
        /// The names of a map.
        var names: Set<[UInt8]> = []
        /// The name whose value is next.
        var name: String?

        var value: OrderedJSON { isMap ? .object(members) : .array(members.map(\.value)) }

        mutating func add(_ value: OrderedJSON) {
            members.append(OrderedJSON.Member(key: name ?? "", value: value))
            name = nil
        }
    }

    private static let maximumDepth = 64

    /// Whether a text may be YAML with maps in maps or lists: a look at its first line and its indentation.
    ///
    /// Lines of names and values without any are a list, however they are read.
    package static func mayBe(_ text: [UInt8]) -> Bool {
        var lines = TextLines(), indentation: Int?
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range]
            let content = bytes.drop { $0 == ASCII.space }
            guard let first = content.first, first != ASCII.hash else { continue }
            let column = content.startIndex - bytes.startIndex
            if indentation == nil {
                if first == UInt8(ascii: "%") || content.starts(with: "---".utf8) { continue }
                guard isItem(content) || hasKey(content) else { return false }
                indentation = column
            }
            if column != indentation || isItem(content) { return true }
        }
        return false
    }

    /// A dash with a space after it, or nothing.
    private static func isItem(_ content: ArraySlice<UInt8>) -> Bool {
        content.first == ASCII.hyphen && isMark(content.startIndex, in: content)
    }

    /// A colon with a space after it, or nothing.
    private static func hasKey(_ content: ArraySlice<UInt8>) -> Bool {
        content.indices.dropFirst().contains { content[$0] == ASCII.colon && isMark($0, in: content) }
    }

    private static func isMark(_ index: Int, in content: ArraySlice<UInt8>) -> Bool {
        index + 1 == content.endIndex || content[index + 1] == ASCII.space
    }

    /// - Parameter text: no longer than ``Limit/yaml``.
    /// - Throws: ``NotationRefusal`` for what is not in the subset.
    init(_ text: [UInt8]) throws(NotationRefusal) {
        let text = UTF8Text.isValid(text.span) ? text : Array(String(decoding: text, as: UTF8.self).utf8)
        try YAMLEvents.read(text) { line, problem in
            Self.damage(line, problem, in: text)
        } _: {
            event throws(NotationRefusal) in
            try take(event)
        }
    }

    private static func damage(_ line: Int, _ problem: String, in text: [UInt8]) -> NotationRefusal {
        var lines = TextLines(), last = 0, hasTab = false
        while last < line, let next = lines.next(in: text.span) {
            last = next.number + 1
            hasTab = text[next.range].drop { $0 == ASCII.space }.first == UInt8(ascii: "\t")
        }
        return hasTab
            ? NotationRefusal(line: last, reason: "a tab is in the indentation", advice: "use spaces")
            : NotationRefusal(line: last, reason: "its YAML is damaged (\(problem))")
    }

    /// The only document, or the list of all.
    var json: [UInt8] { (open[0].members.count == 1 ? open[0].members[0].value : open[0].value).utf8 }

    // MARK: - Events

    private mutating func take(_ event: YAMLEvents.Event) throws(NotationRefusal) {
        func refuse(_ reason: String, _ advice: Advice? = nil) -> NotationRefusal {
            NotationRefusal(line: event.line, reason: reason, advice: advice)
        }
        switch event.kind {
        case .documentStart, .documentEnd: return
        case .listEnd, .mapEnd:
            let ended = open.removeLast()
            return open[open.count - 1].add(ended.value)
        case .text(let text, _) where event.tag == "!vault" || text.starts(with: "$ANSIBLE_VAULT;".utf8):
            throw refuse("sealed with ansible-vault", "run ansible-vault decrypt on a copy, and import that")
        default: break
        }
        let last = open.count - 1, isName = open[last].isMap && open[last].name == nil
        var anchors: NotationRefusal {
            refuse(
                "anchors, aliases and merge keys are not read", .text("write the values out, as yq 'explode(.)' does"))
        }
        if case .text(let text, isPlain: true) = event.kind, isName, text.elementsEqual("<<".utf8) { throw anchors }
        if case .alias = event.kind { throw anchors }
        if event.hasAnchor { throw anchors }
        guard event.tag.isEmpty else { throw refuse("tags are not read", "remove the tag") }
        guard case .text(let text, let isPlain) = event.kind else {
            if isName {
                // `{{ name }}`
                if case .mapStart(isInBrackets: true) = event.kind {
                    throw refuse("it is a template, not a file of values")
                }
                throw refuse("names of more than a text are not read")
            }
            guard open.count <= Self.maximumDepth else { throw refuse("its maps and lists are nested too deeply") }
            let isMap = if case .mapStart = event.kind { true } else { false }
            return open.append(Level(isMap: isMap))
        }
        guard isName else {
            let value = isPlain ? Self.plain(text, named: open[last].name) : Self.string(text)
            // Nothing is in such a document.
            if value != .null || last > 0 { open[last].add(value) }
            return
        }
        guard open[last].names.insert(text).inserted else {
            throw refuse("a name is in a map twice", "keep one of them")
        }
        open[last].name = String(decoding: text, as: UTF8.self)
    }

    private static func plain(_ text: [UInt8], named name: String?) -> OrderedJSON {
        if ["null", "Null", "NULL", "~", ""].contains(where: { text.elementsEqual($0.utf8) }) { return .null }
        // Some programs read such a number as octal, so its field is damaged.
        let isOctal = text.count > 1 && text.first == UInt8(ascii: "0") && text.allSatisfy { 48...57 ~= $0 }
        let part = isOctal ? name.flatMap { AccountPart(named: $0) } : nil
        return string(part == .digits || part == .period || part == .counter ? text + " (octal)".utf8 : text)
    }

    private static func string(_ text: [UInt8]) -> OrderedJSON { .string(String(decoding: text, as: UTF8.self)) }
}
