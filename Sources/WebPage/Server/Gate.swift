import CryptoPrimitives
import Encodings
import SecureMemory

/// Decides whose requests are answered. The rest of this computer, and every other page in the browser, is hostile.
package struct Gate: Sendable {
    private let token: AccessToken
    /// `127.0.0.1:PORT` and `[::1]:PORT`.
    private let hosts: Set<String>

    package init(_ token: AccessToken, port: Int) {
        self.token = token
        hosts = ["127.0.0.1:\(port)", "[::1]:\(port)"]
    }

    /// Whether a path belongs to the resources, which need the token; the page's own files are the same for everybody.
    package static func needsToken(_ path: some StringProtocol) -> Bool { path.hasPrefix("/api/") }

    /// - Returns: why the request is refused; nil to answer it.
    package func refusal(of request: Request) -> Problem? {
        // Another name for this computer is how a foreign page would read answers (DNS rebinding).
        guard let host = request.header("host"), hosts.contains(host) else {
            return Self.foreign("host", request.header("host"))
        }
        let needsToken = Self.needsToken(request.path)
        if request.has("origin") || (needsToken && request.method != "GET") {
            guard request.header("origin") == "http://\(host)" else {
                return Self.foreign("origin", request.header("origin"))
            }
        }
        if request.has("sec-fetch-site"), request.header("sec-fetch-site") != "same-origin" {
            // Somebody opens the page: from the file that the program wrote, by typing, from a bookmark.
            let opens =
                !needsToken && request.method == "GET" && request.header("sec-fetch-mode") == "navigate"
                && request.header("sec-fetch-dest") == "document"
            guard opens else { return Self.foreign("site", request.header("sec-fetch-site")) }
        }
        guard !needsToken || token.matches(authorization: request.header("authorization")) else {
            return Problem(
                401, "token", "this page is not the one that the program opened",
                .text("use the address in the terminal"))
        }
        return nil
    }

    private static func foreign(_ what: String, _ value: String?) -> Problem {
        let shown = value.map { "\"\($0.printable(limit: 80))\"" } ?? "missing"
        return Problem(
            403, "foreign", "the \(what) of the request is \(shown)", .text("only the page of this program is answered")
        )
    }
}

/// What the page shows to prove that it is the one that this run opened: 256 random bits.
package struct AccessToken: Sendable {
    private let bytes: LockedBytes

    /// - Throws: ``CryptoError`` if the system has no randomness.
    package init() throws(CryptoError) {
        var random = try RandomBytes.make(32)
        bytes = LockedBytes(copying: random)
        random.wipe()
    }

    /// 64 hexadecimal digits, for the address.
    package var text: String { Hex.encode(bytes) }

    /// Whether a header of a request is the token. Takes the same time for every wrong one of its length.
    package func matches(authorization: String?) -> Bool {
        let prefix = "Bearer "
        guard let authorization, authorization.hasPrefix(prefix) else { return false }
        let digits = Array(authorization.utf8.dropFirst(prefix.utf8.count))
        guard digits.count == 2 * bytes.count else { return false }
        return ConstantTime.areEqual(digits, Array(text.utf8))
    }
}
