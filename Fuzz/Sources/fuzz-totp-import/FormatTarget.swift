import AppFormats
import Importers
import PasswordManagerFormats
import TOTPDomain

/// One export format: its detection, its reader, and what was promised of the outcome.
enum FormatTarget {
    static func target(_ format: any ImportFormat) -> FuzzTarget {
        FuzzTarget("format-\(format.description.id)") { bytes in
            let input = FuzzInput(bytes)
            let request = input.request(nil)
            _ = format.recognizes(request.content)
            _ = format.hasNoSignature(request.content)
            // Read in any case: `--from` names a format whatever the content looks like.
            guard read(format, request)?.code == .passphraseRequired, let passphrase = input.passphrase else { return }
            _ = read(format, input.request(passphrase))
        }
    }

    /// Detection, and the reader that it leads to.
    static func detect(_ bytes: [UInt8]) {
        let request = FuzzInput(bytes).request(nil)
        for format in FormatRegistry.standard.candidates(for: request.content) { _ = read(format, request) }
    }

    private static func read(_ format: any ImportFormat, _ request: ImportRequest) -> SourceError? {
        do throws(SourceError) {
            let document = try format.read(request)
            // An OpenPGP message is given to Proton Pass's reader, but may hold a list of links from WinAuth.
            let isList = format is ProtonPassFormat && document.format == WinAuthFormat().description.id
            require(document.format == format.description.id || isList, "the document names its format")
            DocumentPromises.check(document)
            // What is packed holds more than its own size says.
            if request.content.kind == .text {
                require(document.entries.count <= request.content.text.count, "no more entries than bytes")
            }
            return nil
        } catch {
            DocumentPromises.check(message: error.message)
            return error
        }
    }
}
