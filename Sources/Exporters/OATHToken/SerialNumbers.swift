import TOTPDomain

extension ExportOptions {
    /// The serial number of a token: a prefix and a running number from 1.
    ///
    /// - Parameters:
    ///   - index: of the account among those that are written.
    ///   - prefix: unless people chose one.
    ///   - digits: of the number at least.
    func serial(_ index: Int, prefix: String = "", digits: Int = 1) -> String {
        let number = "\(index + 1)"
        return (serialPrefix ?? prefix) + String(repeating: "0", count: max(0, digits - number.count)) + number
    }
}

extension ExportCapabilities.Caution {
    static let tokensAreOverwritten = Self(
        "A token that the server has already is overwritten by one with the same serial number: write others with "
            + "--serial-prefix.")
}
