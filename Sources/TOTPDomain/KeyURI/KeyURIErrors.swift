extension KeyURI {
    /// Every reason why a link is no account, where ``read(_:scheme:)`` stops at the first.
    ///
    /// - parameter first: what reading stopped at; the first of what is returned.
    package static func problems(
        in link: Span<UInt8>, scheme: KeyURIScheme, _ parts: KeyURIParts, first: EntryError
    ) -> [EntryError] {
        var problems = [first]
        guard scheme == .otpauth, link.count <= maximumByteCount else { return problems }
        func collect(_ body: () throws(EntryError) -> Void) {
            do throws(EntryError) { try body() } catch {
                if !problems.contains(error) { problems.append(error) }
            }
        }
        var kind = OTPKind.totp
        collect { () throws(EntryError) in kind = try KeyURI.kind(link, parts.type) }
        collect { () throws(EntryError) in
            guard let text = value(link, parts.secret) else {
                throw EntryError(.secretMissing, "the link holds no secret")
            }
            _ = try OTPSecret(base32: text)
        }
        guard kind.fixedParameters == nil else { return problems }
        collect { () throws(EntryError) in _ = try OTPAlgorithm(named: value(link, parts.algorithm) ?? "") }
        collect { () throws(EntryError) in
            let digits = try number(link, parts.digits, "the number of digits", .digitsOutOfRange)
            _ = try OTPParameters(kind: kind, digits: digits)
        }
        collect { () throws(EntryError) in
            if kind == .hotp {
                let counter = try number(link, parts.counter, "the counter", .counterOutOfRange)
                _ = try OTPParameters(kind: kind, counter: counter)
            } else {
                let period = try number(link, parts.period, "the period", .periodOutOfRange)
                _ = try OTPParameters(kind: kind, period: period)
            }
        }
        return problems
    }
}
