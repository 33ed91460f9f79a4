import Encodings

extension String {
    /// This text, with `…` in place of possible secrets, also in a link.
    package var withoutSecrets: String {
        var bytes = Array(withoutLinks.utf8)
        for secret in BareSecret.find(in: bytes.span, bytes.indices).reversed() {
            bytes.replaceSubrange(secret.range, with: "…".utf8)
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            line.split(separator: " ", omittingEmptySubsequences: false)
                .map { !$0.contains("://…") && String($0).looksLikeSecret ? "…" : String($0) }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// Whether an argument that is not a file may be a secret, or a mistyped link with a secret: a message must not repeat
    /// it.
    ///
    /// A secret has at least 16 characters of base32, in any groups, with a digit or all in upper case.
    package var looksLikeSecret: Bool { isMistypedLink || isSecretLike }

    private var isMistypedLink: Bool {
        let text = lowercased()
        if text.contains("secret=") || text.contains("secret%3d") { return true }
        return ["otpauth", "apple-otpauth"].contains { start in
            guard text.hasPrefix(start) else { return false }
            // The name of a format or of a file is too short to contain a secret.
            let rest = text.utf8.dropFirst(start.utf8.count)
            return rest.count >= 16 || !rest.allSatisfy(Self.isInNames)
        }
    }

    private static func isInNames(_ byte: UInt8) -> Bool {
        byte &- 97 < 26 || byte &- 48 < 10 || "-._".utf8.contains(byte)
    }
}
