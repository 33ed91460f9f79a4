/// What the form of a text shows of whether it is a secret of one-time codes, where no name says so.
///
/// Words, license keys, hashes and passwords are made of letters and digits, too.
package struct SecretForm: Sendable {
    /// The characters of base32, in any case: without spaces, hyphens, padding and characters that nobody sees.
    package let characters: [UInt8]
    private let isGrouped: Bool

    package static let shortest = 16

    /// - Returns: nil for a text that is not base32 of ``shortest`` characters or more.
    package init?(_ text: some Collection<UInt8>) {
        var kept: [UInt8] = [], isGrouped = false, bytes = Array(text)
        bytes = InvisibleCharacters.removed(from: bytes) ?? bytes
        for byte in bytes where byte != ASCII.equals {
            if ASCII.isWhitespace(byte) || byte == ASCII.hyphen {
                isGrouped = isGrouped || !kept.isEmpty
            } else if Base32.values[Int(byte)] < 32 {
                kept.append(byte)
            } else {
                return nil
            }
        }
        guard kept.count >= Self.shortest else { return nil }
        (characters, self.isGrouped) = (kept, isGrouped)
    }

    package var hasUpperCase: Bool { characters.contains { $0 &- 65 < 26 } }
    package var hasLowerCase: Bool { characters.contains { $0 &- 97 < 26 } }
    package var hasDigit: Bool { characters.contains { $0 < 65 } }
    package var isHexadecimal: Bool { characters.allSatisfy { ASCII.hexValue($0) != nil } }
    /// In words and passwords, digits are at the end.
    package var hasDigitBeforeLetter: Bool { zip(characters, characters.dropFirst()).contains { $0 < 65 && $1 >= 65 } }

    /// Whether it can be a secret: in one case, of a length that base32 has, and not the id of an AWS key. License keys
    /// of five groups of five do not have such a length.
    package var isPossible: Bool {
        !(hasUpperCase && hasLowerCase) && Base32.canHave(characters.count)
            && !(characters.count == 20 && ["AKIA", "ASIA"].contains { characters.starts(with: $0.utf8) })
    }

    /// Whether it can be a secret, and looks like nothing else.
    package var isLikely: Bool {
        isPossible && !isHexadecimal && (hasDigitBeforeLetter || !isGrouped && isUnlikeWords)
    }

    /// Whether it consists of letters and is still not a word: it has a usual length, and more consonants in a row than
    /// words have. A secret with 16 characters has no digit in 1 of 28 cases.
    private var isUnlikeWords: Bool {
        guard [16, 26, 32, 52, 64].contains(characters.count), characters.allSatisfy({ $0 &- 65 < 26 }) else {
            return false
        }
        var longest = 0, length = 0
        for character in characters {
            length = "AEIOUY".utf8.contains(character) ? 0 : length + 1
            longest = max(longest, length)
        }
        return longest >= 4
    }
}

extension String {
    /// Whether it is base32 of 16 characters or more, and not words in lower case.
    package var isSecretLike: Bool { SecretForm(utf8).map { $0.hasDigit || !$0.hasLowerCase } ?? false }
}
