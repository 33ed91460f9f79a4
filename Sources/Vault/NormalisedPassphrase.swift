import Encodings
import SecureMemory
import TOTPDomain

extension Passphrase {
    /// The bytes that keys are derived from: UTF-8 in Unicode Normalisation Form C, so that `é` typed as one character
    /// or as two is the same. Bytes that are not valid UTF-8 stay as they are.
    var normalised: LockedBytes {
        guard !utf8.allSatisfy({ $0 < 0x80 }), let text else { return utf8 }
        return LockedBytes(copying: text.composed.utf8)
    }
}
