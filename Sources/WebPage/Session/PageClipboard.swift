/// The clipboard of the desktop, as the commands use it.
package protocol PageClipboard: Sendable {
    /// Puts a text into it. May take some seconds.
    func copy(_ text: [UInt8]) -> CopiedText?

    /// Takes out the copied text, unless something else was copied since. May take some seconds.
    func clear()
}

/// The future of the text in the clipboard.
package enum CopiedText: Sendable, Hashable {
    /// It is cleared after this many seconds.
    case cleared(after: Int)
    /// It stays until something else is copied.
    case stays
}
