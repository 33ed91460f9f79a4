#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Base64 of the standard alphabet with padding, one text for each value.
enum StrictBase64 {
    /// - returns: nil for any other text than ``encode(_:)`` makes, unused bits that are not zero included: a changed
    ///   character must never go unseen.
    static func decode(_ text: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        return [UInt8](data)
    }

    static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
