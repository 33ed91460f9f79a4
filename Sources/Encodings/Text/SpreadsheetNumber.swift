/// The text that Excel and others show, and save, in place of a long number or of digits around an E: `1.23457E+15`.
package enum SpreadsheetNumber {
    package static func matches(_ text: String) -> Bool {
        let text = text.trimmingWhitespace.utf8
        guard 4...24 ~= text.count else { return false }
        let parts = text.split(separator: UInt8(ascii: "E"), omittingEmptySubsequences: false)
        guard parts.count == 2, let sign = parts[1].first, sign == ASCII.plus || sign == ASCII.hyphen else {
            return false
        }
        let digits = parts[0].filter { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ",") }
        let exponent = parts[1].dropFirst()
        return digits.count + 1 >= parts[0].count && 1...3 ~= exponent.count && !digits.isEmpty
            && (digits + exponent).allSatisfy { 48...57 ~= $0 }
    }
}
