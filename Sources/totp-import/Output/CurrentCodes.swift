import Encodings
import TOTPDomain

/// The codes of accounts at one time.
struct CurrentCodes {
    private let rows: [(item: TOTPItem, code: AccountCode)]

    /// - parameter time: seconds since 1970.
    init(_ items: [TOTPItem], at time: Int64) {
        rows = items.concurrentMap { ($0, AccountCode($0, at: time)) }
    }

    /// - parameter isGrouped: whether the digits are in groups, for people.
    func table(isGrouped: Bool) -> TextTable {
        var table = TextTable(["ISSUER", "NAME", "CODE", "LEFT"], flexible: [0, 1])
        for (item, code) in rows {
            table.add([item.issuer, item.name, isGrouped ? code.grouped : code.text ?? "-", code.left])
        }
        return table
    }

    /// Why accounts have no code, one line each.
    var problems: [String] {
        rows.compactMap { item, code in code.problem.map { "\"\(item.label)\" has no code: \($0)" } }
    }

    /// The only code, for scripts.
    ///
    /// - throws: ``CommandError`` if the account has none.
    func bare(_ reporter: Reporter) throws -> String {
        guard let (item, code) = rows.first else { return "" }
        guard let text = code.text else {
            throw CommandError(
                message: "\"\(item.label)\" has no code: \(code.problem ?? "")", status: ExitStatus.nothing)
        }
        if let counter = item.parameters.counter {
            reporter.note("\"\(item.label)\": the code for counter \(counter); it is not advanced")
        }
        return text
    }

    /// JSON Lines.
    var json: [UInt8] {
        rows.flatMap { item, code in
            OrderedJSON.object([
                "issuer": .string(item.issuer), "name": .string(item.name),
                "type": .string(item.parameters.kind.rawValue),
                "code": code.text.map { .string($0) },
                "secondsLeft": code.secondsLeft.map { .integer($0) },
                "problem": code.problem.map { .string($0) },
            ]).utf8 + [ASCII.newline]
        }
    }
}

/// The code of one account at one time, or why there is none.
struct AccountCode: Equatable {
    private(set) var text: String?
    private(set) var secondsLeft: Int?
    private(set) var problem: String?
    /// What to show in place of the seconds: the counter of the code.
    private let counter: Int64?
    private let isDecimal: Bool

    init(_ item: TOTPItem, at time: Int64, generator: any TOTPGenerator = Assembly.current.generator) {
        counter = item.parameters.counter
        isDecimal = [.totp, .hotp].contains(item.parameters.kind)
        do throws(CodeError) {
            let code = try generator.code(for: item, at: time)
            (text, secondsLeft) = (code.text, code.secondsLeft)
        } catch { problem = error.description }
    }

    /// The digits in groups, `123 456` or `1234 5678`; `-` if there is no code.
    var grouped: String {
        guard let text else { return "-" }
        return isDecimal ? Self.grouped(text) : text
    }

    /// The seconds left, or the counter after `#`.
    var left: String {
        if let secondsLeft { return "\(secondsLeft) s" }
        return text == nil ? "" : "#\(counter ?? 0)"
    }

    /// Two groups, three for nine digits; five digits and fewer stay together.
    static func grouped(_ digits: String) -> String {
        let count = digits.count
        guard count > 5 else { return digits }
        let size = count == 9 ? 3 : count / 2
        var groups: [Substring] = []
        var rest = digits[...]
        while rest.count >= size * 2 {
            groups.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        groups.append(rest)
        return groups.joined(separator: " ")
    }
}
