import Containers
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@Suite("XML as events")
struct XMLEventsTests {
    /// Events with the pieces of a text joined.
    private func events(_ bytes: [UInt8]) throws -> [XMLEvents.Event] {
        var events: [XMLEvents.Event] = []
        try XMLEvents.read(bytes) { event throws(SourceError) in
            if case .text(let more) = event, case .text(let text) = events.last {
                events[events.count - 1] = .text(text + more)
            } else {
                events.append(event)
            }
        }
        return events
    }

    private func events(_ text: String) throws -> [XMLEvents.Event] { try events(Array(text.utf8)) }

    /// The text within the only element.
    private func text(_ document: String) throws -> String {
        try events(document).reduce("") { if case .text(let text) = $1 { $0 + text } else { $0 } }
    }

    private func failure(_ text: String) -> SourceError? {
        #expect(throws: SourceError.self) { try events(text) }
    }

    @Test("Elements, attributes and texts come in the document's order")
    func order() throws {
        let document = """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?>
            <!-- a comment --><map><string name="a &quot;b&quot;" x='1'>one &lt; <b>two</b></string><empty y=""/></map>
            """
        #expect(
            try events(document) == [
                .start(name: "map", attributes: [:]),
                .start(name: "string", attributes: ["name": "a \"b\"", "x": "1"]), .text("one < "),
                .start(name: "b", attributes: [:]), .text("two"), .end(name: "b"), .end(name: "string"),
                .start(name: "empty", attributes: ["y": ""]), .end(name: "empty"), .end(name: "map"),
            ])
    }

    @Test(
        "Characters may be written in several ways",
        arguments: [
            ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&#65;&#x42;&#x1F511;", "AB🔑"),
            ("<![CDATA[<a> & ]]]]><![CDATA[>]]>", "<a> & ]]>"),
            ("a<!-- no -->b<?php no ?>c", "abc"), (" \n a \t", " \n a \t"), ("a\r\nb\rc", "a\nb\nc"),
            ("&amp;lt;", "&lt;"), ("Zoë 日本", "Zoë 日本"), ("<b/>", ""),
        ])
    func characters(written: String, read: String) throws { #expect(try text("<a>\(written)</a>") == read) }

    @Test(
        "The text is UTF-8, whatever its declaration says",
        arguments: [
            "UTF-8", "utf-8", "ISO-8859-1", "US-ASCII", "windows-1252", "UTF-16", "UTF-7", "IBM037", "nonsense",
        ])
    func encodings(name: String) throws {
        #expect(try text("<?xml version='1.0' encoding='\(name)' standalone='yes' ?>\n<a>Zoë</a>") == "Zoë")
    }

    @Test("Other bytes are damage, also those of another declared set")
    func otherEncodings() throws {
        func bytes(_ name: String, _ body: String) -> [UInt8] {
            "<?xml version=\"1.0\" encoding=\"\(name)\"?>\(body)".unicodeScalars.map {
                UInt8(truncatingIfNeeded: $0.value)
            }
        }
        #expect(throws: SourceError.self) { try events(bytes("ISO-8859-1", "<a>Zoë</a>")) }
        // A document type and attributes in UTF-7, which a search for their letters does not find.
        for body in ["+ADwAIQ-DOCTYPE a [+ADwAIQ-ENTITY e \"x\">]><a>ë&e;</a>", "<a b+AD0-\"\">ë</a>"] {
            let failure = #expect(throws: SourceError.self) { try events(bytes("UTF-7", body)) }
            #expect(failure == SourceError(.corrupt, "the XML is not UTF-8", .exportAgain))
        }
    }

    @Test("Bytes that are not UTF-8 are reported as damage")
    func invalidUTF8() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80]] {
            let failure = #expect(throws: SourceError.self) {
                try events(Array("<a>x".utf8) + bytes + Array("y</a>".utf8))
            }
            #expect(failure?.code == .corrupt)
        }
    }

    // MARK: - Attacks

    private static let bomb = (1...9).reduce("<!ENTITY e0 \"ha\">") { entities, level in
        entities + "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }

    @Test(
        "A document type is refused, wherever it is",
        arguments: [
            "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY e \"x\">]><a>&e;</a>", "<!DOCTYPE a [\(bomb)]><a>&e9;</a>",
            "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><a>&e;</a>",
            "<!DOCTYPE a SYSTEM \"http://example.com/a.dtd\"><a/>",
            "<?xml version=\"1.0\"?>\n<!-- --> <!DOCTYPE a><a/>",
            "<a/><!DOCTYPE a>", "<a><!DOCTYPE a></a>",
            "<!DOCTYPE a [<!ENTITY % p SYSTEM \"http://example.com/p\"> %p;]><a/>",
        ])
    func documentType(document: String) {
        let failure = failure(document)
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains("document type") == true)
    }

    @Test(
        "A document type in another spelling is also refused",
        arguments: ["<!doctype a [<!ENTITY e \"x\">]><a>&e;</a>", "<! DOCTYPE a><a/>", "<!ENTITY e \"x\"><a>&e;</a>"])
    func misspeltType(document: String) { #expect(failure(document)?.code == .corrupt) }

    @Test(
        "Entities that nobody declared are damage", arguments: ["&e;", "&nbsp;", "&#0;", "&#xFFFE;", "&#x110000;", "&"])
    func entities(entity: String) {
        #expect(failure("<a>x\(entity)y</a>")?.code == .corrupt)
        #expect(failure("<a b=\"\(entity)\"/>")?.code == .corrupt)
    }

    @Test("Depth is bounded")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        let limit = Limit.xmlDepth
        #expect(try events(nested(limit)).count == 2 * limit)
        for document in [nested(limit + 1), nested(200_000), String(repeating: "<a>", count: 200_000)] {
            #expect(failure(document) == SourceError(.limitExceeded, LimitMessage.xmlDepth(limit)))
        }
    }

    @Test("Attributes are bounded, also where a comment could hide them", arguments: ["", "<!--><b c=\"-->"])
    func attributes(before: String) throws {
        func document(_ count: Int) -> String {
            "\(before)<a \((0..<count).map { "a\($0)='>'" }.joined(separator: " "))/>"
        }
        let limit = Limit.xmlAttributes
        let expected = (0..<limit).map { ("a\($0)", ">") }
        #expect(
            try events(document(limit)).first
                == .start(name: "a", attributes: Dictionary(uniqueKeysWithValues: expected)))
        for count in [limit + 1, 200_000] {
            #expect(failure(document(count)) == SourceError(.limitExceeded, LimitMessage.xmlAttributes(limit)))
        }
    }

    @Test("Long texts and values are read whole")
    func long() throws {
        let long = String(repeating: "x", count: 12 << 20)
        #expect(try text("<a>\(long)</a>").utf8.count == long.utf8.count)
        let value = String(long.prefix(1 << 20))
        #expect(try events("<a b=\"\(value)\"/>").first == .start(name: "a", attributes: ["b": value]))
    }

    // MARK: - Damage

    @Test(
        "XML that is not well-formed is damaged",
        arguments: [
            "", " ", "text", "<", "<a", "<a>", "<a></b>", "<a/><b/>", "<a/>text", "<a b=1/>", "<a b='1' b='2'/>",
            "<a>\u{1}</a>", "<a>]]></a>", "<a><!-- -- --></a>", "<a>\0</a>", "<?xml version=\"1.0\"?>", "</a>", "<1/>",
            "<a b='<'/>", " <?xml version='1.0'?><a/>",
        ])
    func damaged(document: String) { #expect(failure(document)?.code == .corrupt) }

    private static let sample = Array(
        """
        <?xml version='1.0' encoding='utf-8'?>\
        <map><string name="a">x &amp; y</string><int name="b" value="1"/></map>
        """.utf8)

    @Test("Cut anywhere, a document is damaged")
    func cut() {
        for count in 0..<Self.sample.count {
            let failure = #expect(throws: SourceError.self) { try events(Array(Self.sample.prefix(count))) }
            #expect(failure?.code == .corrupt, "\(count) bytes")
        }
    }

    @Test("A changed bit is an error or another document, and never ends the program")
    func bits() {
        for index in Self.sample.indices {
            for bit in 0..<8 {
                var changed = Self.sample
                changed[index] ^= 1 << bit
                let outcome = Result { try events(changed) }
                if case .failure(let error) = outcome { #expect((error as? SourceError)?.code == .corrupt) }
            }
        }
    }

    @Test("An error thrown by the event handler ends the reading")
    func stops() {
        var count = 0
        let failure = #expect(throws: SourceError.self) {
            try XMLEvents.read(Array("<a><b/><c/></a>".utf8)) { _ throws(SourceError) in
                count += 1
                if count == 2 { throw SourceError(.unsupportedVersion, "enough") }
            }
        }
        #expect(failure?.message == "enough")
        #expect(count == 2)
    }
}
