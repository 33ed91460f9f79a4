/// A KeePass 2 XML file that is written: one group of entries, with all values in the clear.
package struct KeePassDocument {
    package struct Entry {
        /// Base64 of 16 bytes.
        package var id: String
        package var title, username, notes, otp: String
        package var tags: [String]

        package init(id: String, title: String, username: String, notes: String, otp: String, tags: [String]) {
            self.id = id
            self.title = title
            self.username = username
            self.notes = notes
            self.otp = otp
            self.tags = tags
        }
    }

    private let start: String
    private var entries: [UInt8] = []

    /// - Parameters:
    ///   - generator: the program that writes the file.
    ///   - groupID: base64 of 16 bytes.
    package init(generator: String, groupID: String) {
        start = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <KeePassFile>
            <Meta><Generator>\(XMLText.escaped(generator))</Generator></Meta>
            <Root>
            <Group>
            <UUID>\(groupID)</UUID>
            <Name>\(KeePassXCColumn.root)</Name>

            """
    }

    package mutating func append(_ entry: Entry) {
        entries += "<Entry>\n<UUID>\(entry.id)</UUID>\n<Tags>\(XMLText.escaped(TagList.join(entry.tags)))</Tags>\n".utf8
        append("Title", entry.title)
        append("UserName", entry.username)
        append("Password", "", isSecret: true)
        append("URL", "")
        append("Notes", entry.notes)
        append("otp", entry.otp, isSecret: true)
        entries += "</Entry>\n".utf8
    }

    /// - Parameter isSecret: whether KeePass keeps the value encrypted in memory.
    private mutating func append(_ key: String, _ value: String, isSecret: Bool = false) {
        let attribute = isSecret ? " ProtectInMemory=\"True\"" : ""
        entries += "<String><Key>\(key)</Key><Value\(attribute)>\(XMLText.escaped(value))</Value></String>\n".utf8
    }

    package var utf8: [UInt8] { Array(start.utf8) + entries + "</Group>\n</Root>\n</KeePassFile>\n".utf8 }
}
