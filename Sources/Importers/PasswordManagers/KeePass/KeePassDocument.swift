import Containers
import CryptoPrimitives
import Encodings
import FormatEngine
import Platform
import TOTPDomain

/// The XML of a KeePass database that is written: one group of entries.
///
/// In a KDBX file, secrets are encrypted a second time, and times are numbers. In a file of XML alone both are plain.
package struct KeePassDocument: ~Copyable {
    package struct Field: Hashable, Sendable {
        package var name, value: String
        /// Whether programs keep it encrypted in memory, and in a KDBX file also within the XML.
        package var isSecret: Bool

        package init(_ name: String, _ value: String, isSecret: Bool = false) {
            (self.name, self.value, self.isSecret) = (name, value, isSecret)
        }
    }

    /// The name of the database.
    private static let name = "One-time codes"
    /// The name of the outermost group, which is the database.
    package static let root = "Root"
    /// Sixteen zeros: no group has this id.
    private static let noID = "AAAAAAAAAAAAAAAAAAAAAA=="
    /// From 0001-01-01 to 1970.
    private static let secondsBefore1970 = 62_135_596_800.0
    package static let folderIcon = 48

    private var bytes: [UInt8] = []
    /// The key stream of the secrets, in their order; nil in a plain XML file.
    private var stream: KeyStream?
    /// The times of every entry, as XML.
    private let times: [UInt8]

    /// - Parameters:
    ///   - generator: the program that writes the file.
    ///   - groupID: base64 of 16 bytes.
    ///   - innerKey: the key of the secrets, in a KDBX file.
    package init(generator: String, groupID: String, now: Date, innerKey: [UInt8]? = nil) throws(CryptoError) {
        let text = Self.timeText(now, isNumber: innerKey != nil)
        times = Array(
            ("<Times><CreationTime>\(text)</CreationTime><LastModificationTime>\(text)</LastModificationTime>"
                + "<Expires>False</Expires></Times>\n").utf8)
        if let innerKey { stream = try KeePassProtection.newStream(innerKey) }
        bytes += "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<KeePassFile>\n<Meta>\n".utf8
        append("Generator", generator)
        append("DatabaseName", Self.name)
        // The oldest time: when KeePass merges databases, it takes the name and the recycle bin of the newer database.
        let oldest = innerKey == nil ? "0001-01-01T00:00:00Z" : Base64.encode(Int64(0).bytes(.little))
        for name in ["DatabaseNameChanged", "DatabaseDescriptionChanged", "DefaultUserNameChanged"] {
            append(name, oldest)
        }
        bytes += "<MemoryProtection>\n".utf8
        for name in ["Title", "UserName", "Password", "URL", "Notes"] {
            append("Protect\(name)", name == "Password" ? "True" : "False")
        }
        bytes += "</MemoryProtection>\n".utf8
        append("RecycleBinEnabled", "True")
        append("RecycleBinUUID", Self.noID)
        append("RecycleBinChanged", oldest)
        bytes += "</Meta>\n<Root>\n<Group>\n".utf8
        append("UUID", groupID)
        append("Name", Self.root)
        append("IconID", "\(Self.folderIcon)")
    }

    /// - Parameter isNumber: whether the time is a number, as in KDBX 4.
    package static func timeText(_ time: Date, isNumber: Bool) -> String {
        guard isNumber else { return time.formatted(.iso8601) }
        let seconds = Int64(exactly: (time.timeIntervalSince1970 + secondsBefore1970).rounded(.down)) ?? 0
        return Base64.encode(seconds.bytes(.little))
    }

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - id: base64 of 16 bytes.
    ///   - fields: of every entry, and of one-time codes.
    package mutating func append(id: String, tags: [String], _ fields: [Field]) throws(CryptoError) {
        bytes += "<Entry>\n".utf8
        append("UUID", id)
        append("IconID", "0")
        append("Tags", TagList.join(tags))
        bytes += times
        for field in fields { try append(field) }
        bytes += "</Entry>\n".utf8
    }

    private mutating func append(_ field: Field) throws(CryptoError) {
        bytes += "<String><Key>\(field.name)</Key>".utf8
        if !field.isSecret {
            append(field.value, startTag: "<Value>")
        } else if let hidden = try stream?.apply(to: Array(field.value.utf8)) {
            append(Base64.encode(hidden), startTag: "<Value Protected=\"True\">")
        } else {
            append(field.value, startTag: "<Value ProtectInMemory=\"True\">")
        }
        bytes += "</Value></String>\n".utf8
    }

    private mutating func append(_ text: String, startTag: String) {
        bytes += startTag.utf8
        XMLText.append(text, to: &bytes)
    }

    private mutating func append(_ element: String, _ text: String) {
        append(text, startTag: "<\(element)>")
        bytes += "</\(element)>\n".utf8
    }

    package var utf8: [UInt8] { bytes + "</Group>\n</Root>\n</KeePassFile>\n".utf8 }
}

/// KeePass databases of KeePass 2, KeePassXC and others: KDBX 3.1 and 4 (`formats/keepass.md`).
package struct KeePassFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "keepass",
        group: .passwordManager,
        app: "KeePass, KeePassXC",
        file: "KDBX 3.1 and 4",
        encryption: .always,
        exportSteps: "The database file itself (.kdbx), and its key file if it has one",
        keepsake: .ownData("the database of KeePass")
    )

    package var usesKeyFile: Bool { true }

    package func recognizes(_ content: SourceContent) -> Bool {
        content.bytes.starts(with: KDBXHeader.signature) || content.bytes.starts(with: KDBXHeader.oldSignature)
    }

    private static let wrongOrNoKeyFile = SourceError(
        .wrongPassphrase, "wrong passphrase, or the database needs a key file (--key-file FILE), or it is damaged")

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let content = try Self.content(of: request, try KDBXHeader(request.content.bytes))
        return try KeePassXML.document(of: content, request.limits, as: description.id)
    }

    static func content(of request: ImportRequest, _ header: KDBXHeader) throws(SourceError) -> KDBXContent {
        guard request.passphrase != nil || request.keyFile != nil else { throw .passphraseRequired }
        do throws(SourceError) { return try KDBXPayload.open(request, header) } catch {
            guard error.code == .wrongPassphrase else { throw error }
            // Only the key file was tried; a passphrase may be missing.
            if request.passphrase == nil { throw .passphraseRequired }
            throw request.keyFile == nil ? wrongOrNoKeyFile : error
        }
    }
}
