import TOTPDomain

@testable import Importers

/// An object of JSON text, of which single members can be changed or left out.
struct JSONEntry: CustomStringConvertible {
    private var members: [(name: String, value: String)]

    /// - Parameter members: names, and values as they are written in the text.
    init(_ members: KeyValuePairs<String, String>) { self.members = members.map { ($0, $1) } }

    /// - Parameter value: as it is written in the text, with its quotes; nil leaves the member out.
    func with(_ name: String, _ value: String?) -> JSONEntry {
        var entry = self
        let index = entry.members.firstIndex { $0.name == name }
        if let index { entry.members.remove(at: index) }
        if let value { entry.members.insert((name, value), at: index ?? entry.members.count) }
        return entry
    }

    var description: String { "{\(members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}" }
}

/// The outcome of one entry, in terms that a table can contain.
enum EntryOutcome: Equatable, CustomStringConvertible {
    case account(OTPParameters)
    case rejected(RejectionCode)

    init(_ entry: ImportedEntry) {
        switch entry {
        case .item(let item): self = .account(item.parameters)
        case .rejected(let rejection): self = .rejected(rejection.code)
        }
    }

    static func totp(_ algorithm: OTPAlgorithm = .sha1, digits: Int64 = 6, period: Int64 = 30) -> EntryOutcome {
        outcome { () throws(EntryError) in
            try OTPParameters(kind: .totp, algorithm: algorithm, digits: digits, period: period)
        }
    }

    static func hotp(_ algorithm: OTPAlgorithm = .sha1, digits: Int64 = 6, counter: Int64) -> EntryOutcome {
        outcome { () throws(EntryError) in
            try OTPParameters(kind: .hotp, algorithm: algorithm, digits: digits, counter: counter)
        }
    }

    static func fixed(_ kind: OTPKind) -> EntryOutcome {
        outcome { () throws(EntryError) in try OTPParameters(kind: kind) }
    }

    private static func outcome(_ parameters: () throws(EntryError) -> OTPParameters) -> EntryOutcome {
        do throws(EntryError) { return .account(try parameters()) } catch { return .rejected(error.code) }
    }

    var description: String {
        switch self {
        case .account(let parameters): "\(parameters)"
        case .rejected(let code): code.rawValue
        }
    }
}

extension ImportedDocument {
    var outcomes: [EntryOutcome] { entries.map(EntryOutcome.init) }
}
