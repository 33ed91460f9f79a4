import CryptoPrimitives
import Encodings
import Synchronization

/// Decides whose requests are answered. The rest of this computer, and every other page in the browser, is hostile.
package final class Gate: Sendable {
    private let host: PageHost
    private let port: Int
    private let proof: OpeningProof?
    private let channels: Mutex<Channels>

    /// - Parameter proof: for the file that opens the browser.
    package init(_ token: AccessToken, host: PageHost, port: Int, proof: OpeningProof? = nil) {
        (self.host, self.port, self.proof) = (host, port, proof)
        channels = Mutex(Channels(token))
    }

    /// The path of all resources: the name of the requested resource is encrypted.
    package static let resources = "/api"

    /// Whether a request names the address of this run, which foreign pages never do: another name for this computer
    /// would let them read answers (DNS rebinding).
    package func isAddressed(by request: Request) -> Bool {
        guard let host = request.header("host") else { return false }
        if host == "\(self.host.name):\(port)" { return true }
        guard self.host.hasOtherPorts, host.hasPrefix("\(self.host.name):") else { return false }
        return Int(host.dropFirst(self.host.name.count + 1)).map { 1...65_535 ~= $0 } == true
    }

    /// - Returns: why the request is refused; nil to answer it.
    package func refusal(of request: Request) -> Problem? {
        guard let host = request.header("host"), isAddressed(by: request) else {
            return Self.foreign("host", request.header("host"))
        }
        let isResource = request.path == Self.resources
        if request.has("origin") || (isResource && request.method != "GET") {
            guard request.header("origin") == "http://\(host)" else {
                return Self.foreign("origin", request.header("origin"))
            }
        }
        if request.has("sec-fetch-site"), request.header("sec-fetch-site") != "same-origin" {
            // The user opens the page: from the file that the program wrote, by typing, from a bookmark.
            let opens =
                !isResource && request.method == "GET" && request.header("sec-fetch-mode") == "navigate"
                && request.header("sec-fetch-dest") == "document"
            guard opens else { return Self.foreign("site", request.header("sec-fetch-site")) }
        }
        return nil
    }

    private static func foreign(_ what: String, _ value: String?) -> Problem {
        let shown = value.map { "\"\($0.printable(limit: 80))\"" } ?? "missing"
        return Problem(
            403, "foreign", "the \(what) of the request is \(shown)", .text("only the page of this program is answered")
        )
    }

    /// Takes a request for a resource, from its head alone: other senders may not send a body. Each is taken once.
    ///
    /// - Throws: if it does not prove the token.
    func caller(_ head: Request) throws(Problem) -> Caller {
        guard let claim = Claim(head), let caller = try? channels.withLock({ try $0.caller(claim, head) }) else {
            throw Problem(
                401, "token", "this page is not the one that the program opened",
                .text("use the address in the terminal"))
        }
        return caller
    }

    /// The answer to the file that opens the browser, before it goes to the address with the token.
    func answer(toOpening request: Request) -> Response? {
        guard let proof, isAddressed(by: request), request.method == "GET",
            ConstantTime.areEqual(Array(request.target.utf8), Array(proof.target.utf8))
        else { return nil }
        // A file has no origin.
        return Response(
            200, [("Content-Type", "text/plain"), ("Access-Control-Allow-Origin", "null")],
            body: Array(proof.answer.utf8))
    }
}

/// The proof, for the file that opens the browser, that the program still has its address: only the program can answer
/// the file's request, and only the file knows what to ask. Without it, another program could take the address of a
/// program that ended while the browser started, and get the token.
package struct OpeningProof: Sendable {
    package let target: String
    package let answer: String

    package init() throws(CryptoError) {
        target = "/opening/\(Hex.encode(try RandomBytes.make(16)))"
        answer = Hex.encode(try RandomBytes.make(16))
    }
}

/// The claim in `Authorization: Page LOAD CHANNEL COUNTER PROOF`.
private struct Claim {
    let load: Int
    let channel: String
    let counter: UInt64
    let proof: [UInt8]

    init?(_ request: Request) {
        guard let words = request.header("authorization")?.split(separator: " ", omittingEmptySubsequences: false),
            words.count == 5, words[0] == "Page", let load = Int(words[1]), 0..<Limit.webLoads ~= load,
            words[2].utf8.count == 32, let counter = UInt64(words[3]), let proof = Hex.decode(String(words[4]))
        else { return nil }
        (self.load, self.channel, self.counter, self.proof) = (load, String(words[2]), counter, proof)
    }
}

/// All loads of the page that have proved the token.
private struct Channels {
    private struct Channel {
        let keys: ChannelKeys
        /// Requests with lower counters are refused.
        var lowest: UInt64 = 1
        var seen: Set<UInt64> = []
    }

    /// The secrets of the first load, of the load after a reload, and so on.
    private var secrets: [LoadSecret]
    private var channels: [String: Channel] = [:]
    /// Requests overtake each other, but never by this many.
    private static let window = 256

    init(_ token: AccessToken) { secrets = [token.secret] }

    mutating func caller(_ claim: Claim, _ head: Request) throws -> Caller? {
        let id = "\(claim.load) \(claim.channel)"
        var channel: Channel
        if let known = channels[id] {
            channel = known
        } else {
            channel = Channel(keys: try ChannelKeys(try secret(claim.load), channel: claim.channel))
        }
        let proof = try channel.keys.proof(
            head.method, head.target, counter: claim.counter, length: head.header("content-length") ?? "0")
        guard ConstantTime.areEqual(proof, claim.proof), claim.counter >= channel.lowest,
            channels[id] != nil || channels.count < Limit.webLoads, channel.seen.insert(claim.counter).inserted
        else { return nil }
        if channel.seen.count > Self.window, let oldest = channel.seen.min() {
            channel.seen.remove(oldest)
            channel.lowest = oldest + 1
        }
        channels[id] = channel
        return Caller(channel.keys, counter: claim.counter)
    }

    private mutating func secret(_ load: Int) throws -> LoadSecret {
        while secrets.count <= load, let last = secrets.last { secrets.append(try last.next()) }
        return secrets[load]
    }
}
