import CProcess
import Encodings

/// What Ctrl-C, and other signals that end the program, find and say.
package enum Interruption {
    /// Steps that a signal does not part: it ends the program before all of them, or after. For a few calls of the file
    /// system.
    package static func heldBack<Result>(during steps: () throws(FileError) -> Result) throws(FileError) -> Result {
        cprocess_hold_end()
        defer { cprocess_release_end() }
        return try steps()
    }

    /// Sets the message about finished and unfinished work.
    ///
    /// - Parameters:
    ///   - text: one line.
    ///   - untilWritten: whether it is true only until a file is written.
    package static func note(_ text: String, untilWritten: Bool = false) {
        cprocess_set_interrupt_note(text.sanitized, untilWritten)
    }

    /// From now on, the message does not say that no file was changed.
    ///
    /// - Parameter path: the file or folder that was written.
    static func note(written path: String) {
        cprocess_set_written_note("interrupted; \(path.sanitized) was written")
    }
}
