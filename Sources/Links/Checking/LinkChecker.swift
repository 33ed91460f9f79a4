import Encodings
import TOTPDomain

/// Checks single links.
///
/// A plain link is decided from its bytes alone, without an allocation. Any other goes through
/// ``KeyURI/parse(_:_:knowsSteamByIssuer:)``: a link has an error exactly if the rest of the program refuses it.
package struct LinkChecker: Sendable {
    let key = FingerprintKey()
    let examples: ExampleSecrets
    /// A copy of ``unreadRules``, which is looked up for every link.
    private let unread: RuleSet

    /// Buffers that are reused for each link, and the content of the last link apart from its verdict.
    package struct Workspace: Sendable {
        var label = DecodedField()
        var issuer = DecodedField()
        var folded: [UInt8] = []
        /// Issuer and name of the last link, for reports.
        var plainLabel: [UInt8] = []
        /// Whether ``label`` and ``issuer`` belong to the last link, and are ASCII.
        var hasPlainNames = false
        /// Whether ``parts`` is wanted.
        var keepsParts = false
        /// The parts of the last link, if it is an otpauth link.
        var parts: KeyURIParts?
        /// The accounts of a Google Authenticator export, and which part of it the link is.
        package internal(set) var accounts: [Fingerprints] = []
        package internal(set) var part: MigrationPart?

        package init() {}

        @inline(__always)
        mutating func forgetLink() {
            hasPlainNames = false
            if keepsParts { parts = nil }
            guard !accounts.isEmpty || part != nil else { return }
            accounts.removeAll(keepingCapacity: true)
            part = nil
        }
    }

    package init() {
        examples = ExampleSecrets(key: key)
        unread = Self.unreadRules
    }

    /// Checks one link.
    ///
    /// - Parameters:
    ///   - link: from its scheme to its end.
    ///   - record: the link with the text around it, if that is checked as well.
    package func check(
        _ link: Span<UInt8>, _ scheme: KeyURIScheme, in record: LinkRecord? = nil, end: LinkEnd = .given,
        _ workspace: inout Workspace
    ) -> Verdict {
        workspace.forgetLink()
        guard link.count <= KeyURI.maximumByteCount else { return Verdict([.lineTooLong]) }
        var verdict = Verdict()
        if record?.textAround.before == true { verdict.rules.insert(.textBeforeLink) }
        if record?.textAround.after == true { verdict.rules.insert(.textAfterLink) }
        check(link, scheme, &verdict, &workspace)
        if verdict.rules.worst != .error, end.isCut(link, scheme) { verdict.rules.insert(.linkWrapped) }
        checkSize(link.count, &verdict)
        return verdict
    }

    private func check(
        _ link: Span<UInt8>, _ scheme: KeyURIScheme, _ verdict: inout Verdict, _ workspace: inout Workspace
    ) {
        switch scheme {
        case .otpauth, .oneSlash:
            if scheme == .oneSlash { verdict.rules.insert(.schemeOneSlash) }
            if let parts = checkOTPAuth(link, scheme, &verdict, &workspace) {
                read(link, parts, &verdict)
            } else if !verdict.rules.isDisjoint(with: unread), KeyURIScheme.findAnywhere(in: link, from: 1) != nil {
                verdict.rules.insert(.linksRunTogether)
            }
        case .migration: checkMigration(link, &verdict, &workspace)
        case .motp, .steam: checkRelative(link, scheme, &verdict)
        case .apple, .appleMigration:
            verdict.rules.insert(.schemeApple)
            if link.hasUpperCase(in: 0..<scheme.readFrom) { verdict.rules.insert(.spelling) }
            check(link.extracting(scheme.readFrom..<link.count), scheme.readAs, &verdict, &workspace)
        }
    }

    /// The verdict on a line that is one plain link and nothing else.
    ///
    /// - Parameter line: without its line feed.
    /// - Returns: nil if the line needs the full check.
    @inline(__always)
    func checkPlain(_ line: Span<UInt8>, _ workspace: inout Workspace) -> Verdict? {
        guard KeyURIScheme.startsWithOTPAuth(line) else { return nil }
        let end = KeyURI.endOfLink(line)
        // Bytes after the link may be more than white space, except a CR before the line feed.
        guard end + 1 >= line.count, end <= KeyURI.maximumByteCount, line[end - 1] != ASCII.ampersand else {
            return nil
        }
        workspace.forgetLink()
        var verdict = Verdict()
        guard checkOTPAuth(line.extracting(0..<end), .otpauth, &verdict, &workspace) == nil,
            verdict.rules.isDisjoint(with: unread)
        else { return nil }
        checkSize(end, &verdict)
        return verdict
    }

    /// Rules of links in which some bytes were not looked at, or which contain bytes that may end a link, or end too
    /// early.
    private static let unreadRules: RuleSet = [
        .secretBlanks, .notEncoded, .parameterRepeated, .parameterContradicted, .parameterUnknown, .parameterOfApp,
        .parameterEmpty, .fragment, .userInfo,
    ]

    private func checkSize(_ count: Int, _ verdict: inout Verdict) {
        guard count > QRVersion.easyByteCount else { return }
        verdict.rules.insert(QRVersion(byteCount: count) == nil ? .codeTooLarge : .codeDense)
    }

    // MARK: - otpauth

    /// Checks the bytes of a link.
    ///
    /// - Returns: the link's parts if the bytes do not decide everything, and the reader has to be asked.
    @inline(__always)
    private func checkOTPAuth(
        _ link: Span<UInt8>, _ scheme: KeyURIScheme, _ verdict: inout Verdict, _ workspace: inout Workspace
    ) -> KeyURIParts? {
        let parts = KeyURIParts(link, scheme: scheme)
        if workspace.keepsParts { workspace.parts = parts }
        // Whether every value can be taken byte for byte.
        var isPlain = true
        let isTOTP = link.equals("totp", in: parts.type)
        let isHOTP = !isTOTP && link.equals("hotp", in: parts.type)
        if !isTOTP, !isHOTP {
            isPlain = false
            if link.equals("steam", in: parts.type) || link.equals("yaotp", in: parts.type) {
                verdict.rules.insert(.typeRare)
            } else if link.firstIndex(of: UInt8(ascii: "@"), in: parts.type) != nil {
                verdict.rules.insert(.userInfo)
            }
        }
        if parts.hasOddNames || link.hasUpperCase(in: 0..<parts.type.upperBound) { verdict.rules.insert(.spelling) }
        Self.checkQuery(parts, &verdict)
        if !parts.present.isDisjoint(with: .ofApps) { verdict.rules.insert(.parameterOfApp) }
        if parts.hasEmptyValues, Self.firstEmpty(link, parts) != nil { verdict.rules.insert(.parameterEmpty) }
        let algorithm = link.algorithm(in: parts.algorithm)
        checkSecret(link, parts, algorithm, &verdict, &isPlain)
        checkNumbers(link, parts, algorithm, isHOTP: isHOTP, &verdict, &isPlain)
        checkNames(link, parts, &verdict, &workspace, &isPlain)
        if parts.steam != nil || parts.encoder != nil || parts.pin != nil || parts.pinLength != nil { isPlain = false }
        if !parts.present.isDisjoint(with: .ofTwoSteps) { isPlain = false }
        if parts.firstUnknown != nil || parts.firstRepeated != nil || parts.fragment != nil { isPlain = false }
        if !parts.present.isDisjoint(with: .ofApps), parts.mayHaveMisplaced(link) { isPlain = false }
        return isPlain ? nil : parts
    }

    /// What no link should have, whatever its scheme is.
    @inline(__always)
    static func checkQuery(_ parts: KeyURIParts, _ verdict: inout Verdict) {
        if parts.fragment != nil { verdict.rules.insert(.fragment) }
        if parts.firstUnknown != nil { verdict.rules.insert(.parameterUnknown) }
        guard parts.firstRepeated != nil else { return }
        verdict.rules.insert(
            parts.contradicted.isDisjoint(with: .ofCodes) ? .parameterRepeated : .parameterContradicted)
    }

    /// The position of the first parameter without a value, except the secret: that has a rule of its own. Few links have
    /// such a parameter.
    static func firstEmpty(_ link: Span<UInt8>, _ parts: KeyURIParts) -> Int? {
        let values = [
            parts.issuer, parts.algorithm, parts.digits, parts.period, parts.counter, parts.pin, parts.pinLength,
            parts.encoder,
        ]
        for case let value? in values where value.isEmpty || link.isNull(in: value) { return value.lowerBound }
        return nil
    }

    @inline(__always)
    private func checkSecret(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ algorithm: OTPAlgorithm?, _ verdict: inout Verdict,
        _ isPlain: inout Bool
    ) {
        guard let secret = parts.secret, !secret.isEmpty, secret.count <= OTPSecret.maximumByteCount else {
            isPlain = false
            return
        }
        let scan = SecretScan(link, secret, key: key)
        // `null` is base32, but means “none”. Groups may be several words, and a link without its punctuation is base32.
        guard scan.isPlain, !scan.hasBlanks, scan.byteCount > 0, !link.isNull(in: secret),
            !link.hasPrefix("otpauth", at: secret.lowerBound)
        else {
            isPlain = false
            return
        }
        addSecret(scan, Self.digestSize(algorithm), &verdict)
    }

    /// Adds the rules about a readable secret.
    @inline(__always)
    func addSecret(_ scan: SecretScan, _ digestSize: Int, _ verdict: inout Verdict) {
        verdict.fingerprints.secret = scan.fingerprint
        if scan.hasOddLength { verdict.rules.insert(.secretLength) }
        if scan.hasPadding { verdict.rules.insert(.secretPadded) }
        if scan.hasBlanks { verdict.rules.insert(.secretBlanks) }
        if scan.hasLowerCase { verdict.rules.insert(.secretLowerCase) }
        checkLength(scan.byteCount, digestSize, &verdict)
        if scan.repeatsOneByte { verdict.rules.insert(.secretRepeats) }
        if examples.contains(scan.fingerprint) { verdict.rules.insert(.secretExample) }
    }

    func checkLength(_ byteCount: Int, _ digestSize: Int, _ verdict: inout Verdict) {
        if byteCount < 16 {
            verdict.rules.insert(.secretShort)
        } else if byteCount < digestSize {
            verdict.rules.insert(.secretBelowHash)
        }
    }

    /// Bytes of an algorithm's hash; SHA1's if the name is unknown.
    static func digestSize(_ algorithm: OTPAlgorithm?) -> Int {
        switch algorithm {
        case .sha256: 32
        case .sha512: 64
        case .sha1, .md5, nil: 20
        }
    }
}

extension Span where Element == UInt8 {
    /// The algorithm whose usual name is in the range, ignoring case, or SHA1 without a range; nil for other names.
    @inline(__always)
    func algorithm(in range: Range<Int>?) -> OTPAlgorithm? {
        guard let range else { return .sha1 }
        if range.count == 4, range.lowerBound + 8 <= count,
            word(at: range.lowerBound) & ByteWord.mask(4) == ByteWord.of("SHA1")
        {
            return .sha1
        }
        if equals("sha1", in: range) { return .sha1 }
        if equals("sha256", in: range) { return .sha256 }
        if equals("sha512", in: range) { return .sha512 }
        return equals("md5", in: range) ? .md5 : nil
    }

    /// Whether the range is `null` as Ente writes it, which means “none”.
    @inline(__always)
    func isNull(in range: Range<Int>) -> Bool {
        range.count == 4 && equals("null", in: range) && !hasUpperCase(in: range)
    }

    /// The number that a range has in plain digits, at most 18; nil for anything else.
    @inline(__always)
    func number(in range: Range<Int>, maximumDigits: Int) -> Int? {
        guard !range.isEmpty, range.count <= maximumDigits else { return nil }
        var value = 0
        for index in range {
            let digit = self[index] &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }
}
