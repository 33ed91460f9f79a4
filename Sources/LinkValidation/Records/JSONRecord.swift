#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One line of JSON Lines.
enum JSONRecord {
    /// The text of a member.
    ///
    /// - Returns: nil if the object has no such member, or null for it.
    /// - Throws: if the line is not an object, or the member is not a string.
    static func member(_ name: String, of line: Span<UInt8>) throws -> [UInt8]? {
        let data = line.withUnsafeBufferPointer { Data($0) }
        return try JSONDecoder().decode(Member.self, from: data, configuration: name).text.map { Array($0.utf8) }
    }

    private struct Member: DecodableWithConfiguration {
        var text: String?

        init(from decoder: any Decoder, configuration name: String) throws {
            let container = try decoder.container(keyedBy: Key.self)
            text = try container.decodeIfPresent(String.self, forKey: Key(stringValue: name))
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
