import Encodings
import FixtureSupport
import ImportPipeline
import TOTPDomain
import TOTPImport
import Testing

@testable import WebPage

/// The files that are written for other apps, and read back.
@Suite struct ExportTests {
    private let page: TestPage
    private let folder: TemporaryFolder
    private static let passphrase = "six words that nobody would ever guess"

    init() async throws {
        page = try TestPage()
        folder = try TemporaryFolder()
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
    }

    private func export(_ order: KeyValuePairs<String, OrderedJSON?>, passphrase: String? = nil) async -> Response {
        let header = passphrase.map { [("Export-Passphrase", Base64.encodeForURL(Array($0.utf8)))] } ?? []
        return await page.send("POST", "/api/exports", headers: header, body: OrderedJSON.object(order).utf8)
    }

    private func result(_ response: Response) throws -> OrderedJSON {
        let header = try #require(response.headers.first { $0.name == "Export-Result" }?.value)
        let bytes = Array(header.utf8)
        return try OrderedJSON(parsing: PercentCoding.decodedBytes(bytes.span, plusIsSpace: false))
    }

    /// Every format that can be written, encrypted where that is possible.
    @Test(arguments: ExportDescription.writable.map(\.id.rawValue))
    func everyFormatIsWrittenAndReadBack(_ id: String) async throws {
        let format = try #require(ExportDescription.writable.first { $0.id.rawValue == id })
        let preview = try await page.json("POST", "/api/exports?preview=1", .object(["format": .string(id)]))
        let isEncrypted = format.protection != .none
        let response = await export(
            ["format": .string(id), "protection": isEncrypted ? "passphrase" : "none"],
            passphrase: isEncrypted ? Self.passphrase : nil)
        #expect(response.status == 200, "\(response.text.prefix(300))")
        let result = try result(response)
        #expect(result["verified"]?.number == preview["count"]?.number)
        #expect(result["leftOut"]?.number == Int64(preview["leftOut"].list.count))
        #expect((result["warning"] == nil) == isEncrypted)
        // Only a file that an app reads once is to be deleted.
        let isKept = ["keepass", "totply-vault"].contains(id)
        #expect(
            result["ending"]?.text?.hasPrefix("This file is your database. Keep it, and a copy elsewhere.") == isKept)
        #expect(result["ending"] == preview["ending"])
        let read = try await AccountReader(passphrases: [Passphrase(Self.passphrase)]).read([
            .bytes(response.body, named: "file")
        ])
        #expect(Int64(read.accounts.count) == result["verified"]?.number)
        let state = try await page.json("GET", "/api/state")
        #expect(state["unsaved"]?.number == Int64(preview["leftOut"].list.count))
    }

    @Test("A preview says how many seconds a slow format takes", arguments: [("ente", Int64?(10)), ("aegis", nil)])
    func aSlowFormatSaysHowLong(_ id: String, seconds: Int64?)
        async throws
    {
        let preview = try await page.json("POST", "/api/exports?preview=1", .object(["format": .string(id)]))
        #expect(preview["seconds"]?.number == seconds)
    }

    @Test func someAccountsAreChosen() async throws {
        let ids = try await page.json("GET", "/api/accounts")["accounts"].list.prefix(2).compactMap { $0["id"] }
        let response = await export(["format": "json", "protection": "none", "accounts": .array(Array(ids))])
        #expect(try result(response)["verified"]?.number == 2)
        let unknown = await export([
            "format": "json", "protection": "none", "accounts": .array(["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]),
        ])
        #expect(unknown.status == 404)
    }

    @Test func aWeakPassphraseNeedsAWord() async throws {
        let weak = await export(["format": "aegis", "protection": "passphrase"], passphrase: "1234")
        #expect(weak.problem?["code"]?.text == "weak")
        let accepted = await export(
            ["format": "aegis", "protection": "passphrase", "acceptsWeak": true], passphrase: "1234")
        #expect(accepted.status == 200)
        let check = await page.send("POST", "/api/passphrases/check", body: Array("1234".utf8))
        #expect(check.problem?["weakness"]?.text == "it has fewer than 12 characters")
    }

    @Test func generatedPassphrasesDiffer() async throws {
        let one = try await page.json("POST", "/api/passphrases")["passphrase"]?.text
        let other = try await page.json("POST", "/api/passphrases")["passphrase"]?.text
        #expect(one?.split(separator: " ").count == 6)
        #expect(one != other)
    }

    @Test func aPassphraseForAFormatWithoutEncryptionIsRefused() async {
        let response = await export(["format": "otpauth", "protection": "passphrase"], passphrase: Self.passphrase)
        #expect(response.problem?["code"]?.text == "not-encryptable")
    }

    /// Each option is in the preview of the formats that have it, and reaches the file.
    @Test(
        arguments: [
            ("google-migration", "accounts-per-code", "1", Array("google-authenticator-01-of-".utf8)),
            // The id of AES in KDBX files.
            ("keepass", "cipher", "aes", Hex.decode("31C1F2E6BF714350BE5805216AFC5AFF") ?? []),
            ("pskc", "pskc-compatible", "on", Array("xmldsig#hmac-sha1\"/></pkcs5:PBKDF2-params>".utf8)),
            ("linotp", "serial-prefix", "site-2.", Array("site-2.000001,".utf8)),
            ("oath-token-csv", "serial-prefix", "site-2.", Array(",site-2.000001,".utf8)),
            ("privacyidea", "serial-prefix", "site-2.", Array("site-2.000001,".utf8)),
            ("pskc", "serial-prefix", "site-2.", Array("<SerialNo>site-2.1</SerialNo>".utf8)),
        ] as [(String, String, String, [UInt8])])
    func anOptionReachesTheFile(_ id: String, name: String, value: String, content: [UInt8]) async throws {
        let format = try #require(ExportDescription.writable.first { $0.id.rawValue == id })
        let preview = try await page.json(
            "POST", "/api/exports?preview=1", .object(["format": .string(id), name: .string(value)]))
        let asked = try #require(preview["options"].list.first { $0["name"]?.text == name })
        #expect(asked["label"]?.text?.isEmpty == false && asked["hint"]?.text?.hasSuffix(".") == true)
        #expect(asked["values"] == .object([:]) || asked["values"]?[value] != nil)
        let isEncrypted = format.protection != .none
        for (value, isThere) in [(value, true), (nil, false)] as [(String?, Bool)] {
            let response = await export(
                [
                    "format": .string(id), name: value.map { .string($0) },
                    "protection": isEncrypted ? "passphrase" : "none",
                ], passphrase: isEncrypted ? Self.passphrase : nil)
            #expect(response.status == 200, "\(response.text.prefix(300))")
            #expect(response.body.contains(content) == isThere)
        }
    }

    /// What is chosen if nothing is said is among the values.
    @Test func theUsualValuesAreOffered() async throws {
        for (id, name, usual) in [("google-migration", "accounts-per-code", "5"), ("keepass", "cipher", "chacha20")] {
            let preview = try await page.json("POST", "/api/exports?preview=1", .object(["format": .string(id)]))
            let asked = try #require(preview["options"].list.first)
            #expect(asked["name"]?.text == name && asked["usual"]?.text == usual)
            #expect(asked["values"]?[usual] != nil)
        }
        let other = try await page.json("POST", "/api/exports?preview=1", .object(["format": "aegis"]))
        #expect(other["options"] == .array([]))
    }

    @Test(
        "A wrong value is refused with what it must be, and so is an option that the format does not have",
        arguments: [
            ("google-migration", "accounts-per-code", "0", "Accounts per QR code must be 1 to 10"),
            ("google-migration", "accounts-per-code", "11", "Accounts per QR code must be 1 to 10"),
            ("google-migration", "accounts-per-code", "five", "Accounts per QR code must be 1 to 10"),
            ("keepass", "cipher", "twofish", "Cipher must be chacha20 or aes"),
            ("pskc", "pskc-compatible", "yes", "Only AES-128 and SHA-1 must be on"),
            ("linotp", "serial-prefix", "", "Start of serial numbers must be 1 to 32 letters, digits and -._~"),
            ("linotp", "serial-prefix", "a,b", "Start of serial numbers must be 1 to 32 letters, digits and -._~"),
            (
                "linotp", "serial-prefix", String(repeating: "a", count: 33),
                "Start of serial numbers must be 1 to 32 letters, digits and -._~"
            ),
            ("aegis", "cipher", "aes", nil), ("keepass", "serial-prefix", "a", nil), ("json", "compression", "a", nil),
        ] as [(String, String, String, String?)])
    func aWrongOptionIsRefused(_ id: String, name: String, value: String, problem: String?) async {
        for target in ["/api/exports", "/api/exports?preview=1"] {
            let response = await page.send(
                "POST", target,
                body: OrderedJSON.object(["format": .string(id), name: .string(value), "protection": "none"]).utf8)
            #expect(response.status == (problem == nil ? 400 : 422))
            #expect(response.problem?["code"]?.text == (problem == nil ? "malformed" : "option-\(name)"))
            if let problem { #expect(response.problem?["detail"]?.text == problem) }
        }
    }

    @Test func qrCodesForAPhoneContainTheirAccounts() async throws {
        let answer = try await page.json("POST", "/api/qr", .object(["accounts-per-code": "3"]))
        let codes = answer["codes"].list
        #expect(codes.count > 1)
        #expect(codes.allSatisfy { (1...3).contains($0["accounts"].list.count) })
        let left = answer["leftOut"].list.count
        let total = codes.reduce(left) { $0 + $1["accounts"].list.count }
        #expect(total == (try Dropped.count(Dropped.plain)))
        for code in codes {
            let size = Int(code["size"]?.number ?? 0)
            let modules = Base64.decode(code["modules"]?.text ?? "")
            #expect(modules?.count == (size + 7) / 8 * size)
        }
    }

    @Test func whatCannotBeCorrectedIsNamed() async throws {
        let good = "otpauth://totp/acme:alice?secret=gezdgnbvgy3tqojqgezdgnbvgy3tqojq&issuer=acme\n"
        let bad = "otpauth://totp/acme:bob?secret=abc10!\n"
        for (text, count, lines) in [
            (good, nil, []), (good + bad + bad, 2, [2, 3]), (String(repeating: bad, count: 7), 7, [1, 2, 3, 4, 5]),
        ] as [(String, Int64?, [Int64])] {
            let check = try #require(await page.send("POST", "/api/checks", body: Array(text.utf8)).problem)
            #expect(check["left"]?["count"]?.number == count)
            #expect((check["left"]?["lines"]).list.compactMap(\.number) == lines)
        }
    }

    /// Accounts that the new app scanned are in it.
    @Test func scannedAccountsAreMoved() async throws {
        try await page.drop(TestPage.fixture(Dropped.plain), named: "aegis.json")
        let ids = try await page.json("GET", "/api/accounts")["accounts"].list.compactMap { $0["id"] }
        let answer = await page.send(
            "POST", "/api/qr/scanned", body: OrderedJSON.object(["accounts": .array(Array(ids.dropFirst()))]).utf8)
        #expect(answer.status == 204)
        #expect(try await page.json("GET", "/api/state")["unsaved"]?.number == 1)
    }

    /// A code that the phone shows is found among its accounts; nothing else is said of them.
    @Test func aCodeOfThePhoneIsChecked() async throws {
        try await page.drop(
            Array("otpauth://hotp/Acme:carol?secret=GEZDGNBVGY3TQOJQ&issuer=Acme&counter=7\n".utf8), named: "a.txt")
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        let ids = accounts.compactMap { $0["id"] }
        func check(_ code: String, among ids: [OrderedJSON]) async -> Response {
            await page.send(
                "POST", "/api/qr/verify",
                body: OrderedJSON.object(["accounts": .array(ids), "code": .string(code)]).utf8)
        }
        for account in accounts {
            // Each at its time: on a busy computer, a code is over soon.
            let id = try #require(account["id"]?.text)
            let codes = try await page.json("GET", "/api/codes?ids=\(id)")["codes"]
            let code = try #require(codes?[id]?["code"]?.text)
            let typed = "\(code.prefix(2)) \(code.dropFirst(2).lowercased())"
            let answer = await check(typed, among: ids)
            #expect(answer.problem?["accounts"].list.contains(OrderedJSON.string(id)) == true)
            #expect(!answer.text.contains(code))
        }
        // A counter may be further on the phone, and one code early.
        let counted = try #require(accounts.first { $0["label"]?.text == "Acme: carol" }?["id"])
        for (code, isThere) in [("346239", false), ("000000", false), ("", nil)] as [(String, Bool?)] {
            let answer = await check(code, among: [counted])
            #expect(answer.status == (isThere == nil ? 422 : 200))
            if let isThere { #expect(answer.problem?["accounts"].list.isEmpty == !isThere) }
        }
        _ = try await page.json("POST", "/api/accounts/\(counted.text ?? "")/next")
        let next = try await page.json("GET", "/api/codes?ids=\(counted.text ?? "")")["codes"]?[counted.text ?? ""]
        _ = try await page.json("POST", "/api/undo")
        let answer = await check(try #require(next?["code"]?.text), among: [counted])
        #expect(answer.problem?["accounts"].list == [counted])
    }

    /// What is printed has a QR code and the secret of every account, as the file for paper.
    @Test func paperHasEveryAccount() async throws {
        _ = try await page.json(
            "POST", "/api/accounts", .object(["secret": "0123456789abcdef", "type": "motp", "issuer": "Acme"]))
        let accounts = try await page.json("GET", "/api/accounts")["accounts"].list
        let answer = try await page.json("POST", "/api/qr/paper", .object([:]))
        #expect(answer["codes"].list.count + answer["leftOut"].list.count == accounts.count)
        let mobile = try #require(answer["codes"].list.first { $0["title"]?.text == "Acme" })
        #expect(mobile["secret"]?.text == "0123 4567 89ab cdef")
        #expect(mobile["hexadecimal"] == .bool(true))
        #expect(mobile["facts"].list == ["Mobile-OTP"])
        #expect((mobile["modules"]?.text?.utf8.count ?? 0) > 100)
    }

    /// A vault that the program was started with has its accounts; others are not moved yet.
    @Test func theAccountsOfAVaultAreSaved() async throws {
        let written = await export(
            ["format": "totply-vault", "protection": "passphrase"], passphrase: Self.passphrase)
        let other = try TestPage()
        let path = try folder.write(written.body, to: "vault.json")
        try await other.session.add(arguments: [Input(name: "vault.json", location: .file(path: path))])
        let answer = await other.send("POST", "/api/inputs/passphrase", body: Array(Self.passphrase.utf8))
        try #require(answer.status == 200, "\(answer.text.prefix(300))")
        let state = try await other.json("GET", "/api/state")
        #expect((state["accounts"]?.number ?? 0) > 3)
        #expect(state["unsaved"]?.number == 0)
        try await other.drop(
            Array("otpauth://totp/New:eve?secret=MFRGGZDFMFRGGZDF&issuer=New\n".utf8), named: "new.txt")
        #expect(try await other.json("GET", "/api/state")["unsaved"]?.number == 1)
    }

    @Test func linksAreCheckedAndCorrected() async throws {
        let text = Array("otpauth://totp/acme:alice?secret=gezdgnbvgy3tqojqgezdgnbvgy3tqojq&issuer=acme\nnotes\n".utf8)
        let response = await page.send("POST", "/api/checks", headers: [("Input-Name", "links.txt")], body: text)
        let check = try OrderedJSON(parsing: response.body)
        #expect(check["totals"]?["links"]?.number == 1)
        let finding = try #require(check["findings"].list.first)
        #expect(finding["place"]?.text == "line 1")
        #expect(finding["advice"]?.text?.isEmpty == false)
        #expect(!response.text.lowercased().contains("gezdgnbvgy3tqojq"))
        let id = try #require(check["id"]?.text)
        let corrected = await page.send("GET", "/api/checks/\(id)/corrected")
        #expect(corrected.text.contains("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"))
        #expect(corrected.text.hasSuffix("notes\n"))
        await page.send("POST", "/api/checks", body: text)
        #expect(await page.send("GET", "/api/checks/\(id)/corrected").status == 404)
    }
}
