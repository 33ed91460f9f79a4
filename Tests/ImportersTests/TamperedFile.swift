import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

/// An encrypted file of which single bytes are changed: the result may be an error or the true accounts, and never
/// others.
struct TamperedFile {
    let bytes: [UInt8]
    let passphrase: String
    /// Whether each byte is changed in one way only, since each key derivation takes long.
    var isCostly = false

    /// Reads the file once for each byte and each way of changing it.
    ///
    /// - Returns: how many of the changed files could still be opened.
    func read(expecting items: [Account], sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
        let expected = items.map(EssentialFields.init)
        var generator = SeededGenerator(seed: UInt64(bytes.count))
        var opened = 0
        for index in bytes.indices {
            let random = UInt8.random(in: 1...255, using: &generator)
            for change in isCostly ? [random] : [1, 0x20, 0x80, random] {
                var changed = bytes
                changed[index] ^= change
                guard let document = try? document(of: changed) else { continue }
                opened += 1
                #expect(document.items.map(EssentialFields.init) == expected, sourceLocation: sourceLocation)
                #expect(document.rejections.isEmpty, sourceLocation: sourceLocation)
            }
        }
        return opened
    }

    /// Every file that ends before its time is an error.
    func readCut(sourceLocation: SourceLocation = #_sourceLocation) {
        for count in 1..<bytes.count {
            #expect(throws: (any Error).self, sourceLocation: sourceLocation) { try document(of: bytes.prefix(count)) }
        }
    }

    private func document(of bytes: some Collection<UInt8>) throws -> ImportedDocument {
        try ImportersTests.read(bytes, passphrase: passphrase)
    }
}
