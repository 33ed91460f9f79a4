import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// Seed files of hardware tokens: the Portable Symmetric Key Container, RFC 6030 (`Docs/formats/pskc.md`).
package struct PSKCFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "pskc",
        group: .file,
        app: "hardware tokens (PSKC)",
        file: "XML",
        encryption: .optional,
        exportSteps: .text(
            "Ask the vendor of the tokens for the PSKC file and its passphrase or key, or export it from the token "
                + "server."),
        keepsake: .original("the seed file of hardware tokens")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        content.isMarkup && PSKCContainer.isRoot(of: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let container = try PSKCContainer(request.content.text, request.limits)
        if container.keys.isEmpty, !container.unread.isEmpty { throw .mayBeNewer("KeyPackage") }
        var keys = PlantedLoss.applied(to: container.keys)
        if keys.contains(where: \.isEncrypted) {
            try container.encryption.checkSupport(of: keys)
            guard let passphrase = request.passphrase else { throw container.encryption.passphraseRequired }
            try container.encryption.decrypt(&keys, passphrase, request.limits)
        }
        let records = PSKCContainer.recordCount(request.content.text.span)
        return try document(of: keys, records: records, request.limits, unread: container.unread)
    }
}

/// The content of a PSKC file.
struct PSKCContainer {
    private(set) var keys: [PSKCKey] = []
    private(set) var encryption = PSKCEncryption()
    /// Elements and attributes of keys that are not read.
    private(set) var unread = UnreadNames()

    private static let root = "KeyContainer"
    /// In drafts of the RFC it is a `Device`, and may have several keys.
    private static let packages: Set<String> = ["KeyPackage", "Device"]

    /// - Throws: ``SourceError`` with `corrupt`, `unsupported-version` or `limit-exceeded`.
    init(_ text: [UInt8], _ limits: ImportLimits) throws(SourceError) {
        try XMLElement.read(text, root: Self.check) { element throws(SourceError) in
            try add(element)
            try limits.check(records: keys.count)
        }
    }

    /// The number of keys in a text, by its tags.
    static func recordCount(_ text: Span<UInt8>) -> Int {
        var tags = XMLTags(), count = 0
        var isInPackage = false
        while let tag = tags.next(in: text) {
            guard tag.isStart else { continue }
            if tag.depth == 1 { isInPackage = packages.contains(tag.localName(in: text)) }
            if tag.depth == 2, isInPackage, tag.localName(in: text) == "Key" { count += 1 }
        }
        return count
    }

    private static func check(_ element: XMLElement) throws(SourceError) {
        guard element.name == root else {
            throw .damaged("it is not a KeyContainer", .text("ask for it again"))
        }
        let version = element.attribute("Version", "version")
        guard version.isEmpty || version == "1.0" else {
            throw SourceError(
                .unsupportedVersion,
                "a PSKC file of version \(version.printable(limit: 20)), this program reads 1.0",
                "ask for one of that version"
            )
        }
    }

    private mutating func add(_ element: XMLElement) throws(SourceError) {
        guard Self.packages.contains(element.name) else {
            if !PSKCEncryption.elements.contains(element.name) {
                unread.add(raw: element.name, entries: 0)
            }
            encryption.add(element)
            return
        }
        PSKCKey.known.addUnread(in: element, to: &unread)
        for key in element.children where key.name == "Key" {
            guard !key.children.contains(where: { $0.name == "Data" && $0.attributes["Name"] != nil }) else {
                throw SourceError(
                    .unsupportedVersion, "a PSKC file as drafts of 2006 had it", "ask for one by RFC 6030")
            }
            keys.append(PSKCKey(key, of: element))
        }
    }

    /// Whether the outermost element belongs to a PSKC file.
    static func isRoot(of text: [UInt8]) -> Bool { XMLElement.rootName(of: text) == root }
}

/// A seed file for token servers, RFC 6030, plain or encrypted (`Docs/formats/pskc.md`).
package struct PSKCExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: PSKCFormat(),
        app: "token servers (PSKC)",
        fileExtension: "xml",
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(), .hotp: .init()], details: [.token],
            cautions: [
                ExportCapabilities.Caution(
                    "Servers know a token by its serial number, and accounts without one get 1, 2 and so on: import "
                        + "one such file only, or write others with --serial-prefix."),
                ExportCapabilities.Caution(
                    "Many servers read only AES-128 and SHA-1: if yours refuses an encrypted file, write it with "
                        + "--pskc-compatible, and compare one code of a token afterwards."),
            ]),
        importSteps: .text(
            "FreeIPA: ipa-otptoken-import ",
            thenFile:
                " REST.xml, with -k PASSPHRASE_FILE. privacyIDEA: Tokens › Import Tokens › PSKC. LinOTP: Import "
                + "Tokens › OATH compliant PSKC."),
        options: [.isCompatible, .serialPrefix]
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, named: "PSKC", storing: PlainText.storable)
        let options = request.options, serials = selection.serials(options)
        var document = Array(Self.start.utf8)
        func appendPackages(value: ([UInt8]) throws(ExportError) -> String) throws(ExportError) {
            for (storable, serial) in zip(selection.accounts, serials) {
                try Self.append(storable.account, serial: serial, to: &document, value)
            }
        }
        switch request.protection {
        case .none:
            try appendPackages { secret in "<PlainValue>\(Base64.encode(secret))</PlainValue>" }
        case .passphrase(let passphrase):
            let sealing = try PSKCSealing(passphrase, isCompatible: options.isCompatible, request.random)
            document += "\(try sealing.head())\n".utf8
            try appendPackages { (secret) throws(ExportError) in try sealing.value(secret) }
        }
        document += "</KeyContainer>\n".utf8
        for (storable, serial) in zip(selection.accounts, serials) {
            let account = storable.account, token = account.token
            // Readers show the manufacturer and the serial number instead.
            let issuer = account.issuer.isBlank ? token?.manufacturer ?? "" : account.issuer
            if account.issuer != issuer || account.name.isBlank {
                let name = account.name.isBlank ? serial : account.name
                selection.recordName(storable, as: AccountLabel.normalized(issuer: issuer, name: name))
            }
        }
        return selection.export("pskc.xml", document)
    }

    private static let start = """
        <?xml version="1.0" encoding="UTF-8"?>
        <KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc" \
        xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" xmlns:xenc11="http://www.w3.org/2009/xmlenc11#" \
        xmlns:pkcs5="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#">

        """

    private static func append(
        _ account: Account, serial: String, to document: inout [UInt8], _ value: ([UInt8]) throws(ExportError) -> String
    ) throws(ExportError) {
        let parameters = account.parameters
        let hasIssuer = !account.issuer.isBlank, hasName = !account.name.isBlank
        document += "<KeyPackage><DeviceInfo>".utf8
        // Readers show the manufacturer in place of an issuer.
        if let manufacturer = account.token?.manufacturer ?? (hasIssuer ? "totp-import" : nil) {
            append("Manufacturer", manufacturer, to: &document)
        }
        append("SerialNo", serial, to: &document)
        if let model = account.token?.model { append("Model", model, to: &document) }
        // If both are the same, the user of the key, which has the name, is enough.
        if let user = account.token?.user, user != account.name { append("UserId", user, to: &document) }
        let kind = parameters.kind.rawValue
        document += "</DeviceInfo><Key Id=\"".utf8
        XMLText.append(serial, isQuoted: true, to: &document)
        document += "\" Algorithm=\"urn:ietf:params:xml:ns:keyprov:pskc:\(kind)\">".utf8
        if hasIssuer { append("Issuer", account.issuer, to: &document) }
        document += "<AlgorithmParameters>".utf8
        // The only spelling that all servers read: privacyIDEA and LinOTP may silently take others for SHA1.
        if parameters.algorithm != .sha1 { append("Suite", parameters.algorithm.rawValue.lowercased(), to: &document) }
        document +=
            """
            <ResponseFormat Length="\(parameters.digits)" Encoding="DECIMAL"/></AlgorithmParameters>
            """.utf8
        if hasName {
            append("FriendlyName", hasIssuer ? "\(account.issuer): \(account.name)" : account.name, to: &document)
        }
        document += "<Data><Secret>\(try value(account.secret.bytes))</Secret>".utf8
        if let counter = parameters.counter {
            document += "<Counter><PlainValue>\(counter)</PlainValue></Counter>".utf8
        }
        if let period = parameters.period {
            document += "<TimeInterval><PlainValue>\(period)</PlainValue></TimeInterval>".utf8
        }
        document += "</Data>".utf8
        if hasName { append("UserId", account.name, to: &document) }
        document += "</Key></KeyPackage>\n".utf8
    }

    private static func append(_ name: StaticString, _ text: String, to document: inout [UInt8]) {
        document += "<\(name)>".utf8
        XMLText.append(text, to: &document)
        document += "</\(name)>".utf8
    }
}
