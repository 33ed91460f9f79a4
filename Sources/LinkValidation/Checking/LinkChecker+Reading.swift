import Encodings
import TOTPDomain

extension LinkChecker {
    /// Asks the reader about a link that is not plainly right.
    func read(_ link: Span<UInt8>, _ scheme: KeyURIScheme, _ parts: KeyURIParts, _ verdict: inout Verdict) {
        let reading: KeyURI.Reading
        do throws(EntryError) { reading = try KeyURI.read(link, scheme: scheme) } catch {
            for problem in KeyURI.problems(in: link, scheme: scheme, parts, first: error) {
                verdict.rules.insert(Self.rule(of: problem, isSecretThere: parts.secret != nil))
            }
            return
        }
        let item = reading.item
        if scheme == .otpauth {
            judgeDecoded(link, parts, &verdict)
            if reading.warning != nil { verdict.rules.insert(.counterMissing) }
            judgeSpelling(link, parts, item.parameters, &verdict)
        } else {
            if scheme == .steam { judgeSteam(link, parts, &verdict) }
            if !item.issuer.isEmpty || !item.name.isEmpty {
                verdict.fingerprints.account = key.fingerprint(issuer: item.issuer, name: item.name)
            }
        }
        // Of what is read: of a Yandex secret, only the first bytes are.
        verdict.fingerprints.secret = key.fingerprint(ofSecret: item.secret.bytes)
    }

    /// The secret once it is percent-decoded.
    private func judgeDecoded(_ link: Span<UInt8>, _ parts: KeyURIParts, _ verdict: inout Verdict) {
        guard let text = KeyURI.value(link, parts.secret) else { return }
        let bytes = Array(text.utf8)
        judge(SecretScan(bytes.span, 0..<bytes.count, key: key), digestSize(link, parts), &verdict)
    }

    /// The secret of `steam://SECRET`, in which a `+` is none of base32.
    private func judgeSteam(_ link: Span<UInt8>, _ parts: KeyURIParts, _ verdict: inout Verdict) {
        let bytes = PercentCoding.decodedBytes(link.extracting(parts.secret ?? 0..<0), plusIsSpace: false)
        judge(SecretScan(bytes.span, 0..<bytes.count, key: key), 20, &verdict)
    }

    /// What the reader understood although it is not written as the format has it.
    private func judgeSpelling(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ parameters: OTPParameters, _ verdict: inout Verdict
    ) {
        guard parameters.kind == .totp || parameters.kind == .hotp else {
            // Steam and Yandex prescribe digits and period; what the link says of them does not matter.
            verdict.rules.insert(.typeRare)
            for rule in [Rule.digitsRare, .digitsEight, .periodRare] { verdict.rules.remove(rule) }
            return
        }
        if let text = KeyURI.value(link, parts.algorithm), text != parameters.algorithm.rawValue {
            verdict.rules.insert(.algorithmSpelling)
            if parameters.algorithm != .sha1 { verdict.rules.insert(.algorithmRare) }
        }
        let numbers = [
            (parts.digits, Int64(parameters.digits)), (parts.period, parameters.period.map { Int64($0) }),
            (parts.counter, parameters.counter),
        ]
        for (range, number) in numbers {
            guard let number, let text = KeyURI.value(link, range), text != String(number) else { continue }
            verdict.rules.insert(.numberSpelling)
        }
        if parts.digits != nil, parameters.digits != 6 {
            verdict.rules.insert(parameters.digits == 8 ? .digitsEight : .digitsRare)
        }
        if let period = parameters.period, period != 30 { verdict.rules.insert(.periodRare) }
    }

    /// `motp:` and `steam://`.
    func checkRelative(_ link: Span<UInt8>, _ scheme: KeyURIScheme, _ verdict: inout Verdict) {
        let parts = KeyURIParts(link, scheme: scheme)
        verdict.rules.insert(.typeRare)
        if parts.fragment != nil { verdict.rules.insert(.fragment) }
        if parts.firstRepeated != nil { verdict.rules.insert(.parameterRepeated) }
        if parts.firstUnknown != nil { verdict.rules.insert(.parameterUnknown) }
        read(link, scheme, parts, &verdict)
    }

    /// Each account of an export is checked; the link has the findings of all.
    func checkMigration(_ link: Span<UInt8>, _ verdict: inout Verdict, _ workspace: inout Workspace) {
        guard let document = Migration.document(of: link, migration) else {
            verdict.rules.insert(.migrationDamaged)
            return
        }
        for entry in document.entries {
            switch entry {
            case .rejected(let rejection):
                verdict.rules.insert(
                    Self.rule(of: EntryError(rejection.code, rejection.reason), isSecretThere: true))
            case .item(let item):
                workspace.accounts.append(judge(item, &verdict))
            }
        }
        workspace.part = document.migrationParts.first
        if !document.warnings.isEmpty { verdict.rules.insert(.migrationPartOdd) }
    }

    /// An account that stands in no link of its own.
    func judge(_ item: TOTPItem, _ verdict: inout Verdict) -> Fingerprints {
        let secret = item.secret.bytes
        var fingerprints = Fingerprints(secret: key.fingerprint(ofSecret: secret))
        judge(byteCount: secret.count, 20, &verdict)
        if secret.count > 1, secret.allSatisfy({ $0 == secret[0] }) { verdict.rules.insert(.secretRepeats) }
        if examples.contains(fingerprints.secret) { verdict.rules.insert(.secretExample) }
        if item.parameters.algorithm != .sha1 { verdict.rules.insert(.algorithmRare) }
        if item.parameters.digits == 8 { verdict.rules.insert(.digitsEight) }
        if item.name.isEmpty { verdict.rules.insert(.labelMissing) }
        if item.issuer.isEmpty { verdict.rules.insert(.issuerMissing) }
        if !item.issuer.isEmpty || !item.name.isEmpty {
            fingerprints.account = key.fingerprint(issuer: item.issuer, name: item.name)
        }
        return fingerprints
    }

    /// The rule that a rejection breaks.
    static func rule(of problem: EntryError, isSecretThere: Bool) -> Rule {
        if problem.code == .secretMissing { return isSecretThere ? .secretEmpty : .secretMissing }
        return Rule(id: problem.code.rawValue) ?? .notALink
    }
}

/// The parts of Google Authenticator's exports, through the format that reads them.
enum Migration {
    /// - returns: nil where the link is none at all.
    static func document(of link: Span<UInt8>, _ format: any ImportFormat) -> ImportedDocument? {
        let text = link.withUnsafeBufferPointer { Array($0) }
        return try? format.read(ImportRequest(content: SourceContent(text: text)))
    }
}
