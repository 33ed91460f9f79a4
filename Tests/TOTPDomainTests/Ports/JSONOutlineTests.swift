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
                "a": .number, "b": .string, "c": .object, "e": .array, "g": .true, "h": .false, "i": .null,
            ])
        #expect(outline.has("a", "i") && !outline.has("a", "d"))
    }

    @Test(
        arguments: [
            (
                "each shape once", #"{"l":[{"a":1,"b":"x"},{"a":2,"b":"y"},{"a":2,"b":null}]}"#,
                [["a": .number, "b": .string], ["a": .number, "b": .null]]
            ),
            ("what is inside does not matter", #"{"l":[{"a":{"c":1}},[{"d":1}],5,{"a":{"e":[2]}}]}"#, [["a": .object]]),
            ("an escaped name", #"{"l":[{"\u0061":true}]}"#, [["a": .true]]),
            ("a repeated member", #"{"l":[{"a":1,"a":[]}]}"#, [["a": .array]]),
            ("a repeated list", #"{"l":[{"a":1}],"l":[{"a":1},{"b":1}]}"#, [["a": .number], ["b": .number]]),
            ("an object without members", #"{"l":[{}]}"#, [[:]]),
            ("no object", #"{"l":[1,"a"]}"#, []),
            (
                "up to the damage", #"{"l":[{"a":1},{"b":1,"c" 2},{"d":1}],"k":[{"e":1}]}"#,
                [["a": .number], ["b": .number]]
            ),
            ("cut off", #"{"l":[{"a":1},{"b":""#, [["a": .number], ["b": .string]]),
        ] as [(String, String, [[String: JSONScanner.Kind]])])
    func showsTheObjectsOfItsLists(title: String, text: String, shapes: [[String: JSONScanner.Kind]]) throws {
        let outline = try #require(SourceContent(Array(text.utf8)).jsonOutline)
        #expect(outline.lists["l"]?.shapes == shapes)
        #expect(outline.members["l"] == .array)
        #expect((outline.members["k"] != nil) == text.contains("\"k\""))
    }

    @Test func looksAtSomeOfVeryManyDifferentObjects() throws {
        let objects = (0..<5000).map { "{\"a\":1,\"n\($0)\":1}" }.joined(separator: ",")
        let outline = try #require(SourceContent(Array("{\"l\":[\(objects),{\"a\":1}]}".utf8)).jsonOutline)
        let shapes = try #require(outline.lists["l"]?.shapes)
        #expect(shapes.count > 60 && shapes.count < 2000)
        #expect(shapes.last == ["a": .number])
    }

    @Test(
        "Content that is not a JSON object or list has no outline",
        arguments: ["", "a", "\"a\"", "1", "<a>{}</a>", "PK\u{3}\u{4}{}"])
    func isOfJSONAlone(text: String) { #expect(SourceContent(Array(text.utf8)).jsonOutline == nil) }

    @Test func isTheSameInEveryEncoding() throws {
        let text = "{\"ä\":1}"
        let utf16 = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(SourceContent([0xEF, 0xBB, 0xBF] + Array(text.utf8)).jsonOutline?.members == ["ä": .number])
        #expect(SourceContent([0xFF, 0xFE] + utf16).jsonOutline?.members == ["ä": .number])
        #expect(SourceContent(text: Array(text.utf8)).jsonOutline?.members == ["ä": .number])
    }
}
