import COpenSSL

/// Comparison that takes the same time for equal and different bytes.
package enum ConstantTime {
    package static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }
}
