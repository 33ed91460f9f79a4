internal import ImageDecode
internal import Images
package import ImportPipeline
public import TOTPDomain

/// Something to read: an app's export, an image with QR codes, a text with links, an archive or a vault.
///
/// The format is detected from the content, never from the name.
public struct ImportInput: Sendable, Hashable {
    package let inputs: [Input]

    /// The bytes of a file that is in memory: a secret never has to be written to a temporary file.
    ///
    /// - Parameters:
    ///   - bytes: all of the file.
    ///   - name: the name of the input in the ledger, such as the file's name in a document picker.
    public static func bytes(_ bytes: some Sequence<UInt8>, named name: String) -> ImportInput {
        ImportInput(inputs: [Input(name: name, location: .memory(Array(bytes)))])
    }

    /// An image that is in memory as brightness: a frame of a camera, or a drawn image.
    ///
    /// - Parameters:
    ///   - luminance: one byte per pixel, 0 is black, row after row without a gap.
    ///   - width: the number of pixels in a row.
    ///   - height: the number of rows.
    ///   - name: the name of the input in the ledger.
    public static func picture(
        luminance: some Sequence<UInt8>, width: Int, height: Int, named name: String
    ) -> ImportInput {
        guard let picture = LumaImage(width: width, height: height, pixels: Array(luminance)) else {
            let failure = SourceError(
                .imageDamaged, "the number of bytes is not width times height", "give one byte per pixel")
            return ImportInput(inputs: [Input(name: name, location: .unreadable(failure))])
        }
        return ImportInput(inputs: [Input(name: name, location: .memory(GrayBitmap(picture, depth: .eightBits).bytes))])
    }

    /// A file, or a folder, which is searched recursively: every file in it is accounted for.
    public static func path(_ path: String) -> ImportInput {
        ImportInput(inputs: InputCollector.collect(path: path))
    }
}

/// The accounts that were read, and the outcome of every entry.
public struct ImportResult: Sendable {
    /// Every account once, in the order in which they were read.
    public let accounts: [Account]
    public let ledger: ImportLedger
    /// Whether the inputs may be deleted once the accounts are where they should be; if several must stay, the reason
    /// for the first. Each source of the ledger has its own value.
    public var deletable: Deletable {
        let all = ledger.sources.map(\.deletable)
        return all.first { $0.reason != nil } ?? all.first ?? .no(reason: "nothing was read")
    }
    /// The names in all inputs that are not read. Each source of the ledger has its own list.
    public var unread: [UnreadName] { ledger.sources.flatMap(\.unread) }
    /// Kept so that the same results can be merged with other accounts.
    package let results: [SourceResult]
}

/// The facts that users need to type the passphrase of an encrypted input.
public struct PassphraseRequest: Sendable, Hashable {
    /// The name of the input.
    public let input: String
    /// The app that exported it; several if that is not certain.
    public let app: String
    /// Whether the input might be something else: its format has no signature.
    public let isGuess: Bool
    /// 1, 2 or 3: after a wrong passphrase, the user is asked again.
    public let attempt: Int
}
