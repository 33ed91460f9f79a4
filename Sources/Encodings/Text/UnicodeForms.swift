#if canImport(Darwin)
    import Foundation
#else
    // FoundationEssentials has no normalization, and Foundation brings ICU. Foundation itself uses these calls.
    @_spi(_Unicode) import Swift
#endif

extension String {
    /// In Unicode Normalization Form C: `é` is one character.
    package var composed: String {
        #if canImport(Darwin)
            return precomposedStringWithCanonicalMapping
        #else
            return Self(scalars: _nfc)
        #endif
    }

    /// In Unicode Normalization Form D: `é` is `e` and a combining accent.
    package var decomposed: String {
        #if canImport(Darwin)
            return decomposedStringWithCanonicalMapping
        #else
            return Self(scalars: _nfd)
        #endif
    }

    private init(scalars: some Sequence<Unicode.Scalar>) {
        var view = UnicodeScalarView()
        for scalar in scalars { view.append(scalar) }
        self.init(view)
    }

    /// For searching: in lower case, without accents, and with letters such as `ø` and `ß` as people type them without
    /// such a keyboard. `Zoë` becomes `zoe`.
    package var searchable: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        var folded = ""
        for scalar in decomposed.unicodeScalars where scalar.properties.generalCategory != .nonspacingMark {
            let lower = scalar.properties.lowercaseMapping
            // The mapping of a capital I with a dot has a combining dot.
            for scalar in lower.unicodeScalars where scalar.properties.generalCategory != .nonspacingMark {
                folded += Self.plainLetters[scalar] ?? String(scalar)
            }
        }
        return folded
    }

    /// Letters that are not a letter with an accent.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŧ": "t",
        "þ": "th", "ς": "σ",
    ]
}
