import Encodings
import TOTPDomain
import Testing

@Suite("Errors of sources")
struct SourceErrorTests {
    private static let codes: [(SourceError.Code, Advice?)] = [
        (.corrupt, .exportAgain), (.readFailed, .checkFile), (.limitExceeded, .report), (.tooLarge, .report),
        (.unsupportedVersion, .update), (.notFound, nil), (.wrongPassphrase, nil), (.unrecognised, nil),
    ]

    @Test("A code has advice for all its problems, which is not in the message", arguments: codes)
    func defaultAdvice(code: SourceError.Code, advice: Advice?) {
        let error = SourceError(code, "its header is cut off")
        #expect(error.message == "its header is cut off" && error.advice == nil)
        #expect(error.remedy == advice)
        #expect(error.messageWithRemedy == (advice.map { "its header is cut off; \($0)" } ?? "its header is cut off"))
    }

    @Test("An error's own advice is in the message, and replaces the advice of its code", arguments: codes)
    func ownAdvice(code: SourceError.Code, _: Advice?) {
        let error = SourceError(code, "its header is cut off", .copyAgain(from: "the phone"))
        #expect(error.message == "its header is cut off; copy it again from the phone")
        #expect(error.messageWithRemedy == error.message && "\(error)" == error.message)
    }

    @Test("A semicolon in a quoted name is not advice")
    func quotedName() {
        let error = SourceError(.limitExceeded, "\"a; b.json\" in the archive is larger than 64 MiB")
        #expect(error.messageWithRemedy == "\(error.problem); if the file is good, please report this")
        let damaged = SourceError.damaged("\"a; b\" is in it twice")
        #expect(damaged.problem == "the file is damaged: \"a; b\" is in it twice")
        #expect(damaged.messageWithRemedy == "\(damaged.problem); export it again")
    }

    @Test("Other words keep code and advice")
    func otherWords() {
        let error = SourceError(.corrupt, "it is cut off", .copyAgain).saying("manifest.json: it is cut off")
        #expect(error == SourceError(.corrupt, "manifest.json: it is cut off", .copyAgain))
        #expect(error != SourceError(.corrupt, "it is cut off", .copyAgain))
        #expect(error != SourceError(.readFailed, error.problem, .copyAgain))
    }
}
