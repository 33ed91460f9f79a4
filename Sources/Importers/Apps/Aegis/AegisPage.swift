import Containers
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Aegis's HTML export: a table to print, with a QR code in each row.
///
/// The table has no period: it is in the QR code only.
struct AegisPage {
    private let text: [UInt8]
    private let header: [String]
    /// Where the header's row starts.
    private let start: Int

    private static let known: Set<String> = [
        "issuer", "name", "type", "qr code", "uuid", "note", "favorite", "algo", "digits", "secret", "counter", "pin",
    ]
    private static let needed = ["issuer", "name", "type", "algo", "digits", "secret", "uuid"]
    private static let headEnd = 1 << 16

    static func matches(_ content: SourceContent) -> Bool { content.isMarkup && header(in: content.text) != nil }

    /// - Throws: ``SourceError`` with `unrecognised` if the page has no such table.
    init(_ text: [UInt8]) throws(SourceError) {
        guard let (titles, start) = Self.header(in: text) else {
            throw SourceError(.unrecognised, "the page has no table of Aegis", .exportAgain)
        }
        (self.text, header, self.start) = (text, titles, start)
    }

    /// The cells of the first row that has all titles, in lower case, and where it starts.
    private static func header(in text: [UInt8]) -> (titles: [String], start: Int)? {
        let head = Array(text.prefix(headEnd))
        var tags = HTMLTags(head, names: ["tr", "th", "td", "/tr"])
        var titles: [String] = [], start = 0
        while let tag = tags.next() {
            switch tag.name {
            case "tr": (titles, start) = ([], tag.source.lowerBound)
            case "/tr":
                if Set(titles).isSuperset(of: needed) { return (titles, start) }
            default: titles.append(Self.cell(tag, in: head).lowercased())
            }
        }
        return nil
    }

    private static let elements = KnownNames(page: "h1 table thead tbody tr th td img")

    /// The titles of columns that are not known.
    var unread: UnreadNames {
        var unread = UnreadNames()
        for title in header where !title.isEmpty && !Self.known.contains(title) {
            unread.add(raw: title, entries: 0)
        }
        return unread
    }

    func read(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        let rest = Array(text[start...])
        // A page that is cut off lacks at least one row.
        let isCut = HTMLTags.count(of: "</table", in: rest) == 0
        let records = HTMLTags.count(of: "<tr", in: rest) - 1 + (isCut ? 1 : 0)
        try request.limits.check(records: records)
        var document = ImportedDocument(format: format, records: records)
        var tags = HTMLTags(rest, names: ["tr", "/tr", "td", "th", "img"])
        var row: AegisPageRow?
        var rows = 0, pictures = 0
        var loss = PlantedLoss()
        func add() {
            guard let finished = row else { return }
            row = nil
            if finished.number > 0, !loss.takesNext() {
                document.add(finished, at: EntryPosition(entry: finished.number))
            }
        }
        while let tag = tags.next() {
            switch tag.name {
            case "tr":
                add()
                row = AegisPageRow(number: rows, header: header)
                rows += 1
            case "/tr": add()
            case "img":
                guard row?.number ?? 0 > 0, pictures < Limit.documentPictures else { continue }
                pictures += 1
                let address = Self.address(of: Array(rest[tag.source]))
                for code in address.map(request.qrCodes) ?? [] { row?.codes.append(code) }
            default: row?.cells.append(Self.cell(tag, in: rest))
            }
        }
        add()
        if isCut {
            let problem = EntryError(.fieldDamaged, "the page is cut off here, and the rest is missing", .exportAgain)
            document.reject(at: EntryPosition(entry: rows), problem)
        }
        Self.elements.look(at: text, &document)
        return document
    }

    private static func cell(_ tag: HTMLTags.Tag, in text: [UInt8]) -> String {
        TextDecoding.lenientString(HTMLEntities.decode(text[tag.after]).trimmingWhitespace)
    }

    /// The image in an `img` tag.
    private static func address(of tag: [UInt8]) -> [UInt8]? {
        var pieces = HTMLPieces(tag)
        guard case .tag(let image)? = pieces.next(), let source = image.value("src", in: tag) else { return nil }
        return DataAddress.content(tag[source])
    }
}

/// A row of the page.
private struct AegisPageRow: ExportedAccount {
    /// From 1; 0 is the header's.
    let number: Int
    let header: [String]
    var cells: [String] = []
    /// The payloads of the QR codes in its images.
    var codes: [[UInt8]] = []

    init(number: Int, header: [String]) { (self.number, self.header) = (number, header) }

    private subscript(title: String) -> String {
        header.firstIndex(of: title).flatMap { cells.indices.contains($0) ? cells[$0] : nil } ?? ""
    }

    /// As in the file, but for the secrets of Mobile-OTP.
    private static let shape = {
        var shape = AegisFormat.entry
        shape.mobileOTPSecret = .hex
        return shape
    }()
    /// Cells that have a hyphen if the account has no such part.
    private static let optional: Set<String> = ["algo", "digits", "counter", "pin"]

    var names: (issuer: String, name: String) { (self["issuer"], self["name"]) }

    func draft() throws(EntryError) -> AccountDraft {
        guard cells.count == header.count else {
            throw EntryError(.fieldDamaged, "the row has \(cells.count) cells, and the header \(header.count)")
        }
        let linked = linkedAccount
        var account = Self.shape.account { title in
            Self.optional.contains(title) && self[title] == "-" ? nil : .text(self[title])
        }
        account.period = linked?.parameters.period.map { .number(Int64($0)) }
        account.isFavorite = self["favorite"].lowercased() == "true"
        var draft = try account.draft()
        if let linked {
            try check(try draft.item(named: names), with: linked)
        } else if draft.kind == .totp || draft.kind == .steam {
            draft.warning = Warning(
                "its QR code is missing or not readable, and only that has the period; 30 s is assumed", .checkCodes)
        }
        return draft
    }

    /// The account in the QR code, if the row has exactly one code.
    private var linkedAccount: Account? {
        guard codes.count == 1, let code = codes.first else { return nil }
        return try? KeyURI.read(code.span, knowsSteamByIssuer: false).account
    }

    /// - Throws: ``EntryError`` with `field-damaged` if the row and its QR code have different codes.
    private func check(_ account: Account, with linked: Account) throws(EntryError) {
        guard account.secret == linked.secret, account.parameters == linked.parameters else {
            throw EntryError(.fieldDamaged, "the row and its QR code are of different accounts", .exportAgain)
        }
    }
}
