import CQRLocate

/// Limits the cost of failed drawings per picture: a picture full of finder patterns must not take minutes.
struct LadderBudget {
    /// Pixels of drawings in which zbar found nothing, over all rungs: enough for two codes of the largest version on
    /// every rung.
    private var pixels = 32_000_000
    /// Places without two good timing lines; hardly any of them is a code.
    private var weakAttempts = 12
    /// Of those, places without any timing line.
    private var blindAttempts = 4

    var isSpent: Bool { pixels <= 0 }

    func allows(_ triple: CQRTriple) -> Bool {
        if triple.timingSupported { return true }
        return weakAttempts > 0 && (triple.timingLines > 0 || blindAttempts > 0)
    }

    mutating func spend(pixels count: Int) { pixels -= count }

    /// Counts a place where nothing was read.
    mutating func useAttempt(_ triple: CQRTriple) {
        if triple.timingSupported { return }
        weakAttempts -= 1
        if triple.timingLines == 0 { blindAttempts -= 1 }
    }
}
