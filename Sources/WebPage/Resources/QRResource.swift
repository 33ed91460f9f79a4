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
        Route("POST", "/api/qr/scanned", limit: Limit.webBody) { call in
            let items = try await call.session.accounts().items(try call.members("accounts").accounts("accounts"))
            await call.session.didMove(items.map(\.id))
            return .done
        },
        Route("POST", "/api/qr", limit: Limit.webBody) { call in
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
            return .json(
                try await call.session.workers.run {
                    let (codes, leftOut) = try PhoneCode.migration(of: items, chosen)
                    return .object([
                        "codes": .array(codes.map(\.json)),
                        "leftOut": .array(
                            leftOut.map { left in
                                .object([
                                    "account": .string(items[left.index].id.uuidString),
                                    "label": .string(items[left.index].label), "reason": .string(left.reason),
                                ])
                            }),
                    ])
                })
        },
    ]
}

extension PhoneCode {
    fileprivate var json: OrderedJSON {
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
