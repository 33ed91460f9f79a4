package import TOTPDomain

/// A simple rule for weak passphrases. It does not know which words are common.
package enum PassphraseStrength {
    package static let minimumLength = 12
    package static let minimumVariety = 5

    /// What makes a passphrase weak; nil if nothing is found.
    package static func weakness(of passphrase: Passphrase) -> String? {
        let (count, variety) = facts(passphrase)
        if count < minimumLength { return "it has fewer than \(minimumLength) characters" }
        if variety < minimumVariety {
            return "it has fewer than \(minimumVariety) different characters"
        }
        return nil
    }

    /// The number of characters, and of different ones. Only text knows which bytes outside of ASCII are a character.
    private static func facts(_ passphrase: Passphrase) -> (count: Int, variety: Int) {
        let bytes = passphrase.utf8
        if bytes.allSatisfy({ $0 < 0x80 }) { return (bytes.count, Set(bytes).count) }
        let text = String(decoding: bytes, as: UTF8.self)
        return (text.count, Set(text).count)
    }
}
