import Encodings
import FormatEngine
import Links
import Platform
import TOTPDomain

/// The store of a server with its users' one-time passwords: a dump, a database, a directory, settings
/// (`Docs/formats/server.md`).
package struct ServerFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "server",
        group: .file,
        app: "servers (FreeIPA, WordPress)",
        file: "SQL dump, SQLite, LDIF, XML, JSON",
        exportSteps: "Dump the server's database, or copy its file",
        keepsake: .ownData("the data of a server, with users and settings that are not taken")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        if ServerFile.sealed(content) != nil { return true }
        guard let file = try? ServerFile(content, ImportLimits(), .none, hasJoins: false) else { return false }
        return !file.products.isEmpty
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if let failure = ServerFile.sealed(request.content) { throw failure }
        let file = try ServerFile(request.content, request.limits, request.siblings)
        guard let file, !file.products.isEmpty else {
            throw SourceError(
                .unrecognised, "no table or entry of a server that is known", "see Docs/formats/server.md")
        }
        var document = ImportedDocument(format: description.id, records: 0)
        var sealed: [SourceError] = [], unread = UnreadNames()
        for found in file.products {
            let rows = found.rows.map { ServerAccount($0, of: found.product, request.secretEncoding) }
            if let failure = ServerAccount.sealed(rows, of: found.product) {
                sealed.append(failure)
                continue
            }
            document.records += found.rows.count
            for (index, row) in PlantedLoss.applied(to: rows).enumerated() {
                document.add(row, at: found.position(of: index))
                unread.add(row.unread)
            }
            document.warnings += ServerAccount.warnings(rows, of: found.product)
        }
        try request.limits.check(records: document.records)
        if document.records == 0, let failure = sealed.first { throw failure }
        document.warnings += sealed.map { Warning($0.problem, $0.advice) }
        document.lookAtComments(of: request.content)
        return naming(unread: unread, document)
    }
}

/// The products that have records in a file.
struct ServerFile {
    struct Found {
        let product: ServerProduct
        let rows: [ServerRow]

        func position(of index: Int) -> EntryPosition {
            let line = rows[index].record.line
            return EntryPosition(line: line, entry: line == nil || product.notation == .tables ? index + 1 : nil)
        }
    }

    private(set) var products: [Found] = []
    private static let mostPrefixes = 100

    /// - Parameter hasJoins: whether tables of users and settings are read as well.
    /// - Returns: nil if the content has no notation that servers write.
    init?(
        _ content: SourceContent, _ limits: ImportLimits, _ siblings: SiblingFiles, hasJoins: Bool = true
    ) throws(SourceError) {
        var records = ServerRecords(limits)
        guard let notation = try records.add(content, siblings, hasJoins: hasJoins) else { return nil }
        let tables = Set(records.records.map(\.table))
        for product in ServerProduct.all where product.notation == notation {
            let prefixes = Dictionary(grouping: tables.filter { product.prefix(of: $0) != nil }) {
                product.prefix(of: $0) ?? ""
            }
            // All records are looked at for each.
            guard prefixes.count <= Self.mostPrefixes else {
                throw SourceError(
                    .limitExceeded, "the tables of \(product.name) have more than \(Self.mostPrefixes) prefixes",
                    "split the file")
            }
            for (prefix, tables) in prefixes.sorted(by: { $0.key < $1.key }) {
                if let found = try Self.rows(of: product, in: Set(tables), prefix, &records) { products.append(found) }
            }
        }
    }

    private static func rows(
        of product: ServerProduct, in tables: Set<String>, _ prefix: String, _ records: inout ServerRecords
    ) throws(SourceError) -> Found? {
        for hop in product.paths.flatMap(\.hops) { records.index(hop.table, hop.column, besides: prefix) }
        var indices = records.records.indices.filter { tables.contains(records.records[$0].table) }
        if let pivot = product.pivot { indices = try records.add(pivot, of: indices) }
        if let column = product.php { for index in indices { records.readPHP(column, of: index) } }
        let all = records
        let rows = indices.map { ServerRow(records: all, index: $0, prefix: prefix) }.filter(product.isAccount)
        return rows.isEmpty ? nil : Found(product: product, rows: rows)
    }
}

extension ServerRecords {
    /// Adds a record for each owner of properties.
    fileprivate mutating func add(_ pivot: ServerProduct.Pivot, of rows: [Int]) throws(SourceError) -> [Int] {
        var owners: [String: Int] = [:], indices: [Int] = []
        for row in rows {
            let record = records[row]
            guard let owner = record.values[pivot.owner]?.first, let name = record.values[pivot.name]?.first?.string
            else { continue }
            let index: Int
            if let known = owners[owner.string] {
                index = known
            } else {
                index = try add(ServerRecord(table: "", values: [pivot.owner: [owner]], line: record.line))
                owners[owner.string] = index
                indices.append(index)
            }
            set(record.values[pivot.value] ?? [], as: name.lowercased(), of: index)
        }
        return indices
    }

    /// Adds the values in a text that PHP wrote.
    fileprivate mutating func readPHP(_ column: String, of index: Int) {
        guard let text = records[index].values[column]?.first?.string, let values = PHPText.values(text) else { return }
        for (key, value) in values { set([.text(value)], as: key.replacing("/", with: " "), of: index) }
    }
}

/// A record as an account.
struct ServerAccount: ExportedAccount {
    let names: (issuer: String, name: String)
    let skipReason: SkipReason?
    private let row: ServerRow
    private let product: ServerProduct
    private let encoding: SecretEncoding?

    /// - Parameter encoding: as the user says.
    init(_ row: ServerRow, of product: ServerProduct, _ encoding: SecretEncoding?) {
        (self.row, self.product, self.encoding) = (row, product, encoding)
        let name = row.text(product.account)
        let isEntry = product.notation == .directory
        names = (row.text(product.issuer), isEntry ? Self.firstPart(of: name) : name)
        let kinds = row.values(product.kind).map { $0.string.lowercased() }
        let isOther = kinds.allSatisfy { product.otherKinds.contains($0) || product.otherKinds.contains("*") }
        skipReason =
            !kinds.isEmpty && isOther && !kinds.contains { product.kinds[$0] != nil } ? .noOneTimeCode : nil
    }

    /// The value of the first part of a name in a directory, `uid=rosa,cn=users`; any other text stays as it is.
    private static func firstPart(of name: String) -> String {
        guard let equals = name.utf8.firstIndex(of: ASCII.equals) else { return name }
        return String(name[name.utf8.index(after: equals)...].prefix { $0 != "," && $0 != "+" })
    }

    private var secret: ServerValue? { row.values(product.secret).first }

    private var isSealed: Bool { product.seal.map { $0.isSealed(row) } ?? false }

    // MARK: - The account

    func draft() throws(EntryError) -> AccountDraft {
        if let seal = product.seal, isSealed { throw EntryError(.secretMissing, seal.problem, seal.advice) }
        if secret == nil, let seal = product.withheld { throw EntryError(.secretMissing, seal.problem, seal.advice) }
        var draft = try draft(try kind())
        if product.encoding != .link {
            try draft.take(
                algorithm: try field(product.algorithm, product.algorithms), digits: try field(product.digits),
                period: try field(product.period, product.periods),
                counter: draft.kind == .hotp ? try counter() : nil)
            draft.start(at: 0)
            if draft.kind.hasPIN { draft.pin = try (row.value(product.pin)?.field).checked("the PIN") }
        }
        draft.note = row.text(product.note)
        for doubt in product.doubts {
            let text = row.text(doubt.path)
            if !text.isEmpty, doubt.applies(text) { draft.warning.add(Warning(doubt.message, .checkCodes)) }
        }
        try product.finish(row, &draft)
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        let names = row.values(product.kind).map { $0.string.lowercased() }
        guard let name = names.first else { return .totp }
        if let kind = names.lazy.compactMap({ product.kinds[$0] }).first { return kind }
        let known = product.kinds.keys.sorted().joined(separator: ", ")
        throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of \(known)")
    }

    /// - Parameter names: what the product writes, and what others write instead.
    private func field(_ path: ServerPath, _ names: [String: String] = [:]) throws(EntryError) -> LenientText? {
        let field = try row.value(path)?.field
        if case .text(let text)? = field, let name = names[text.trimmingWhitespace] { return .text(name) }
        return field
    }

    private func counter() throws(EntryError) -> LenientNumber? {
        let counter = try field(product.counter)
        guard product.countsLast, let last = try counter.checked("the counter", .counterOutOfRange) else {
            return counter
        }
        guard -1..<Int64.max ~= last else {
            throw EntryError(.counterOutOfRange, "the counter \(last) is out of range")
        }
        return .number(last + 1)
    }

    private func draft(_ kind: OTPKind) throws(EntryError) -> AccountDraft {
        let value = try row.value(product.secret)
        func text() throws(EntryError) -> String? { try (value?.field).checked("the secret") }
        func bytes() throws(EntryError) -> AccountDraft {
            switch value {
            case .bytes(let bytes)?: return AccountDraft(kind: kind, secret: bytes)
            case .text(let text)?:
                let marked = text.hasPrefix("0x") ? Hex.decode(String(text.dropFirst(2))) : nil
                return AccountDraft(kind: kind, secret: marked ?? Array(text.utf8))
            case .damaged?, nil: throw EntryError(.fieldDamaged, "the secret is not in the file")
            }
        }
        switch kind == .motp ? .hex : product.encoding {
        case .base32: return try AccountDraft(kind: kind, base32: text())
        case .hex: return try AccountDraft(kind: kind, hex: text())
        case .base64: return try AccountDraft(kind: kind, base64: text())
        case .bytes: return try bytes()
        case .bytesInKey:
            let found = product.secret.values(of: row.index, in: row.records, besides: row.prefix)
            let isKey = found.map { product.secret.alternatives[$0.alternative].start.hasSuffix("key") } ?? false
            return isKey ? try bytes() : try AccountDraft(kind: kind, base32: text())
        case .link: return try AccountDraft(link: Array((try text() ?? "").utf8))
        case .base32InBase64:
            let decoded = try text().flatMap { Base64.decode($0.utf8WithoutSpace) }
            return try AccountDraft(kind: kind, base32: decoded.map { String(decoding: $0, as: UTF8.self) })
        case .hexOrBase32:
            let text = try text() ?? ""
            if let encoding { return try AccountDraft(kind: kind, secret: text, in: encoding) }
            let isHex = Hex.decode(text) != nil, isBase32 = text.utf8.allSatisfy { Base32.values[Int($0)] < 32 }
            guard !isHex || !isBase32 || [40, 64, 128].contains(text.utf8.count) else {
                throw EntryError(
                    .secretUnclear, "the secret may be hexadecimal or base32",
                    .text(
                        "say which with --secret-encoding",
                        onPage: "read it in a terminal, where the program can be told which"))
            }
            return isHex ? try AccountDraft(kind: kind, hex: text) : try AccountDraft(kind: kind, base32: text)
        case .bytesUnlessBase32:
            guard case .text(let text)? = value, text.utf8.count >= 16,
                text.utf8.allSatisfy({ $0 < 0x60 && Base32.values[Int($0)] < 32 })
            else { return try bytes() }
            guard let encoding else {
                throw EntryError(
                    .secretUnclear, "its key has one colon: \(product.name) takes these letters as the key itself",
                    .text(
                        "say with --secret-encoding whether it is text or base32",
                        onPage: "read it in a terminal, where the program can be told which"))
            }
            return try AccountDraft(kind: kind, secret: text, in: encoding)
        }
    }

    /// Names of a record that is all about one account, and of the objects in it, that are not known.
    var unread: UnreadNames {
        var unread = UnreadNames()
        guard let columns = product.columns, skipReason == nil, product.pivot == nil, product.php == nil else {
            return unread
        }
        let known = Set(columns.words).union(product.readColumns)
        let inner = (row.records.children[row.index] ?? []).map { row.records.records[$0] }
        for record in [row.record] + inner {
            let names = record.values.filter { _, values in
                values.contains { !$0.isEmpty && $0 != .text("false") }
            }
            unread.add(names.keys, except: known)
        }
        unread.add(inner.map { $0.name.lowercased() }, except: known)
        return unread
    }

    // MARK: - The file

    /// Why no secret of a product can be read; nil if some can.
    static func sealed(_ rows: [ServerAccount], of product: ServerProduct) -> SourceError? {
        func failure(_ seal: ServerProduct.Seal) -> SourceError {
            SourceError(.unrecognised, "\(product.name): \(seal.problem)", seal.advice)
        }
        let wanted = rows.filter { $0.skipReason == nil }
        guard !wanted.isEmpty else { return nil }
        if let seal = product.seal, wanted.allSatisfy(\.isSealed) { return failure(seal) }
        if let seal = product.withheld, wanted.allSatisfy({ $0.secret == nil }) { return failure(seal) }
        return nil
    }

    /// Warnings about all accounts of a product.
    static func warnings(_ rows: [ServerAccount], of product: ServerProduct) -> [Warning] {
        var warnings: [Warning] = []
        let wanted = rows.filter { $0.skipReason == nil }
        if wanted.contains(where: \.hasDefaults) {
            warnings.append(
                Warning(
                    "made for 6 digits, 30 s and SHA1, the defaults of \(product.name); if the server was configured "
                        + "otherwise, the codes are wrong",
                    "compare a code with the one that a user has"))
        }
        if wanted.contains(where: \.hasID) {
            warnings.append(
                Warning(
                    "the names of the users of \(product.name) are not in the file: their accounts have the "
                        + "server's ids",
                    "dump the table of users as well"))
        }
        let owners = wanted.compactMap { account in
            product.recovery.values(of: account.row.index, in: account.row.records, besides: account.row.prefix)?.owner
        }
        let users = Set(owners).count
        if users > 0 {
            warnings.append(
                Warning(
                    "\(counted(users, "user")) of \(product.name) also \(users == 1 ? "has" : "have") recovery codes, "
                        + "which are not taken over"))
        }
        return warnings
    }

    /// Whether a parameter is in a part of the server that the file does not have.
    private var hasDefaults: Bool {
        if product.lacksSettings(row) { return true }
        let hasPeriod = (try? kind()) != .hotp
        return [product.algorithm, product.digits, hasPeriod ? product.period : ""].contains { path in
            !path.hops.isEmpty && row.values(path).isEmpty
        }
    }

    /// Whether the user is in a table that the file does not have.
    private var hasID: Bool {
        guard let found = product.account.values(of: row.index, in: row.records, besides: row.prefix) else {
            return false
        }
        let alternatives = product.account.alternatives, last = alternatives[found.alternative]
        return last.hops.isEmpty && alternatives[..<found.alternative].contains { $0.start == last.start }
    }
}
