import Containers
import TOTPDomain
import Testing

/// Tags are found by their brackets, and are the same as the parser's.
@Suite("Tags of an XML text")
struct XMLTagsTests {
    private static func tags(_ text: [UInt8]) -> [String] {
        var tags = XMLTags(), found: [String] = []
        let text = text.span
        while let tag = tags.next(in: text) {
            let name = text.extracting(tag.name).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
            if tag.isStart { found.append("\(tag.depth) \(name)") }
            if tag.isEnd { found.append("\(tag.depth) /\(name)") }
        }
        return found
    }

    private static func events(_ text: [UInt8]) throws -> [String] {
        var found: [String] = [], depth = 0
        try XMLEvents.read(text) { event throws(SourceError) in
            switch event {
            case .start(let name, _):
                found.append("\(depth) \(name)")
                depth += 1
            case .end(let name):
                depth -= 1
                found.append("\(depth) /\(name)")
            case .text: break
            }
        }
        return found
    }

    @Test(
        arguments: [
            "<a/>", "<a></a>", "<?xml version=\"1.0\"?>\n<a ><b\n/><c:d e='>' f=\"/>\"/>x</a >\n",
            "<a b=\"'/>'\">t</a>",
            "<a><!-- <b> - > --><![CDATA[<c>]]]]><![CDATA[></c>]]><?d <e> ?>&lt;f&gt;</a><!-- <g/> -->",
            "<日本><é/></日本>", "<a><a><a/></a><b/></a>",
        ])
    func tagsAreThoseOfTheParser(text: String) throws {
        let text = Array(text.utf8)
        let events = try Self.events(text)
        #expect(Self.tags(text) == events)
    }

    @Test(
        "A damaged text ends the tags", arguments: ["", "<", "<a", "<a b=\"", "<!--", "<![CDATA[", "<?", "</", "<a/"])
    func damaged(text: String) {
        #expect(Self.tags(Array(text.utf8)).count <= 2)
    }

    @Test(
        "A name is compared byte by byte",
        arguments: [("Entry", true), ("entry", false), ("Entr", false), ("Entry2", false)])
    func names(name: String, isSame: Bool) {
        var tags = XMLTags()
        let text = Array("<\(name)>".utf8)
        let tag = tags.next(in: text.span)
        let isNamed = tag?.isNamed("Entry", in: text.span)
        #expect(isNamed == isSame)
    }
}
