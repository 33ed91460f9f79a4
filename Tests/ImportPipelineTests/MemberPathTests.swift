import Encodings
import Testing

@testable import ImportPipeline

@Suite("Names of files in archives")
struct MemberPathTests {
    @Test(
        "Paths",
        arguments: [
            ("a/b.png", "a/b.png", false, nil), ("./a//b.png", "a/b.png", false, nil),
            ("..a/b..", "..a/b..", false, "..a"),
            ("../a", "../a", true, nil), ("a/..", "a/..", true, nil), ("/a", "/a", true, nil),
            ("..\\a", "..\\a", true, nil), ("C:\\a", "C:\\a", true, nil), ("C:/a", "C:/a", true, nil),
            ("a: b", "a: b", false, nil), ("a/.b/c", "a/.b/c", false, "a/.b"),
        ] as [(String, String, Bool, String?)])
    func paths(name: String, text: String, isOutside: Bool, hidden: String?) {
        let path = MemberPath(name)
        #expect(path.text == text)
        #expect(path.isOutside == isOutside)
        if !isOutside { #expect(path.hidden == hidden) }
    }

    @Test("The start of a long name is shown")
    func length() {
        let limit = Limit.memberName
        let longest = String(repeating: "a", count: limit)
        #expect(MemberPath(longest).text == longest)
        #expect(MemberPath(longest + "b").text == longest)
        #expect(MemberPath("../\(longest)").text == "../" + longest.dropLast(3))
        #expect(MemberPath(".\(longest)").hidden == "." + longest.dropLast())
    }
}
