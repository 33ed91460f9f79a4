#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Encodings
import TOTPDomain

/// Reads the JSON of an export.
package enum JSONFile {
    /// - Throws: ``SourceError`` with `corrupt` that says where the damage is, and never quotes it.
    package static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws(SourceError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text))
        } catch let error as DecodingError {
            throw SourceError(.corrupt, "the file is damaged: \(reason(error)); export it again")
        } catch {
            throw SourceError(.corrupt, "the file is damaged: it is not JSON; export it again")
        }
    }

    /// The number of records in a list, counted in the text and not in what was decoded.
    ///
    /// - Parameters:
    ///   - path: the names that lead to the list; empty for the outermost value.
    ///   - decoded: the number of elements that the decoder returned. If a name is in the file twice, there are two
    ///     lists, and the decoder returns one.
    /// - Throws: ``SourceError`` with `corrupt` if the two differ.
    package static func records(
        at path: [String], in text: [UInt8], decoded: Int
    ) throws(SourceError) -> Int {
        let count = JSONScanner.count(ofArrayAt: path, in: text)
        guard let count, count == decoded else {
            let list = path.last ?? "it"
            throw SourceError(.corrupt, "the file is damaged: \(list) is not one list; export it again")
        }
        return count
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context): "\(place(context.codingPath)) has the wrong type"
        case .valueNotFound(_, let context): "\(place(context.codingPath)) is null"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(place(context.codingPath)) cannot be read"
        default: "it is not JSON, cut off, or nested too deeply"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "its outermost value" }
        return path.reduce("") { place, key in
            if let index = key.intValue { return "\(place)[\(index)]" }
            let name = key.stringValue.printable(limit: 40)
            return place.isEmpty ? name : "\(place).\(name)"
        }
    }
}
