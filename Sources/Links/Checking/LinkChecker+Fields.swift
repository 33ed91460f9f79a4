import Encodings
import TOTPDomain

extension LinkChecker {
    /// Algorithm, digits, period and counter.
    @inline(__always)
    func checkNumbers(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ algorithm: OTPAlgorithm?, isHOTP: Bool, _ verdict: inout Verdict,
        _ isPlain: inout Bool
    ) {
        if let range = parts.algorithm, !range.isEmpty {
            if let algorithm {
                if algorithm != .sha1 { verdict.rules.insert(.algorithmRare) }
                if range.contains(where: { link[$0] &- 97 < 26 }) { verdict.rules.insert(.algorithmSpelling) }
            } else {
                isPlain = false
            }
        }
        let digits = number(link, parts.digits, maximumDigits: 2, in: OTPParameters.digitsRange, &verdict, &isPlain)
        if let digits { Self.checkDigits(digits, &verdict) }
        let periods = isHOTP ? 0...Int.max : OTPParameters.periodRange
        let period = number(link, parts.period, maximumDigits: 7, in: periods, &verdict, &isPlain)
        if parts.period != nil, isHOTP {
            verdict.rules.insert(.periodUnused)
        } else if let period {
            Self.checkPeriod(period, &verdict)
        }
        let counter = number(link, parts.counter, maximumDigits: 18, in: 0...Int.max, &verdict, &isPlain)
        if isHOTP {
            if counter == nil { isPlain = false }
        } else if parts.counter != nil {
            verdict.rules.insert(.counterUnused)
        }
    }

    /// Returns a number of at most `maximumDigits` plain digits; nil if it is absent, or if the reader has to be asked.
    @inline(__always)
    private func number(
        _ link: Span<UInt8>, _ range: Range<Int>?, maximumDigits: Int, in allowed: ClosedRange<Int>,
        _ verdict: inout Verdict, _ isPlain: inout Bool
    ) -> Int? {
        guard let range, !range.isEmpty else { return nil }
        let value = link.number(in: range, maximumDigits: maximumDigits)
        if value != nil, range.count > 1, link[range.lowerBound] == 48 { verdict.rules.insert(.numberSpelling) }
        guard let value, allowed ~= value else {
            isPlain = false
            return nil
        }
        return value
    }

    /// Label and issuer: how they are written, and whether they agree.
    @inline(__always)
    func checkNames(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ verdict: inout Verdict, _ workspace: inout Workspace,
        _ isPlain: inout Bool
    ) {
        let label = workspace.label.decode(link, parts.label, plusIsSpace: false)
        let value = workspace.issuer.decode(link, parts.issuer ?? 0..<0, plusIsSpace: true)
        let traits = label.traits.union(value.traits)
        if traits.contains(.reserved) { verdict.rules.insert(.notEncoded) }
        if traits.contains(.plus) { verdict.rules.insert(.plusForBlank) }
        if label.hasMalformed || value.hasMalformed { verdict.rules.insert(.percentMalformed) }
        if label.isDoubled || value.isDoubled { verdict.rules.insert(.doublyEncoded) }
        // Another value of a parameter may be in them.
        if traits.contains(.equals) || label.isDoubled || value.isDoubled { isPlain = false }
        if workspace.issuer.bytes.span.isNull(in: 0..<workspace.issuer.count) { workspace.issuer.clear() }
        let isASCII = label.isASCII && value.isASCII
        workspace.hasPlainNames = isASCII
        // The reader refuses them.
        if !isASCII, workspace.label.hasTooManyMarks || workspace.issuer.hasTooManyMarks { isPlain = false }
        var folded: [UInt8] = []
        swap(&folded, &workspace.folded)
        if isASCII || (workspace.label.isUTF8 && workspace.issuer.isUTF8) {
            let mayHaveColon = value.traits.contains(.colon) || value.traits.contains(.percent)
            checkDecodedNames(
                label: workspace.label.bytes.span.extracting(0..<workspace.label.count),
                value: workspace.issuer.bytes.span.extracting(0..<workspace.issuer.count),
                mayHaveColon: mayHaveColon, isASCII: isASCII, &folded, &verdict, &isPlain)
        } else {
            isPlain = false
            verdict.rules.insert(.notUTF8)
            // The names as text: they are in another encoding, or not decoded.
            let label = Array(PercentCoding.decode(link, parts.label, plusIsSpace: false).utf8)
            let value = Array((KeyURI.value(link, parts.issuer) ?? "").utf8)
            checkDecodedNames(
                label: label.span, value: value.span, mayHaveColon: true, isASCII: false, &folded, &verdict, &isPlain)
        }
        swap(&folded, &workspace.folded)
    }

    /// - Parameters:
    ///   - label: decoded, UTF-8.
    ///   - value: the parameter `issuer`, the same.
    ///   - mayHaveColon: whether the value may contain a colon.
    ///   - folded: a buffer for names in lower case.
    @inline(__always)
    private func checkDecodedNames(
        label: Span<UInt8>, value: Span<UInt8>, mayHaveColon: Bool, isASCII: Bool, _ folded: inout [UInt8],
        _ verdict: inout Verdict, _ isPlain: inout Bool
    ) {
        let parameter = KeyURINames.trimmed(value, value.indices)
        let names = KeyURINames(label: label, parameter: value.extracting(parameter))
        let colons = Colons(label)
        // A colon before a slash may be that of another link, and a colon before a digit that of a parameter.
        if colons.hasValue || (mayHaveColon && Colons(value).hasValue) { isPlain = false }
        // An account of this name has codes of another kind.
        if Self.isSpecial(label, names.issuer ?? names.name) || Self.isSpecial(value, parameter) { isPlain = false }
        let name = label.extracting(names.name)
        // One colon separates issuer and name.
        let hasColon = colons.count > 1
        if let prefix = names.issuer {
            if !parameter.isEmpty { verdict.rules.insert(Self.differing(value.extracting(parameter))) }
            addNames(issuer: label.extracting(prefix), name: name, hasColon: hasColon, isASCII, &folded, &verdict)
        } else {
            addNames(issuer: value.extracting(parameter), name: name, hasColon: hasColon, isASCII, &folded, &verdict)
        }
    }

    /// The rule about a parameter `issuer` that is not the issuer before the name.
    private static func differing(_ parameter: Span<UInt8>) -> Rule {
        guard parameter.firstIndex(of: UInt8(ascii: "."), in: parameter.indices) != nil else { return .issuerDiffers }
        let text = parameter.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self).limitingMarks }
        return DomainName.matches(text) ? .issuerDomain : .issuerDiffers
    }

    /// The rules about names: of a link in any encoding, and of an account of an export.
    ///
    /// - Parameters:
    ///   - issuer: trimmed, UTF-8, as the name is; empty if missing.
    ///   - hasColon: whether one of them contains a colon.
    @inline(__always)
    func addNames(
        issuer: Span<UInt8>, name: Span<UInt8>, hasColon: Bool, _ isASCII: Bool, _ folded: inout [UInt8],
        _ verdict: inout Verdict
    ) {
        if name.isEmpty { verdict.rules.insert(.labelMissing) }
        if issuer.isEmpty { verdict.rules.insert(.issuerMissing) }
        if hasColon { verdict.rules.insert(.nameColon) }
        verdict.fingerprints.account = key.fingerprint(issuer: issuer, name: name, isASCII: isASCII, &folded)
    }

    /// The colons of a label or an issuer.
    private struct Colons {
        var count = 0
        var hasValue = false

        @inline(__always)
        init(_ text: Span<UInt8>) {
            var from = 0
            while let colon = text.firstIndex(of: ASCII.colon, in: from..<text.count) {
                count += 1
                from = colon + 1
                if from < text.count, text[from] &- 47 < 11 { hasValue = true }
            }
        }
    }

    /// Whether a name is Steam or Trion.
    private static func isSpecial(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.upperBound - range.lowerBound == 5 else { return false }
        return (text.equals("steam", in: range) || text.equals("trion", in: range))
            && !text.hasUpperCase(in: range.dropFirst())
    }
}
