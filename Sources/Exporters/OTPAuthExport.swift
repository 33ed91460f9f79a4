import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A text of otpauth links, one per line, which every authenticator app and most password managers read.
package struct OTPAuthExport: ExportFormat {
    package let description = ExportDescription(
        of: OTPAuthFormat(),
        file: "text, one otpauth link per line", fileExtension: "txt",
        protection: .none,
        capabilities: .link.adding(LinkCautions.list),
        importSteps: "Import the file as plain text, or as a list of links or URIs; apps name it differently."
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, named: "an otpauth link")
        let bytes = selection.links().flatMap { Array($0.utf8) + [ASCII.newline] }
        return selection.export("accounts.txt", bytes, keepsNames: true)
    }
}
