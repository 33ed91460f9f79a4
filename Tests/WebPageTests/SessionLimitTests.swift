import Encodings
import FixtureSupport
import ImportPipeline
import TOTPDomain
import Testing

@testable import WebPage

/// The data of a session is bounded.
@Suite struct SessionLimitTests {
    @Test func inputsHaveALimit() async throws {
        let session = Session()
        let most = Limit.webInputs
        await session.fill(most - 1)
        let link = Array("otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQ".utf8)
        _ = try await session.add(SentFile(name: "last", bytes: link), .paste)
        let problem = await #expect(throws: Problem.self) {
            try await session.add(SentFile(name: "one more", bytes: link), .paste)
        }
        #expect(problem?.status == 413)
        #expect(problem?.message == LimitMessage.webInputs(most))
    }

    @Test func whatWaitsHasALimit() async throws {
        let session = Session()
        await session.fill(1, waiting: Limit.webWaiting)
        let file = SentFile(name: "a.json", bytes: try TestPage.fixture(Dropped.encrypted))
        let problem = await #expect(throws: Problem.self) { try await session.add(file, .file) }
        #expect(problem?.message == LimitMessage.webWaiting(Limit.webWaiting >> 20))
        try await session.skip("x0")
        _ = try await session.add(file, .file)
    }

    @Test func wipingForgetsAll() async throws {
        let page = try TestPage()
        try await page.drop(TestPage.fixture(Dropped.plain), named: "a.json")
        await page.session.wipe()
        #expect(try await page.session.accounts().items.isEmpty)
        #expect(try await page.json("GET", "/api/inputs")["inputs"].list.isEmpty)
    }
}

extension Session {
    /// Inputs without content.
    func fill(_ count: Int, waiting: Int? = nil) {
        for number in 0..<count {
            var input = SessionInput(id: "x\(number)", name: "x", kind: .file, results: [])
            if let waiting {
                input.waiting = SessionInput.Waiting(inputs: [], question: "x is encrypted.", count: waiting)
            }
            inputs.append(input)
        }
        touch()
    }
}
