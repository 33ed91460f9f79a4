/// Nothing: for a run that only counts, or writes fingerprints.
public struct NoReport: ReportFormat {
    public let showsEveryLink = false

    public init() {}

    public func write(_ link: LinkReport, line: Span<UInt8>, into output: inout [UInt8]) -> String? { nil }

    public func end(_ totals: ValidationTotals, into output: inout [UInt8]) {}
}
