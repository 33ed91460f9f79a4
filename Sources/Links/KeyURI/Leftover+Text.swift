import Encodings
import TOTPDomain

extension Leftover.Kind {
    /// What a text that no reader uses may hold of an account: a link, a secret or recovery codes.
    ///
    /// - Parameter known: the secrets of accounts: with them, a link or a secret is nothing new.
    /// - Returns: nil for any other text.
    package init?(in line: Span<UInt8>, besides known: Set<OTPSecret> = []) {
        // The characters that start a comment are not part of a word.
        let start = line.indices.first { !"#;/ \t".utf8.contains(line[$0]) } ?? line.count
        let text = line.extracting(start..<line.count)
        let link = KeyURIScheme.findAnywhere(in: text)
        if let link, !Self.isLink(text.extracting(link.start..<text.count), of: known) {
            self = .link
        } else if BareSecret.find(in: text, text.indices).contains(where: { secret in
            !known.contains(secret.secret)
                && !Self.isPassword(BareSecret.label(before: secret.range.lowerBound, in: text))
        }) || link == nil && Self.hasParameter(text) {
            self = .secret
        } else if Self.hasRecoveryCodes(text) {
            self = .recoveryCodes
        } else {
            return nil
        }
    }

    private static func isLink(_ text: Span<UInt8>, of known: Set<OTPSecret>) -> Bool {
        guard !known.isEmpty, let account = try? KeyURI.read(text).account else { return false }
        return known.contains(account.secret)
    }

    package init?(in text: String) { self.init(in: Array(text.utf8).span) }

    /// The same of a line of a text: recovery codes may be in the lines below the line that names them.
    package init?(in line: Range<Int>, of text: Span<UInt8>) {
        let bytes = text.extracting(line)
        if let kind = Self(in: bytes) {
            self = kind
        } else if BackupCode.isFirst(in: text.extracting(line.upperBound..<min(text.count, line.upperBound + 256))),
            Keepsake.named(Self.words(bytes)) == .recoveryCodes
        {
            self = .recoveryCodes
        } else {
            return nil
        }
    }

    /// Whether a name says that its value is a password, or another kind of key.
    private static func isPassword(_ name: String) -> Bool {
        AccountPart.isForeignKey(named: name)
            || name.split(whereSeparator: \.isWhitespace).contains { word in
                AccountPart.passwordNames.contains(AccountPart.folded(String(word)))
            }
    }

    /// Whether it has a secret as a parameter, which `BareSecret` takes for a part of an address: the rest of a link, and
    /// `key=SECRET&size=8`, as plugins of KeePass write it.
    private static func hasParameter(_ text: Span<UInt8>) -> Bool {
        guard text.indices.contains(where: { text[$0] == UInt8(ascii: "=") }) else { return false }
        return [Array("key=".utf8), Array("secret=".utf8)].contains { name in
            guard let place = text.firstIndex(of: name),
                place == 0 || [ASCII.question, ASCII.ampersand, ASCII.newline].contains(text[place - 1]),
                let end = text.firstIndex(of: ASCII.ampersand, in: (place + name.count)..<text.count)
            else { return false }
            return BareSecret.isAll(of: text.extracting((place + name.count)..<end))
        }
    }

    /// Whether it names recovery codes, and has digits for them.
    private static func hasRecoveryCodes(_ text: Span<UInt8>) -> Bool {
        let digits = text.indices.count { text[$0] &- 48 < 10 }
        guard digits >= 8, text.count <= Limit.link else { return false }
        return Keepsake.areRecoveryCodes(words(text))
    }

    private static func words(_ text: Span<UInt8>) -> String {
        text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }.limitingMarks
    }
}
