import Encodings
import ImportPipeline
import Links
import Platform
import QRDraw
import TOTPDomain
import TOTPImport

extension Route {
    static let qrCodes = [
        Route("GET", "/api/qr/*") { call in
            let item = try await call.session.account(try call.account)
            return .json(.object(["codes": .array([try PhoneCode(of: item).json]), "leftOut": .array([])]))
        },
        Route("POST", "/api/qr", limit: Limit.webBody.value) { call in
            let members = try call.members("accounts", "accountsPerCode")
            let items = try await call.session.accounts().items(try members.accounts("accounts"))
            var options = ExportOptions()
            if let count = try members.integer("accountsPerCode") {
                guard ExportOptions.accountsPerCodeRange ~= Int(clamping: count) else {
                    throw Problem.malformed("accountsPerCode is not 1 to 10")
                }
                options.accountsPerCode = Int(count)
            }
            let chosen = options
            return .json(try await call.session.workers.run { try PhoneCode.migration(of: items, chosen) })
        },
    ]
}

/// A QR code for a phone: the secrets of its accounts.
private struct PhoneCode {
    let matrix: QRMatrix
    let title: String
    let accounts: [String]

    private init(_ link: String, title: String, accounts: [String]) throws {
        do throws(QRDrawError) { matrix = try QRMatrix(Array(link.utf8)) } catch {
            throw Problem(422, "too-long-for-qr-code", "\(title): \(error)", .text("write a file instead"))
        }
        (self.title, self.accounts) = (title, accounts)
    }

    init(of item: TOTPItem) throws {
        let qr = try exportFormat("qr").description
        if let problem = qr.capabilities.problem(of: item, in: "a QR code") { throw problem }
        try self.init(KeyURI.write(item), title: item.label, accounts: [item.label])
    }

    /// The codes of Google's export, each read back for what it contains.
    static func migration(of items: [TOTPItem], _ options: ExportOptions) throws -> OrderedJSON {
        let format = try exportFormat("google-migration")
        let export = try format.write(
            ExportRequest(items: items, options: options, now: .wholeSecondNow, random: Parts.standard.random))
        let text = export.files.first { $0.name == "links.txt" }?.bytes ?? []
        let links = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        let codes = try links.enumerated().map { index, link in
            let document = try Parts.standard.importFormats.format("google-migration")?.read(
                ImportRequest(content: SourceContent(text: Array(link.utf8))))
            let labels = (document?.entries ?? []).compactMap { entry in
                if case .item(let item) = entry { item.label } else { nil }
            }
            return try PhoneCode(link, title: "\(index + 1) of \(links.count)", accounts: labels).json
        }
        return .object([
            "codes": .array(codes),
            "leftOut": .array(
                export.leftOut.map { left in
                    .object([
                        "account": .string(items[left.index].id.uuidString), "label": .string(items[left.index].label),
                        "reason": .string(left.reason),
                    ])
                }),
        ])
    }

    var json: OrderedJSON {
        .object([
            "size": .integer(matrix.size), "modules": .string(Base64.encode(bits)), "title": .string(title),
            "accounts": .array(accounts.map { .string($0) }),
        ])
    }

    /// Row by row, each filled to whole bytes; 1 is dark.
    private var bits: [UInt8] {
        let width = (matrix.size + 7) / 8
        var bits = [UInt8](repeating: 0, count: width * matrix.size)
        for y in 0..<matrix.size {
            for x in 0..<matrix.size where matrix.isDark(x, y) { bits[y * width + x / 8] |= 0x80 >> UInt8(x % 8) }
        }
        return bits
    }
}
