import CryptoPrimitives
import Encodings
import Testing

@testable import WebPage

/// Only the page that the program opened gets answers.
@Suite struct GateTests {
    private let page: TestPage

    init() throws { page = try TestPage() }

    /// A change to a good request, and the status that it gets.
    struct Change: Sendable, CustomTestStringConvertible {
        let what: String
        var method = "GET"
        var target = "/main.js"
        let header: String
        /// Nil removes the header.
        let value: String?
        let status: Int

        var testDescription: String { "\(what): \(method) \(target)" }
    }

    static let changes: [Change] = [
        Change(what: "no host", header: "host", value: nil, status: 403),
        Change(what: "a rebound name", header: "host", value: "evil.example:4711", status: 403),
        Change(what: "localhost", header: "host", value: "localhost:4711", status: 403),
        Change(what: "the address of all", header: "host", value: "127.0.0.1:4711", status: 403),
        Change(what: "another port", header: "host", value: "127.83.4.201:4712", status: 403),
        Change(what: "no port", header: "host", value: "127.83.4.201", status: 403),
        Change(what: "another spelling", header: "host", value: "127.83.1225:4711", status: 403),
        Change(
            what: "the page of a rebound name", target: "/", header: "host", value: "evil.example:4711", status: 403),
        Change(what: "a foreign origin", header: "origin", value: "http://evil.example", status: 403),
        Change(what: "an opaque origin", header: "origin", value: "null", status: 403),
        Change(what: "another port's origin", header: "origin", value: "http://127.83.4.201:4712", status: 403),
        Change(what: "https", header: "origin", value: "https://127.83.4.201:4711", status: 403),
        Change(what: "another site", header: "sec-fetch-site", value: "cross-site", status: 403),
        Change(what: "the same site, another port", header: "sec-fetch-site", value: "same-site", status: 403),
        Change(what: "typed into the address", header: "sec-fetch-site", value: "none", status: 403),
        Change(what: "a browser without the header", header: "sec-fetch-site", value: nil, status: 200),
        Change(what: "another method", method: "HEAD", header: "x", value: nil, status: 405),
        Change(what: "a file that does not exist", target: "/nothing", header: "x", value: nil, status: 404),
        Change(what: "a path of a resource", target: "/api/state", header: "x", value: nil, status: 404),
        Change(what: "another folder", target: "/../../etc/passwd", header: "x", value: nil, status: 404),
        Change(what: "a proof that is not asked for", target: "/opening/", header: "x", value: nil, status: 404),
    ]

    @Test("A request with one changed header, method or path gets the expected status", arguments: changes)
    func oneChangeDecides(_ change: Change) async {
        var request = page.plain(change.method, change.target)
        request.headers.removeAll { $0.name == change.header }
        if let value = change.value { request.headers.append((name: change.header, value: value)) }
        let response = await page.handler.answer(request)
        #expect(response.status == change.status, "\(response.text)")
        #expect((response.status == 200) == (response.headers.allSatisfy { $0.value != "application/problem+json" }))
    }

    /// Changes to a request for a resource, and the status that it gets. The request has no effect.
    @Test(arguments: [
        ("host", nil, 403), ("host", "evil.example:4711", 403), ("host", "127.0.0.1:4711", 403), ("origin", nil, 403),
        ("origin", "http://evil.example", 403), ("origin", "null", 403), ("sec-fetch-site", "cross-site", 403),
        ("sec-fetch-site", "none", 403), ("authorization", nil, 401), ("authorization", "", 401),
        ("authorization", "Bearer 00", 401), ("authorization", "Page 0 0 0 0", 401), ("content-length", "1", 401),
        ("content-length", nil, 401),
    ])
    func aChangedRequestIsNotTaken(_ header: String, _ value: String?, _ status: Int) async throws {
        var request = try page.outer(
            "POST", "/api/inputs", body: Array("otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ".utf8))
        request.headers.removeAll { $0.name == header }
        if let value { request.headers.append((name: header, value: value)) }
        #expect(await page.handler.answer(request).status == status)
        #expect(await page.session.inputs.isEmpty)
    }

    @Test func aHeaderThatIsThereTwiceIsWrong() async throws {
        for name in ["host", "authorization", "origin", "sec-fetch-site", "content-length"] {
            var request = try page.outer("POST", "/api/awake")
            request.headers.append((name: name, value: request.header(name) ?? ""))
            #expect([401, 403].contains(await page.handler.answer(request).status), "\(name)")
        }
    }

    /// Each resource, without the token and with a wrong one.
    @Test(arguments: Route.all.map { "\($0.method) \($0.path.joined(separator: "/"))" })
    func everyResourceNeedsTheToken(_ route: String) async throws {
        let parts = route.split(separator: " ").map(String.init)
        let target = parts[1].replacing("*", with: "x")
        #expect(
            await page.handler.answer(page.plain(parts[0], target, headers: [("Origin", "http://\(TestPage.host)")]))
                .status == 404)
        let stranger = try TestCaller(AccessToken())
        let request = Request(parts[0], target)
        #expect(await page.handler.answer(try stranger.outer(request, host: TestPage.host)).status == 401)
        let answer = await page.handler.answer(try page.caller.outer(request, host: TestPage.host))
        #expect(answer.status == 200)
        #expect(answer.headers.map(\.value) == ["application/octet-stream"])
    }

    // MARK: - What is encrypted

    /// A request is answered once, whatever overtakes it, and never again.
    @Test func eachRequestIsTakenOnce() async throws {
        let request = Request("POST", "/api/inputs", body: Array("otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ".utf8))
        let seventh = try page.caller.outer(request, host: TestPage.host, counter: 7)
        for counter in [7, 3, 300, 45, 44] as [UInt64] {
            let outer = try page.caller.outer(Request("GET", "/api/state"), host: TestPage.host, counter: counter)
            #expect(await page.handler.answer(outer).status == 200)
            #expect(await page.handler.answer(outer).status == 401)
        }
        #expect(await page.handler.answer(seventh).status == 401)
        for counter in 1000...1300 as ClosedRange<UInt64> {
            let outer = try page.caller.outer(Request("GET", "/api/state"), host: TestPage.host, counter: counter)
            #expect(await page.handler.answer(outer).status == 200)
        }
        // A counter that is too far behind could have been used already.
        let late = try page.caller.outer(request, host: TestPage.host, counter: 20)
        #expect(await page.handler.answer(late).status == 401)
        let zero = try TestCaller(page.token).outer(request, host: TestPage.host, counter: 0)
        #expect(await page.handler.answer(zero).status == 401)
        #expect(await page.session.inputs.isEmpty)
    }

    /// Tabs, and loads of one tab, have keys of their own; each is derived from the one before it.
    @Test func everyLoadHasItsKeys() async throws {
        let callers = try [0, 0, 1, 1, 7, Limit.webLoads - 1].map { try TestCaller(page.token, load: $0) }
        for caller in callers {
            let answer = await page.handler.answer(
                try caller.outer(Request("GET", "/api/state"), host: TestPage.host, counter: 1))
            #expect(try caller.open(answer.body, 1).status == 200)
            for other in callers where other !== caller {
                #expect(throws: CryptoError.self) { try other.open(answer.body, 1) }
            }
            #expect(throws: CryptoError.self) { try caller.open(answer.body, 2) }
        }
        let many = try TestCaller(page.token, load: Limit.webLoads)
        #expect(
            await page.handler.answer(try many.outer(Request("GET", "/api/state"), host: TestPage.host)).status == 401)
    }

    @Test func tabsHaveALimit() async throws {
        for number in 0...Limit.webLoads {
            let outer = try TestCaller(page.token).outer(Request("GET", "/api/state"), host: TestPage.host)
            #expect(await page.handler.answer(outer).status == (number < Limit.webLoads ? 200 : 401))
        }
    }

    /// A body is whole and unchanged, or nothing happens; the answer says so, encrypted.
    @Test func bodiesThatAreChangedAreNotOpened() async throws {
        let link = Array("otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ".utf8)
        let request = Request("POST", "/api/inputs", body: link + [UInt8](repeating: 0x0A, count: Caller.chunk))
        let whole = try page.caller.seal(request, 99)
        var bodies: [[UInt8]] = [[], [0], Array(whole.prefix(4)), Array(whole.dropLast()), whole + [0]]
        // Without its last chunk.
        bodies.append(Array(whole.dropLast(link.count + AESGCM.tagCount)))
        for index in [0, 3, 4, 200, Caller.chunk + 100, whole.count - 1] {
            var changed = whole
            changed[index] ^= 1
            bodies.append(changed)
        }
        for (number, body) in bodies.enumerated() {
            let counter = UInt64(1000 + number)
            var outer = try page.caller.outer(Request("GET", "/api/state"), host: TestPage.host, counter: counter)
            outer.headers.removeAll { ["authorization", "content-length"].contains($0.name) }
            outer.headers.append(("content-length", "\(body.count)"))
            outer.headers.append(("authorization", try page.caller.authorization(counter, length: "\(body.count)")))
            outer.body = body
            let answer = try page.caller.open(await page.handler.answer(outer).body, counter)
            #expect(answer.problem?["code"]?.text == "malformed")
        }
        let lying = try page.caller.seal(request, 50, size: 3)
        var outer = try page.caller.outer(request, host: TestPage.host, counter: 50)
        outer.body = lying
        outer.headers.removeAll { ["authorization", "content-length"].contains($0.name) }
        outer.headers.append(("content-length", "\(lying.count)"))
        outer.headers.append(("authorization", try page.caller.authorization(50, length: "\(lying.count)")))
        #expect(try page.caller.open(await page.handler.answer(outer).body, 50).status == 400)
        #expect(await page.session.inputs.isEmpty)
    }

    /// Bodies and answers of every size near the edges of chunks come whole.
    @Test func bodiesOfAllSizes() async throws {
        for count in [0, 1, 15, 16, 17, Caller.chunk - 1, Caller.chunk, Caller.chunk + 1, 3 * Caller.chunk] {
            let text = [UInt8](repeating: 0x78, count: count)
            let answer = await page.send("POST", "/api/checks", headers: [("Input-Name", "a")], body: text)
            #expect(answer.status == 200, "\(count) \(answer.text)")
            let caller = Caller(try ChannelKeys(page.token.secret, channel: "x"), counter: 3)
            let sealed = caller.seal(Response(201, [("A", "b")], body: text))
            #expect(sealed.body.count >= count + 20)
            // Never two answers with one nonce.
            #expect(caller.seal(Response(200)).body.isEmpty)
        }
    }

    @Test func nothingOfARequestOrAnAnswerIsReadable() async throws {
        let link = "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        let request = try page.outer("POST", "/api/inputs", body: Array(link.utf8))
        let answer = await page.handler.answer(request)
        let seen = [request.target] + request.headers.flatMap { [$0.name, $0.value] }
        for text in seen + [request.body, answer.body].map({ String(decoding: $0, as: UTF8.self) }) {
            #expect(!text.contains(page.token.text) && !text.contains("Acme") && !text.contains("inputs"))
        }
        #expect(await page.session.inputs.count == 1)
    }

    // MARK: - How it is opened

    @Test func thePageIsOpenedFromAFile() async {
        for mode in [("navigate", "document", 200), ("navigate", "iframe", 403), ("no-cors", "script", 403)] {
            let request = Request(
                "GET", "/",
                headers: [
                    ("Host", TestPage.host), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", mode.0),
                    ("Sec-Fetch-Dest", mode.1),
                ])
            #expect(await page.handler.answer(request).status == mode.2)
        }
    }

    /// Only the file knows the question, and only the program the answer.
    @Test func theFileThatOpensThePageAsksForAProof() async throws {
        let proof = try OpeningProof()
        let host = PageHost(name: TestPage.name, addresses: [], hasOtherPorts: false)
        let handler = PageHandler(
            gate: Gate(page.token, host: host, port: TestPage.port, proof: proof), session: page.session,
            notice: { _ in })
        for (method, target, host, status) in [
            ("GET", proof.target, TestPage.host, 200), ("POST", proof.target, TestPage.host, 403),
            ("GET", proof.target + "0", TestPage.host, 403), ("GET", "/opening/" + proof.answer, TestPage.host, 403),
            ("GET", proof.target, "evil.example:4711", 403),
        ] {
            let answer = await handler.answer(Request(method, target, headers: [("Host", host), ("Origin", "null")]))
            #expect(answer.status == status)
            #expect((answer.text == proof.answer) == (status == 200))
            #expect(answer.headers.contains { $0 == ("Access-Control-Allow-Origin", "null") } == (status == 200))
        }
    }

    @Test func everyRunHasAHostOfItsOwn() throws {
        let addresses = try (0..<200).map { _ in try PageHost.address() }
        #expect(Set(addresses).count > 190)
        for host in addresses {
            let numbers = host.name.split(separator: ".").compactMap { UInt8($0) }
            #expect(numbers.count == 4 && numbers[0] == 127 && numbers[1] > 0 && (1...254).contains(numbers[3]))
            #expect(host.addresses == [host.name] && !host.hasOtherPorts)
        }
        let names = try (0..<200).map { _ in try PageHost.randomName() }
        #expect(Set(names).count == 200)
        for host in names {
            let label = host.name.prefix { $0 != "." }
            #expect(host.name == "\(label).localhost" && label.utf8.count == 26)
            #expect(label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) })
            #expect(host.addresses == ["127.0.0.1", "::1"])
        }
    }

    /// Behind `ssh -L`, the port is another one; the name is not.
    @Test(
        "With other ports allowed, a host needs the page's name and a valid port",
        arguments: [
            ("abc.localhost:4711", true), ("abc.localhost:1", true), ("abc.localhost:65535", true),
            ("abc.localhost:0", false),
            ("abc.localhost:65536", false), ("abc.localhost:", false), ("abc.localhost", false),
            ("abc.localhost:1x", false),
            ("abc.localhost:-1", false), ("bc.localhost:4711", false), ("xabc.localhost:4711", false),
            ("abc.localhost.:4711", false), ("127.0.0.1:4711", false), ("[::1]:4711", false), ("localhost:4711", false),
            ("ABC.localhost:4711", false),
        ])
    func aNameMayHaveAnotherPort(_ host: String, _ isTaken: Bool) async throws {
        let name = PageHost(name: "abc.localhost", addresses: [], hasOtherPorts: true)
        let handler = PageHandler(
            gate: Gate(page.token, host: name, port: 4711), session: page.session, notice: { _ in })
        #expect(await handler.answer(Request("GET", "/", headers: [("Host", host)])).status == (isTaken ? 200 : 403))
        let answer = await handler.answer(try page.caller.outer(Request("GET", "/api/state"), host: host))
        #expect(answer.status == (isTaken ? 200 : 403))
    }

    @Test func theTerminalLearnsOfAForeignPageOnce() async {
        func send(_ origin: String) async -> Response {
            await page.handler.answer(page.plain("GET", "/", headers: [("Origin", origin)]))
        }
        for _ in 1...50 { _ = await send("http://evil.example") }
        for number in 1...50 { _ = await send("http://\(number).example") }
        _ = await send("http://evil.example\u{1B}[2J")
        #expect(page.notices.all.count == Limit.webNotices)
        #expect(page.notices.all.first?.contains("http://evil.example") == true)
        #expect(page.notices.all.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") })
        #expect(await send("http://" + String(repeating: "e\u{301}\u{302}", count: 3000)).status == 400)
    }

    @Test func tokensAreRandom() throws {
        let tokens = try (1...100).map { _ in try AccessToken() }
        #expect(Set(tokens.map(\.text)).count == 100)
        #expect(tokens.allSatisfy { $0.text.utf8.count == 64 })
    }
}
