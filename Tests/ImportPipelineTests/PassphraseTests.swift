import FixtureSupport
import Importers
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Passphrases of encrypted exports")
struct PassphraseTests {
    let folder: TemporaryFolder
    private let format = SealedFormat()

    init() throws { folder = try TemporaryFolder() }

    @Test("Known passphrases are tried in order, after a try without one, until one opens the file")
    func known() async throws {
        let result = try await read("sealed right", ScriptedPassphrases(known: words("one", "right", "three")))
        #expect(result.status == .ok)
        #expect(result.items.map(\.name) == ["sealed account"])
        #expect(format.calls.all == [nil, "one", "right"])
    }

    @Test("The passphrase that opened the last export is tried first on the next")
    func remembered() async throws {
        let path = try folder.write("sealed right", to: "export")
        let input = Input(name: path, location: .file(path: path))
        let passphrases = ScriptedPassphrases(known: words("one", "two", "right", "four"))
        let reader = reader([format], passphrases: passphrases.source)
        #expect(await reader.read(input).status == .ok)
        #expect(await reader.read(input).status == .ok)
        #expect(format.calls.all == [nil, "one", "two", "right", nil, "right"])
        try folder.write("sealed four", to: "export")
        #expect(await reader.read(input).status == .ok)
        #expect(format.calls.all.suffix(5) == [nil, "right", "one", "two", "four"])
    }

    @Test("The prompt comes only if no known passphrase opens the file, and names the file")
    func asked() async throws {
        let passphrases = ScriptedPassphrases(known: words("one"), answers: ["right"])
        let result = try await read("sealed right", passphrases)
        #expect(result.status == .ok)
        #expect(format.calls.all == [nil, "one", "right"])
        let name = folder.path("export")
        var question = PassphraseQuestion(input: name, app: "Sealed")
        question.tried = 1
        #expect(passphrases.questions.all == [question])
    }

    @Test("After three answers it fails")
    func threeAttempts() async throws {
        let passphrases = ScriptedPassphrases(answers: ["one", "two", "three", "right"])
        let result = try await read("sealed right", passphrases)
        #expect(result.status == .failed)
        #expect(result.failure?.code == .wrongPassphrase)
        #expect(passphrases.questions.all.map(\.attempt) == [1, 2, 3])
        #expect(format.calls.all == [nil, "one", "two", "three"])
    }

    @Test("The third answer may be the right one")
    func thirdAttempt() async throws {
        let result = try await read("sealed right", ScriptedPassphrases(answers: ["one", "two", "right"]))
        #expect(result.status == .ok)
    }

    @Test(
        "Without an answer, the failure says whether a passphrase was missing or wrong",
        arguments: [
            ([], [], .passphraseRequired), (["one"], [], .wrongPassphrase), ([], ["one", nil], .passphraseRequired),
        ]
            as [([String], [String?], SourceError.Code)])
    func noAnswer(known: [String], answers: [String?], code: SourceError.Code) async throws {
        let passphrases = ScriptedPassphrases(known: known.map { Passphrase($0) }, answers: answers)
        let result = try await read("sealed right", passphrases)
        #expect(result.status == .failed)
        #expect(result.failure?.code == code)
        #expect(result.format == "sealed")
        #expect(passphrases.questions.all.count == max(1, answers.count))
    }

    @Test("A failure that is not about the passphrase ends the tries at once", arguments: [true, false])
    func otherFailure(isKnown: Bool) async throws {
        let passphrases =
            isKnown
            ? ScriptedPassphrases(known: words("right", "two"))
            : ScriptedPassphrases(answers: ["right", "two"])
        let result = try await read("sealed right corrupt", passphrases)
        #expect(result.status == .failed)
        #expect(result.failure?.code == .corrupt)
        #expect(format.calls.all == [nil, "right"])
        #expect(passphrases.questions.all.count == (isKnown ? 0 : 1))
    }

    @Test("No passphrase is asked for if the text needs none")
    func plain() async throws {
        let passphrases = ScriptedPassphrases(known: words("one"), answers: ["two"])
        let result = try await read(try link("a"), passphrases)
        #expect(result.status == .ok)
        #expect(passphrases.questions.all == [])
        #expect(format.calls.all == [])
    }

    // MARK: - Several inputs

    @Test("Inputs that are read at once ask one after the other, in their order", arguments: [1, 2, 8])
    func order(jobs: Int) async throws {
        let names = (1...9).map { "\($0)" }
        let inputs = try names.map { name in
            // Some are plain, and take no time.
            try input(name, Int(name)?.isMultiple(of: 3) == true ? try link(name) : "sealed right\(name)")
        }
        let encrypted = names.filter { Int($0)?.isMultiple(of: 3) == false }
        let passphrases = ScriptedPassphrases(answers: encrypted.map { "right\($0)" })
        let results = try await run(inputs, passphrases, jobs: jobs)
        #expect(results.map(\.status) == names.map { _ in .ok })
        #expect(results.map(\.isEncrypted) == names.map(encrypted.contains))
        #expect(passphrases.questions.all.map(\.input) == encrypted.map { folder.path($0) })
        #expect(passphrases.questions.all.map(\.place) == encrypted.map { .init(number: Int($0) ?? 0, count: 9) })
    }

    @Test("A typed passphrase is tried on the next inputs before anybody is asked", arguments: [1, 4])
    func typedOnce(jobs: Int) async throws {
        let inputs = try (1...4).map { try input("\($0)", "sealed right") }
        let passphrases = ScriptedPassphrases(answers: ["right"])
        #expect(try await run(inputs, passphrases, jobs: jobs).allSatisfy { $0.status == .ok })
        #expect(passphrases.questions.all.count == 1)
    }

    @Test("A passphrase that was typed too early, for another input, is tried on the next")
    func typedEarly() async throws {
        let inputs = [try input("a", "sealed one"), try input("b", "sealed two")]
        let passphrases = ScriptedPassphrases(answers: ["two", "one"])
        #expect(try await run(inputs, passphrases, jobs: 2).allSatisfy { $0.status == .ok })
        #expect(passphrases.questions.all.map(\.attempt) == [1, 2])
    }

    @Test("An input that is skipped fails with a reason, and the others are read")
    func skipped() async throws {
        let inputs = [try input("a", "sealed one"), try input("b", "sealed two"), try input("c", try link("c"))]
        let results = try await run(inputs, ScriptedPassphrases(answers: [nil, "two"]), jobs: 2)
        #expect(results.map(\.status) == [.failed, .ok, .ok])
        #expect(results[0].failure == .skippedByUser)
    }

    // MARK: -

    private func input(_ name: String, _ content: String) throws -> Input {
        let path = try folder.write(content, to: name)
        return Input(name: path, location: .file(path: path))
    }

    private func run(
        _ inputs: [Input], _ passphrases: ScriptedPassphrases, jobs: Int
    ) async throws -> [SourceResult] {
        let reader = reader([format] + FormatRegistry.standard.formats, passphrases: passphrases.source)
        return try await ImportRun(reader: reader, jobs: jobs).read(inputs)
    }

    private func words(_ words: String...) -> [Passphrase] { words.map { Passphrase($0) } }

    private func read(_ content: String, _ passphrases: ScriptedPassphrases) async throws -> SourceResult {
        let path = try folder.write(content, to: "export")
        let reader = reader([format] + FormatRegistry.standard.formats, passphrases: passphrases.source)
        return await reader.read(Input(name: path, location: .file(path: path)))
    }
}
