import TOTPDomain

/// A simple rule for weak passphrases. It does not know which words are common.
enum PassphraseStrength {
    static let minimumLength = 12
    static let minimumVariety = 5

    /// What makes a passphrase weak; nil if nothing is found.
    static func weakness(of passphrase: Passphrase) -> String? {
        let characters = Array(passphrase.text ?? String(decoding: passphrase.utf8, as: UTF8.self))
        if characters.count < minimumLength { return "it has fewer than \(minimumLength) characters" }
        if Set(characters).count < minimumVariety {
            return "it has fewer than \(minimumVariety) different characters"
        }
        return nil
    }
}
