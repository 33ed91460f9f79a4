import Encodings
import TOTPDomain

/// Where a text of settings has something that is not read, and never guessed.
struct NotationRefusal: Error {
    /// From 1.
    let line: Int
    let reason: String
    var advice: Advice?

    var sourceError: SourceError { SourceError(.unrecognised, "line \(line): \(reason)", advice) }
}
