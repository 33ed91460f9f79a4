import Containers
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@Suite("Binary property lists")
struct BinaryPropertyListTests {
    /// A property list as a tree, for comparison.
    private indirect enum Tree: Equatable {
        case bool(Bool), integer(Int64), real(Double), date(Double), data([UInt8]), text(String)
        case list([Tree]), dictionary([String: Tree])

        static func random(depth: Int, _ generator: inout SeededGenerator) -> Tree {
            let count = Int.random(in: 0...(depth == 3 ? 30 : 18), using: &generator)
            switch Int.random(in: 0...(depth > 0 ? 9 : 6), using: &generator) {
            case 0: return .bool(.random(using: &generator))
            case 1: return .integer(Int64.random(in: .min ... .max, using: &generator))
            case 2: return .integer(Int64(Int32.random(in: -1000...70_000, using: &generator)))
            case 3: return .real(Double.random(in: -1e9...1e9, using: &generator))
            case 4: return .date(Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)))
            case 5: return .data(generator.bytes(count))
            case 6: return .text(text(count, &generator))
            case 7, 8: return .list((0..<count).map { _ in random(depth: depth - 1, &generator) })
            default:
                return .dictionary(
                    Dictionary(
                        (0..<count).map { _ in
                            let name = text(Int.random(in: 0...20, using: &generator), &generator)
                            return (name, random(depth: depth - 1, &generator))
                        }, uniquingKeysWith: { first, _ in first }))
            }
        }

        private static func text(_ count: Int, _ generator: inout SeededGenerator) -> String {
            let letters = Bool.random(using: &generator) ? Array("abc $.Z09") : Array("aé漢🔑ß")
            return String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
        }

        var foundation: Any {
            switch self {
            case .bool(let flag): NSNumber(value: flag)
            case .integer(let number): NSNumber(value: number)
            case .real(let number): NSNumber(value: number)
            case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
            case .data(let bytes): Data(bytes)
            case .text(let text): text
            case .list(let elements): elements.map(\.foundation)
            case .dictionary(let members): members.mapValues(\.foundation)
            }
        }

        init?(_ object: BinaryPropertyList.Object, _ list: BinaryPropertyList) {
            switch object {
            case .bool(let flag): self = .bool(flag)
            case .integer(let number): self = .integer(number)
            case .real(let number): self = .real(number)
            case .date(let seconds): self = .date(seconds)
            case .data(let bytes): self = .data(Array(bytes))
            case .string(let text): self = .text(text)
            case .array(let indexes): self = .list(indexes.compactMap { Tree(list[$0], list) })
            case .dictionary(let members): self = .dictionary(members.compactMapValues { Tree(list[$0], list) })
            case .null, .uid, .unreadable: return nil
            }
        }
    }

    private func failure(_ bytes: [UInt8]) -> SourceError? {
        #expect(throws: SourceError.self) { try BinaryPropertyList(bytes) }
    }

    @Test("Property lists written by Foundation are read", arguments: UInt64(0)..<60)
    func foundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let tree = Tree.list([.random(depth: 3, &generator), .random(depth: 3, &generator)])
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: tree.foundation, format: .binary, options: 0)
        let list = try BinaryPropertyList(Array(bytes))
        #expect(Tree(list.root, list) == tree)
    }

    @Test("References and offsets may have any size", arguments: 1...8, 1...8)
    func sizes(referenceSize: Int, offsetSize: Int) throws {
        // An offset of one byte reaches only short lists.
        let objects = [PropertyListFile.Object.list([1, 2, 1]), .text("a"), .integer(7)]
        let bytes = PropertyListFile(objects, referenceSize: referenceSize, offsetSize: offsetSize).bytes()
        let list = try BinaryPropertyList(bytes)
        #expect(list.count == 3)
        #expect(Tree(list.root, list) == .list([.text("a"), .integer(7), .text("a")]))
    }

    @Test(
        "Objects of every kind and size are read",
        arguments: [
            ("00", .null), ("08", .bool(false)), ("09", .bool(true)), ("10 FF", .integer(255)),
            ("11 FFFF", .integer(65_535)), ("12 FFFFFFFF", .integer(4_294_967_295)),
            ("13 FFFFFFFFFFFFFFFF", .integer(-1)),
            ("14 0000000000000000 0000000000000009", .integer(9)),
            ("14 0000000000000000 8000000000000000", .unreadable),
            ("14 0000000000000001 0000000000000000", .unreadable),
            ("22 3F800000", .real(1)), ("23 3FF8000000000000", .real(1.5)),
            ("33 C1CD27E440000000", .date(-978_307_200)),
            ("80 05", .uid(5)), ("81 0100", .uid(256)), ("40", .data([])), ("42 0102", .data([1, 2])),
            ("50", .string("")), ("52 4142", .string("AB")),
            // The length after the marker, in a number of bytes that the writer chooses.
            ("5F 10 01 61", .string("a")), ("5F 13 0000000000000001 61", .string("a")),
            ("62 D83DDD11", .string("🔑")), ("61 D83D", .unreadable),
            // Not ASCII, although it should be.
            ("51 E9", .string("é")),
        ] as [(String, BinaryPropertyList.Object)])
    func objects(hex: String, object: BinaryPropertyList.Object) throws {
        #expect(try BinaryPropertyList(PropertyListFile([.raw([UInt8](hex: hex))]).bytes()).root == object)
    }

    @Test(
        "Objects that are cut off, or of an unknown kind, are damage",
        arguments: [
            "0F", "0C", "07", "15 01", "21 0000", "24", "32 00000000", "70", "90", "B0", "C0", "E0", "F0", "10",
            "13 00",
            "42 01", "52 01", "61 00", "88 00", "A1 00", "D1 000000", "4F", "4F 14", "5F 50", "4F 13 FFFFFFFFFFFFFFFF",
            "AF 13 7FFFFFFFFFFFFFFF", "6F 13 4000000000000000", "DF 13 4000000000000000", "87 FFFFFFFFFFFFFFFF",
        ])
    func damagedObjects(hex: String) {
        #expect(failure(PropertyListFile([.raw([UInt8](hex: hex))]).bytes())?.code == .corrupt)
    }

    @Test("A list may contain itself, and refer to objects that do not exist")
    func references() throws {
        let list = try BinaryPropertyList(PropertyListFile([.list([0, 9])]).bytes())
        #expect(list.root == .array([0, 9]))
        #expect(list[0] == list.root && list[9] == .null && list[-1] == .null)
    }

    @Test("Only texts are names, and no text of 257 bytes")
    func names() throws {
        let long = String(repeating: "a", count: 257), allowed = String(repeating: "a", count: 256)
        let file = PropertyListFile([
            .dictionary(keys: [1, 2, 3, 9], values: [4, 4, 4, 4]), .text(long), .text(allowed), .integer(1),
            .bool(true),
        ])
        #expect(try BinaryPropertyList(file.bytes()).root == .dictionary([allowed: 4]))
    }

    @Test("Objects that overlap are damage: they would multiply the size of the file")
    func overlap() {
        var file = PropertyListFile(
            [.list(Array(0..<100))] + [PropertyListFile.Object](repeating: .bool(true), count: 99))
        file.sharedOffset = 8
        #expect(failure(file.bytes())?.code == .corrupt)
        #expect((try? BinaryPropertyList(PropertyListFile(file.objects).bytes()))?.count == 100)
    }

    @Test("Counts and offsets beyond the file are damage")
    func trailers() {
        let file = PropertyListFile([.list([1]), .text("abc")])
        for count in [3, 1000, 1 << 32, 1 << 62, UInt64.max] {
            var wrong = file
            wrong.claimedCount = count
            #expect(failure(wrong.bytes())?.code == .corrupt)
        }
        for offset in [0, 7, 500, 1 << 20] {
            var wrong = file
            wrong.sharedOffset = offset
            #expect(failure(wrong.bytes())?.code == .corrupt)
        }
        for (root, isRead) in [(1, true), (2, false)] {
            var other = file
            other.root = root
            #expect(((try? BinaryPropertyList(other.bytes())) != nil) == isRead)
        }
        #expect(failure(Array("bplist00".utf8))?.code == .corrupt)
        #expect(failure([])?.code == .corrupt)
        #expect(failure(Array("bplist01".utf8) + file.bytes().dropFirst(8))?.code == .corrupt)
    }

    @Test("Cut or changed anywhere, a file is damaged or another list, and never a crash")
    func damage() throws {
        var generator = SeededGenerator(seed: 7)
        let tree = Tree.list((0..<20).map { _ in .random(depth: 2, &generator) })
        let bytes = Array(
            try PropertyListSerialization.data(fromPropertyList: tree.foundation, format: .binary, options: 0))
        for count in 0..<bytes.count { #expect(failure(Array(bytes.prefix(count)))?.code == .corrupt) }
        for index in bytes.indices {
            for change in [1, 0x80, UInt8.random(in: 1...255, using: &generator)] {
                var changed = bytes
                changed[index] ^= change
                if let list = try? BinaryPropertyList(changed) { #expect(list.count <= bytes.count) }
            }
        }
    }
}
