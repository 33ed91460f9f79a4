import Encodings
import TOTPDomain

extension ImportedDocument {
    /// Skips a line that is not an account, and notes what it may hold of one.
    ///
    /// - Parameter line: its number, from 1.
    package mutating func skip(_ reason: SkipReason, _ bytes: Span<UInt8>, line: Int) {
        skipped.add(reason)
        if reason != .blank {
            leftovers.add(Leftover.Kind(in: bytes) ?? (reason == .comment ? .comment : .text), line: line)
        }
    }
}

extension Leftover.Kind {
    /// What a text that no reader uses may hold of an account: a link, a secret or recovery codes.
    ///
    /// - Parameter known: the secrets of accounts: with them, a link or a secret is nothing new.
    /// - Returns: nil for any other text.
    package init?(in line: Span<UInt8>, besides known: Set<OTPSecret> = []) {
        // A mark of a comment is no part of a word.
        let start = line.indices.first { !"#;/ \t".utf8.contains(line[$0]) } ?? line.count
        let text = line.extracting(start..<line.count)
        if let (_, start) = KeyURIScheme.findAnywhere(in: text),
            !Self.isLink(text.extracting(start..<text.count), of: known)
        {
            self = .link
        } else if BareSecret.find(in: text, text.indices).contains(where: { secret in
            !known.contains(secret.secret)
                && !Self.isPassword(BareSecret.label(before: secret.range.lowerBound, in: text))
        }) {
            self = .secret
        } else if Self.hasRecoveryCodes(text) {
            self = .recoveryCodes
        } else {
            return nil
        }
    }

    private static func isLink(_ text: Span<UInt8>, of known: Set<OTPSecret>) -> Bool {
        guard !known.isEmpty, let account = try? KeyURI.read(text).item else { return false }
        return known.contains(account.secret)
    }

    package init?(in text: String) { self.init(in: Array(text.utf8).span) }

    /// Whether a name says that its value is a password, or another kind of key.
    private static func isPassword(_ name: String) -> Bool {
        AccountPart.isForeignKey(named: name)
            || name.split(whereSeparator: \.isWhitespace).contains { word in
                AccountPart.passwordNames.contains(AccountPart.folded(String(word)))
            }
    }

    /// Whether it names recovery codes, and has digits for them.
    private static func hasRecoveryCodes(_ text: Span<UInt8>) -> Bool {
        let digits = text.indices.count { text[$0] &- 48 < 10 }
        guard digits >= 8, text.count <= Limit.link else { return false }
        let words = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }.limitingMarks.lowercased()
        return words.contains("code") && ["backup", "recover", "scratch", "emergency"].contains { words.contains($0) }
    }
}
