import FixtureSupport
import Platform
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("What a run leaves to people")
struct DecisionTests {
    private func decisions(_ results: [SourceResult], in list: [Account] = []) throws -> (Ledger, [Decision]) {
        var list = list
        let ledger = try Ledger.merging(
            results, into: &list, at: Date(timeIntervalSince1970: 1_795_253_400), by: Ledger.merge(.skip))
        return (ledger, ledger.decisions(InputFates(ledger)))
    }

    private func parts(_ numbers: [Int], of size: Int, id: Int32 = 7, in name: String) -> SourceResult {
        SourceResult(
            name, parts: numbers.map { MigrationPart(batchID: id, size: size, index: $0 - 1, fingerprint: UInt64($0)) })
    }

    @Test(
        "A missing part is named with the files of the parts around it",
        arguments: [
            (["a.png": [1, 2, 3], "b.png": [5]], "part 4 of 5", "is", "; part 3 is in a.png, part 5 in b.png."),
            (["a.png": [1, 2, 3, 5]], "part 4 of 5", "is", "; parts 3 and 5 are in a.png."),
            (["a.png": [1, 2], "b.png": [5]], "parts 3, 4 of 5", "are", "; part 2 is in a.png, part 5 in b.png."),
            (["a.png": [1, 2, 3, 4]], "part 5 of 5", "is", "; part 4 is in a.png."),
        ] as [(files: [String: [Int]], missing: String, verb: String, neighbors: String)])
    func missingPart(files: [String: [Int]], missing: String, verb: String, neighbors: String) throws {
        let results = files.sorted { $0.key < $1.key }.map { parts($0.value, of: 5, in: $0.key) }
        let text = try decisions(results).1.first { $0.kind == .missingPart }?.text ?? ""
        #expect(text.hasSuffix("\(missing) of a Google Authenticator export \(verb) missing\(neighbors)"))
    }

    @Test("Exports that look alike have no places, and a complete one needs no decision")
    func otherParts() throws {
        let mixed = try decisions([
            parts([1], of: 2, in: "a.png"),
            SourceResult("b.png", parts: [MigrationPart(batchID: 7, size: 2, index: 0, fingerprint: 99)]),
        ]).1
        #expect(
            mixed.first?.text.hasSuffix("look alike, and part 2 of 2 is missing from at least one of them.") == true)
        #expect(try decisions([parts([1, 2], of: 2, in: "a.png")]).1.allSatisfy { $0.kind != .missingPart })
    }

    @Test("Every rejected entry and every failed input is in a decision, however many kinds there are")
    func remedies() throws {
        var results = (1...20).map { number in
            SourceResult(
                "\(number).txt",
                entries: (0..<number).map { entry in
                    .rejected(
                        EntryRejection(
                            position: EntryPosition(line: entry + 1), label: "Acme: \(number)-\(entry)",
                            problem: EntryError(.typeUnknown, "bad", .text("do number \(number % 12)"))))
                }, status: .partial)
        }
        results.append(
            SourceResult(Input(name: "x", location: .standardInput), failure: .emptyFile))
        let (ledger, decisions) = try decisions(results)
        let problems = decisions.filter { $0.kind == .problem }
        #expect(problems.count == 9)
        #expect(problems.first?.text == "Do number 1: 14 entries in" && problems.first?.files == ["1.txt", "13.txt"])
        let counts = problems.flatMap {
            $0.text.matches(of: /(\d+) (?:entries|more problems)/).compactMap { Int($0.1) }
        }
        #expect(counts.reduce(0, +) == ledger.totals.rejected + 1)
        #expect(problems.last?.text.hasPrefix("Do what the messages say about ") == true)
    }

    @Test("A few entries are named, and one input is not many")
    func named() throws {
        let entry = EntryRejection(
            position: EntryPosition(line: 1), label: "Birch: bob", problem: EntryError(.secretMissing, "no secret"))
        let (_, decisions) = try decisions([
            SourceResult("b.txt", entries: [.rejected(entry)], status: .partial),
            SourceResult(Input(name: "a.bin", location: .standardInput), failure: .emptyFile),
            SourceResult(
                Input(name: "c.bin", location: .standardInput), failure: SourceError(.wrongPassphrase, "wrong")),
        ])
        #expect(
            decisions.map(\.text) == [
                #"Correct the link, or set the account up again with its service: "Birch: bob" in"#, "Copy it again:",
                "Run this again with the right passphrase:",
            ])
        #expect(decisions.map(\.files) == [["b.txt"], ["a.bin"], ["c.bin"]])
    }

    @Test("Nothing is left to do after a run without files and problems")
    func nothing() throws {
        #expect(try decisions([SourceResult("a.txt", entries: [.item(try account("alice"))])]).1.isEmpty)
    }
}
