import CQRLocate

/// What one picture may cost in drawings that give nothing: a wallpaper of finder patterns must not take minutes.
struct LadderBudget {
    /// Pixels of drawings in which zbar found nothing, over all rungs: as much as reading two codes of the largest
    /// version on every rung.
    private var pixels = 32_000_000
    /// Places without two good timing lines; hardly any of these is a code.
    private var weakTries = 12
    /// Of those, places without any timing line.
    private var blindTries = 4

    var isSpent: Bool { pixels <= 0 }

    func allows(_ triple: CQRTriple) -> Bool {
        if triple.timingSupported { return true }
        return weakTries > 0 && (triple.timingLines > 0 || blindTries > 0)
    }

    mutating func spend(pixels count: Int) { pixels -= count }

    /// Nothing was read at this place.
    mutating func useAttempt(_ triple: CQRTriple) {
        if triple.timingSupported { return }
        weakTries -= 1
        if triple.timingLines == 0 { blindTries -= 1 }
    }
}
