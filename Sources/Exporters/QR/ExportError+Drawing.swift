import QRDraw
import TOTPDomain

extension ExportError {
    /// Draws QR codes for files that are written. Texts that are too long are left out before.
    package static func drawing<Value>(_ body: () throws(QRDrawError) -> Value) throws(ExportError) -> Value {
        do throws(QRDrawError) { return try body() } catch { throw ExportError(.tooLarge, error.description) }
    }
}
