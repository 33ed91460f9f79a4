import Encodings

extension String {
    /// This text, with each link cut after its scheme: `otpauth://…`.
    package var withoutLinks: String {
        let bytes = Array(utf8)
        var shortened: [UInt8] = []
        var start = 0
        while let (scheme, found) = KeyURIScheme.findAnywhere(in: bytes.span, from: start) {
            // A message may name a scheme; a link continues after it.
            let prefix = found + scheme.prefix.utf8CodeUnitCount
            let isCut = bytes[prefix...].starts(with: "…".utf8)
            let end =
                isCut
                ? prefix + "…".utf8.count
                : bytes[prefix...].firstIndex { ASCII.isWhitespace($0) || "\"'”“;,)".utf8.contains($0) }
            shortened += bytes[start..<prefix]
            start = end ?? bytes.count
            if start > prefix { shortened += "…".utf8 }
        }
        return start == 0 ? self : String(decoding: shortened + bytes[start...], as: UTF8.self)
    }

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
}
