import Importers
import Links
import TOTPDomain

/// Links: their reader, the parts of Google Authenticator exports, and the checker of link lists.
enum LinkTargets {
    static func links(_ bytes: [UInt8]) {
        guard let reading = try? KeyURI.read(bytes.span) else { return }
        DocumentPromises.check(reading.item)
        if let warning = reading.warning { DocumentPromises.check(message: warning.message) }
    }

    /// Links that are encoded or escaped for another place.
    static func clothes(_ bytes: [UInt8]) {
        guard let plain = ClothedLinks.undressed(bytes) else { return }
        func lines(_ text: [UInt8]) -> Int { text.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } }
        require(lines(plain) == lines(bytes), "lines stay lines")
    }

    /// The bytes are what stands behind `data=`, in base64.
    static func migration(_ bytes: [UInt8]) {
        FormatTarget.detect(Array("otpauth-migration://offline?data=".utf8) + bytes)
    }

    /// Lines of links, and mutations of them.
    static func validate(_ bytes: [UInt8]) {
        guard let format = FormatRegistry.standard.format("google-migration") else {
            fatalError("there is no reader of migration codes")
        }
        var links = LinkFuzz(migration: format)
        links.run(bytes)
    }
}
