internal import CAssets
package import CryptoPrimitives
internal import SecureMemory
package import TOTPDomain

/// How to generate a passphrase. Each is as likely as any other: random numbers come from the system, without bias.
package enum GeneratedPassphrase: Sendable, Hashable {
    /// Words of ``WordList``, with spaces between them.
    case words(Int)
    /// Characters of the classes, at least one of each.
    case characters(Int, [CharacterClass])

    /// Six words: 77 bits.
    package static let standard = GeneratedPassphrase.words(6)
    package static let lengths = 4...64

    package enum CharacterClass: String, CaseIterable, Sendable {
        case lower, upper, digits, symbols

        /// Without quotes, backslash and space, which are hard to read or need care in a shell.
        fileprivate var characters: [UInt8] {
            switch self {
            case .lower: Array("abcdefghijklmnopqrstuvwxyz".utf8)
            case .upper: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
            case .digits: Array("0123456789".utf8)
            case .symbols: Array("!#$%&()*+,-./:;<=>?@[]^_{|}~".utf8)
            }
        }
    }

    /// - Parameter random: returns this many random bytes.
    package func make(
        random: (Int) throws(CryptoError) -> [UInt8] = RandomBytes.make
    ) throws(CryptoError) -> Passphrase {
        switch self {
        case .words(let count):
            var text: [UInt8] = []
            // A text that grows leaves copies.
            text.reserveCapacity(count * 16)
            defer { text.wipe() }
            for index in 0..<count {
                if index > 0 { text.append(UInt8(ascii: " ")) }
                text += WordList.words[try Self.number(below: WordList.words.count, random)].utf8
            }
            return Passphrase(utf8: text)
        case .characters(let length, let classes):
            let alphabet = classes.flatMap(\.characters)
            // A text that lacks a class is discarded as a whole, so that all remaining texts are equally likely.
            while true {
                var text: [UInt8] = []
                text.reserveCapacity(length)
                defer { text.wipe() }
                for _ in 0..<length { text.append(alphabet[try Self.number(below: alphabet.count, random)]) }
                if classes.allSatisfy({ $0.characters.contains { text.contains($0) } }) {
                    return Passphrase(utf8: text)
                }
            }
        }
    }

    /// A number from 0, each with the same probability.
    package static func number(
        below limit: Int, _ random: (Int) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> Int {
        // Numbers above the largest multiple would make the small remainders more likely.
        let whole = 1 << 32 - (1 << 32) % limit
        while true {
            let number = try random(4).reduce(0) { $0 << 8 | Int($1) }
            if number < whole { return number % limit }
        }
    }
}

/// A simple rule for weak passphrases. It does not know which words are common.
package enum PassphraseStrength {
    package static let minimumLength = 12
    package static let minimumVariety = 5

    /// Returns why a passphrase is weak; nil if no weakness is found.
    package static func weakness(of passphrase: Passphrase) -> String? {
        let (count, variety) = facts(passphrase)
        if count < minimumLength { return "it has fewer than \(minimumLength) characters" }
        return variety < minimumVariety ? "it has fewer than \(minimumVariety) different characters" : nil
    }

    /// The number of characters, and of different characters. Bytes outside of ASCII are counted as text: a character
    /// may have several.
    private static func facts(_ passphrase: Passphrase) -> (count: Int, variety: Int) {
        let bytes = passphrase.utf8
        if bytes.allSatisfy({ $0 < 0x80 }) { return (bytes.count, Set(bytes).count) }
        let text = String(decoding: bytes, as: UTF8.self)
        return (text.count, Set(text).count)
    }
}

/// The friendly words of the EFF's long list for passphrases: 6 of the 7,323 words are 77 bits.
///
/// From "EFF's New Wordlists for Random Passphrases" by Joseph Bonneau, Electronic Frontier Foundation, 2016
/// (https://www.eff.org/dice), under the Creative Commons Attribution 3.0 United States License
/// (https://creativecommons.org/licenses/by/3.0/us/). Changed: 453 of its 7,776 words are left out, those of death,
/// violence, illness, contempt and the like.
package enum WordList {
    /// All words, in alphabetical order.
    package static let words = String(cString: cassets_words()).split(separator: "\n").map(String.init)
}
