import Encodings
import FixtureSupport
import Testing

@testable import WebPage

/// Requests for resources that are not one of the page's are refused, and change nothing.
@Suite struct HandlerTests {
    private let page: TestPage

    init() throws { page = try TestPage() }

    struct Odd: Sendable, CustomTestStringConvertible {
        let method: String
        let target: String
        var body = ""
        let status: Int
        let code: String

        var testDescription: String { "\(method) \(target) \(body)" }
    }

    static let odd: [Odd] = [
        Odd(method: "GET", target: "/main.js", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/api/", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/api", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/../../etc/passwd", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/%2e%2e/index.html", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/index.html", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/api/../main.js", status: 404, code: "not-found"),
        Odd(method: "GET", target: "//api/state", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/api/inputs/", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/api/inputs/i99", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/api/accounts/i99", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/api/guide/nosuchapp/-", status: 404, code: "not-found"),
        Odd(method: "GET", target: "/api/checks/c9/corrected", status: 404, code: "not-found"),
        Odd(method: "TRACE", target: "/api/state", status: 405, code: "method"),
        Odd(method: "POST", target: "/api/state", status: 405, code: "method"),
        Odd(method: "PUT", target: "/api/accounts", status: 405, code: "method"),
        Odd(method: "POST", target: "/api/accounts", body: "{", status: 400, code: "malformed"),
        Odd(method: "POST", target: "/api/accounts", body: "[]", status: 400, code: "malformed"),
        Odd(method: "POST", target: "/api/accounts", body: #"{"secret":1}"#, status: 400, code: "malformed"),
        Odd(method: "POST", target: "/api/accounts", body: #"{"sekret":"A"}"#, status: 400, code: "malformed"),
        Odd(method: "POST", target: "/api/accounts", body: "{}", status: 422, code: "secret-missing"),
        Odd(method: "POST", target: "/api/accounts", body: #"{"secret":"1!"}"#, status: 422, code: "secret-not-base32"),
        Odd(
            method: "POST", target: "/api/accounts", body: #"{"secret":"GEZDGNBVGY3TQOJQ","digits":11}"#, status: 422,
            code: "digits-out-of-range"),
        Odd(method: "POST", target: "/api/exports", body: #"{"format":"nosuch"}"#, status: 404, code: "format-unknown"),
        Odd(method: "POST", target: "/api/exports", body: #"{"format":"aegis"}"#, status: 400, code: "malformed"),
        Odd(
            method: "POST", target: "/api/exports", body: #"{"format":"aegis","protection":"passphrase"}"#, status: 422,
            code: "password-required"),
        Odd(
            method: "POST", target: "/api/exports", body: #"{"format":"json","protection":"none"}"#, status: 422,
            code: "empty"),
        Odd(method: "POST", target: "/api/copy", body: "123456", status: 409, code: "no-clipboard"),
        Odd(method: "POST", target: "/api/kept", body: "x", status: 404, code: "not-found"),
        Odd(method: "POST", target: "/api/undo", status: 409, code: "nothing-to-undo"),
        Odd(method: "POST", target: "/api/lock", status: 409, code: "no-vault"),
        Odd(method: "POST", target: "/api/save", status: 404, code: "not-found"),
        Odd(method: "POST", target: "/api/unlock", body: "x", status: 404, code: "not-found"),
        Odd(method: "POST", target: "/api/frames", body: "x", status: 400, code: "malformed"),
        Odd(method: "GET", target: "/api/codes?ids=x", status: 400, code: "malformed"),
        Odd(method: "GET", target: "/api/state", body: "x", status: 413, code: "too-large"),
    ]

    @Test("An odd request is refused with a code and a detail, and changes nothing", arguments: odd)
    func isRefused(_ odd: Odd) async throws {
        let before = try await page.json("GET", "/api/state")["revision"]
        let response = await page.send(odd.method, odd.target, body: Array(odd.body.utf8))
        #expect(response.status == odd.status, "\(response.text)")
        #expect(response.problem?["code"]?.text == odd.code)
        #expect(response.problem?["detail"]?.text?.isEmpty == false)
        #expect(try await page.json("GET", "/api/state")["revision"] == before)
    }

    @Test func aMethodThatIsMissingIsNamed() async {
        let response = await page.send("PUT", "/api/inputs")
        #expect(response.headers.first { $0.name == "Allow" }?.value == "GET, POST")
    }

    @Test func bodiesHaveLimits() async throws {
        let most = Limit.webBody
        let large = [UInt8](repeating: 0x20, count: most + 1)
        #expect(await page.send("POST", "/api/accounts", body: large).problem?["code"]?.text == "too-large")
        #expect(await page.send("POST", "/api/accounts", body: Array(large.dropLast())).status == 400)
        var upload = try page.outer("POST", "/api/inputs")
        #expect(try page.handler.admit(&upload) == Caller.limit)
        #expect(Caller.limit - Limit.input < Limit.webHeaders + 8192)
        #expect(Problem.tooLarge(Caller.limit).message == Problem.tooLarge(Limit.input).message)
        #expect(Problem.tooLarge(most).message == LimitMessage.webBody(most >> 20))
    }

    @Test func theProgramCopies() async throws {
        let clipboard = TestPage.TestClipboard()
        let page = try TestPage(clipboard: clipboard)
        #expect(try await page.json("GET", "/api/state")["clipboard"] == .bool(true))
        let most = String(repeating: "x", count: Limit.webCopy)
        let copied = await page.send("POST", "/api/copy", body: Array(most.utf8))
        #expect(copied.problem?["seconds"]?.number == 45)
        #expect(clipboard.text == most)
        #expect(await page.send("POST", "/api/copy", body: Array("\(most)x".utf8)).status == 413)
        clipboard.fail()
        #expect(await page.send("POST", "/api/copy", body: [0x31]).problem?["code"]?.text == "no-clipboard")
    }

    @Test func codesAreLimited() async throws {
        let most = Limit.webCodes
        let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        for (count, status) in [(most, 200), (most + 1, 413)] {
            let ids = Array(repeating: id, count: count).joined(separator: ",")
            #expect(await page.send("GET", "/api/codes?ids=\(ids)").status == status)
        }
    }

    /// The text of `guide`, for people who have no terminal.
    @Test(arguments: [
        ("Authy", "Authy has no export"), ("google-migration", "From Google Authenticator to this page"),
        ("2FAS", "From 2FAS to this page"), ("okta-verify", "Okta Verify has no export"),
        ("paper", "To HTML, one page to print"),
    ])
    func theGuideOfThePageHasNoCommands(_ name: String, _ heading: String) async throws {
        let parts = try await page.json("GET", "/api/guide/\(name)/-")["parts"].list
        #expect(parts.first?["text"]?.text == heading)
        #expect(!parts.contains { $0["kind"]?.text == "command" })
        #expect(!parts.contains { $0["text"]?.text?.contains("totp-import") == true })
        #expect(!parts.contains { $0["text"]?.text?.contains("--") == true })
        #expect(parts.contains { $0["text"]?.text?.contains(" here.") == true } || name == "paper")
    }

    @Test func theGuideOfThePageStartsWithTheCamera() async throws {
        let parts = try await page.json("GET", "/api/guide/google-migration/-")["parts"].list
        let steps = parts.filter { $0["kind"]?.text == "step" }.compactMap { $0["text"]?.text }
        #expect(steps.dropFirst().first?.hasPrefix("Show every QR code to the camera") == true, "\(steps)")
        #expect(steps.contains { $0.contains("with a cable") })
        #expect(steps.contains { $0.hasSuffix("Empty the bin of the photo app, too.") })
    }

    /// Where a message of the command line names options, the page has its own words.
    @Test func adviceIsForThePage() async throws {
        let card = try await page.drop(Array("Dear diary".utf8), named: "a.txt")
        let problem = try #require(card["sources"].list.first?["problems"].list.first)
        #expect(problem["text"]?.text == "not an image or a known export")
        #expect(problem["advice"]?.text?.hasPrefix("Drop an export of an app") == true, "\(problem)")
        let left = Problem(422, "x", "a problem", .text("use --it", onPage: "do it")).response.problem
        #expect(left?["detail"]?.text == "a problem; do it")
        #expect(left?["advice"]?.text == "Do it")
        // What people name in a terminal, they drop here.
        #expect(Advice("unpack it and name the folder").forPage.description == "unpack it and drop the folder")
        #expect(Advice("name the folder").forPage.description == "drop the folder")
        #expect(Advice("give it a name and a tag").forPage.description == "give it a name and a tag")
    }

    /// Nobody on the page has a command line: no message names an option or a command, but as another way.
    @Test(arguments: [
        (
            "otp,link\nA,otpauth://totp/A:b?secret=GEZDGNBVGY3TQOJQ\notpauth://totp/A:c?secret=GEZDGNBVGY3TQOJQ,B",
            "/api/checks"
        ),
        ("name,user,secrets\nAcme,eve,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n", "/api/inputs"),
        ("name,user,password,code\nAcme,eve,a,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n", "/api/inputs"),
        (#"{"format":"totp-import-items","version":1,"items":[{"name":"a"}]}"#, "/api/inputs"),
        ("age-encryption.org/v1\n-> X25519 a\n", "/api/inputs"),
        ("-----BEGIN PGP MESSAGE-----\n\nwcBMA\n-----END PGP MESSAGE-----\n", "/api/inputs"),
    ])
    func noMessageNamesAnOption(_ text: String, _ target: String) async throws {
        let answer = await page.send("POST", target, headers: [("Input-Name", "a.csv")], body: Array(text.utf8)).text
        #expect(!answer.contains("--") || answer.contains("-----"), "\(answer)")
        for word in ["--from", "--columns", "--csv-field", "convert --to", "totp-import list", "gpg ", "age --"] {
            #expect(!answer.contains(word), "\(answer)")
        }
    }

    /// The corpus of a fuzzer, small: damaged copies of good requests never crash, and never get past the gate unseen.
    @Test func damagedRequestsGetAnAnswer() async throws {
        var random = SeededGenerator(seed: 30)
        let good = [
            Request("POST", "/api/accounts", body: Array(#"{"secret":"GEZDGNBVGY3TQOJQ","tags":["a"]}"#.utf8)),
            Request("POST", "/api/exports?preview=1", body: Array(#"{"format":"aegis","accounts":[]}"#.utf8)),
            Request(
                "POST", "/api/frames", headers: [("Frame-Width", "16"), ("Frame-Height", "16")],
                body: Array(repeating: 0, count: 256)),
            Request("GET", "/api/codes?ids=E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
            Request("GET", "/api/guide/aegis/2fas"),
            Request("POST", "/api/inputs/several", body: TestPage.together([("a.txt", [0x41]), ("b", [])])),
        ]
        for _ in 0..<2000 {
            var request = good[Int.random(in: 0..<good.count, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0: request.body.damage(using: &random)
            case 1:
                var target = Array(request.target.utf8)
                target.damage(using: &random)
                request.target = String(decoding: target, as: UTF8.self)
            case 2: if !request.headers.isEmpty { request.headers.removeLast() }
            default: request.method = ["GET", "POST", "PATCH", "DELETE", "", "X"].randomElement(using: &random) ?? ""
            }
            let response = await page.handler.answer(opened: request)
            #expect((200..<500).contains(response.status), "\(request.method) \(request.target): \(response.text)")
        }
    }
}

extension [UInt8] {
    fileprivate mutating func damage(using random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...4, using: &random) where !isEmpty {
            let index = Int.random(in: 0..<count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: self[index] = UInt8.random(in: 0...255, using: &random)
            case 1: remove(at: index)
            default: insert(UInt8.random(in: 0...255, using: &random), at: index)
            }
        }
    }
}
