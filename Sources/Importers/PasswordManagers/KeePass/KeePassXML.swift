import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// The XML of KeePass databases and exports, read once from start to end.
///
/// History is ignored and the recycle bin is skipped. Their protected values are still decrypted, because all values
/// share one key stream.
enum KeePassXML {
    static func document(
        of content: KDBXContent, _ limits: ImportLimits, as format: FormatID
    ) throws(SourceError) -> ImportedDocument {
        var values = try KeePassValues(content.protection)
        var reader = Reader(content, limits, as: format)
        let text = content.text
        try XMLEvents.read(text) { event throws(SourceError) in
            switch event {
            case .start(let name, let attributes): try reader.open(name, attributes)
            case .text(let piece): reader.text += piece
            case .end:
                if reader.isProtected { reader.text = try values.clear(reader.text) }
                try reader.close()
            }
        }
        let document = reader.finished(records: recordCount(content.text.span))
        if document.records == 0, !document.unread.isEmpty { throw .mayBeNewer("Entry") }
        return document
    }

    /// The number of start tags of entries outside of history.
    private static func recordCount(_ text: Span<UInt8>) -> Int {
        var tags = XMLTags(), historyDepth = 0, count = 0
        while let tag = tags.next(in: text) {
            if tag.isNamed("History", in: text) {
                historyDepth += (tag.isStart ? 1 : 0) - (tag.isEnd ? 1 : 0)
            } else if tag.isStart, historyDepth == 0, tag.isNamed("Entry", in: text) {
                count += 1
            }
        }
        return count
    }

    /// All of KeePass 2 and KeePassXC, in files of XML and in databases.
    private static let known = KnownNames(
        """
        KeePassFile Meta Root Group Entry String Key Value Binary History UUID Name Notes Tags IconID CustomIconUUID Times \
        CreationTime LastModificationTime LastAccessTime ExpiryTime Expires UsageCount LocationChanged IsExpanded \
        DefaultAutoTypeSequence EnableAutoType EnableSearching LastTopVisibleEntry PreviousParentGroup ForegroundColor \
        BackgroundColor OverrideURL QualityCheck AutoType Enabled DataTransferObfuscation DefaultSequence Association \
        Window KeystrokeSequence Generator HeaderHash SettingsChanged DatabaseName DatabaseNameChanged \
        DatabaseDescription DatabaseDescriptionChanged DefaultUserName DefaultUserNameChanged MaintenanceHistoryDays \
        Color MasterKeyChanged MasterKeyChangeRec MasterKeyChangeForce MasterKeyChangeForceOnce MemoryProtection \
        ProtectTitle ProtectUserName ProtectPassword ProtectURL ProtectNotes AutoEnableVisualHiding CustomIcons Icon Data \
        RecycleBinEnabled RecycleBinUUID RecycleBinChanged EntryTemplatesGroup EntryTemplatesGroupChanged \
        LastSelectedGroup LastTopVisibleGroup HistoryMaxItems HistoryMaxSize Binaries CustomData Item DeletedObjects \
        DeletedObject DeletionTime
        """, attributes: "Protected ProtectInMemory Ref ID Compressed")

    private struct Reader {
        private let known = KeePassXML.known
        private let limits: ImportLimits
        private let headerHash: [UInt8]?
        private var document: ImportedDocument
        /// The text of the innermost element.
        var text = ""
        private(set) var isProtected = false

        private var path: [String] = []
        private var groups: [(id: String, name: String)] = []
        private var recycleBin = ""
        private var unread = UnreadNames()
        /// The elements, attributes and fields of the entry that are not known.
        private var unknown: [String] = []
        /// Whether the last event was the end of an element.
        private var hasClosed = false
        private var entry: KeePassEntry?
        private var key = "", value = ""
        /// The attachments of the file by their ids; the id of the current attachment, whether it is packed, and its
        /// content.
        private var binaries: [String: [UInt8]]
        private var reference = "", isPacked = false
        private var binary: [UInt8]?
        private var historyDepth = 0
        private var loss = PlantedLoss()
        /// Entries that were read, accounts beyond the first of an entry, and entries of history.
        private var count = 0, furtherCount = 0, oldCount = 0

        init(_ content: KDBXContent, _ limits: ImportLimits, as format: FormatID) {
            (self.limits, headerHash, binaries) = (limits, content.headerHash, content.attachments)
            document = ImportedDocument(format: format, records: 0)
        }

        mutating func open(_ name: String, _ attributes: [String: String]) throws(SourceError) {
            path.append(name)
            text = ""
            isProtected = attributes["Protected"] == "True"
            hasClosed = false
            for attribute in known.unread(of: attributes) { note(attribute) }
            if name == "Binary" || name == "Value" {
                (reference, isPacked) = (
                    attributes["Ref"] ?? attributes["ID"] ?? "", attributes["Compressed"] == "True"
                )
            }
            switch name {
            case "Group": groups.append(("", ""))
            case "History": historyDepth += 1
            case "Entry" where historyDepth == 0:
                // An entry in an entry would replace it.
                guard entry == nil else { throw SourceError.databaseDamaged }
                entry = KeePassEntry()
            case "String": (key, value) = ("", "")
            default: break
            }
        }

        mutating func close() throws(SourceError) {
            defer {
                path.removeLast()
                text = ""
                isProtected = false
                hasClosed = true
            }
            if let name = path.last, !known.knows(name), hasClosed || !text.isBlank { note(name) }
            let parent = path.dropLast().last
            switch (path.last, parent) {
            case ("HeaderHash", "Meta"): try checkHeader()
            case ("RecycleBinUUID", "Meta"): recycleBin = text.trimmingWhitespace
            case ("UUID", "Group"): groups[groups.count - 1].id = text.trimmingWhitespace
            case ("Name", "Group"): groups[groups.count - 1].name = text
            case ("Group", _): groups.removeLast()
            case ("History", _): historyDepth -= 1
            case ("Key", "String"): key = text
            case ("Value", "String"): value = text
            case ("String", "Entry") where historyDepth == 0: entry?.add(value, named: key)
            case ("Binary", "Binaries"): binaries[reference] = content
            case ("Key", "Binary"): key = text
            case ("Value", "Binary"): binary = reference.isEmpty ? content : binaries[reference]
            case ("Binary", "Entry") where historyDepth == 0: entry?.attachments.append((key, binary))
            case ("Tags", "Entry") where historyDepth == 0: entry?.tagText = text
            case ("Entry", _): try closeEntry()
            default: break
            }
        }

        /// The content of an attachment that is written in the XML; nil if it is protected, as its bytes are then not
        /// text.
        private var content: [UInt8]? {
            guard !isProtected, let bytes = Base64.decode(text.trimmingWhitespace) else { return nil }
            return isPacked ? try? GzipStream.unpack(bytes, limit: KDBXPayload.unpackedLimit(of: bytes.count)) : bytes
        }

        /// Notes the name of an element or an attribute that is not known. Earlier versions of entries are not read.
        private mutating func note(_ name: String) {
            guard historyDepth == 0 else { return }
            if entry == nil { unread.add(raw: name, entries: 0) } else { unknown.append(name) }
        }

        /// Checks the header of version 3, which contains the key of protected values. Nothing else authenticates it.
        private func checkHeader() throws(SourceError) {
            guard let headerHash, !text.isBlank else { return }
            guard Base64.decode(text.trimmingWhitespace) == headerHash else {
                throw SourceError.databaseDamaged
            }
        }

        private mutating func closeEntry() throws(SourceError) {
            guard historyDepth == 0 else {
                oldCount += 1
                return
            }
            guard var entry else { return }
            self.entry = nil
            if loss.takesNext() { return }
            entry.isInTrash = isInRecycleBin
            // The outermost group is the database itself.
            entry.group = groups.count > 1 ? groups[groups.count - 1].name : ""
            entry.lookAround()
            var seen: Set<String> = []
            for name in unknown + entry.unreadFields where seen.insert(AccountPart.folded(name)).inserted {
                unread.add(raw: name, entries: 1)
            }
            unknown = []
            let records = entry.records
            count += 1
            furtherCount += records.count - 1
            try limits.check(records: count + furtherCount)
            for record in records { document.add(record, at: EntryPosition(entry: count)) }
            guard !entry.isInTrash else { return }
            document.attachments += entry.attachments.map {
                Attachment(title: entry.names.issuer, name: $0.name, bytes: $0.bytes)
            }
        }

        /// An identifier of sixteen zeros means that the file has no bin.
        private var isInRecycleBin: Bool {
            !recycleBin.isEmpty && recycleBin != "AAAAAAAAAAAAAAAAAAAAAA==" && groups.contains { $0.id == recycleBin }
        }

        func finished(records: Int) -> ImportedDocument {
            var document = document
            document.records = records + furtherCount
            if oldCount > 0 {
                document.warnings.append("earlier versions of entries (history) were skipped: \(oldCount)")
            }
            document.name(unread: unread)
            return document
        }
    }
}
