import Containers
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@Suite("Keyed archives")
struct KeyedArchiveTests {
    private static func root(_ value: ArchivedValue) throws -> KeyedArchive.Value? {
        try KeyedArchive(value.archived()).root
    }

    @Test("Archives made by Foundation are read")
    func foundation() throws {
        let object: NSDictionary = [
            "text": "Größe", "data": Data([1, 2, 3]), "number": NSNumber(value: 7), "real": NSNumber(value: 1.5),
            "date": Date(timeIntervalSinceReferenceDate: -978_307_200), "list": ["a", "b"] as NSArray,
            "inner": ["name": "inner"] as NSDictionary,
        ]
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
        let root = try #require(try KeyedArchive(Array(bytes)).root)
        #expect(root["text"]?.text == "Größe")
        #expect(root["data"]?.data == [1, 2, 3])
        #expect(root["number"]?.integer == 7)
        #expect(root["real"]?.real == 1.5)
        #expect(root["date"]?.secondsSince2001 == -978_307_200)
        #expect(root["list"]?.elements?.map { $0?.text } == ["a", "b"])
        #expect(root["inner"]?["name"]?.text == "inner")
        #expect(root["none"] == nil)
    }

    @Test("Values of each kind are read, plain and as objects")
    func values() throws {
        let root = try #require(
            try Self.root(
                .object([
                    "text": "a", "textObject": .textObject("b"), "data": .data([1]), "dataObject": .dataObject([2]),
                    "number": 3, "real": .real(4.5), "date": .date(6), "list": [7, .null, "c"],
                    "dictionary": .dictionary(["x": 8]), "null": .null,
                ])))
        #expect(root["text"]?.text == "a" && root["textObject"]?.text == "b")
        #expect(root["data"]?.data == [1] && root["dataObject"]?.data == [2])
        #expect(root["number"]?.integer == 3 && root["number"]?.real == 3 && root["real"]?.real == 4.5)
        #expect(root["date"]?.secondsSince2001 == 6)
        #expect(root["list"]?.elements?.map { $0?.integer } == [7, nil, nil])
        #expect(root["list"]?.elements?.map { $0?.text } == [nil, nil, "c"])
        #expect(root["dictionary"]?["x"]?.integer == 8)
        #expect(root["null"] == nil && root["missing"] == nil)
        #expect(root.isObject && root["dictionary"]?.isObject == true && root["text"]?.isObject == false)
    }

    @Test("A value of another kind is not read")
    func otherKinds() throws {
        let root = try #require(
            try Self.root(
                .object(["text": "1", "data": .data([49]), "number": 1, "list": [], "map": .dictionary([:])])))
        for (name, value) in ["text", "data", "number", "list", "map"].map({ ($0, root[$0]) }) {
            #expect((value?.text != nil) == (name == "text"))
            #expect((value?.data != nil) == (name == "data"))
            #expect((value?.integer != nil) == (name == "number"))
            #expect((value?.elements != nil) == (name == "list"))
            #expect((value?.secondsSince2001 != nil) == (name == "number"))
        }
    }

    @Test("References to nothing are null, and cycles have no value")
    func references() throws {
        let root = try #require(
            try Self.root(.object(["none": .reference(99), "zero": .reference(0), "list": [.reference(2), "a"]])))
        #expect(root["none"] == nil && root["zero"] == nil)
        // Object 2 is the list, its own first element.
        let list = try #require(root["list"])
        let inner = list.elements?.first.flatMap { $0 }
        #expect(inner?.elements?.first.flatMap { $0 }?.elements?.count == 2)
    }

    @Test(
        "Bytes that are not an archive are damaged",
        arguments: [
            [], Array("bplist00".utf8), PropertyListFile([.list([])]).bytes(),
            PropertyListFile([.dictionary(keys: [], values: [])]).bytes(),
            PropertyListFile([.dictionary(keys: [1], values: [2]), .text("$objects"), .list([])]).bytes(),
            PropertyListFile([
                .dictionary(keys: [1, 2], values: [3, 3]), .text("$objects"), .text("$top"), .list([]),
            ]).bytes(),
        ] as [[UInt8]])
    func others(bytes: [UInt8]) {
        let failure = #expect(throws: SourceError.self) { try KeyedArchive(bytes) }
        #expect(failure?.code == .corrupt)
    }

    @Test("A null root is treated as missing")
    func nullRoot() throws { #expect(try Self.root(.null) == nil) }
}
