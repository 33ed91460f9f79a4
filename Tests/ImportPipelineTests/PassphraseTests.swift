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
        let reader = reader([format], passphrases: ScriptedPassphrases(known: words("one", "two", "right", "four")))
        #expect(await reader.read(input).status == .ok)
        #expect(await reader.read(input).status == .ok)
        #expect(format.calls.all == [nil, "one", "two", "right", nil, "right"])
        try folder.write("sealed four", to: "export")
        #expect(await reader.read(input).status == .ok)
        #expect(format.calls.all.suffix(5) == [nil, "right", "one", "two", "four"])
    }

    @Test("A person is asked only if no known passphrase opens the file, and told what for")
    func asked() async throws {
        let passphrases = ScriptedPassphrases(known: words("one"), answers: ["right"])
        let result = try await read("sealed right", passphrases)
        #expect(result.status == .ok)
        #expect(format.calls.all == [nil, "one", "right"])
        let name = folder.path("export")
        #expect(passphrases.questions.all == [.init(input: name, app: "Sealed", attempt: 1)])
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
            ([], [], .passphraseRequired), (["one"], [], .wrongPassphrase), ([], ["one", nil], .wrongPassphrase),
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

    @Test("A text that needs no passphrase asks for none")
    func plain() async throws {
        let passphrases = ScriptedPassphrases(known: words("one"), answers: ["two"])
        let result = try await read(try link("a"), passphrases)
        #expect(result.status == .ok)
        #expect(passphrases.questions.all == [])
        #expect(format.calls.all == [])
    }

    // MARK: -

    private func words(_ words: String...) -> [Passphrase] { words.map { Passphrase($0) } }

    private func read(_ content: String, _ passphrases: ScriptedPassphrases) async throws -> SourceResult {
        let path = try folder.write(content, to: "export")
        let reader = reader([format] + FormatRegistry.standard.formats, passphrases: passphrases)
        return await reader.read(Input(name: path, location: .file(path: path)))
    }
}
