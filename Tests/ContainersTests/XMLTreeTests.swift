import Encodings
import TOTPDomain
import Testing

@testable import Containers

@Suite("XML that is changed and written again")
struct XMLTreeTests {
    private func written(_ tree: XMLTree) -> [UInt8] { tree.utf8 { $0.text } }

    @Test(
        "A written tree is read back unchanged",
        arguments: [
            "<a/>", "<a>text</a>", "<a x='1' y=\"&quot;&amp;&lt;&#10;&#9;\"/>",
            "<a> <b> </b>\n<c>&lt;&amp;&gt;&#13;\n</c> end</a>",
            "<a><![CDATA[<b>&]]></a>", "<a>é e\u{301} \u{1F600}</a>", "<a xml:space='default'><b>  </b></a>",
        ])
    func roundTrip(text: String) throws {
        let tree = try XMLTree(Array(text.utf8))
        #expect(try XMLTree(written(tree)) == tree)
    }

    @Test("Texts keep all combining marks")
    func marks() throws {
        let text = "e" + String(repeating: "\u{301}", count: 500)
        let tree = try XMLTree(Array("<a>\(text)</a>".utf8))
        #expect(tree.text == Array(text.utf8))
        #expect(tree.string.utf8.count < 500)
    }

    @Test("Elements are changed at their path, and texts around a removed one are joined")
    func changes() throws {
        var tree = try XMLTree(Array("<a>1<b><c>old</c></b>2</a>".utf8))
        tree.change(at: [1, 0]) { $0.set(text: Array("<new>".utf8)) }
        tree.change(at: [7, 0]) { $0.set(text: []) }
        #expect(written(tree).contains(Array("<a>1<b><c>&lt;new&gt;</c></b>2</a>".utf8)))
        tree.removeChildren { if case .element = $0 { true } else { false } }
        #expect(tree.children == [.text(Array("12".utf8))])
    }

    @Test("A change copies no children of the elements on its path")
    func inPlace() throws {
        var tree = try XMLTree(Array("<a><b>\(String(repeating: "<c><d/></c>", count: 100))</b></a>".utf8))
        /// The addresses of the lists of children of a, b and the last c.
        func storages() throws -> [UnsafeRawPointer?] {
            try [[], [0], [0, 99]].map { path in
                try #require(tree.descendant(path[...])).children.withUnsafeBytes { $0.baseAddress }
            }
        }
        let before = try storages()
        tree.change(at: [0, 99, 0]) { $0.set(text: [1]) }
        #expect(try storages() == before)
        #expect(tree.descendant([0, 99, 0])?.text == [1])
    }

    @Test("Where a change fails, the element stays")
    func failure() throws {
        let tree = try XMLTree(Array("<a>1<b><c>old</c></b>2</a>".utf8))
        var changed = tree
        #expect(throws: SourceError.self) {
            try changed.change(at: [1, 0]) { _ throws(SourceError) in throw SourceError(.corrupt, "no") }
        }
        #expect(changed == tree)
    }

    @Test(
        "An element is found at its path",
        arguments: [([], "a"), ([1], "b"), ([1, 0], "c"), ([0], nil), ([7], nil)] as [([Int], String?)])
    func descendant(path: [Int], name: String?) throws {
        let tree = try XMLTree(Array("<a>1<b><c>old</c></b>2</a>".utf8))
        #expect(tree.descendant(path[...])?.name == name)
    }

    @Test("Elements are transformed when they end, in document order")
    func transform() throws {
        var order: [String] = []
        _ = try XMLTree(Array("<a><b><c/></b><d/></a>".utf8)) { element throws(SourceError) in
            order.append(element.name)
        }
        #expect(order == ["c", "b", "d", "a"])
    }

    @Test("A damaged text is refused", arguments: ["", "<a>", "<a></b>", "<!DOCTYPE a><a/>"])
    func damaged(text: String) { #expect(throws: SourceError.self) { try XMLTree(Array(text.utf8)) } }
}
