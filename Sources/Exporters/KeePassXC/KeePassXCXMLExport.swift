import AppFormats
import Encodings
import TOTPDomain

/// KeePass 2 XML, which `keepassxc-cli` and KeePass import (`Docs/formats/keepassxc.md`).
package struct KeePassXCXMLExport: ExportFormat {
    package init() {}

    package var description: ExportDescription {
        ExportDescription(
            id: "keepassxc-xml",
            group: .passwordManager,
            app: "KeePassXC",
            file: "KeePass 2 XML",
            protection: .none,
            capabilities: KeePassXCEntry.capabilities(details: [.note, .tags]),
            importSteps: "keepassxc-cli import --set-password FILE NEW.kdbx; then open NEW.kdbx in KeePassXC."
        )
    }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let links = selection.keePassXCLinks()
        selection.recordBlankNotes()
        selection.recordTags(TagList.limit) { TagList.storable($0.tags) }
        var document = KeePassDocument(generator: "totp-import", groupID: try Self.id(request.random))
        for (account, link) in zip(selection.accounts, links) {
            let item = account.item
            document.append(
                KeePassDocument.Entry(
                    id: try Self.id(request.random), title: item.title, username: item.name, notes: item.note ?? "",
                    otp: link, tags: TagList.storable(item.tags)))
        }
        return selection.export("keepassxc.xml", document.utf8)
    }

    private static func id(_ random: any RandomSource) throws(ExportError) -> String {
        Base64.encode(try random.bytes(16))
    }
}
