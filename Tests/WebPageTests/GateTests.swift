import Encodings
import Testing

@testable import WebPage

/// Nobody but the page that the program opened is answered.
@Suite struct GateTests {
    private let page: TestPage

    init() throws { page = try TestPage() }

    /// A change to a good request, and the status that it gets.
    struct Change: Sendable, CustomTestStringConvertible {
        let what: String
        var method = "GET"
        var target = "/api/accounts"
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
        Change(what: "another port", header: "host", value: "127.0.0.1:4712", status: 403),
        Change(what: "no port", header: "host", value: "127.0.0.1", status: 403),
        Change(what: "another spelling", header: "host", value: "127.1:4711", status: 403),
        Change(
            what: "a static file of a rebound name", target: "/", header: "host", value: "evil.example:4711",
            status: 403),
        Change(what: "a foreign origin", header: "origin", value: "http://evil.example", status: 403),
        Change(what: "an opaque origin", header: "origin", value: "null", status: 403),
        Change(what: "another port's origin", header: "origin", value: "http://127.0.0.1:4712", status: 403),
        Change(what: "https", header: "origin", value: "https://127.0.0.1:4711", status: 403),
        Change(
            what: "a post without origin", method: "POST", target: "/api/undo", header: "origin", value: nil,
            status: 403),
        Change(
            what: "a delete without origin", method: "DELETE", target: "/api/inputs/i1", header: "origin", value: nil,
            status: 403),
        Change(what: "another site", header: "sec-fetch-site", value: "cross-site", status: 403),
        Change(what: "the same site, another port", header: "sec-fetch-site", value: "same-site", status: 403),
        Change(what: "typed into the address", header: "sec-fetch-site", value: "none", status: 403),
        Change(
            what: "a script of another site", target: "/main.js", header: "sec-fetch-site", value: "cross-site",
            status: 403),
        Change(what: "no token", header: "authorization", value: nil, status: 401),
        Change(what: "an empty token", header: "authorization", value: "Bearer ", status: 401),
        Change(
            what: "a wrong token", header: "authorization", value: "Bearer " + String(repeating: "0", count: 64),
            status: 401),
        Change(what: "a short token", header: "authorization", value: "Bearer 00", status: 401),
        Change(what: "another scheme", header: "authorization", value: "Basic AAAA", status: 401),
        Change(what: "a browser without the header", header: "sec-fetch-site", value: nil, status: 200),
        Change(what: "a static file without a token", target: "/", header: "authorization", value: nil, status: 200),
    ]

    @Test(arguments: changes)
    func oneChangeDecides(_ change: Change) async {
        var request = page.request(change.method, change.target)
        request.headers.removeAll { $0.name == change.header }
        if let value = change.value { request.headers.append((name: change.header, value: value)) }
        let response = await page.handler.answer(request)
        #expect(response.status == change.status, "\(response.text)")
        #expect((response.status == 200) == (response.headers.allSatisfy { $0.value != "application/problem+json" }))
    }

    @Test func aHeaderThatIsThereTwiceIsWrong() async {
        for name in ["Host", "Authorization", "Origin", "Sec-Fetch-Site"] {
            let good = page.request("POST", "/api/awake")
            let value = good.header(name.lowercased()) ?? ""
            let response = await page.send("POST", "/api/awake", headers: [(name, value)])
            #expect([401, 403].contains(response.status), "\(name)")
        }
    }

    /// Each resource, without the token and with a wrong one.
    @Test(arguments: Route.all.map { "\($0.method) \($0.path.joined(separator: "/"))" })
    func everyResourceNeedsTheToken(_ route: String) async {
        let parts = route.split(separator: " ").map(String.init)
        let target = parts[1].replacing("*", with: "x")
        for wrong in [nil, "Bearer " + String(repeating: "f", count: 64)] {
            var request = page.request(parts[0], target)
            request.headers.removeAll { $0.name == "authorization" }
            if let wrong { request.headers.append((name: "authorization", value: wrong)) }
            #expect(await page.handler.answer(request).status == 401)
        }
        #expect(await page.send(parts[0], target).status != 401)
    }

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

    @Test func theTerminalLearnsOfAForeignPageOnce() async {
        for _ in 1...50 { await page.send("GET", "/api/accounts", headers: [("Origin", "http://evil.example")]) }
        for number in 1...50 { await page.send("GET", "/", headers: [("Origin", "http://\(number).example")]) }
        await page.send("GET", "/", headers: [("Origin", "http://evil.example\u{1B}[2J")])
        #expect(page.notices.all.count == Limit.webNotices)
        #expect(page.notices.all.first?.contains("http://evil.example") == true)
        #expect(page.notices.all.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") })
        let marks = "http://" + String(repeating: "e\u{301}\u{302}", count: 3000)
        let response = await page.send("GET", "/", headers: [("Origin", marks)])
        #expect(response.status == 400)
    }

    @Test func tokensAreRandom() throws {
        let tokens = try (1...100).map { _ in try AccessToken() }
        #expect(Set(tokens.map(\.text)).count == 100)
        #expect(tokens.allSatisfy { $0.text.utf8.count == 64 })
        #expect(tokens[0].matches(authorization: "Bearer \(tokens[0].text)"))
        #expect(!tokens[0].matches(authorization: "Bearer \(tokens[1].text)"))
    }
}
