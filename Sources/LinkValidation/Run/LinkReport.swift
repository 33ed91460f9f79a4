import Encodings
import TOTPDomain

/// A link, named by its place and its label, and what was found about it.
public struct LinkReport: Sendable {
    /// As messages call it: the path as it was given, or `-`.
    public var source: String
    /// From 1; nil for the code of a picture.
    public var line: Int?
    /// In characters, from 1.
    public var column: Int
    /// The code of a picture, from 1.
    public var code: Int?
    /// Issuer and name as far as they can be read; never a secret.
    public var label: String
    public var severity: Severity?
    public var findings: [Place] = []
    /// Bytes of the link; 0 if there is none.
    public var byteCount: Int

    /// The smallest QR code for the link, nil if there is no such code or no link.
    public var qrVersion: QRVersion? { byteCount == 0 ? nil : QRVersion(byteCount: byteCount) }

    /// A finding, and the column where it starts.
    public struct Place: Sendable, Hashable {
        public var finding: Finding
        public var column: Int
    }

    /// `links.txt:12:1`, or `shot.png, code 2`.
    public var place: String {
        let name = source == "-" ? "standard input" : source.sanitized
        if let line { return "\(name):\(line):\(column)" }
        return code.map { "\(name), code \($0)" } ?? name
    }
}

/// A link that is a line of its own.
public struct PlainLink: Sendable {
    /// What ``ReportFormat/plainStart(source:)`` returned for its source.
    public var start: [UInt8]
    /// From 1.
    public var line: Int

    public init(start: [UInt8] = [], line: Int) {
        self.start = start
        self.line = line
    }
}

/// A report format: how it starts, what it writes for each link, and how it ends.
public protocol ReportFormat: Sendable {
    /// Whether links without a finding are also shown.
    var showsEveryLink: Bool { get }

    /// Whether the report is the corrected input: lines without a link are written as they are.
    var rewritesInput: Bool { get }

    /// What ``write(_:line:into:)`` writes first; removed from the first link of a report.
    var separator: String { get }

    func begin(into output: inout [UInt8])

    /// Writes a link from its bytes alone, as nearly all of a long list can be: one without a finding, or without an
    /// error if ``rewritesInput``.
    ///
    /// - Parameters:
    ///   - label: issuer and name in printable ASCII; empty if they have to be read.
    ///   - line: the link, which is a line of its own.
    /// - Returns: false if ``write(_:line:into:)`` has to do it; nothing is written then.
    func writePlain(
        _ link: PlainLink, label: Span<UInt8>, line: Span<UInt8>, into output: inout [UInt8]
    ) -> Bool

    /// The start of the text of each link of a source, for ``writePlain(_:label:line:into:)``.
    func plainStart(source: String) -> [UInt8]

    /// - Parameter line: the link, or the field without one.
    /// - Returns: a note for the user, nil for none.
    func write(_ link: LinkReport, line: Span<UInt8>, into output: inout [UInt8]) -> String?

    func end(_ totals: ValidationTotals, into output: inout [UInt8])
}

extension ReportFormat {
    public var rewritesInput: Bool { false }
    public var separator: String { "" }
    public func begin(into output: inout [UInt8]) {}
    public func plainStart(source: String) -> [UInt8] { [] }
    public func writePlain(
        _ link: PlainLink, label: Span<UInt8>, line: Span<UInt8>, into output: inout [UInt8]
    ) -> Bool { false }
}

/// What a run counted.
public struct ValidationTotals: Sendable, Hashable {
    public var links = 0
    public var ok = 0
    public var warning = 0
    public var error = 0
    /// Links that break each rule, by the rule's number.
    public var rules = [Int](repeating: 0, count: Rule.allCases.count)
    /// Records whose field is empty or missing.
    public var emptyFields = 0
    /// Lines and strings of JSON without a link; comments and empty lines aside.
    public var linesWithoutLink = 0
    /// Google Authenticator exports with missing parts.
    public var incompleteExports = 0
    /// Inputs that could not be read, or not to their end.
    public var failedInputs = 0
    /// Rules about the whole input that were not checked for all of it, since memory is limited: there may be more
    /// findings of them.
    public var partlyChecked = RuleSet()

    public init() {}

    public func count(of rule: Rule) -> Int { rules[Int(rule.number)] }

    mutating func count(_ broken: RuleSet) {
        links += 1
        guard !broken.isEmpty else {
            ok += 1
            return
        }
        for rule in broken { rules[Int(rule.number)] += 1 }
        switch broken.worst {
        case .error: error += 1
        case .warning: warning += 1
        case .info, nil: ok += 1
        }
    }
}
