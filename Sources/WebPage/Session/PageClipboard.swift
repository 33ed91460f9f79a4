/// The clipboard of the desktop, as the commands use it.
package protocol PageClipboard: Sendable {
    /// Puts a text into it. May take some seconds.
    func copy(_ text: [UInt8]) -> CopiedText?

    /// Takes out what was copied, unless somebody copied something else. May take some seconds.
    func clear()
}

/// What happens to a text that is in the clipboard now.
package enum CopiedText: Sendable, Hashable {
    /// It is cleared after so many seconds.
    case cleared(after: Int)
    /// It stays until somebody copies something else.
    case stays
}
