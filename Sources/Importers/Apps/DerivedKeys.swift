import CryptoPrimitives
import TOTPDomain

/// The keys of a file whose entries may have salts of their own, each derived once.
struct DerivedKeys<Source: Hashable & Sendable>: Sendable {
    private let most: Int
    private let problem: String
    private var keys: [Source: [UInt8]] = [:]

    /// - Parameter problem: says that there are more than the most.
    init(most: Int, _ problem: String) { (self.most, self.problem) = (most, problem) }

    /// - Throws: ``SourceError`` with `limit-exceeded`, as `derive` does.
    mutating func key(
        _ source: Source, derive: () throws(SourceError) -> SecureBytes
    ) throws(SourceError) -> SecureBytes {
        if let known = keys[source] { return SecureBytes(copying: known) }
        guard keys.count < most else { throw SourceError(.limitExceeded, problem) }
        let key = try derive()
        keys[source] = key.copied()
        return key
    }
}
