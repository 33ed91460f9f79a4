import Encodings
import Exporters
import ImportPipeline
import Links
import Platform
import QRDraw
import TOTPDomain
import TOTPImport

extension Route {
    static let qrCodes = [
        Route("GET", "/api/qr/*") { call in
            let account = try await call.session.account(try call.account)
            return .json(.object(["codes": .array([try PhoneCode(of: account).json]), "leftOut": .array([])]))
        },
        Route("POST", "/api/qr/scanned", limit: Limit.webBody) { call in
            let items = try await call.session.accounts().items(try call.members("accounts").accounts("accounts"))
            await call.session.didMove(items.map(\.id))
        },
        Route("POST", "/api/qr/verify", limit: Limit.webBody) { call in
            let members = try call.members("accounts", "code")
            let items = try await call.session.accounts().items(try members.accounts("accounts"))
            let code = PhoneCheck.normalized(try members.string("code") ?? "")
            guard !code.isEmpty else {
                throw Problem(422, "code-missing", "no code was typed", .text("type one that the phone shows"))
            }
            let found = try await call.session.workers.run { PhoneCheck.accounts(of: items, with: code, at: Date()) }
            return .json(.object(["accounts": .array(found.map { .string($0.uuidString) })]))
        },
        Route("POST", "/api/qr/paper", limit: Limit.webBody) { call in
            let items = try await call.session.accounts().items(try call.members("accounts").accounts("accounts"))
            return .json(try await call.session.workers.run { try PaperSheet.json(of: items) })
        },
        Route("POST", "/api/qr", limit: Limit.webBody) { call in
            let members = try call.members("accounts", "accounts-per-code")
            let items = try await call.session.accounts().items(try members.accounts("accounts"))
            let options = try members.exportOptions(of: [.accountsPerCode])
            return .json(
                try await call.session.workers.run {
                    let (codes, leftOut) = try PhoneCode.migration(of: items, options)
                    return .object([
                        "codes": .array(codes.map(\.json)),
                        "leftOut": .array(leftOut.map { items[$0.index].leftOutJSON($0.reasonOnPage) }),
                    ])
                })
        },
    ]
}

extension Account {
    /// An account that is not among what was asked for, and why.
    func leftOutJSON(hasType: Bool = false, code: String? = nil, _ reason: String) -> OrderedJSON {
        .object([
            "account": .string(id.uuidString), "label": .string(label),
            "type": hasType ? .string(parameters.kind.rawValue) : nil, "code": code.map { .string($0) },
            "reason": .string(reason),
        ])
    }
}

/// A code that the phone shows, as the proof that it has an account.
private enum PhoneCheck {
    /// Codes of the period before and after count, as clocks differ and people type slowly. Apps start a counter one
    /// lower or higher, and show a code before they count on.
    private static let periods: ClosedRange<Int64> = -1...1
    private static let counters: ClosedRange<Int64> = -1...3

    static func normalized(_ typed: String) -> String {
        typed.filter { !$0.isWhitespace && $0 != "-" }.uppercased()
    }

    static func accounts(of items: [Account], with code: String, at time: Date) -> [Account.ID] {
        items.filter { account in codes(of: account, at: time.secondsSince1970).contains { normalized($0) == code } }
            .map(\.id)
    }

    private static func codes(of account: Account, at now: Int64) -> [String] {
        guard let counter = account.parameters.counter else {
            let period = Int64(account.parameters.period ?? 30)
            return periods.compactMap { AccountCode(account, at: now + $0 * period).text }
        }
        return counters.compactMap { step in
            let (next, overflows) = counter.addingReportingOverflow(step)
            guard !overflows, next >= 0 else { return nil }
            var other = account
            other.parameters = account.parameters.atCounter(next)
            return AccountCode(other, at: now).text
        }
    }
}

/// The accounts as the page prints them: what the file for paper has.
private enum PaperSheet {
    static func json(of items: [Account]) throws -> OrderedJSON {
        var codes: [OrderedJSON] = []
        var leftOut: [OrderedJSON] = []
        for account in items {
            do {
                var json = try PhoneCode(of: account).json
                let typed = TypedValues(account)
                json["account"] = .string(account.id.uuidString)
                json["secret"] = .string(typed.secret)
                json["hexadecimal"] = typed.isHexadecimal ? true : nil
                json["facts"] = .array(
                    (typed.parameters + (account.pin.map { ["PIN \($0.text)"] } ?? [])).map { .string($0) })
                codes.append(json)
            } catch let error as EntryError {
                leftOut.append(account.leftOutJSON(error.textOnPage))
            }
        }
        return .object(["codes": .array(codes), "leftOut": .array(leftOut)])
    }
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
