import Containers
import Encodings
import FormatEngine
import TOTPDomain

extension KeePassExport: LoginTarget {
    package func open(_ request: ImportRequest) throws(SourceError) -> any LoginFile { try KeePassLogins(request) }

    package var stepsForMerged: String {
        "Open the file in KeePass or KeePassXC, look at it, and use it in place of the old one."
    }
}

extension KeePassLogins: LoginFile {
    package var isEncrypted: Bool { true }

    package func write(
        _ placements: [LoginPlacement], of format: ExportDescription, _ request: ExportRequest
    ) throws(ExportError) -> Export {
        var request = request
        request.items = placements.map(\.account)
        var selection = ExportSelection(request, for: format, storing: PlainText.storable)
        let links = selection.keePassXCLinks()
        selection.recordBlankNotes()
        selection.recordTags(TagList.limit) { TagList.storable($0.tags) }
        let now = KeePassDocument.timeText(request.now, isNumber: header.major == 4)
        var tree = tree
        var added: [XMLTree.Child] = []
        for (storable, link) in zip(selection.accounts, links) {
            let account = storable.account
            if let login = placements[storable.index].login {
                let fields = KeePassRecord.fields(account, link: link)
                tree.change(at: paths[login][...]) { $0.addCode(fields, at: now) }
            } else {
                let fields = KeePassRecord.fields(ofNew: account, link: link)
                let id = try KeePassRecord.newID(request.random)
                added.append(.element(XMLTree(entryOf: account, fields, id: id, at: now)))
            }
        }
        if !added.isEmpty {
            let id = try KeePassRecord.newID(request.random)
            tree.change(at: root[...]) { root in
                if root.groupOfNew(bin) == nil {
                    root.children.append(.element(XMLTree(groupNamed: LoginPlacement.folder, id: id, at: now)))
                }
                guard let group = root.groupOfNew(bin) else { return }
                root.change(at: [group]) { $0.children += added }
            }
        }
        return selection.export("keepass.kdbx", try sealed(tree, request.random)).adjusted(for: placements, of: format)
    }

    // MARK: - Comparison

    /// The group of new entries may come before others; the way to an entry stays the same.
    package func loginPlaces(in written: any LoginFile) -> [Int?] {
        guard let written = written as? KeePassLogins else { return logins.map { _ in nil } }
        var places: [[Int]: Int] = [:]
        for (place, path) in written.paths.enumerated() { places[path] = place }
        return paths.map { places[$0] }
    }

    /// Undoes all intended changes: then both must be equal.
    package func change(in written: any LoginFile, changed: Set<Int>, added: Int) -> String? {
        guard let written = written as? KeePassLogins else { return "it is another kind of file" }
        guard innerFields == written.innerFields else { return "its attachments would change" }
        guard header.hasSameSettings(as: written.header) else { return "its encryption would change" }
        var new = written.tree
        for login in changed.sorted() {
            guard let old = tree.descendant(paths[login][...]) else { return "it would have other entries" }
            var problem: String?
            new.change(at: paths[login][...]) { problem = $0.removeCode(of: old) }
            if let problem { return "its entry \(login + 1) would change: \(problem)" }
        }
        if added > 0 {
            let had = tree.descendant(root[...]).flatMap { $0.groupOfNew(bin) }
            var isRemoved = false
            new.change(at: root[...]) { isRemoved = $0.removeEntries(added, wasThere: had != nil, bin) }
            guard isRemoved else { return "it would have other groups" }
        }
        if header.major == 3, let hash = tree["Meta"]?["HeaderHash"] {
            new.change(ofElements: ["Meta", "HeaderHash"]) { $0 = hash }
        }
        return new == tree ? nil : "its groups, entries or settings would change"
    }
}

extension KDBXHeader {
    /// Whether only seeds and keys differ: fields of the same lengths, and the same costs.
    fileprivate func hasSameSettings(as written: KDBXHeader) -> Bool {
        let renewed: Set<UInt8> = major == 3 ? [4, 5, 7, 8, 9] : [4, 7, 11]
        return bytes.prefix(12) == written.bytes.prefix(12) && fields.count == written.fields.count
            && zip(fields, written.fields).allSatisfy { old, new in
                old.id == new.id && (renewed.contains(old.id) ? old.data.count == new.data.count : old.data == new.data)
            }
    }
}

// MARK: - Entries

extension XMLTree {
    private static let history = "History", times = "Times", modified = "LastModificationTime", field = "String"

    /// Where the group of new entries is: a child of this group, but not the trash.
    fileprivate func groupOfNew(_ bin: String) -> Int? {
        children.firstIndex {
            guard case .element(let element) = $0, element.name == "Group", !element.isGroup(bin) else { return false }
            return element["Name"]?.text.elementsEqual(LoginPlacement.folder.utf8) ?? false
        }
    }

    fileprivate mutating func change(ofElements names: ArraySlice<String>, _ body: (inout XMLTree) -> Void) {
        guard let name = names.first else { return body(&self) }
        guard let index = index(of: name) else { return }
        change(at: [index]) { $0.change(ofElements: names.dropFirst(), body) }
    }

    /// The entry without its earlier states.
    private var withoutHistory: XMLTree {
        var copy = self
        copy.removeChildren { $0.isElement(Self.history) }
        return copy
    }

    /// Adds the fields of a code, as KeePass does: the previous state goes into the history.
    fileprivate mutating func addCode(_ fields: [KeePassDocument.Field], at now: String) {
        let before = withoutHistory
        let place = (children.lastIndex { $0.isElement(Self.field) }).map { $0 + 1 } ?? children.count
        children.insert(contentsOf: fields.map { .element(XMLTree($0)) }, at: place)
        change(ofElements: [Self.times, Self.modified]) { $0.set(text: Array(now.utf8)) }
        if index(of: Self.history) == nil { children.append(.element(XMLTree(Self.history))) }
        change(ofElements: [Self.history]) { $0.children.append(.element(before)) }
    }

    /// Undoes ``addCode(_:at:)``.
    ///
    /// - Returns: the problem, if the entry has other changes.
    fileprivate mutating func removeCode(of old: XMLTree) -> String? {
        let count = children.count
        removeChildren { child in
            guard case .element(let element) = child, element.name == Self.field else { return false }
            return KeePassField.isOfCode(element["Key"]?.string ?? "")
        }
        guard children.count < count else { return "it has no code" }
        guard let history = index(of: Self.history), case .element(var states) = children[history],
            case .element(let last)? = states.children.last, last == old.withoutHistory
        else { return "its state before is not in the history" }
        states.children.removeLast()
        if old.index(of: Self.history) == nil {
            guard states.children.isEmpty else { return "its history differs" }
            children.remove(at: history)
        } else {
            children[history] = .element(states)
        }
        if let time = old[Self.times]?[Self.modified] {
            change(ofElements: [Self.times, Self.modified]) { $0 = time }
        }
        return nil
    }

    /// Removes the added entries, and their group if it is new.
    fileprivate mutating func removeEntries(_ count: Int, wasThere: Bool, _ bin: String) -> Bool {
        guard let place = groupOfNew(bin), case .element(var group) = children[place] else { return false }
        guard group.children.suffix(count).count(where: { $0.isElement("Entry") }) == count else { return false }
        group.children.removeLast(count)
        if wasThere {
            children[place] = .element(group)
            return true
        }
        guard place == children.count - 1, !group.children.contains(where: { $0.isElement("Entry") }) else {
            return false
        }
        children.removeLast()
        return true
    }

    // MARK: - New elements

    fileprivate init(_ field: KeePassDocument.Field) {
        self.init(
            Self.field,
            [
                .element(XMLTree("Key", text: field.name)),
                .element(
                    XMLTree("Value", attributes: field.isSecret ? ["Protected": "True"] : [:], text: field.value)),
            ])
    }

    fileprivate init(groupNamed name: String, id: String, at now: String) {
        self.init(
            "Group",
            [
                .element(XMLTree("UUID", text: id)), .element(XMLTree("Name", text: name)),
                .element(XMLTree("IconID", text: "\(KeePassDocument.folderIcon)")), Self.times(now),
            ])
    }

    fileprivate init(entryOf account: Account, _ fields: [KeePassDocument.Field], id: String, at now: String) {
        self.init(
            "Entry",
            [
                .element(XMLTree("UUID", text: id)), .element(XMLTree("IconID", text: "0")),
                .element(XMLTree("Tags", text: TagList.join(TagList.storable(account.tags)))), Self.times(now),
            ] + fields.map { .element(XMLTree($0)) })
    }

    private static func times(_ now: String) -> Child {
        .element(
            XMLTree(
                times,
                ["CreationTime", modified].map { .element(XMLTree($0, text: now)) } + [
                    .element(XMLTree("Expires", text: "False"))
                ]))
    }
}
