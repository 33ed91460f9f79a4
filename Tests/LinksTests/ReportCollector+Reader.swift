@testable import Links

extension ReportCollector {
    /// The report on everything that a reader gives, or the corrected text, and what stays as it is.
    mutating func report(
        on records: RecordReader, _ checker: ChunkChecker
    ) throws -> (text: String, unchanged: [UnchangedPlace]) {
        var reader = records
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        var buffers: [[UInt8]] = []
        begin(into: &output)
        while let chunk = try reader.next(from: &buffers) {
            take(checker.check(chunk), into: &output, unchanged: &unchanged)
        }
        end(into: &output)
        return (String(decoding: output, as: UTF8.self), unchanged)
    }
}
