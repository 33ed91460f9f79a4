import Encodings
import Platform

/// Times of the plaintext: ISO 8601 in UTC with whole seconds, such as `2026-11-21T09:30:00Z`.
///
/// Those from 1970 are read and written here, since a vault has three times per account; Foundation does all others.
enum VaultTime {
    /// The time, or nil for any other spelling.
    static func date(_ text: ArraySlice<UInt8>) -> Date? {
        // Foundation also reads years of five digits.
        guard text.count == pattern.count else { return nil }
        if let date = usualDate(text.span) { return date }
        let text = String(decoding: text, as: UTF8.self)
        guard let date = try? Date(text, strategy: .iso8601), self.text(date) == text else { return nil }
        return date
    }

    static func text(_ date: Date) -> String { usualText(date) ?? date.formatted(.iso8601) }

    /// Returns the time as it is read back: the plaintext has no fractions of seconds.
    static func wholeSecond(_ date: Date) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    // MARK: - The usual form

    private static let pattern = Array("0000-00-00T00:00:00Z".utf8)
    private static let zero = UInt8(ascii: "0")
    private static let secondsPerDay = 86_400

    /// The time, if the text has the form of the pattern, the date exists, and the year is 1970 or later.
    private static func usualDate(_ text: Span<UInt8>) -> Date? {
        let pattern = pattern.span
        for index in pattern.indices {
            guard pattern[index] == zero ? text[index] &- zero < 10 : text[index] == pattern[index] else { return nil }
        }
        func number(_ place: Int) -> Int { Int(text[place] &- zero) * 10 + Int(text[place + 1] &- zero) }
        let (year, month, day) = (number(0) * 100 + number(2), number(5), number(8))
        let (hour, minute, second) = (number(11), number(14), number(17))
        guard year >= 1970, 1...12 ~= month, day >= 1, hour < 24, minute < 60, second < 60 else { return nil }
        let days = daysBefore(year: year, month: month)
        let nextMonth = month == 12 ? daysBefore(year: year + 1, month: 1) : daysBefore(year: year, month: month + 1)
        guard days + day <= nextMonth else { return nil }
        let seconds = (days + day - 1) * secondsPerDay + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// The text, if the year is 1970 to 9999.
    private static func usualText(_ date: Date) -> String? {
        let time = date.timeIntervalSince1970
        guard time >= 0, time < TimeInterval(daysBefore(year: 10_000, month: 1) * secondsPerDay) else { return nil }
        let (days, seconds) = Int(time).quotientAndRemainder(dividingBy: secondsPerDay)
        // The average year has 365.2425 days, so this is the year or one next to it.
        var year = 1970 + days * 400 / 146_097
        if daysBefore(year: year, month: 1) > days { year -= 1 }
        if daysBefore(year: year + 1, month: 1) <= days { year += 1 }
        var month = 12
        while daysBefore(year: year, month: month) > days { month -= 1 }
        let day = days - daysBefore(year: year, month: month) + 1
        let numbers = [year / 100, year % 100, month, day, seconds / 3600, seconds / 60 % 60, seconds % 60]
        return String(unsafeUninitializedCapacity: pattern.count) { memory in
            _ = memory.initialize(from: pattern)
            for (place, number) in zip([0, 2, 5, 8, 11, 14, 17], numbers) {
                memory[place] += UInt8(number / 10)
                memory[place + 1] += UInt8(number % 10)
            }
            return pattern.count
        }
    }

    /// The days from 1970 to the start of a month.
    private static func daysBefore(year: Int, month: Int) -> Int {
        // Counted from March, so that a leap day is the last day of its year.
        let years = month > 2 ? year : year - 1
        let months = month > 2 ? month - 3 : month + 9
        return years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 - 719_468
    }
}
