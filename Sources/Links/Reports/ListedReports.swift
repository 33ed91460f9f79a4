import Encodings
import Synchronization

/// Keeps the report of each link with a finding, for programs.
///
/// It writes the number of a report, so that the collector decides which reports remain, and in which order.
package final class ListedReports: ReportFormat {
    package let showsEveryLink = false
    private let reports = Mutex<[LinkReport]>([])

    package init() {}

    package func write(_ link: LinkReport, line: Span<UInt8>, into output: inout [UInt8]) -> UnchangedPlace? {
        let number = reports.withLock { reports in
            reports.append(link)
            return UInt64(reports.count - 1)
        }
        output += number.bytes(.big)
        return nil
    }

    package func end(_ totals: ValidationTotals, into output: inout [UInt8]) {}

    /// The reports whose numbers were written.
    package func reports(in output: [UInt8]) -> [LinkReport] {
        let all = reports.withLock { $0 }
        return stride(from: 0, to: output.count, by: 8).compactMap { start in
            let number: UInt64? = output[start..<min(start + 8, output.count)].integer(.big)
            return number.flatMap { all.indices.contains(Int($0)) ? all[Int($0)] : nil }
        }
    }
}

/// Pieces of a report's line: each is copied at once, since millions of lines are written per second.
extension Array where Element == UInt8 {
    @inline(__always)
    mutating func append(text: StaticString) {
        self += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    @inline(__always)
    mutating func append(_ text: Span<UInt8>) { text.withUnsafeBufferPointer { self += $0 } }

    @inline(__always)
    mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) { append(text.extracting(range)) }

    /// Appends a number in decimal digits.
    @inline(__always)
    mutating func append(number: Int) {
        guard number >= 10 else {
            append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: Swift.max(0, number)))
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var rest = UInt(number)
            while rest > 0, start > 0 {
                start -= 1
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
                rest = quotient
            }
            self += UnsafeBufferPointer(rebasing: digits[start...])
        }
    }
}
