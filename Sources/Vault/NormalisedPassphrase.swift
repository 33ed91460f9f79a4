#if canImport(Darwin)
    import Foundation
#else
    // FoundationEssentials has no normalization, and Foundation brings ICU. Foundation itself uses this call.
    @_spi(_Unicode) import Swift
#endif
import TOTPDomain

extension Passphrase {
    /// The bytes that keys are derived from: UTF-8 in Unicode Normalisation Form C, so that `é` typed as one character
    /// or as two is the same. Bytes that are not valid UTF-8 stay as they are.
    var normalised: [UInt8] {
        guard let text, !utf8.allSatisfy({ $0 < 0x80 }) else { return utf8 }
        #if canImport(Darwin)
            return Array(text.precomposedStringWithCanonicalMapping.utf8)
        #else
            var scalars = String.UnicodeScalarView()
            for scalar in text._nfc { scalars.append(scalar) }
            return Array(String(scalars).utf8)
        #endif
    }
}
