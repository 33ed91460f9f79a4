import Containers

@testable import AnythingFormats
@testable import AppFormats
@testable import Encodings
@testable import FormatEngine
@testable import TOTPDomain

/// The texts that several formats share.
enum TextTargets {
    static func csv(_ bytes: [UInt8]) {
        require(UTF8Text.isValid(TextDecoding.text(bytes).bytes.span), "every text becomes UTF-8")
        let content = SourceContent(text: bytes)
        _ = content.csvColumns
        for quoting in [CSVTable.Quoting.acrossLines, .withinLine] {
            ContainerTargets.refusing { () throws(SourceError) in
                var table = try CSVTable(bytes, quoting: quoting)
                var line = 0, count = 0
                while let row = try table.next() {
                    require(row.line > line && row.line <= bytes.count + 1, "rows are on lines of their own")
                    (line, count) = (row.line, count + 1)
                    _ = row["secret"]
                }
                require(count + table.headerCount == table.countRecords(), "both ways of counting records agree")
            }
        }
    }

    /// The outline, the members in order, and the file see the same object.
    static func json(_ bytes: [UInt8]) {
        let outline = JSONOutline(bytes)
        _ = outline?.has("items", "version")
        var names: [String] = []
        for member in (try? JSONValue(checking: bytes))?.writtenMembers ?? [] {
            let place = member.value.source.indices
            require(place.lowerBound >= 0 && place.upperBound <= bytes.count, "a member is part of the text")
            names.append(String(decoding: member.name, as: UTF8.self))
        }
        require(names.count <= bytes.count, "no more members than bytes")
        ContainerTargets.refusing { () throws(SourceError) in
            let file = try JSONFile(bytes)
            require(outline?.shape == .object, "an object has the outline of one")
            for name in Set(names) { _ = try? file.value(name) }
        }
    }

    /// Members and elements that are found one at a time, and the whole text as a tree, are the same.
    static func jsonElements(_ bytes: [UInt8]) {
        let whole = Array("{\"a\":".utf8) + bytes + [UInt8(ascii: "}")]
        let tree = try? OrderedJSON(parsing: whole)
        let fields = try? JSONFields(whole[...])
        if let tree {
            require(fields != nil, "an object that can be read has members")
            require((try? fields?.tree()) == tree, "members are those of the whole text")
        }
        guard let fields, case .array(let range)? = fields["a"], let list = try? fields.elements(range) else { return }
        var elements: [OrderedJSON]?
        if case .array(let all)? = tree?["a"] { elements = all }
        require(elements.map { $0.count == list.elements.count } ?? true, "a list has all its elements")
        let copied = list.elements(list.elements.indices, in: list.copy(list.elements.indices))
        for (index, element) in list.elements.enumerated() where element.kind == .object {
            let object = try? list.object(at: index).tree()
            require(elements.map { $0[index] == object } ?? true, "an element is that of the whole text")
            require((try? copied.object(at: index).tree()) == object, "an element's copy is the element")
        }
    }

    /// Settings and records in YAML and TOML become JSON.
    static func settings(_ bytes: [UInt8]) {
        for json in [(try? YAMLText(bytes))?.json, (try? TOMLText(bytes))?.json].compactMap({ $0 }) {
            require((try? JSONValue(checking: json)) != nil, "a text of settings becomes JSON")
        }
        guard let text = EnvText(SourceContent(text: bytes).text) else { return }
        _ = EnvList(text.settings).hasSecrets
    }

    static func html(_ bytes: [UInt8]) {
        _ = StratumPage.matches(SourceContent(text: bytes))
        var tags = HTMLTags(bytes, names: ["code", "h3"])
        var end = 0
        while let tag = tags.next() {
            require(tag.before.upperBound >= end, "tags follow one another")
            require(tag.before.upperBound <= tag.after.lowerBound, "a tag is between its texts")
            end = tag.after.upperBound
            require(end <= bytes.count, "a tag is part of the page")
            let text = HTMLEntities.decode(bytes[tag.after])
            require(text.count <= tag.after.count, "no entity is shorter than its character")
        }
    }
}
