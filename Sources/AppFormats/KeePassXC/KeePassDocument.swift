import Encodings

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

    private var bytes: [UInt8]

    /// - Parameters:
    ///   - generator: the program that writes the file.
    ///   - groupID: base64 of 16 bytes.
    package init(generator: String, groupID: String) {
        bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<KeePassFile>\n".utf8)
        bytes += "<Meta><Generator>".utf8
        XMLText.append(generator, to: &bytes)
        bytes += "</Generator></Meta>\n<Root>\n<Group>\n<UUID>".utf8
        bytes += groupID.utf8
        bytes += "</UUID>\n<Name>\(KeePassXCColumn.root)</Name>\n".utf8
    }

    package mutating func append(_ entry: Entry) {
        bytes += "<Entry>\n<UUID>".utf8
        bytes += entry.id.utf8
        bytes += "</UUID>\n<Tags>".utf8
        XMLText.append(TagList.join(entry.tags), to: &bytes)
        bytes += "</Tags>\n".utf8
        append("Title", entry.title)
        append("UserName", entry.username)
        append("Password", "", isSecret: true)
        append("URL", "")
        append("Notes", entry.notes)
        append("otp", entry.otp, isSecret: true)
        bytes += "</Entry>\n".utf8
    }

    /// - Parameter isSecret: whether KeePass keeps the value encrypted in memory.
    private mutating func append(_ key: String, _ value: String, isSecret: Bool = false) {
        bytes += "<String><Key>".utf8
        bytes += key.utf8
        bytes += (isSecret ? "</Key><Value ProtectInMemory=\"True\">" : "</Key><Value>").utf8
        XMLText.append(value, to: &bytes)
        bytes += "</Value></String>\n".utf8
    }

    package var utf8: [UInt8] { bytes + "</Group>\n</Root>\n</KeePassFile>\n".utf8 }
}
