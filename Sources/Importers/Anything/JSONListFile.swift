import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Where the accounts of a JSON text of no known app are.
struct JSONListFile: Sendable {
    /// A file that can be read has one place.
    private(set) var places: [RecordTable] = []
    /// The links in the text, wherever they are.
    private(set) var linkCount = 0
    /// The outermost value, unless there is an object per line.
    private(set) var root: JSONValue?
    private let choice: RecordChoice

    /// Whether it is read, or refused for its many lists. Lists of links in two places are left to the reader of links,
    /// which reads them all.
    var isOfAccounts: Bool { !places.isEmpty && (places.count == 1 || !places.allSatisfy(\.hasOnlyLinks)) }

    private typealias Member = (name: String, value: JSONValue)

    /// Lists may be in an object in an object, no deeper; in YAML, which has settings of servers, in two more.
    private static let maximumDepth = 2, maximumDepthOfYAML = 4
    static let outermost = "the outermost object"

    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    init(_ text: [UInt8], _ choice: RecordChoice = RecordChoice(), isYAML: Bool = false) throws(SourceError) {
        self.choice = choice
        if !isYAML, let lines = JSONLines.objects(in: text) {
            let records = lines.map { line in
                RecordTable.Record(line.object.flatMap { FlatRecord($0) }, at: EntryPosition(line: line.line))
            }
            let place = RecordTable(name: "it", records: records, count: lines.count, choice)
            if place.hasSecrets { (places, linkCount) = ([place], place.linkCount) }
            return
        }
        let root = try JSONValue(text: text)
        self.root = root
        let depth = isYAML ? Self.maximumDepth - Self.maximumDepthOfYAML : 0
        places = places(in: root, named: "", depth: depth)
        linkCount = root.strings(where: KeyURIScheme.isLink).count
    }

    /// - Parameter outer: what the objects around it say of all accounts.
    private func places(
        in value: JSONValue, named name: String, depth: Int, _ outer: [FlatRecord.Field] = []
    ) -> [RecordTable] {
        if value.kind == .array {
            // A list of nothing but texts is a list of links, if anything.
            let elements = value.elements
            guard elements.contains(where: { $0.kind == .object }), !Self.areParts(elements) else { return [] }
            let place = place(
                elements.map { FlatRecord($0, defaults: outer) }, named: name.isEmpty ? "the list" : name,
                count: JSONRecordCount.count([], in: value.scanner), isList: true)
            return place.hasSecrets ? [place] : []
        }
        guard value.kind == .object else { return [] }
        let members = value.members, defaults = (FlatRecord(value, isFlat: true)?.defaults ?? []) + outer
        let shown = name.isEmpty ? Self.outermost : name
        var table = isMap(members) ? mapped(members, in: value, named: shown, defaults) : nil
        if table == nil, isAccount(value) {
            table = place([FlatRecord(value, defaults: outer)], named: shown, count: 1)
        }
        table = table ?? mapped(members, in: value, named: shown, defaults)
        // Beside accounts, only lists may have others.
        let inner = depth < Self.maximumDepth ? members.filter { table == nil || $0.value.kind == .array } : []
        return (table.map { [$0] } ?? [])
            + inner.flatMap { member in
                places(
                    in: member.value, named: (name.isEmpty ? "" : "\(name).") + member.name.printable(limit: 40),
                    depth: depth + 1, defaults)
            }
    }

    /// Whether elements are single names and values, as in Markdown, and not records: an account is several of them.
    private static func areParts(_ elements: JSONList) -> Bool {
        elements.allSatisfy { $0.members.count == 1 }
            && elements.contains { AccountPart(named: $0.members[0].name)?.isName == true }
    }

    /// Whether an object is an account: it has a secret, or only one object in it has, and the rest of the account is
    /// around that object.
    private func isAccount(_ object: JSONValue) -> Bool {
        guard object.kind == .object else { return false }
        let flat = flatPlace(object)
        if flat.hasSecrets { return true }
        let inner = object.members.filter { $0.value.kind == .object && flatPlace($0.value, named: $0.name).hasSecrets }
        guard inner.count == 1 else { return false }
        return !flat.guessed.columns.ofNames.isEmpty || FlatRecord.isWrapper(inner[0].name)
    }

    /// Whether all members are accounts, at least one of them as a link, and not the parts of an account.
    private func isMap(_ members: [Member]) -> Bool {
        let members = members.filter { !$0.value.saysNothing && !GuessedColumns.isHarmless($0.name) }
        return members.count > 1 && members.contains { $0.value.isLink }
            && members.allSatisfy { name, value in
                (value.isLink || isSecret(value) || isAccount(value))
                    && !Self.isMember(name) && !GuessedColumns.isOfEntry(name)
            }
    }

    private func flatPlace(_ object: JSONValue, named name: String = "") -> RecordTable {
        place([FlatRecord(object, named: name, isFlat: true)])
    }

    private func place(
        _ records: [FlatRecord?], named name: String = "", count: Int = 0, isList: Bool = false
    ) -> RecordTable {
        let records = records.enumerated().map { RecordTable.Record($1, at: EntryPosition(entry: $0 + 1)) }
        return RecordTable(name: name, records: records, count: count, choice, isList: isList)
    }

    /// An object whose members have the names of accounts, and accounts or only secrets as values.
    private func mapped(
        _ values: [Member], in object: JSONValue, named name: String, _ defaults: [FlatRecord.Field]
    ) -> RecordTable? {
        let objects = values.filter { $0.value.kind == .object }
        func place(where isRecord: (Member) -> Bool) -> RecordTable? {
            // All members in the text without the members that are something else.
            let count = JSONRecordCount.members(in: object.scanner) - values.count { !isRecord($0) }
            let values = values.filter(isRecord)
            let isWrapped = values.count == 1 && values[0].value.kind == .object && FlatRecord.isWrapper(values[0].name)
            let place = self.place(
                values.map { FlatRecord($0.value, named: isWrapped ? "" : $0.name, defaults: defaults) }, named: name,
                count: count)
            return place.hasSecrets ? place : nil
        }
        if !objects.isEmpty {
            let isList = objects.contains { isAccount($0.value) || flatPlace($0.value, named: $0.name).hasSecrets }
            guard isList else { return nil }
            // Beside objects, what is nothing but a secret has no other parameters.
            return place {
                $0.value.kind == .object || $0.value.isLink || isSecret($0.value) && !Self.isMember($0.name)
            }
        }
        // Another name above it may be an issuer or a group.
        guard name == Self.outermost || name.split(separator: ".").allSatisfy({ FlatRecord.isWrapper(String($0)) })
        else { return nil }
        let texts = values.filter { $0.value.string?.isBlank != true }
        guard !texts.isEmpty, texts.allSatisfy({ $0.value.kind == .string && !Self.isMember($0.name) }) else {
            return nil
        }
        let secrets = texts.filter { !$0.value.isLink }.map(\.value.name)
        let evidence = SecretEvidence(isStrict: true, encoding: choice.encoding, of: secrets)
        guard secrets.isEmpty || evidence.isConvincing else { return nil }
        return place { $0.value.string?.isBlank != true }
    }

    private func isSecret(_ value: JSONValue) -> Bool {
        guard let text = value.string else { return false }
        return choice.encoding.map { SecretEvidence.isSecret(text, in: $0) } ?? SecretEvidence.isConvincingAlone(text)
    }

    /// Whether a member of a record has such a name, and an account has not.
    private static func isMember(_ name: String) -> Bool {
        if AccountPart.isForeignKey(named: name) || AccountPart.isPassword(named: name) { return true }
        return AccountPart(named: name).map { $0.isKey || $0.isParameter } ?? false
    }
}

extension JSONValue {
    var isLink: Bool { kind == .string && name.isLink }
}

extension JSONListFile {
    /// The part of a damaged text before the damage, up to the end of an object, with its brackets closed; nil without
    /// an object.
    static func readablePart(of text: [UInt8]) -> [UInt8]? {
        var scanner = JSONScanner(text, checksEscapes: false)
        var open: [UInt8] = [], end: (position: Int, open: [UInt8])?
        while let token = try? scanner.next() {
            switch token {
            case .objectStart: open.append(UInt8(ascii: "}"))
            case .arrayStart: open.append(UInt8(ascii: "]"))
            case .arrayEnd: _ = open.popLast()
            case .objectEnd:
                _ = open.popLast()
                end = (scanner.position, open)
            default: break
            }
        }
        return end.map { text[..<$0.position] + $0.open.reversed() }
    }
}

extension UnreadNames {
    /// The names of secrets that are in objects beside records, and not in the records; and of unusual parameters and
    /// texts with a secret or recovery codes there, if the objects are about accounts.
    ///
    /// - Parameters:
    ///   - isOfAccounts: whether the file has nothing but accounts.
    ///   - path: the names that lead to the list or map of records: they have the defaults of the objects around it.
    static func values(
        besideRecordsIn object: JSONValue, isOfAccounts: Bool, _ path: ArraySlice<Substring>? = nil
    ) -> UnreadNames {
        var unread = UnreadNames()
        for (name, value) in object.members {
            let folded = AccountPart.folded(name)
            // A length may be that of the list.
            let isDefault = folded == "length" || path != nil && FlatRecord.defaultNames.contains(folded)
            let isParameter = isOfAccounts && !isDefault && isUnusual(name, value.written)
            if isParameter { unread.add(raw: name, entries: 0) }
            // The secrets of a map are its records.
            if path?.isEmpty == true { continue }
            let inner = path?.first.map(String.init) == name ? path?.dropFirst() : nil
            let texts = inner == nil && value.kind == .array ? value.elements.compactMap(\.string) : [value.written]
            let isSecret =
                VariableName(name).isStrong && value.string.map(SecretEvidence.canBeSecret) == true
                || isOfAccounts && texts.contains { [.secret, .recoveryCodes].contains(Leftover.Kind(in: $0)) }
            if isSecret { unread.add(raw: name, entries: 0) }
            unread.add(values(besideRecordsIn: value, isOfAccounts: isOfAccounts, inner))
        }
        return unread
    }

    /// Whether a name and its value say that codes are made in another way than usual.
    static func isUnusual(_ name: String, _ value: String) -> Bool {
        let number = Int(GuessedNumber.plain(value)) ?? 0
        return switch AccountPart(named: name) {
        case .digits: 5...10 ~= number && number != 6
        case .period: 10...300 ~= number && number != 30
        case .algorithm: (try? OTPAlgorithm(named: value)).map { $0 != .sha1 } ?? false
        case .kind: OTPKind(field: value).map { $0 != .totp } ?? false
        default: false
        }
    }
}

/// JSON Lines: one object per line.
enum JSONLines {
    /// The objects with their lines, from 1, of all lines that are not empty; nil for a line that is damaged.
    ///
    /// - Returns: nil if the text is JSON, or starts with anything but two such lines.
    static func objects(in text: [UInt8]) -> [(object: JSONValue?, line: Int)]? {
        // Most JSON is on one line, or its first line is a bracket.
        guard let first = text.firstIndex(of: ASCII.newline),
            text[..<first].trimmingWhitespace.last.map({ $0 == UInt8(ascii: "}") }) ?? true
        else { return nil }
        var objects: [(object: JSONValue?, line: Int)] = []
        for (index, line) in text.split(separator: ASCII.newline, omittingEmptySubsequences: false).enumerated() {
            let bytes = line.trimmingWhitespace
            if bytes.isEmpty { continue }
            let value = try? JSONValue(text: Array(bytes))
            let object = value.flatMap { $0.kind == .object ? $0 : nil }
            if object == nil, objects.count < 2 { return nil }
            objects.append((object, index + 1))
        }
        return objects.count > 1 ? objects : nil
    }
}
