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
}
