import Encodings

/// The choices that a format offers to users. Formats without a choice ignore them.
package struct ExportOptions: Sendable, Hashable {
    /// `google-migration`: how many accounts a QR code has at most. The app itself writes up to 10; cameras of phones,
    /// and the readers of other apps, often fail on QR codes as dense as that.
    package var accountsPerCode = 5
    /// `keepass`: the cipher of the database.
    package var cipher = Cipher.chacha20
    /// `pskc`: whether only functions are used that all servers know.
    package var isCompatible = false
    /// Formats of tokens: the prefix of the serial numbers of accounts without a serial number, before the running
    /// number; nil for the format's own prefix.
    package var serialPrefix: String?

    package enum Cipher: String, Sendable, Hashable, CaseIterable {
        case chacha20
        /// AES-256, for older programs.
        case aes
    }

    package init() {}

    /// Sets an option to what a user typed or chose.
    ///
    /// - Returns: what the text must be, if it is something else; nil if the option is set.
    package mutating func set(_ option: Name, to text: String) -> String? {
        switch option {
        case .accountsPerCode:
            let range = Self.accountsPerCodeRange
            guard let count = Int(text), range ~= count else { return "\(range.lowerBound) to \(range.upperBound)" }
            accountsPerCode = count
        case .cipher:
            guard let cipher = Cipher(rawValue: text) else { return "chacha20 or aes" }
            self.cipher = cipher
        case .isCompatible:
            guard text == "on" else { return "on" }
            isCompatible = true
        case .serialPrefix:
            guard 1...32 ~= text.utf8.count, text.utf8.allSatisfy({ PercentCoding.isUnreserved($0) }) else {
                return "1 to 32 letters, digits and -._~"
            }
            serialPrefix = text
        }
        return nil
    }

    private static let accountsPerCodeRange = 1...10
}

extension ExportOptions {
    /// An option as users meet it. Each is for some formats only (``ExportDescription/options``).
    ///
    /// The raw value is the option of the command without `--`, and the member in requests of the page.
    package enum Name: String, Sendable, Hashable, CaseIterable {
        case accountsPerCode = "accounts-per-code"
        case cipher
        case isCompatible = "pskc-compatible"
        case serialPrefix = "serial-prefix"

        package var question: Question {
            let usual = ExportOptions()
            return switch self {
            case .accountsPerCode:
                Question(
                    label: "Accounts per QR code", hint: "Many cameras fail on a code with 10.",
                    values: accountsPerCodeRange.map { ("\($0)", "\($0)") }, usual: "\(usual.accountsPerCode)")
            case .cipher:
                Question(
                    label: "Cipher", hint: "AES-256 is for old programs that cannot open the file.",
                    values: [(Cipher.chacha20.rawValue, "ChaCha20"), (Cipher.aes.rawValue, "AES-256")],
                    usual: usual.cipher.rawValue)
            case .isCompatible:
                Question(
                    label: "Only AES-128 and SHA-1",
                    hint: "With HMAC-SHA1 and PBKDF2 with SHA-1, for servers that know nothing newer.",
                    values: [("on", "on")])
            case .serialPrefix:
                Question(
                    label: "Start of serial numbers",
                    hint: "Servers know tokens by these numbers. A token keeps the number that it has.")
            }
        }
    }

    /// How the page asks for an option.
    package struct Question: Sendable {
        package let label: String
        /// The manual says it as well, unless it is about the page alone.
        package let hint: String
        /// Those to choose from, each with its words. A single value is on or off; without values, a text is typed.
        package var values: [(value: String, words: String)] = []
        package var usual: String?
    }
}
