import Encodings

extension String {
    /// Whether an argument that is not a file may be a secret, or a mistyped link with one: a message must not repeat it.
    ///
    /// A secret has at least 16 characters of base32, in any groups, with a digit or all in upper case.
    package var looksLikeSecret: Bool { isMistypedLink || isGroupedBase32 }

    private var isMistypedLink: Bool {
        let text = lowercased()
        return text.contains("secret=") || text.contains("secret%3d")
            || ["otpauth", "apple-otpauth"].contains(where: text.hasPrefix)
    }

    private var isGroupedBase32: Bool {
        let characters = utf8.filter { $0 != ASCII.space && $0 != ASCII.hyphen && $0 != ASCII.equals }
        guard characters.count >= 16, characters.allSatisfy({ Base32.values[Int($0)] < 32 }) else { return false }
        let letters = characters.filter { $0 > UInt8(ascii: "9") }
        return letters.count < characters.count || letters.allSatisfy { $0 < UInt8(ascii: "a") }
    }
}
