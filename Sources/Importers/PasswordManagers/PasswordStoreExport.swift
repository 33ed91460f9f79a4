import CAssets
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A folder for pass, gopass and passage: one link per file, and a script that inserts them (`Docs/formats/pass.md`).
package struct PasswordStoreExport: ExportFormat {
    package init() {}

    private static let script = "insert.sh"

    package var writesFilePerAccount: Bool { true }

    /// The script has no account.
    package func readableParts(of bytes: [UInt8]) -> [[UInt8]] { bytes.starts(with: "#!".utf8) ? [] : [bytes] }

    package let description = ExportDescription(
        id: "pass", group: .passwordManager,
        app: "pass, gopass, passage",
        file: "one file per account, and a script", fileExtension: "txt",
        protection: .none,
        layout: .folder,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(digits: 6...8)],
            cautions: [
                .init(
                    "The script is for pass, with pass-otp. For the others, add gopass or passage to its command. "
                        + "An entry that is in the store already stays as it is, and is named.")
            ]),
        importSteps: .command("sh ", thenFile: "/\(Self.script)")
    )

    package func write(_ request: ExportRequest) -> Export {
        // Left out below, with the reason.
        var described = description
        described.capabilities.kinds[.hotp] = .all
        var selection = ExportSelection(request, for: described, named: "pass-otp")
        selection.leaveOut(
            .kindNotSupported, "pass-otp damages the entry of a counter-based account when it shows the first code"
        ) { $0.parameters.kind == .hotp }
        let links = selection.links(writing: { KeyURI.write(Self.named($0.account)) })
        var names = FileNames()
        let files = zip(selection.accounts, links).map { storable, link in
            Export.File(name: names.path(for: storable.account, ending: ".txt"), bytes: Array("\(link)\n".utf8))
        }
        // Each tool reads the link from standard input: an argument would be in the list of processes. From there, pass
        // and passage overwrite without asking, so the script checks first.
        let script = Export.File(name: Self.script, bytes: Array(String(cString: cassets_pass_script()).utf8))
        return selection.export(files.isEmpty ? [] : [script] + files, keepsNames: true)
    }

    /// pass-otp refuses a link without a name.
    private static func named(_ account: Account) -> Account {
        var named = account
        if named.name.isEmpty { named.name = named.issuer.isEmpty ? "account" : named.issuer }
        return named
    }
}
