import Encodings
import TOTPDomain
import Testing

struct JSONOutlineTests {
    @Test(
        arguments: [
            (#"{"a":1,"b":"x","c":{"d":1},"e":[{"f":1}],"g":true,"h":false,"i":null}"#, .object),
            (#" [ {"a":1,"b":"x","c":{"d":1},"e":[{"f":1}],"g":true,"h":false,"i":null}, {"z":1}]"#, .array),
            (#"{"a":1,"b":"x","c":{"d":1},"e":[{"f":1}],"g":true,"h":false,"i":nul"#, .object),
        ] as [(String, JSONOutline.Shape)])
    func namesTheOutermostMembers(text: String, shape: JSONOutline.Shape) throws {
        let outline = try #require(SourceContent(Array(text.utf8)).jsonOutline)
        #expect(outline.shape == shape)
        #expect(
            outline.members == [
                "a": .other, "b": .string, "c": .object, "e": .array, "g": .true, "h": .other, "i": .other,
            ])
        #expect(outline.has("a", "i") && !outline.has("a", "d"))
    }

    @Test(arguments: ["", "a", "\"a\"", "1", "<a>{}</a>", "PK\u{3}\u{4}{}"])
    func isOfJSONAlone(text: String) { #expect(SourceContent(Array(text.utf8)).jsonOutline == nil) }

    @Test func isTheSameInEveryEncoding() throws {
        let text = "{\"ä\":1}"
        let utf16 = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(SourceContent([0xEF, 0xBB, 0xBF] + Array(text.utf8)).jsonOutline?.members == ["ä": .other])
        #expect(SourceContent([0xFF, 0xFE] + utf16).jsonOutline?.members == ["ä": .other])
        #expect(SourceContent(text: Array(text.utf8)).jsonOutline?.members == ["ä": .other])
    }
}
