import CAssets
import CPSL
import Encodings

/// The list of domains under which anyone can register names, through libpsl with its built-in list.
///
/// `alice.github.io` and `bob.github.io` belong to two people, `www.example.co.uk` and `example.co.uk` to one.
enum PublicSuffixes {
    /// Returns the part of a host that was registered: `paypal.co.uk` of `www.paypal.co.uk`.
    ///
    /// - Parameter host: as ``ascii(_:)`` returns it.
    /// - Returns: nil for an IP address, a name without a dot and a public suffix: these match only as a whole.
    static func registrableDomain(of host: String) -> String? {
        guard !isAddress(host), isName(host), let list = psl_builtin() else { return nil }
        return host.withCString { start in psl_registrable_domain(list, start).map { String(cString: $0).limitingMarks }
        }
    }

    /// Returns the names that were registered, `paypal` of `paypal.co.uk`, without services within another domain:
    /// their names are not the name of that domain.
    static func registeredNames(of domains: Set<String>) -> Set<String> {
        Set(domains.filter { registrableDomain(of: $0) == $0 }.map { String($0.prefix { $0 != "." }) })
    }

    /// Labels of at most 63 bytes, none of them empty, at most 253 bytes in all.
    private static func isName(_ host: String) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return host.utf8.count <= 253 && labels.count > 1 && labels.allSatisfy { 1...63 ~= $0.count }
    }

    /// Names of the highest level are never numbers.
    private static func isAddress(_ host: String) -> Bool {
        host.utf8.contains(ASCII.colon)
            || host.utf8.split(separator: UInt8(ascii: ".")).last?.allSatisfy { 0x30...0x39 ~= $0 } ?? true
    }

    // MARK: - Texts that are compared

    /// A host as registries know it: in lower case, and labels beyond ASCII as `xn--…`.
    ///
    /// Both ways to write a name are then equal, and letters that only look alike differ: `gıthub.com` is
    /// `xn--gthub-n4a.com`.
    static func ascii(_ host: String) -> String {
        var name = lowered(host)
        // The end of a name that is complete.
        if name.utf8.last == UInt8(ascii: ".") { name.unicodeScalars.removeLast() }
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
        let labels = name.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "\u{3002}" }
        return labels.map { label in
            if !label.allSatisfy(\.isASCII), let encoded = Punycode.encode(label) { return "xn--\(encoded)" }
            return String(Substring(label))
        }.joined(separator: ".")
    }

    /// A text as it is compared: in Unicode NFKC, ignoring case and spaces around it. `ＧｉｔＨｕｂ` is `github`.
    static func folded(_ text: String) -> String {
        if text.isASCII { return lowered(text) }
        // In upper case first: `ß` is then `ss`, as in `STRASSE`. `ı` is not another case of `i`.
        return lowered(text.mapped { $0 == "\u{131}" ? "\u{131}" : $0.properties.uppercaseMapping })
    }

    /// In Unicode NFKC and in lower case, without spaces around it: `ß` and `ı` stay.
    static func lowered(_ text: String) -> String {
        // The same, much faster: nearly all names are ASCII.
        if text.isASCII { return text.lowercased().trimmingWhitespace }
        let lower = text.mapped(\.properties.lowercaseMapping)
        var normal: UnsafeMutablePointer<CChar>?
        // C would stop at a zero.
        guard !lower.utf8.contains(0), psl_str_to_utf8lower(lower, "utf-8", nil, &normal) == PSL_SUCCESS, let normal
        else { return lower.trimmingWhitespace }
        defer { psl_free_string(normal) }
        // Normalization can turn letters, such as mathematical letters, into letters in upper case.
        return String(cString: normal).limitingMarks.mapped(\.properties.lowercaseMapping).trimmingWhitespace
    }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

    /// Letter by letter, wherever it is in a word.
    fileprivate func mapped(_ mapping: (Unicode.Scalar) -> String) -> String {
        var mapped = String.UnicodeScalarView()
        for scalar in unicodeScalars { mapped.append(contentsOf: mapping(scalar).unicodeScalars) }
        return String(mapped)
    }
}

/// The version of the library behind this file, as it is at run time.
package enum MatchLibraries {
    package static var psl: String { String(cString: psl_get_version()) }
}

/// The domains of services whose name differs from the name of their site, or is ambiguous alone.
enum KnownServices {
    /// - Parameter issuer: as ``PublicSuffixes/folded(_:)`` returns it.
    static func domains(of issuer: String) -> [String] { all[issuer] ?? [] }

    /// The domain whose logins belong together: the registrable domain, or the longer domain of a service within
    /// another service's domain, which has its own codes.
    static func domain(of host: String) -> String? {
        within.first { host == $0 || host.hasSuffix(".\($0)") } ?? PublicSuffixes.registrableDomain(of: host)
    }

    private static let within = Set(all.values.joined()).filter { PublicSuffixes.registrableDomain(of: $0) != $0 }

    /// Names are folded.
    static let all = Dictionary(
        uniqueKeysWithValues: String(cString: cassets_services()).split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return (parts[0], (parts.last ?? "").split(separator: " ").map(String.init))
        })
}
