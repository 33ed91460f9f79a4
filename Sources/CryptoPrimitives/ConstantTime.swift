import COpenSSL
import SecureMemory

/// Comparison that takes the same time for equal and different bytes.
package enum ConstantTime {
    package static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }

    package static func areEqual(_ a: borrowing SecureBytes, _ b: LockedBytes) -> Bool {
        a.count == b.count
            && a.withBytes { a in b.withBytes { b in CRYPTO_memcmp(a.baseAddress, b.baseAddress, a.count) == 0 } }
    }
}
