import Encodings

extension String {
    /// Whether an argument that is not a file may be a secret: at least 16 characters of base32, in any groups, with a
    /// digit or all in upper case. A message must not repeat it.
    package var looksLikeSecret: Bool {
        let characters = utf8.filter { $0 != ASCII.space && $0 != ASCII.hyphen && $0 != ASCII.equals }
        guard characters.count >= 16, characters.allSatisfy({ Base32.values[Int($0)] < 32 }) else { return false }
        let letters = characters.filter { $0 > UInt8(ascii: "9") }
        return letters.count < characters.count || letters.allSatisfy { $0 < UInt8(ascii: "a") }
    }
}
