/// Nothing: for a run that only counts, or writes fingerprints.
package struct NoReport: ReportFormat {
    package let showsEveryLink = false

    package init() {}

    package func write(_ link: LinkReport, line: Span<UInt8>, into output: inout [UInt8]) -> String? { nil }

    package func end(_ totals: ValidationTotals, into output: inout [UInt8]) {}
}
