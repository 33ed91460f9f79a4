/// The EFF's long list of 7,776 words for passphrases: 6 words are 77 bits.
///
/// From "EFF's New Wordlists for Random Passphrases" by Joseph Bonneau, Electronic Frontier Foundation, 2016
/// (https://www.eff.org/dice), under the Creative Commons Attribution 3.0 United States License
/// (https://creativecommons.org/licenses/by/3.0/us/). The words are unchanged.
package enum WordList {
    /// All words, in alphabetical order.
    package static let words: [String] = {
        var words: [String] = []
        var word: [UInt8] = []
        for byte in (packedToL + packedFromM).utf8 {
            if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
                word.removeLast(word.count - min(word.count, Int(byte - UInt8(ascii: "0"))))
            } else {
                word.append(byte)
            }
        }
        return words + [String(decoding: word, as: UTF8.self)]
    }()
}
