import Importers
import LinkValidation
import TOTPDomain

/// Links: their reader, the parts of Google Authenticator exports, and the checker of link lists.
enum LinkTargets {
    static func links(_ bytes: [UInt8]) {
        guard let reading = try? KeyURI.read(bytes.span) else { return }
        DocumentPromises.check(reading.item)
        if let warning = reading.warning { DocumentPromises.check(message: warning) }
    }

    /// The bytes are what stands behind `data=`, in base64.
    static func migration(_ bytes: [UInt8]) {
        FormatTarget.detect(Array("otpauth-migration://offline?data=".utf8) + bytes)
    }

    /// A text of links: an error exactly where the reader refuses, and what is put right is right.
    static func validate(_ bytes: [UInt8]) {
        var workspace = LinkChecker.Workspace()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = Array(line)
            let verdict = checker.checker.check(line.span, &workspace)
            guard verdict.isLink, let scheme = KeyURIScheme.find(in: line.span)?.scheme, scheme != .migration else {
                continue
            }
            let isRead = (try? KeyURI.read(line.span)) != nil
            require(isRead == (verdict.rules.worst != .error), "the verdict is the reader's")
            if case .link(let text) = NormalForm(of: line.span) {
                let fixed = checker.checker.check(Array(text.utf8).span, &workspace)
                require(fixed.rules.worst != .error, "a link that was put right is right")
                require(fixed.fingerprints.secret == verdict.fingerprints.secret, "putting right keeps the secret")
            }
        }
        _ = checker.check(RecordChunk(bytes: bytes))
        _ = checker.check(RecordChunk(bytes: bytes, layout: .csv(cell: 1, delimiter: UInt8(ascii: ","))))
    }

    private static let checker: ChunkChecker = {
        guard let migration = FormatRegistry.standard.format("google-migration") else {
            fatalError("there is no reader of migration codes")
        }
        return ChunkChecker(checker: LinkChecker(migration: migration), form: JSONReport())
    }()
}
