import Encodings
import SafeFile

/// The work that a progress line shows.
struct ProgressWork: Sendable {
    let title: String
    /// Inputs; nil if their number is not known.
    var total: Int?
    /// The message, after an interruption, about the files that would be written; nil to keep the current message.
    let untouched: String?
    var finished = 0
    /// The name of the input that is being read.
    var current: String?
    let start = ContinuousClock.now
    /// The time spent on questions to the user.
    var paused = Duration.zero

    private static let barWidth = 20

    /// One line that fits the terminal.
    func text(columns: Int) -> String { text(columns: columns, elapsed: ContinuousClock.now - start - paused) }

    func text(columns: Int, elapsed: Duration) -> String {
        // The ^C of an interruption stays on the same line, which is removed then.
        let columns = columns - 2
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        var parts = [title]
        let rate = seconds > 0 ? Double(finished) / seconds : 0
        if let total, total > 1 {
            let filled = min(Self.barWidth, Self.barWidth * finished / total)
            let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: Self.barWidth - filled)
            parts += ["[\(bar)]", "\(finished) of \(total)"]
        } else if finished > 0 {
            parts.append("\(finished)")
        }
        if finished > 0, seconds >= 1 {
            parts.append("\(Self.rate(rate))/s")
            if let total, total > finished { parts.append("\(Self.time(Double(total - finished) / rate)) left") }
        } else {
            parts.append(Self.time(seconds))
        }
        let line = parts.joined(separator: "  ")
        guard let current, line.terminalWidth + 12 < columns else { return line.cut(to: columns - 1) }
        // The end of a long path says more.
        return line + "  " + current.sanitized.cutAtStart(to: columns - 3 - line.terminalWidth)
    }

    private static func rate(_ rate: Double) -> String {
        guard rate < 10 else { return "\(Int(rate.rounded()))" }
        let tenths = Int((rate * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Seconds, minutes or hours.
    static func time(_ seconds: Double) -> String {
        let seconds = Int(min(max(seconds, 0), 1e9).rounded())
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }

    /// Sets the message for an interruption.
    func noteInterruption() {
        guard let untouched else { return }
        let count = total.map { "\(finished) of \(counted($0, "input"))" } ?? counted(finished, "input")
        Interruption.note("interrupted after \(count); \(untouched)", untilWritten: true)
    }
}
