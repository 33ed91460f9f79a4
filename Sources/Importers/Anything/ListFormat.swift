import CryptoPrimitives
import Encodings
import Links
import TOTPDomain

/// Names and secrets in lines or blocks: what 2fa and gauth keep, and what people write down (`Docs/formats/list.md`).
package struct ListFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "list",
        group: .file,
        app: "2fa, gauth, notes",
        file: "text, a name and a secret per line or block",
        encryption: .optional,
        exportSteps: "2fa: ~/.2fa; gauth: ~/.config/gauth.csv. Notes: one account per line, as NAME: SECRET.",
        keepsake: .original("a list that a tool or a person keeps")
    )

    /// Every line must fit, so that a text with a secret somewhere is not half read. A text in which nearly all lines fit
    /// is also recognized, so that the error can name the line that does not.
    package func recognizes(_ content: SourceContent) -> Bool {
        if GauthEncryption.matches(content.bytes) { return true }
        guard content.kind == .text, content.jsonOutline == nil, !content.isMarkup,
            !LinkListReader.hasOnlyLinks(in: content.text.span)
        else { return false }
        return Self.matches(content.text) || ListLines.misfit(in: content.text) != nil
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let isEncrypted = GauthEncryption.matches(request.content.bytes)
        let text = isEncrypted ? try GauthEncryption.open(request) : request.content.text
        if request.columns == nil, let lines = ListLines(text) {
            return try lines.document(description.id, request.limits, isEncrypted: isEncrypted)
        }
        if !isEncrypted, let blocks = ListBlocks.table(of: text, request.choice) {
            return try blocks.document(request, self, "name")
        }
        // Nothing authenticates an encrypted list: with a wrong passphrase, it opens to anything.
        if isEncrypted { throw .wrongPassphraseOfOpenSSL }
        let misfit = ListLines.misfit(in: text).map { "line \($0) is not a name and a secret" }
        throw SourceError(
            .unrecognised,
            "not a list of names and secrets: \(misfit ?? "every line must fit")",
            "write one account per line, as NAME: SECRET, and # before other lines")
    }

    /// Whether a text is such a list.
    static func matches(_ text: [UInt8]) -> Bool { ListLines(text) != nil || ListBlocks.table(of: text) != nil }
}

/// gauth's encrypted list, as `openssl enc -aes-128-cbc -md sha256` writes it.
package enum GauthEncryption {
    package static func matches(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Base64.openSSLSignature) }

    /// - Throws: ``SourceError`` with `password-required`, `wrong-password` or `corrupt`.
    static func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        let bytes = request.content.bytes
        let start = Base64.openSSLSignature.count + OpenSSLKey.saltCount
        guard bytes.count > start, (bytes.count - start).isMultiple(of: AESCBC.blockCount) else {
            throw .damaged("a part is missing", .copyAgain)
        }
        guard let passphrase = request.passphrase else { throw .passphraseOfOpenSSL }
        let salt = Array(bytes[Base64.openSSLSignature.count..<start])
        let key = try SourceError.decrypting(OpenSSLKey(sha256: passphrase.utf8, salt: salt))
        let text = try SourceError.decryptingUnlessWrong(
            AESCBC.open(Array(bytes[start...]), key: key.key, iv: key.iv).copied())
        guard let text, String(validating: text, as: UTF8.self) != nil else { throw .wrongPassphraseOfOpenSSL }
        return text
    }
}
