extension String {
    /// The digits of a number, after as many zeros as it needs to have `count` digits.
    package func zeroPadded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - utf8.count)) + self
    }
}
