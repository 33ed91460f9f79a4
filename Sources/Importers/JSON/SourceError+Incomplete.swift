import Encodings
import TOTPDomain

extension SourceError {
    /// A JSON text with more values than are read.
    package static var tooManyValues: SourceError {
        SourceError(.limitExceeded, "it has more than \(Limit.jsonValues.value) values, the limit", "split it")
    }

    /// A member that is needed to decrypt the file is missing or invalid.
    package static func incomplete(_ member: StaticString) -> SourceError {
        SourceError.damaged("\(member) is missing or invalid")
    }
}
