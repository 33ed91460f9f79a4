import FixtureSupport
import TOTPDomain

/// An encrypted file of which single bytes are changed: the result may be an error or the true accounts, and never
/// others.
struct TamperedFile {
    let bytes: [UInt8]
    let read: ([UInt8]) throws -> ImportedDocument

    /// Reads the file once for each byte and each way of changing it.
    ///
    /// - Returns: what is wrong, also that more than a fifth of the changed files can still be opened.
    func problems() throws -> [String] {
        let expected = try read(bytes).items.map(EssentialFields.init)
        var generator = SeededGenerator(seed: UInt64(bytes.count))
        var problems: [String] = [], tried = 0, opened = 0
        for index in bytes.indices {
            let random = UInt8.random(in: 1...255, using: &generator)
            // Each may cost a key derivation.
            for change in Thoroughness.isWhole ? [1, 0x20, 0x80, random] : [random] {
                var changed = bytes
                changed[index] ^= change
                tried += 1
                guard let document = try? read(changed) else { continue }
                opened += 1
                if document.items.map(EssentialFields.init) != expected || !document.rejections.isEmpty {
                    problems.append("byte \(index) changed by \(change)")
                }
            }
        }
        return problems + (opened * 5 > tried ? ["\(opened) of \(tried) changed files open"] : [])
    }
}
