import Encodings
import TOTPDomain

/// Reads the JSON of an export.
package enum JSONFile {
    /// Reads a text: whole numbers are written without fraction, and a name that is asked for is in its object once.
    ///
    /// - Throws: ``SourceError`` with `corrupt` that says where the damage is, and never quotes it; `limit-exceeded`.
    package static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws(SourceError) -> Value {
        do {
            return try Value(from: JSONNode(try value(in: text)))
        } catch let error as DecodingError {
            throw .damaged(reason(error))
        } catch JSONDecodingProblem.repeatedName(let path) {
            throw .damaged("\(place(path)) is in it twice")
        } catch JSONDecodingProblem.tooManyMembers {
            throw SourceError(
                .limitExceeded, "an object in it has more than \(Limit.jsonMembers) members, the limit")
        } catch let error as JSONError where error.reason == .tooMany {
            throw .tooManyValues
        } catch {
            throw .damaged(notJSON)
        }
    }

    /// The only value of a text, all of which is checked.
    private static func value(in text: [UInt8]) throws(JSONError) -> ArraySlice<UInt8> {
        let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
        try JSONScanner.check(text)
        var outermost = JSONScanner(text, checksEscapes: false)
        guard let range = try outermost.skipValue() else { return [] }
        return outermost.source(range)
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
            throw .damaged("\(list) is not one list")
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
        default: notJSON
        }
    }

    private static let notJSON = "it is not JSON, cut off, or nested too deeply"

    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "its outermost value" }
        return path.reduce("") { place, key in
            if let index = key.intValue { return "\(place)[\(index)]" }
            let name = key.stringValue.printable(limit: 40)
            return place.isEmpty ? name : "\(place).\(name)"
        }
    }
}

extension SourceError {
    /// A JSON text with more values than are read.
    package static var tooManyValues: SourceError {
        SourceError(.limitExceeded, "it has more than \(Limit.jsonValues) values, the limit", "split it")
    }

    /// A member that is needed to decrypt the file is missing or invalid.
    package static func incomplete(_ member: StaticString) -> SourceError {
        SourceError.damaged("\(member) is missing or invalid")
    }
}
