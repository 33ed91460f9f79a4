import Encodings
import TOTPDomain

/// A text of otpauth links, one per line, which every authenticator app and most password managers read.
package struct OTPAuthExport: ExportFormat {
    package init() {}

    package var description: ExportDescription {
        ExportDescription(
            id: "otpauth",
            group: .file,
            app: "any app",
            file: "text, one otpauth link per line", fileExtension: "txt",
            protection: .none,
            capabilities: ExportCapabilities(
                kinds: ExportCapabilities.link.kinds, details: ExportCapabilities.link.details,
                cautions: Self.cautions),
            importSteps: "Import the file as plain text, or as a list of links or URIs; apps name it differently."
        )
    }

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, named: "an otpauth link")
        let bytes = selection.links().flatMap { Array($0.utf8) + [ASCII.newline] }
        return selection.export("accounts.txt", bytes, keepsNames: true)
    }
}

extension OTPAuthExport {
    /// Apps that read some links otherwise than they are meant, by their own code (`Docs/formats/otpauth.md`).
    static let cautions: [ExportCapabilities.Caution] = [
        .init(
            "The browser extension Authenticator generates wrong codes for many links: for it, use "
                + "--to authenticator-extension."),
        .init(
            "FreeOTP+ imports nothing of a list with an account that it does not know, such as a Steam account or one "
                + "without issuer and name, and starts counter-based accounts one too low: for it, use "
                + "--to freeotp-plus.",
            concerns: [
                .kind(.steam), .kind(.motp), .kind(.yandex), .kind(.hotp), .nameless, .digits(outside: 5...8),
            ]),
        .init(
            "OTPClient leaves out Steam accounts, and takes a period above 120 seconds for 30: compare the codes after "
                + "the import.",
            concerns: [.kind(.steam), .period(above: 120)]),
        .init(
            "Aegis shows issuer and name as one text if one of them has a colon: for it, use --to aegis, which keeps "
                + "both.",
            concerns: [.colon]),
        .init(
            "2FAuth leaves out links with a colon in a name: for it, use --to 2fauth, which writes a hyphen instead.",
            concerns: [.colon]),
        .init(
            "Stratum refuses links with a counter above \(Int32.max): for it, use --to stratum.",
            concerns: [.counter(above: Int64(Int32.max))]),
    ]
}
