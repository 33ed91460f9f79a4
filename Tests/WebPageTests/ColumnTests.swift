import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import WebPage

/// A guessed file with names that nobody knows asks on its card what they mean.
@Suite struct ColumnTests {
    private let page: TestPage
    private static let table = Array(
        """
        issuer,name,secret,len,turn,shade
        Acorn,alice,GEZDGNBVGY3TQOJQ,8,60,hunter2
        Birch,bob,MFRGGZDFMZTWQ2LK,8,60,hunter3

        """.utf8)

    init() throws { page = try TestPage() }

    private func say(_ roles: [String], of id: String = "i1") async -> Response {
        let body = OrderedJSON.object(["roles": .array(roles.map { .string($0) })])
        return await page.send("POST", "/api/inputs/\(id)/columns", body: body.utf8)
    }

    @Test func eachNameHasASampleAndASuggestion() async throws {
        let card = try await page.drop(Self.table, named: "notes.csv")
        #expect(card["status"]?.text == "failed")
        let columns = try #require(card["columns"])
        #expect(columns["noun"]?.text == "column")
        #expect(columns["source"] == nil)
        #expect(columns["names"].list.compactMap { $0["name"]?.text } == ["len", "turn", "shade"])
        #expect(columns["names"].list.compactMap { $0["sample"]?.text } == ["8", "60", "7 characters"])
        #expect(columns["names"].list.map { $0["role"]?.text } == ["digits", "period", nil])
        #expect(columns["roles"].list.compactMap(\.text) == TableColumns.Role.allCases.map(\.rawValue))
        #expect(try await page.json("GET", "/api/state")["waiting"]?.number == 0)
        for secret in ["GEZD", "MFRG", "hunter"] {
            #expect(!(await page.send("GET", "/api/inputs").text.contains(secret)))
        }
    }

    @Test func anAnswerReadsAllFilesWithTheseNames() async throws {
        try await page.drop(Self.table, named: "notes.csv")
        let other = String(decoding: Self.table, as: UTF8.self).replacing("bob", with: "eve")
        try await page.drop(Array(other.utf8), named: "more.csv")
        let answer = await say(["digits", "period", "nothing"])
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.problem?["read"].list.compactMap(\.text) == ["i1", "i2"])
        let card = try #require(answer.problem?["input"])
        #expect(card["status"]?.text == "ok")
        #expect(card["columns"] == nil)
        let items = try await page.session.accounts().items
        #expect(items.map(\.parameters.digits) == [8, 8, 8])
        #expect(items.map(\.parameters.period) == [60, 60, 60])
        #expect(await page.session.inputs.allSatisfy { $0.waiting == nil }, "their bytes are not kept")
        #expect(await say(["digits", "period", "nothing"]).status == 404)
    }

    @Test func rolesThatContradictEachOtherAreRefused() async throws {
        try await page.drop(Self.table, named: "notes.csv")
        let twice = await say(["digits", "digits", "nothing"])
        #expect(twice.status == 422)
        #expect(twice.problem?["problem"]?.text == "digits is given twice")
        #expect(await say(["digits"]).status == 422)
        #expect(await say(["nonsense", "period", "nothing"]).status == 400)
        #expect(try await page.json("GET", "/api/inputs/i1")["columns"] != nil)
        #expect(await say(["nothing", "nothing", "nothing"]).status == 200)
        #expect(try await page.session.accounts().items.map(\.parameters.digits) == [6, 6])
    }

    @Test func aFileOfSeveralAsksAsWell() async throws {
        let card = try await page.drop(Self.table, named: "notes.csv", kind: "folder")
        #expect(card["status"]?.text == "failed")
        #expect(await say(["digits", "period", "nothing"]).status == 200)
        #expect(try await page.session.accounts().items.count == 2)
    }

    @Test("A lock forgets the question about columns")
    func itIsForgottenAtALock() async throws {
        try await page.drop(Self.table, named: "notes.csv")
        await page.session.wipe()
        #expect(await say(["digits", "period", "nothing"]).status == 404)
    }
}
