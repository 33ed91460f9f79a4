import Encodings
import TOTPDomain

/// KeePass 2 XML, which `keepassxc-cli` and KeePass import (`Docs/formats/keepassxc.md`).
package struct KeePassXCXMLExport: ExportFormat {
    package init() {}

    package var description: ExportDescription {
        var capabilities = KeePassXCEntry.capabilities(details: [.note, .tags])
        capabilities.kinds[.hotp] = KeePassEntry.counterBased
        capabilities.cautions += KeePassEntry.cautions
        return ExportDescription(
            id: "keepassxc-xml",
            group: .passwordManager,
            app: "KeePassXC",
            file: "KeePass 2 XML", fileExtension: "xml",
            protection: .none,
            capabilities: capabilities,
            importSteps: .command(
                "keepassxc-cli import --set-password ", thenFile: " NEW.kdbx; then open NEW.kdbx in KeePassXC.")
        )
    }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let document = try selection.keePassDocument(request)
        return selection.export("keepassxc.xml", document)
    }
}
