import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// OTPClient's database, versions 1 to 3 (`Docs/formats/otpclient.md`).
package struct OTPClientFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "otpclient",
        app: "OTPClient",
        file: "encrypted database, .enc",
        encryption: .always,
        exportSteps: "Copy the database itself, by default ~/.config/NewDatabase.enc",
        keepsake: .ownData("the database of OTPClient")
    )

    private static let entry = EntryShape(
        issuer: "issuer", name: "label", secret: "secret",
        kind: .named("type", among: ["TOTP": .totp, "HOTP": .hotp]), steamIssuer: .steam, algorithm: "algo",
        digits: "digits", period: "period", counter: "counter", group: "group")

    private static let members = KnownNames(reading: entry, "")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .binary || content.kind == .text else { return false }
        return content.bytes.starts(with: OTPClientEncryption.magic)
            || (content.kind == .binary && content.bytes.count > OTPClientEncryption.minimumCount
                && RandomLook.has(content.bytes))
    }

    /// Version 1 starts with random bytes.
    package func hasNoSignature(_ content: SourceContent) -> Bool {
        !content.bytes.starts(with: OTPClientEncryption.magic)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let encryption = try OTPClientEncryption(request.content.bytes)
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let text = try encryption.open(passphrase, request.limits)
        return try accounts(in: text, request.limits, knowing: Self.members, account: Self.entry.account)
    }
}
