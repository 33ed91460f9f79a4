import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import WebPage

@Suite("The demonstration of the page")
struct DemonstrationTests {
    @Test("It has invented accounts from several files, of which none can be lost")
    func accounts() async throws {
        let page = try TestPage(isDemonstration: true)
        let files = try Demonstration.files()
        try await page.session.add(arguments: files)
        let state = try await page.json("GET", "/api/state")
        #expect(state["demo"] == .bool(true))
        #expect(state["accounts"]?.number == 14 && state["unsaved"]?.number == 0)
        let inputs = try await page.json("GET", "/api/inputs")["inputs"].list
        #expect(Set(inputs.compactMap { $0["name"]?.text }) == Set(files.map(\.name)) && inputs.count == 5)
        #expect(await page.send("POST", "/api/quit").status == 202)
    }

    @Test("What somebody adds to it can be lost, as on any page")
    func ownAccounts() async throws {
        let page = try TestPage(isDemonstration: true)
        try await page.session.add(arguments: Demonstration.files())
        try await page.drop(
            Array("otpauth://totp/New:eve?secret=MFRGGZDFMFRGGZDF&issuer=New\n".utf8), named: "new.txt")
        #expect(try await page.json("GET", "/api/state")["unsaved"]?.number == 1)
        #expect(await page.send("POST", "/api/quit").status == 409)
    }

    @Test("Its secrets are new each time")
    func secrets() throws { #expect(try Demonstration.files() != Demonstration.files()) }

    @Test("An ordinary page is not a demonstration")
    func other() async throws { #expect(try await TestPage().json("GET", "/api/state")["demo"] == nil) }
}
