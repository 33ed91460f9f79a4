import Containers
import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The logins of a KeePass database, and where they are in its XML.
package struct KeePassLogins: Sendable {
    /// The XML, its protected values decrypted.
    package let tree: XMLTree
    package let header: KDBXHeader
    /// The bytes in front of the XML in KDBX 4: attachments.
    package let innerFields: [KDBXField]
    package let logins: [StoredLogin]
    /// For each login, the way to its entry: indices of children.
    package let paths: [[Int]]
    /// The id of the group that is the trash; "" without a trash.
    package let bin: String
    /// The way to the outermost group.
    package let root: [Int]
    package let document: ImportedDocument
    private let passphrase: Passphrase?
    private let keyFile: [UInt8]?
    private let limits: ImportLimits

    /// - Throws: ``SourceError``, as reading the file does, and `unsupported-version` for a file that can only be read.
    package init(_ request: ImportRequest) throws(SourceError) {
        let format = KeePassFormat()
        guard format.recognizes(request.content) else {
            throw SourceError(.unrecognised, "not a KeePass database", "name the .kdbx file itself")
        }
        header = try KDBXHeader(request.content.bytes)
        guard header.cipher != .twofish else {
            throw SourceError(
                .unsupportedVersion,
                "it is encrypted with Twofish, which this program only reads",
                "choose AES or ChaCha20 in KeePass")
        }
        let content = try KeePassFormat.content(of: request, header)
        document = try KeePassXML.document(of: content, request.limits, as: format.description.id)
        (passphrase, keyFile, limits) = (request.passphrase, request.keyFile, request.limits)
        innerFields = content.innerFields
        var values = try KeePassValues(content.protection)
        tree = try XMLTree(content.text) { element throws(SourceError) in
            guard element.isProtected else { return }
            guard element.isText else { throw SourceError.databaseDamaged }
            if let clear = try values.clearBytes(String(decoding: element.text, as: UTF8.self).limitingMarks) {
                element.set(text: clear)
            }
        }
        guard let outer = tree.index(of: "Root"), case .element(let root) = tree.children[outer],
            let group = root.index(of: "Group"), case .element(let groups) = root.children[group]
        else { throw SourceError.databaseDamaged }
        self.root = [outer, group]
        bin = tree["Meta"]?["RecycleBinUUID"]?.string.trimmingWhitespace ?? ""
        // Then everything would be in the trash, including added entries.
        guard bin.isEmpty || !groups.isGroup(bin) else { throw SourceError.databaseDamaged }
        var logins: [StoredLogin] = [], paths: [[Int]] = []
        /// The recursion ends, because the depth of XML is limited.
        func look(at group: XMLTree, _ path: [Int], bin: String) {
            guard bin.isEmpty || !group.isGroup(bin) else { return }
            for (index, child) in group.children.enumerated() {
                guard case .element(let element) = child else { continue }
                switch element.name {
                case "Group": look(at: element, path + [index], bin: bin)
                case "Entry":
                    logins.append(StoredLogin(element))
                    paths.append(path + [index])
                default: break
                }
            }
        }
        look(at: groups, self.root, bin: bin)
        (self.logins, self.paths) = (logins, paths)
    }

    /// Writes the database with another tree, encrypted as it was.
    package func sealed(_ tree: XMLTree, _ random: any RandomSource) throws(ExportError) -> [UInt8] {
        let composite = try ExportError.encryptingAgain { () throws(SourceError) in
            try KDBXCompositeKey.make(passphrase, keyFile: keyFile)
        }
        return try KDBXEncryption.seal(
            header, innerFields: innerFields, composite: composite, limits, random
        ) { (header, protection) throws(SourceError) in
            var tree = tree
            if header.major == 3 { try tree.setHeaderHash(header) }
            var values = try KeePassValues(protection)
            return try tree.utf8 { (element) throws(SourceError) in
                element.isProtected ? try values.sealed(element.text) : element.text
            }
        }
    }
}

extension StoredLogin {
    /// An entry of KeePass.
    fileprivate init(_ element: XMLTree) {
        var entry = KeePassEntry()
        for string in element.elements where string.name == "String" {
            entry.add(string["Value"]?.string ?? "", named: string["Key"]?.string ?? "")
        }
        // Further addresses of KeePassXC and of extensions for browsers.
        let addresses = entry.strings.filter { $0.key == "URL" || $0.key.hasPrefix("KP2A_URL") }
        // Fields of a code without a secret must also stay.
        let hasCode = entry.hasAccount || entry.strings.keys.contains(where: KeePassField.isOfCode)
        self.init(
            title: entry.strings["Title"] ?? "", userNames: [entry.strings["UserName"] ?? ""],
            addresses: addresses.sorted { $0.key < $1.key }.map(\.value),
            accounts: hasCode ? entry.records.map(\.account) : [])
    }
}

extension XMLTree {
    /// Whether its text is encrypted in the file.
    package var isProtected: Bool { attributes["Protected"] == "True" }

    /// Whether it is the group with an id.
    package func isGroup(_ id: String) -> Bool { name == "Group" && self["UUID"]?.string.trimmingWhitespace == id }

    /// In version 3 the XML repeats the hash of the header.
    fileprivate mutating func setHeaderHash(_ header: KDBXHeader) throws(SourceError) {
        guard let meta = index(of: "Meta"), case .element(let element) = children[meta],
            let hash = element.index(of: "HeaderHash")
        else { return }
        let digest = try SourceError.decrypting(Digest.sha256.hash(header.bytes))
        change(at: [meta, hash]) { $0.set(text: Array(Base64.encode(digest).utf8)) }
    }
}
