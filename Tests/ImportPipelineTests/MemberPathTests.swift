import Encodings
import Testing

@testable import ImportPipeline

@Suite("Names of files in archives")
struct MemberPathTests {
    @Test(
        "A path is cleaned, and says whether it is hidden or leads out of the archive",
        arguments: [
            (name: "a/b.png", text: "a/b.png", isOutside: false, hidden: nil),
            (name: "./a//b.png", text: "a/b.png", isOutside: false, hidden: nil),
            (name: "..a/b..", text: "..a/b..", isOutside: false, hidden: "..a"),
            (name: "../a", text: "../a", isOutside: true, hidden: nil),
            (name: "a/..", text: "a/..", isOutside: true, hidden: nil),
            (name: "/a", text: "/a", isOutside: true, hidden: nil),
            (name: "..\\a", text: "..\\a", isOutside: true, hidden: nil),
            (name: "C:\\a", text: "C:\\a", isOutside: true, hidden: nil),
            (name: "C:/a", text: "C:/a", isOutside: true, hidden: nil),
            (name: "a: b", text: "a: b", isOutside: false, hidden: nil),
            (name: "a/.b/c", text: "a/.b/c", isOutside: false, hidden: "a/.b"),
        ] as [(name: String, text: String, isOutside: Bool, hidden: String?)])
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
