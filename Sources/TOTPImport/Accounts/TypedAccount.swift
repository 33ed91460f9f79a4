internal import Encodings
internal import FormatEngine
internal import Links
package import TOTPDomain

/// An account typed by hand: a link, or a secret with the parameters that the service gives.
package struct TypedAccount: Sendable {
    /// In base32 (of motp: hexadecimal), or a link, which has its own parameters.
    package var secret: String
    package var type: OTPKind?
    package var algorithm: OTPAlgorithm?
    package var digits: Int64?
    package var period: Int64?
    package var counter: Int64?

    package init(
        secret: String, type: OTPKind? = nil, algorithm: OTPAlgorithm? = nil, digits: Int64? = nil,
        period: Int64? = nil, counter: Int64? = nil
    ) {
        (self.secret, self.type, self.algorithm) = (secret, type, algorithm)
        (self.digits, self.period, self.counter) = (digits, period, counter)
    }

    /// The secret or link in the first of some lines, with the lines in which a link goes on.
    package static func first(of lines: [String]) -> String {
        let text = lines.joined(separator: "\n")
        return LinkListReader.hasBrokenLink(in: Array(text.utf8)) ? text : lines.first ?? ""
    }

    private var namesParameters: Bool { algorithm != nil || digits != nil || period != nil || counter != nil }

    /// The account; it has no names yet unless it is from a link.
    ///
    /// - Parameter omitting: the name of the parameter fields in messages.
    package func account(omitting fields: String) throws(EntryError) -> Account {
        guard KeyURIScheme.find(in: Array(secret.utf8).span) == nil else {
            guard type == nil, !namesParameters else {
                throw EntryError(.typeUnknown, "a link has its own type and parameters", "omit \(fields)")
            }
            return try LinkListReader.account(ofPasted: Array(secret.utf8))
        }
        guard !secret.trimmingWhitespace.utf8.contains(where: { $0 == ASCII.newline || $0 == ASCII.carriageReturn })
        else { throw EntryError(.secretNotBase32, "the secret has several lines", "paste it alone, on one line") }
        let kind = type ?? .totp
        // For a kind with fixed parameters, a period out of range would be ignored.
        _ = try OTPParameters(kind: .totp, period: period)
        return Account(
            issuer: "", name: "", secret: try Self.secret(secret, kind),
            parameters: try OTPParameters(
                kind: kind, algorithm: algorithm ?? .sha1, digits: digits, period: period, counter: counter))
    }

    /// A secret as its service shows it.
    private static func secret(_ text: String, _ kind: OTPKind) throws(EntryError) -> OTPSecret {
        guard kind == .motp else {
            if kind == .totp || kind == .hotp { try TypedSecret.check(text) }
            let secret = try base32(text)
            return kind == .yandex ? try secret.forYandex() : secret
        }
        guard let bytes = Hex.decode(text) else {
            throw EntryError(.secretNotHex, "the secret of a motp account is hexadecimal, this one is not")
        }
        return try OTPSecret(bytes: bytes)
    }

    private static func base32(_ text: String) throws(EntryError) -> OTPSecret {
        do throws(EntryError) { return try OTPSecret(bytes: OTPSecret.bytes(typed: Array(text.utf8))) } catch {
            guard text.withLookalikesReplaced != nil else { throw error }
            throw EntryError(error.code, error.problem, .text(text.lookalikes))
        }
    }
}

extension String {
    /// Letters that people read as digits: base32 has no 0, 1 and 8.
    private static let lookalikeLetters: [Character: Character] = ["0": "O", "1": "I", "8": "B"]

    /// A secret with these letters in place of the digits.
    ///
    /// Nil if the text contains no such letters, or is not base32 even after they are replaced.
    package var withLookalikesReplaced: String? {
        guard contains(where: { Self.lookalikeLetters[$0] != nil }) else { return nil }
        let replaced = String(map { Self.lookalikeLetters[$0] ?? $0 })
        return (try? OTPSecret(base32: replaced)) == nil ? nil : replaced
    }

    /// Which digits of a secret are probably letters: `0 and 8 are usually the letters O and B`.
    package var lookalikes: String {
        let found = Self.lookalikeLetters.filter { contains($0.key) }.sorted { $0.key < $1.key }
        let are = found.count == 1 ? "is usually the letter" : "are usually the letters"
        return "\(found.map { String($0.key) }.sentence) \(are) \(found.map { String($0.value) }.sentence)"
    }
}
