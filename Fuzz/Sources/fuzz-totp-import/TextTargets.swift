@testable import Importers
@testable import TOTPDomain

/// The texts that several formats share.
enum TextTargets {
    static func csv(_ bytes: [UInt8]) {
        let content = SourceContent(text: bytes)
        _ = content.csvColumns
        for quoting in [CSVTable.Quoting.acrossLines, .withinLine] {
            ContainerTargets.refusing { () throws(SourceError) in
                var table = try CSVTable(bytes, quoting: quoting)
                var line = 0, count = 0
                while let row = try table.next() {
                    require(row.line > line && row.line <= bytes.count + 1, "rows stand on lines of their own")
                    (line, count) = (row.line, count + 1)
                    _ = row["secret"]
                }
                require(count <= bytes.count, "no more rows than bytes")
            }
        }
    }

    /// The outline, the members in order, and the decoder see the same object.
    static func json(_ bytes: [UInt8]) {
        let outline = JSONOutline(bytes)
        _ = outline?.has("items", "version")
        var names: [String] = []
        for member in JSONOrderedMembers(bytes[...]) ?? EmptyMembers.members {
            let value = member.value
            require(value.startIndex >= 0 && value.endIndex <= bytes.count, "a member is part of the text")
            names.append(member.name)
        }
        require(names.count <= bytes.count, "no more members than bytes")
        ContainerTargets.refusing { () throws(SourceError) in
            let object = try JSONFile.decode([String: Lenient<LenientText>].self, from: bytes)
            require(outline?.shape == .object, "an object has the outline of one")
            // Names stand there with their escapes, and more than once.
            guard !names.contains(where: { $0.contains("\\") }) else { return }
            require(Set(names) == Set(object.keys), "the members are those of the decoder")
        }
    }

    private enum EmptyMembers {
        static var members: JSONOrderedMembers {
            guard let members = JSONOrderedMembers(Array("{}".utf8)[...]) else { fatalError("an object is an object") }
            return members
        }
    }

    static func html(_ bytes: [UInt8]) {
        _ = StratumPage.matches(SourceContent(text: bytes))
        var elements = CodeElements(bytes)
        var end = 0
        while let element = elements.next() {
            require(element.content.lowerBound >= end, "elements stand one behind the other")
            end = element.content.upperBound
            require(end <= bytes.count, "an element is part of the page")
            let text = HTMLEntities.decode(bytes[element.content])
            require(text.count <= element.content.count, "no entity is shorter than its character")
        }
    }
}
