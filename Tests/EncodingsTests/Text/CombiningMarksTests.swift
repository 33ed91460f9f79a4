import Encodings
import FixtureSupport
import Testing

@Suite("Combining marks in a row")
struct CombiningMarksTests {
    private static let limit = Limit.combiningMarks

    @Test("As many marks as the limit stay; the others become one character that shows it")
    func limited() {
        let most = MarkRuns.text(Self.limit)
        for text in ["", "a", "Zoë", most, "\(most)b\(most)"] {
            #expect(text.limitingMarks.utf8.elementsEqual(text.utf8))
            #expect(!text.hasTooManyMarks)
        }
        for text in [MarkRuns.text(Self.limit + 1)] + MarkRuns.tooMany.map(MarkRuns.text) {
            #expect(text.limitingMarks.utf8.elementsEqual("\(most)\u{FFFD}".utf8))
            #expect(text.hasTooManyMarks)
            #expect(text.limitingMarks.hasTooManyMarks)
            #expect("x\(text)y\(text)".limitingMarks.utf8.elementsEqual("x\(most)\u{FFFD}y\(most)\u{FFFD}".utf8))
        }
    }

    @Test("Bytes are counted like a text")
    func bytes() {
        for count in [0, Self.limit, Self.limit + 1] + MarkRuns.tooMany {
            let bytes = Array("x\(MarkRuns.text(count))y".utf8)
            let areTooMany = CombiningMarks.areTooMany(in: bytes.span)
            #expect(areTooMany == (count > Self.limit))
        }
    }

    @Test("Pieces of a text are limited together")
    func pieces() {
        var marks = CombiningMarks()
        let pieces = ["a"] + [String](repeating: "\u{323}\u{301}", count: Self.limit) + ["", "b\u{301}"]
        let joined = pieces.map { marks.limited($0) }.joined()
        #expect(MarkRuns.longest(in: joined) == Self.limit)
        #expect(joined.unicodeScalars.count { $0 == "\u{FFFD}" } == 1)
        #expect(joined.utf8.reversed().starts(with: "b\u{301}".utf8.reversed()))
    }

    /// Including the characters of class 0 that decompose into two others, such as U+0F73.
    @Test("Every character that starts with a mark, once it is decomposed, is one")
    func characters() {
        for value in [0x300...0xABFF, 0xF900...0x1FFFF, 0x2F800...0x2FA1F].joined() {
            guard let scalar = Unicode.Scalar(UInt32(value)), let first = String(scalar).decomposed.unicodeScalars.first
            else { continue }
            let isMark = first.properties.canonicalCombiningClass != .notReordered
            if CombiningMarks.contains(scalar) != isMark { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    /// Where bytes become a String in this module. `Tests/limits/doors.py` finds others.
    static let doors: [(name: String, read: @Sendable (String) throws -> String?)] = [
        (
            "a string of JSON",
            { text in
                guard case .string(let read) = try OrderedJSON(parsing: Array("\"\(text)\"".utf8)) else { return nil }
                return read
            }
        ),
        (
            "a string of JSON with escapes",
            { text in
                let escaped = text.unicodeScalars.map { "\\u\("000\(String($0.value, radix: 16))".suffix(4))" }.joined()
                let json = Array("\"\(escaped)\"".utf8)
                guard case .string(let read) = try OrderedJSON(parsing: json) else { return nil }
                return read
            }
        ),
        (
            "a name of JSON",
            { text in
                guard case .object(let members) = try OrderedJSON(parsing: Array("{\"\(text)\":1}".utf8)) else {
                    return nil
                }
                return members.first?.key
            }
        ),
        (
            "a name of JSON that is not known",
            { text in
                try JSONFields(Array("{\"\(text)\":1}".utf8)[...]).members(except: [], read: []).first?.key
            }
        ),
        (
            "a cell of CSV",
            { text in
                var reader = CSVReader()
                let bytes = Array("b,\"\(text)\"".utf8)
                return try reader.next(in: bytes.span)?.cells.last?.text(in: bytes.span)
            }
        ),
        (
            "a part of a link",
            { text in
                let bytes = Array(PercentCoding.encode(text).utf8)
                return PercentCoding.decode(bytes.span, 0..<bytes.count, plusIsSpace: true)
            }
        ),
        ("a text in UTF-8 or Latin-1", { TextDecoding.lenientString(Array($0.utf8)) }),
    ]

    @Test("Everything that makes a text of bytes limits them", arguments: doors.indices)
    func everyDoor(index: Int) throws {
        let door = Self.doors[index]
        for count in MarkRuns.tooMany {
            let read = try #require(try door.read(MarkRuns.text(count)))
            #expect(MarkRuns.longest(in: read) == Self.limit, "\(door.name)")
            #expect(read.hasTooManyMarks, "\(door.name)")
        }
        let name = "Zoë \(MarkRuns.text(Self.limit))"
        #expect(try door.read(name)?.utf8.elementsEqual(name.utf8) == true, "\(door.name)")
    }

    @Test("A text that was limited before it was written keeps what it has")
    func keeping() throws {
        let text = MarkRuns.text(200)
        let fields = try JSONFields(Array("{\"\(text)\":\"\(text)\"}".utf8)[...], JSONLimits(keepsMarks: true))
        let member = try #require(try fields.members(except: [], read: []).first)
        #expect(member.key.utf8.elementsEqual(text.utf8))
        #expect(member.value == .string(text))
    }
}
