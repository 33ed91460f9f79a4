import CAssets

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
