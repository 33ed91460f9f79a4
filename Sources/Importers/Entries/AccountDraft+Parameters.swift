import TOTPDomain

extension AccountDraft {
    /// Takes over the parameters that count for the kind.
    ///
    /// Apps write others beside them: a counter for time-based accounts, a period for counter-based ones, all of them
    /// for kinds that have no choice. Whatever stands there is no reason to reject the entry.
    ///
    /// - parameter algorithm: its name.
    mutating func take(
        algorithm: LenientText?, digits: LenientNumber?, period: LenientNumber?, counter: LenientNumber?
    ) throws(EntryError) {
        guard kind.fixedParameters == nil else { return }
        self.algorithm = try algorithm.checked("the algorithm")
        self.digits = try digits.checked("the number of digits", .digitsOutOfRange)
        if kind == .hotp {
            self.counter = try counter.checked("the counter", .counterOutOfRange)
        } else {
            self.period = try period.checked("the period", .periodOutOfRange)
        }
    }
}
