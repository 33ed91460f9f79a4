import CPSL
import Encodings

/// The list of domains under which anybody can register names, through libpsl with the list that it contains.
///
/// `alice.github.io` and `bob.github.io` belong to two people, `www.example.co.uk` and `example.co.uk` to one.
enum PublicSuffixes {
    /// The part of a host that somebody registered: `paypal.co.uk` of `www.paypal.co.uk`.
    ///
    /// - Parameter host: in lower case.
    /// - Returns: nil for an IP address, a name without a dot and a public suffix: these match only as a whole.
    static func registrableDomain(of host: String) -> String? {
        guard !isAddress(host), isName(host), let list = psl_builtin() else { return nil }
        return host.withCString { start in psl_registrable_domain(list, start).map { String(cString: $0).limitingMarks }
        }
    }

    /// The name that was registered: `paypal` of `www.paypal.co.uk`.
    static func registeredName(of host: String) -> String? {
        registrableDomain(of: host).map { String($0.prefix { $0 != "." }) }
    }

    /// The registered names of domains, without those of a service within another one's domain: its name is not that of
    /// the other one.
    static func registeredNames(of domains: Set<String>) -> Set<String> {
        Set(domains.filter { registrableDomain(of: $0) == $0 }.compactMap { registeredName(of: $0) })
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

    /// A text as it is compared: in Unicode NFKC and in lower case, without spaces around it. `ＧｉｔＨｕｂ` is `github`.
    static func folded(_ text: String) -> String {
        var folded: UnsafeMutablePointer<CChar>?
        // In upper case first: `ß` is then `ss`, as in `STRASSE`.
        guard psl_str_to_utf8lower(text.uppercased(), "utf-8", nil, &folded) == PSL_SUCCESS, let folded else {
            return text.lowercased().trimmingWhitespace
        }
        defer { psl_free_string(folded) }
        return String(cString: folded).limitingMarks.trimmingWhitespace
    }
}

/// The version of the library behind this file, as it is at run time.
package enum MatchLibraries {
    package static var psl: String { String(cString: psl_get_version()) }
}
