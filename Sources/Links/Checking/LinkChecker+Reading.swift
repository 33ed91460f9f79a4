import Encodings
import TOTPDomain

extension LinkChecker {
    /// Asks the reader about a link that is not plain.
    func read(_ link: Span<UInt8>, _ parts: KeyURIParts, _ verdict: inout Verdict) {
        let parsed = KeyURI.parse(link, parts)
        verdict.rules.formUnion(parsed.broken)
        // Two values of a parameter have a rule of their own.
        let isContradicted = !parts.contradicted.isDisjoint(with: .ofCodes)
        for error in parsed.errors where !isContradicted || error.code != .fieldDamaged {
            verdict.rules.insert(Self.rule(of: error.code, isSecretThere: parts.secret != nil))
        }
        guard let item = parsed.account else { return }
        if parts.scheme != .motp { checkDecodedSecret(link, parts, &verdict) }
        if parts.scheme.readAs == .otpauth {
            addParameters(item.parameters, &verdict)
        } else {
            verdict.fingerprints.account = key.fingerprint(issuer: item.issuer, name: item.name)
        }
        // The size after reading: of a Yandex secret, only the first bytes are used.
        verdict.fingerprints.secret = key.fingerprint(ofSecret: item.secret.bytes)
    }

    /// The secret once it is percent-decoded. In that of `steam://SECRET`, a `+` is not base32.
    private func checkDecodedSecret(_ link: Span<UInt8>, _ parts: KeyURIParts, _ verdict: inout Verdict) {
        guard let secret = parts.secret else { return }
        let bytes = PercentCoding.decodedBytes(link.extracting(secret), plusIsSpace: parts.scheme != .steam)
        let digestSize = Self.digestSize(link.algorithm(in: parts.algorithm))
        addSecret(SecretScan(bytes.span, bytes.indices, key: key), digestSize, &verdict)
    }

    /// The rules about the parameters of an account. Default values break none.
    private func addParameters(_ parameters: OTPParameters, _ verdict: inout Verdict) {
        guard parameters.kind == .totp || parameters.kind == .hotp else {
            // Steam and Yandex prescribe digits, Yandex also the period; the values in the link are ignored.
            verdict.rules.insert(.typeRare)
            for rule in [Rule.digitsRare, .digitsEight, .periodRare] { verdict.rules.remove(rule) }
            if parameters.kind.choosesPeriod, let period = parameters.period { Self.checkPeriod(period, &verdict) }
            return
        }
        if parameters.algorithm != .sha1 { verdict.rules.insert(.algorithmRare) }
        Self.checkDigits(parameters.digits, &verdict)
        if let period = parameters.period { Self.checkPeriod(period, &verdict) }
    }

    /// The rule about a number of digits that is in range.
    @inline(__always)
    static func checkDigits(_ digits: Int, _ verdict: inout Verdict) {
        if digits == 6 { return }
        verdict.rules.insert(digits == 8 ? .digitsEight : .digitsRare)
    }

    /// The rule about a period that is in range.
    @inline(__always)
    static func checkPeriod(_ period: Int, _ verdict: inout Verdict) {
        if period != 30 { verdict.rules.insert(.periodRare) }
    }

    /// `motp:` and `steam://`.
    func checkRelative(_ link: Span<UInt8>, _ scheme: KeyURIScheme, _ verdict: inout Verdict) {
        let parts = KeyURIParts(link, scheme: scheme)
        verdict.rules.insert(.typeRare)
        Self.checkQuery(parts, &verdict)
        read(link, parts, &verdict)
    }

    /// Checks each account of an export; the link has the findings of all.
    func checkMigration(_ link: Span<UInt8>, _ verdict: inout Verdict, _ workspace: inout Workspace) {
        let document = MigrationLink.document(of: link)
        for entry in document.entries {
            switch entry {
            case .rejected(let rejection): verdict.rules.insert(Self.rule(of: rejection.code, isSecretThere: true))
            case .item(let item):
                let own = checkAccount(item)
                verdict.rules.formUnion(own.rules)
                workspace.accounts.append(own.fingerprints)
            }
        }
        workspace.part = document.migrationParts.first
        if !document.warnings.isEmpty { verdict.rules.insert(.migrationPartOdd) }
    }

    /// Checks an account that has no link of its own, by the same rules.
    func checkAccount(_ account: Account) -> Verdict {
        var verdict = Verdict()
        let secret = Array(Base32.encode(account.secret.bytes).utf8)
        addSecret(
            SecretScan(secret.span, secret.indices, key: key), Self.digestSize(account.parameters.algorithm), &verdict)
        addParameters(account.parameters, &verdict)
        let (issuer, name) = (Array(account.issuer.utf8), Array(account.name.utf8))
        var folded: [UInt8] = []
        addNames(
            issuer: issuer.span, name: name.span, hasColon: (issuer + name).contains(ASCII.colon), false, &folded,
            &verdict)
        return verdict
    }

    /// The rule that a rejection breaks.
    static func rule(of code: RejectionCode, isSecretThere: Bool) -> Rule {
        if code == .secretMissing { return isSecretThere ? .secretEmpty : .secretMissing }
        return Rule(id: code.rawValue) ?? .notALink
    }
}

/// A buffer for a decoded label or value, reused for each link.
struct DecodedField: Sendable {
    /// The text; after ``count`` there may be anything.
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    /// - Returns: the findings of the decoding.
    @inline(__always)
    mutating func decode(_ link: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool) -> PercentCoding.Decoded {
        if bytes.count < range.count + 8 { bytes = [UInt8](repeating: 0, count: range.count + 8) }
        var buffer = bytes.mutableSpan
        let decoded = PercentCoding.decode(link, range, plusIsSpace: plusIsSpace, into: &buffer)
        count = decoded.count
        return decoded
    }

    var isUTF8: Bool { UTF8Text.isValid(bytes.span.extracting(0..<count)) }

    /// Whether it is UTF-8 and has more combining marks in a row than are read.
    var hasTooManyMarks: Bool { CombiningMarks.areTooMany(in: bytes.span.extracting(0..<count)) }

    mutating func clear() { count = 0 }
}

/// The smallest QR code for a number of bytes: versions 1 to 40, byte mode, the least error correction (level L).
package struct QRVersion: Sendable, Hashable {
    package let number: Int

    static let numbers = 1...capacities.count

    /// Modules on each side.
    package var modules: Int { 17 + 4 * number }

    /// The capacity of version 20. Beyond it, phone cameras start to fail.
    static let easyByteCount = 858

    /// ISO/IEC 18004, table 7: bytes at level L.
    private static let capacities = [
        17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003, 1091,
        1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431, 2563, 2699, 2809, 2953,
    ]

    /// - Returns: nil for more bytes than fit any QR code.
    package init?(byteCount: Int) {
        guard let index = Self.capacities.firstIndex(where: { byteCount <= $0 }) else { return nil }
        number = index + 1
    }
}
