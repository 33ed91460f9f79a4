import Encodings

/// Looks for an account or a key in the outermost object of a JSON text.
///
/// For detection: never fails, and reads a damaged text up to the damage.
struct AuthenticatorExtensionSearch {
    enum Evidence: Int {
        case none
        /// An object with a secret that looks like the extension's.
        case usual
        /// A type that only the extension writes.
        case own
    }

    private var scanner: JSONScanner
    private var evidence = Evidence.none

    static func evidence(in text: [UInt8]) -> Evidence {
        var search = AuthenticatorExtensionSearch(scanner: JSONScanner(text, checksEscapes: false))
        // At an error, the scanner stays where it is, so the search ends there.
        try? search.run()
        return search.evidence
    }

    private mutating func run() throws(JSONError) {
        guard try scanner.next() == .objectStart else { return }
        while evidence == .none, case .name(let name)? = try scanner.next() {
            if try scanner.nextKind() == .object {
                try readMembers(ofObjectNamed: (try? scanner.string(name)) ?? "")
            } else {
                _ = try scanner.skipValue()
            }
        }
    }

    /// Reads the object that comes next, up to any damage.
    private mutating func readMembers(ofObjectNamed objectName: String) throws(JSONError) {
        var hasSecret = false, hasType = false, isMarked = Self.isIdentifier(objectName)
        defer { evidence = hasType ? .own : hasSecret && isMarked ? .usual : evidence }
        guard try scanner.next() == .objectStart else { return }
        while case .name(let name)? = try scanner.next(), let kind = try scanner.nextKind() {
            let name = (try? scanner.string(name)) ?? ""
            if name == "dataType", kind == .string, case .string(let type)? = try scanner.next() {
                let types = [
                    AuthenticatorExtensionFile.account, AuthenticatorExtensionFile.encryptedAccount,
                    AuthenticatorExtensionFile.key,
                ]
                hasType = types.contains { scanner.matches(type, $0) }
                continue
            }
            if name == "secret" { hasSecret = kind == .string }
            // A type alone is in everybody's files, whose objects have the names of accounts.
            if ["hash", "encrypted", "index"].contains(name) { isMarked = true }
            _ = try scanner.skipValue()
        }
    }

    /// Whether a name is an MD5 hash or a UUID in hexadecimal.
    private static func isIdentifier(_ name: String) -> Bool {
        let digits = name.utf8.filter { $0 != ASCII.hyphen }
        let groups = name.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
        return digits.count == 32 && digits.allSatisfy { ASCII.hexValue($0) != nil }
            && (groups == [32] || groups == [8, 4, 4, 4, 12])
    }
}
