import Encodings
import FixtureSupport
import ImageDecode
import Images
import TOTPDomain
import TOTPImport
import Testing

@testable import WebPage

/// Frames of the camera: each code comes in once.
@Suite struct FrameTests {
    private let page: TestPage

    init() throws { page = try TestPage() }

    private static func luma(_ path: String) throws -> LumaImage {
        let bytes = try TestPage.fixture(path)
        let content = SourceContent(bytes)
        guard case .image(let kind) = content.kind,
            let decoder = Parts.standard.decoders.first(where: { $0.kinds.contains(kind) })
        else { throw SourceError(.notAnImage, path) }
        return try decoder.decode(bytes, over: .white).luma
    }

    private func show(_ frame: LumaImage, source: String = "camera") async throws -> OrderedJSON {
        let response = await page.send(
            "POST", "/api/frames",
            headers: [
                ("Frame-Width", "\(frame.width)"), ("Frame-Height", "\(frame.height)"), ("Frame-Source", source),
            ], body: frame.pixels)
        try #require(response.status == 200, "\(response.text)")
        return try OrderedJSON(parsing: response.body)
    }

    @Test func aFrameWithoutACodeIsNoNews() async throws {
        let blank = try #require(LumaImage(width: 640, height: 480, pixels: [UInt8](repeating: 200, count: 640 * 480)))
        let answer = try await show(blank)
        #expect(answer["codes"].list.isEmpty)
        #expect(answer["news"].list.isEmpty)
        #expect(answer["input"] == nil)
        #expect(try await page.json("GET", "/api/inputs")["inputs"].list.isEmpty)
    }

    @Test func theSameCodeTwiceIsNoNews() async throws {
        let frame = try Self.luma("images/plain/code.png")
        let first = try await show(frame)
        let code = try #require(first["codes"].list.first)
        #expect(code["state"]?.text == "new")
        #expect(code["corners"].list.count == 4)
        #expect(first["news"].list.count == 1)
        let again = try await show(frame)
        #expect(again["codes"].list.first?["state"]?.text == "known")
        #expect(again["news"].list.isEmpty)
        #expect(again["revision"] == first["revision"])
        #expect(try await page.json("GET", "/api/state")["accounts"]?.number == 1)
        // Removed, it is news again.
        let input = try #require(first["input"]?.text)
        #expect(await page.send("DELETE", "/api/inputs/\(input)").status == 204)
        #expect(try await show(frame)["codes"].list.first?["state"]?.text == "new")
    }

    @Test func partsComeInOneAfterTheOther() async throws {
        var batches: [OrderedJSON] = []
        for number in 1...3 {
            let answer = try await show(Self.luma("images/google-parts/complete-\(number).png"))
            #expect(answer["codes"].list.first?["part"]?["index"]?.number == Int64(number - 1))
            #expect(answer["input"]?.text == "i1")
            #expect(answer["news"].list.first?["names"].list.isEmpty == false)
            batches = answer["batches"].list
            #expect(batches.first?["present"].list.count == number)
        }
        #expect(batches.first?["missing"].list.isEmpty == true)
        let card = try await page.json("GET", "/api/inputs/i1")
        #expect(card["kind"]?.text == "camera")
        #expect(card["sources"].list.count == 3)
        #expect(card["totals"]?["added"]?.number == (try await page.json("GET", "/api/state")["accounts"]?.number))
    }

    @Test func aCodeThatIsNoAccountSaysSoOnce() async throws {
        let frame = try Self.luma("images/not-an-account/web-address.png")
        #expect(try await show(frame, source: "screen")["news"].list.first?["kind"]?.text == "gray")
        #expect(try await show(frame, source: "screen")["news"].list.isEmpty)
    }

    /// A web address that passes by is nothing that somebody must look at.
    @Test func aCodeThatIsNoAccountIsNoProblem() async throws {
        _ = try await show(try Self.luma("images/not-an-account/web-address.png"))
        var card = try await page.json("GET", "/api/inputs/i1")
        #expect(card["status"]?.text == "skipped" && card["tone"]?.text == "gray", "\(card)")
        #expect(card["sources"].list.flatMap { $0["problems"].list }.allSatisfy { $0["kind"]?.text == "gray" })
        _ = try await show(try Self.luma("images/plain/code.png"))
        card = try await page.json("GET", "/api/inputs/i1")
        #expect(card["status"]?.text == "ok" && card["tone"]?.text == "green", "\(card)")
    }

    /// A code that is seen but not read is what the page's advice goes by.
    @Test func aCodeThatIsNotReadHasAPlace() async throws {
        let blank = try await show(try Self.luma("images/no-code/gradient.png"))
        #expect(blank["unread"]?.list.isEmpty == true)
        let whole = try Self.luma("images/plain/code.png"), (width, height) = (whole.width, whole.height)
        // Without its lower right part, the finder patterns are there, and more errors than can be corrected.
        var pixels = whole.pixels
        for row in (height * 2 / 5)..<height {
            for column in (width * 2 / 5)..<width { pixels[row * width + column] = 255 }
        }
        let answer = try await show(try #require(LumaImage(width: width, height: height, pixels: pixels)))
        #expect(answer["codes"].list.isEmpty)
        #expect(answer["unread"].list.first?.list.count == 4)
    }

    @Test func framesHaveALimit() async throws {
        let most = Limit.webFrame
        #expect(try Route.find(Request("POST", "/api/frames")).route.limit == most)
        let response = await page.send("POST", "/api/frames", body: [UInt8](repeating: 0, count: most + 1))
        #expect(response.status == 413)
    }
}
