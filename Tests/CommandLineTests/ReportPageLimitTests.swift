import Encodings
import FixtureSupport
import Foundation
import Testing

/// How much a report page shows: as much as each limit; and of one more, that it is in the JSON report.
@Suite("The limits of the report page")
struct ReportPageLimitTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("in")
    }

    private static func links(_ numbers: Range<Int>) -> String {
        numbers.map { "otpauth://totp/Acorn:user\($0)?secret=JBSWY3DPEHPK3PXP\n" }.joined()
    }

    /// The page of a folder of these files.
    private func page(_ files: [String]) throws -> String { try page(files.map { Array($0.utf8) }) }

    private func page(_ files: [[UInt8]]) throws -> String {
        for (number, file) in files.enumerated() { try folder.write(file, to: "in/\(number)") }
        let outcome = try Program.run(
            ["convert", "in", "--to", "otpauth", "-o", "out.txt", "-q", "--report", "report.html"],
            in: URL(filePath: folder.path))
        #expect(outcome.status < 2, "\(outcome.errors)")
        return try folder.text("report.html")
    }

    /// Whether the page says that it leaves something out.
    private func expectRest(_ rest: String?, _ message: LimitMessage, in page: String) {
        #expect(page.contains(message("")) == (rest != nil))
        if let rest { #expect(page.contains(">\(message(rest))")) }
    }

    private static let entriesAroundTheLimit: [(surplus: Int, rest: String?)] = [(0, nil), (1, "1 more entry")]

    @Test(
        "The page shows as many inputs as the limit, and counts the rest",
        arguments: [(0, nil), (1, "1 more input"), (2, "2 more inputs")] as [(Int, String?)])
    func inputs(surplus: Int, rest: String?) throws {
        let limit = Limit.reportInputs
        let page = try page((0..<(limit + surplus)).map { Self.links($0..<($0 + 1)) })
        #expect(page.ranges(of: "<section class=\"source\"").count == limit)
        expectRest(rest, LimitMessage.reportInputs, in: page)
    }

    @Test(
        "The page shows as many entries of all inputs as the limit, and counts the rest",
        arguments: entriesAroundTheLimit)
    func entries(surplus: Int, rest: String?) throws {
        let limit = Limit.reportRows, ofOne = Limit.reportInputRows
        let starts = stride(from: 0, to: limit - ofOne, by: ofOne).map { $0..<($0 + ofOne) }
        let last = (limit - ofOne)..<(limit + surplus - 1)
        let page = try page((starts + [last, 0..<1]).map(Self.links))
        #expect(page.ranges(of: "<li data-kind=").count == limit)
        expectRest(rest, LimitMessage.reportRows, in: page)
    }

    @Test(
        "The page counts the entries of an input that are over the limit",
        arguments: entriesAroundTheLimit)
    func entriesOfAnInput(surplus: Int, rest: String?) throws {
        let limit = Limit.reportInputRows
        expectRest(rest, LimitMessage.reportInputRows, in: try page([Self.links(0..<(limit + surplus))]))
    }

    @Test("The page counts the problems that are over the limit", arguments: [(0, nil), (1, "1")] as [(Int, String?)])
    func problems(surplus: Int, rest: String?) throws {
        let limit = Limit.reportProblems
        let bad = (0..<(limit + surplus)).map { "otpauth://totp/Acorn:user\($0)?secret=1\n" }.joined()
        expectRest(rest, LimitMessage.reportProblems, in: try page([bad + Self.links(0..<1)]))
    }

    @Test("The page draws as many images as the limit, and lists all inputs", arguments: [0, 1])
    func pictures(surplus: Int) throws {
        let limit = Limit.reportPictures
        let image = try FixtureFolder.bytes(FixtureFolder.images.appending(path: "plain/code.png"))
        let page = try page((0..<(limit + surplus)).map { image + Array("\($0)".utf8) })
        #expect(page.ranges(of: "data:image/bmp").count == limit)
        #expect(page.ranges(of: "<section class=\"source\"").count == limit + surplus)
    }
}
