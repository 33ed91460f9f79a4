import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import WebPage

/// Each dropped file becomes a card, with accounts or with the reason why not.
@Suite struct InputTests {
    private let page: TestPage

    init() throws { page = try TestPage() }

    @Test func anExportBecomesACardAndAccounts() async throws {
        let card = try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        let count = try Dropped.count(Dropped.plain)
        #expect(card["status"]?.text == "ok")
        #expect(card["format"]?.text == "aegis")
        #expect(card["totals"]?["added"]?.number == Int64(count))
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        #expect(accounts.count == count)
        let entries = card["sources"].list.flatMap { $0["entries"].list }
        #expect(Set(entries.compactMap { $0["account"]?.text }) == Set(accounts.compactMap { $0["id"]?.text }))
        let state = try await page.json("GET", "/api/state")
        #expect(state["accounts"]?.number == Int64(count))
        #expect(state["unsaved"]?.number == Int64(count))
    }

    @Test func noAnswerHasASecretUnlessItIsAskedFor() async throws {
        let bytes = try TestPage.fixture(Dropped.plain)
        try await page.drop(bytes, named: "aegis.json")
        let items = try await page.session.accounts().items
        for target in ["/api/state", "/api/inputs", "/api/accounts", "/api/inputs/i1"] {
            let text = await page.send("GET", target).text
            for item in items { #expect(!text.contains(item.secret.base32), "\(target)") }
        }
        let item = try #require(items.first)
        let revealed = try await page.json("GET", "/api/accounts/\(item.id.uuidString)?reveal=1")
        #expect(revealed["secret"]?.text == item.secret.base32)
    }

    @Test func theSameFileTwiceIsADuplicateOfItself() async throws {
        let bytes = try TestPage.fixture(Dropped.plain)
        try await page.drop(bytes, named: "a.json")
        let second = try await page.drop(bytes, named: "b.json")
        let entries = second["sources"].list.flatMap { $0["entries"].list }
        #expect(!entries.isEmpty)
        #expect(entries.allSatisfy { $0["outcome"]?.text == "duplicate" && $0["duplicateOf"]?.text?.isEmpty == false })
    }

    @Test func partsOfAGoogleExportFill() async throws {
        let folder = "images/google-parts"
        let first = try await page.drop(TestPage.fixture("\(folder)/complete-1.png"), named: "1.png")
        #expect(first["isImage"] == .bool(true))
        let codes = first["sources"].list.flatMap { $0["images"].list }.flatMap { $0["codes"].list }
        #expect(codes.count == 1 && codes[0]["corners"].list.count == 4 && codes[0]["kind"]?.text == "green")
        var batch = try #require(try await page.json("GET", "/api/inputs")["batches"].list.first)
        #expect(batch["parts"]?.number == 3)
        #expect(batch["missing"].list.count == 2)
        #expect(batch["text"]?.text == "1 of 3; parts 2, 3 are missing")
        for number in [2, 3] {
            try await page.drop(TestPage.fixture("\(folder)/complete-\(number).png"), named: "\(number).png")
        }
        batch = try #require(try await page.json("GET", "/api/inputs")["batches"].list.first)
        #expect(batch["missing"].list.isEmpty)
        #expect(batch["inputs"].list.compactMap(\.text) == ["i1", "i2", "i3"])
        #expect(batch["problem"] == nil)
    }

    /// Accounts that an input may still have are missing in every file that is made from the list.
    @Test func whatIsNotReadYetIsListed() async throws {
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        #expect(try await unread() == [])
        for number in [1, 2] {
            try await page.drop(TestPage.fixture("images/google-parts/complete-\(number).png"), named: "\(number).png")
        }
        try await page.drop(TestPage.fixture(Dropped.encrypted), named: "locked.json")
        let all = try await unread()
        #expect(all.count == 2)
        #expect(all[0].contains("part 3 of 3 of a Google Authenticator export is missing; part 2 is in 2.png"))
        #expect(all[1] == "Type the passphrase: locked.json")
        try await page.drop(TestPage.fixture("images/google-parts/complete-3.png"), named: "3.png")
        await page.send("POST", "/api/inputs/passphrase", body: Dropped.passphrase)
        #expect(try await unread() == [])
    }

    /// The refusal has the reason and advice; nothing else is lost.
    @Test(arguments: [
        ("images/no-code/gradient.png", "no-code", "no QR code found"),
        ("images/not-an-account/web-address.png", "no-code", "1 QR code found, but no account"),
        ("exports/aegis/newer-cipher.json", "failed", ""),
    ])
    func aProblemIsOnItsCard(_ path: String, _ status: String, _ problem: String) async throws {
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        let card = try await page.drop(TestPage.fixture(path), named: path)
        #expect(card["status"]?.text == status)
        let problems = card["sources"].list.flatMap { $0["problems"].list }
        #expect(problems.contains { $0["text"]?.text?.hasPrefix(problem) == true }, "\(problems)")
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == Int64(try Dropped.count(Dropped.plain)))
    }

    private func unread() async throws -> [String] {
        try await page.json("GET", "/api/unread").list.compactMap { decision in
            let names = decision["names"].list.compactMap(\.text)
            return decision["text"]?.text.map { ([$0] + names).joined(separator: " ") }
        }
    }

    /// An account that lies in a note waits for a person, also in Move, and can be taken or left.
    @Test(arguments: [true, false]) func linksInNotesAreTakenOrLeft(takes: Bool) async throws {
        let file = Array(
            """
            {"encrypted":false,"items":[{"type":1,"name":"Acme","login":{"username":"bob","totp":"MFRGGZDFMFRGGZDF"}},
            {"type":2,"name":"Notes","notes":"otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ&issuer=Acme"}]}
            """.utf8)
        let card = try await page.drop(file, named: "bitwarden.json")
        #expect(card["links"]?.number == 1 && card["noted"].list.map(\.text) == ["Acme: eve"])
        #expect(try await unread() == ["Take the accounts in notes, or leave them, on its card: bitwarden.json"])
        let settled = try await page.json("POST", "/api/inputs/i1/links\(takes ? "" : "?leave=1")")
        #expect(settled["links"] == nil && settled["noted"] == nil)
        #expect(settled["sources"].list.allSatisfy { $0["problems"].list.isEmpty }, "\(settled)")
        #expect(try await unread() == [])
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == (takes ? 2 : 1))
        #expect(await page.send("POST", "/api/inputs/i1/links").status == 404)
    }

    @Test func aFileOfAFolderThatIsNoExportIsSkipped() async throws {
        let text = Array("Dear diary".utf8)
        #expect(try await page.drop(text, named: "a.txt", kind: "folder")["status"]?.text == "skipped")
        #expect(try await page.drop(text, named: "a.txt")["status"]?.text == "failed")
    }

    @Test func aPreviewShowsNoReadableCode() async throws {
        try await page.drop(TestPage.fixture("images/plain/code.png"), named: "code.png")
        let preview = await page.send("GET", "/api/inputs/i1/preview")
        #expect(preview.status == 200)
        #expect(preview.body.starts(with: Array("BM".utf8)))
        let again = try await page.drop(preview.body, named: "preview.bmp")
        #expect(again["totals"]?["found"]?.number == 0)
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        #expect(await page.send("GET", "/api/inputs/i3/preview").status == 404)
    }

    @Test func namesAreShownWithoutControls() async throws {
        let card = try await page.drop(Array("x".utf8), named: "a\u{1B}[2J\n\u{202E}.txt")
        let name = try #require(card["name"]?.text)
        #expect(!name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }

    /// The text that sites let people copy is a secret without a name: the page asks for one.
    @Test(arguments: [
        ("GEZDGNBVGY3TQOJQ", true), ("  gezd gnbv gy3t qojq\n", true), ("GEZDGNBVGY3TQOJQ and more", false),
        ("", false),
        ("otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ", false),
    ])
    func aPastedSecretNeedsAName(_ text: String, _ isSecret: Bool) async throws {
        for kind in ["paste", "file"] {
            let answer = await page.send(
                "POST", "/api/inputs", headers: [("Input-Name", "x"), ("Input-Kind", kind)], body: Array(text.utf8))
            let isAsked = answer.problem?["code"]?.text == "bare-secret"
            #expect(isAsked == (isSecret && kind == "paste"))
        }
    }

    @Test func aLinkIsPasted() async throws {
        let link = "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme"
        let card = try await page.drop(Array(link.utf8), named: "pasted", kind: "paste")
        #expect(card["totals"]?["added"]?.number == 1)
        #expect(card["kind"]?.text == "paste")
    }
}

/// Small files that share a request: each is read, or fails, alone.
@Suite struct TogetherTests {
    private let page: TestPage

    init() throws { page = try TestPage() }

    @Test("Each file of a request has its card, in order")
    func eachHasItsCardInOrder() async throws {
        let files: [(name: String, bytes: [UInt8])] = [
            ("../../etc/links.txt", Array("otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQ".utf8)),
            ("code.png", try TestPage.fixture("images/plain/code.png")), ("empty.txt", []),
            ("aegis.json", try TestPage.fixture(Dropped.encrypted)),
            ("newer.json", try TestPage.fixture("exports/aegis/newer-cipher.json")),
        ]
        let cards = try await page.dropTogether(files, kind: "file")
        #expect(cards.compactMap { $0["name"]?.text } == files.map { $0.name })
        #expect(cards.compactMap { $0["status"]?.text } == ["ok", "ok", "failed", "encrypted", "failed"])
        #expect(cards.compactMap { $0["id"]?.text } == ["i1", "i2", "i3", "i4", "i5"])
        #expect(try await page.json("GET", "/api/inputs")["inputs"].list == cards)
        let opened = await page.send("POST", "/api/inputs/passphrase", body: Dropped.passphrase)
        #expect(opened.status == 200)
    }

    @Test("Files of one request give the cards that they give alone")
    func theyAreReadAsAlone() async throws {
        let alone = try TestPage()
        let bytes = try TestPage.fixture(Dropped.plain)
        let files: [(name: String, bytes: [UInt8])] = [
            ("a.json", bytes), ("b.json", bytes), ("c.txt", Array("Dear diary".utf8)),
        ]
        for (name, bytes) in files { try await alone.drop(bytes, named: name, kind: "folder") }
        _ = try await page.dropTogether(files)
        func counts(_ page: TestPage) async throws -> [OrderedJSON?] {
            let cards = try await page.json("GET", "/api/inputs")["inputs"].list
            return cards.flatMap { [$0["status"], $0["totals"], $0["word"]] }
        }
        #expect(try await counts(page) == counts(alone))
    }

    @Test("Files over the limit of inputs say so")
    func thoseWithoutRoomSaySo() async throws {
        await page.session.fill(Limit.webInputs - 1)
        let cards = try await page.dropTogether([("a.txt", [0x41]), ("b.txt", [0x42])])
        #expect(cards.first?["name"]?.text == "a.txt")
        #expect(cards.last?["problem"]?["detail"]?.text == LimitMessage.webInputs(Limit.webInputs))
    }

    @Test("A request with more files than the limit is refused")
    func theyHaveALimit() async throws {
        let most = Limit.webTogether
        let file: (name: String, bytes: [UInt8]) = ("a.txt", [])
        #expect(try await page.dropTogether(Array(repeating: file, count: most)).count == most)
        let body = TestPage.together(Array(repeating: file, count: most + 1))
        let refused = await page.send("POST", "/api/inputs/several", body: body)
        #expect(refused.status == 413)
        #expect(refused.problem?["detail"]?.text == LimitMessage.webTogether(most))
        #expect(try Route.find(Request("POST", "/api/inputs/several")).route.limit == Limit.webBody)
    }

    static let odd = [
        "", "\n", "{}\n", "[1]\n", "[{}]\n", #"[{"name":"a"}]"# + "\n", #"[{"size":0}]"# + "\n",
        #"[{"name":"a","size":"1"}]"# + "\nA", #"[{"name":1,"size":1}]"# + "\nA", #"[{"name":"a","size":-1}]"# + "\nA",
        #"[{"name":"a","size":2}]"# + "\nA", #"[{"name":"a","size":1}]"# + "\nAB", #"[{"name":"a","size":1}]A"#,
        #"[{"name":"a","size":1.5}]"# + "\nA", #"[{"name":"a","size":9223372036854775807}]"# + "\nA",
        #"[{"name":"a","size":9223372036854775808}]"# + "\nA", #"[{"name":"a","size":1,"path":"/"}]"# + "\nA",
        #"[{"name":"a","size":1},{"name":"b","size":9223372036854775807}]"# + "\nAB",
        "[" + String(repeating: "[", count: 100_000) + "\n",
    ]

    @Test("A list of inputs that is malformed is refused, and nothing is added", arguments: odd)
    func aListThatIsWrongIsRefused(_ body: String) async throws {
        let refused = await page.send("POST", "/api/inputs/several", body: Array(body.utf8))
        #expect(refused.status == 400, "\(refused.text)")
        #expect(refused.problem?["code"]?.text == "malformed")
        #expect(try await page.json("GET", "/api/inputs")["inputs"].list.isEmpty)
    }

    @Test("A list of files that is cut off anywhere is refused, and nothing is added")
    func everyCutIsRefused()
        async throws
    {
        let whole = TestPage.together([("a.txt", Array("otpauth://".utf8)), ("b.txt", []), ("c.txt", [0x0A, 0x0A])])
        for end in whole.indices {
            let refused = await page.send("POST", "/api/inputs/several", body: Array(whole[..<end]))
            #expect(refused.status == 400, "\(end)")
        }
        #expect(try await page.json("GET", "/api/inputs")["inputs"].list.isEmpty)
        #expect(await page.send("POST", "/api/inputs/several", body: whole).status == 200)
    }
}

/// Encrypted inputs wait for their passphrase, and nothing else waits for them.
@Suite struct PassphraseTests {
    private let page: TestPage

    init() throws { page = try TestPage() }

    private func give(_ passphrase: [UInt8]) async -> Response {
        await page.send("POST", "/api/inputs/passphrase", body: passphrase)
    }

    @Test("A passphrase is tried on all inputs that wait")
    func oneIsTriedOnAllThatWait() async throws {
        let bytes = try TestPage.fixture(Dropped.encrypted)
        let card = try await page.drop(bytes, named: "one.json")
        #expect(card["status"]?.text == "encrypted")
        #expect(card["waits"] == .bool(true))
        #expect(card["question"]?.text == "one.json (Aegis) is encrypted.")
        try await page.drop(bytes, named: "two.json")
        #expect(try await page.json("GET", "/api/state")["waiting"]?.number == 2)
        let wrong = await give(Array("wrong".utf8))
        #expect(wrong.status == 422)
        #expect(wrong.problem?["code"]?.text == "wrong-password")
        #expect(wrong.problem?["problem"]?.text == "wrong passphrase")
        let right = await give(Dropped.passphrase)
        #expect(right.status == 200)
        #expect(right.problem?["opened"].list.compactMap(\.text) == ["i1", "i2"])
        let state = try await page.json("GET", "/api/state")
        #expect(state["waiting"]?.number == 0)
        #expect(state["accounts"]?.number == Int64(try Dropped.count(Dropped.encrypted)))
    }

    @Test("A passphrase that opened an input opens the next")
    func aKnownOneOpensTheNext() async throws {
        let bytes = try TestPage.fixture(Dropped.encrypted)
        try await page.drop(bytes, named: "one.json")
        #expect(await give(Dropped.passphrase).status == 200)
        let next = try await page.drop(bytes, named: "two.json")
        #expect(next["waits"] == .bool(false))
        #expect(next["isEncrypted"] == .bool(true))
    }

    @Test("An input that is skipped stays, and can still be opened")
    func oneThatIsSkippedStays() async throws {
        try await page.drop(TestPage.fixture(Dropped.encrypted), named: "one.json")
        let card = try await page.json("POST", "/api/inputs/i1/skip")
        #expect(card["waits"] == .bool(false))
        #expect(card["status"]?.text == "failed")
        #expect(card["isSkipped"] == .bool(true))
        #expect(await give(Dropped.passphrase).status == 404)
        #expect(try await page.json("GET", "/api/inputs")["inputs"].list.count == 1)
        // It can still be given: also after a reload of the page, which has the file no more.
        #expect(try await page.json("POST", "/api/inputs/i1/unskip")["waits"] == .bool(true))
        #expect(await page.send("POST", "/api/inputs/i1/unskip").status == 404)
        #expect(await give(Dropped.passphrase).status == 200)
    }

    @Test("A skipped input opens with a passphrase that was given in the meantime")
    func oneThatIsSkippedOpensWithAPassphraseThatWasGivenMeanwhile() async throws {
        let bytes = try TestPage.fixture(Dropped.encrypted)
        try await page.drop(bytes, named: "one.json")
        await page.send("POST", "/api/inputs/i1/skip")
        try await page.drop(bytes, named: "two.json")
        let right = await give(Dropped.passphrase)
        #expect(right.problem?["opened"].list.compactMap(\.text) == ["i2"], "nobody asked for the skipped one")
        let card = try await page.json("POST", "/api/inputs/i1/unskip")
        #expect(card["waits"] == .bool(false))
        #expect(card["status"]?.text == "ok")
    }

    @Test("An empty passphrase is refused")
    func anEmptyOneIsNone() async throws {
        try await page.drop(TestPage.fixture(Dropped.encrypted), named: "one.json")
        #expect(await give([]).status == 422)
    }

    @Test(
        "A database that needs a key file opens with it",
        arguments: [("key-file-xml-1", "key"), ("key-file-xml-2", "keyx")])
    func aDatabaseHasAKeyFile(_ name: String, _ ending: String) async throws {
        let folder = "exports/keepass"
        let passphrase = try Dropped.expected("\(folder)/\(name).kdbx")?["password"]?.text
        let card = try await page.drop(TestPage.fixture("\(folder)/\(name).kdbx"), named: "a.kdbx")
        #expect(card["mayNeedKeyFile"] == .bool(true))
        let keyed = await page.send(
            "POST", "/api/inputs/i1/key-file", body: try TestPage.fixture("\(folder)/\(name).\(ending)"))
        #expect(keyed.status == 200, "\(keyed.text)")
        #expect(keyed.problem?["waits"] == .bool(passphrase != nil))
        if let passphrase { #expect(await give(Array(passphrase.utf8)).status == 200) }
        let count = Int64(try Dropped.count("\(folder)/\(name).kdbx"))
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == count)
    }
}
