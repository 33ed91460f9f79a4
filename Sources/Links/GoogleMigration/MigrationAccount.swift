import Encodings
import Platform
import TOTPDomain

/// One account in a QR code of Google Authenticator's export.
package struct MigrationAccount: Sendable, Hashable {
    let message: MigrationPayload.OtpParameters

    init(_ message: MigrationPayload.OtpParameters) { self.message = message }

    // MARK: - Reading

    /// Issuer and name as the app reads them.
    ///
    /// The app also writes the issuer into the name; with an empty issuer that is the only place.
    package var names: (issuer: String, name: String) {
        let (issuer, name) = (message.issuer.limitingMarks, message.name.limitingMarks)
        if issuer.isBlank, let colon = name.utf8.firstIndex(of: ASCII.colon) {
            let afterColon = name.utf8.index(after: colon)
            return (String(name[..<colon]).trimmingWhitespace, String(name[afterColon...]).trimmingWhitespace)
        }
        return AccountLabel.normalized(issuer: issuer, name: name)
    }

    /// - Throws: ``EntryError`` if the secret is empty or a number has no meaning.
    package func item() throws(EntryError) -> TOTPItem {
        let (issuer, name) = names
        let kind = try kind()
        let item = TOTPItem(
            issuer: issuer,
            name: name,
            secret: try OTPSecret(bytes: Array(message.secret)),
            parameters: try OTPParameters(
                kind: kind,
                algorithm: algorithm(),
                digits: digits(),
                counter: kind == .hotp ? message.counter : nil
            )
        )
        try item.checkMarks()
        return item
    }

    private func kind() throws(EntryError) -> OTPKind {
        switch message.type {
        case .unspecified, .totp: return .totp
        case .hotp: return .hotp
        case .UNRECOGNIZED(let value): throw unknown("type", value)
        }
    }

    private func algorithm() throws(EntryError) -> OTPAlgorithm {
        switch message.algorithm {
        case .unspecified, .sha1: return .sha1
        case .sha256: return .sha256
        case .sha512: return .sha512
        case .md5: return .md5
        case .UNRECOGNIZED(let value): throw unknown("algorithm", value)
        }
    }

    private func digits() throws(EntryError) -> Int64 {
        switch message.digits {
        case .unspecified, .six: return 6
        case .eight: return 8
        case .UNRECOGNIZED(let value): throw unknown("number of digits", value)
        }
    }

    private func unknown(_ field: StaticString, _ value: Int) -> EntryError {
        EntryError(.migrationUnknownValue, "the \(field) number \(value) is unknown", .addByHand)
    }

    // MARK: - Writing

    /// - Parameter item: a totp or hotp account of 6 or 8 digits, and a period of 30 seconds: others have no form.
    package init(_ item: TOTPItem) {
        let parameters = item.parameters
        message = MigrationPayload.OtpParameters.with {
            $0.secret = Data(item.secret.bytes)
            $0.name = item.name
            $0.issuer = item.issuer
            $0.algorithm =
                switch parameters.algorithm {
                case .sha1: .sha1
                case .sha256: .sha256
                case .sha512: .sha512
                case .md5: .md5
                }
            $0.digits = parameters.digits == 8 ? .eight : .six
            $0.type = parameters.kind == .hotp ? .hotp : .totp
            $0.counter = parameters.counter ?? 0
        }
    }
}
