import Containers
import Encodings
import FormatEngine
import TOTPDomain

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
