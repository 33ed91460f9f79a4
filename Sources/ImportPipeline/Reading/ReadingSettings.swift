import Encodings
import TOTPDomain

/// The user's statements about the inputs, and the way to ask for more.
package struct ReadingSettings: Sendable {
    package var passphrases = PassphraseSource()
    /// The format of `--from`, for every input except images.
    package var forced: (any ImportFormat)?
    package var keyFile: [UInt8]?
    /// The contents of the columns of tables.
    package var columns: TableColumns?
    /// How secrets are written where the content does not say so.
    package var secretEncoding: SecretEncoding?
    /// The character set of texts that are not Unicode and do not name their own.
    package var encoding: TextEncoding?
    /// Asks for the meaning of the names that keep a guessed file from being read; nil never to ask. Inputs ask in
    /// their order, never at the same time. Without an answer, the file stays refused.
    package var askColumns: (@Sendable (ColumnQuestion, Input) async -> TableColumns?)?
    package var limits = ImportLimits()
    /// Called before the key derivations of an input that take a second or more.
    package var deriving: @Sendable (Input) -> Void = { _ in }

    package init() {}
}
