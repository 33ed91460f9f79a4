import ImportPipeline
import TOTPDomain

/// An encrypted export in the form `sealed PASSPHRASE`: it opens with that word and contains one account.
///
/// `sealed PASSPHRASE corrupt` also opens, and turns out to be damaged.
struct SealedFormat: ImportFormat {
    /// The passphrases that were tried, in order; nil is the first attempt, without a passphrase.
    let calls = CallLog<String?>()

    let description = FormatDescription(
        id: "sealed", app: "Sealed", file: "text", encryption: .always, exportSteps: "Press the button.")

    func recognizes(_ content: SourceContent) -> Bool { content.text.starts(with: "sealed ".utf8) }

    func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let tried = request.passphrase?.text
        calls.append(tried)
        let words = String(decoding: request.content.text, as: UTF8.self).split(separator: " ")
        guard let tried else { throw SourceError(.passphraseRequired, "a passphrase is needed") }
        guard tried == words[1] else { throw SourceError(.wrongPassphrase, "this passphrase is wrong") }
        guard words.count == 2 else { throw SourceError(.corrupt, "it opens, and is damaged") }
        do throws(EntryError) {
            return ImportedDocument(format: "sealed", records: 1, entries: [.item(try account("sealed account"))])
        } catch {
            throw SourceError(.corrupt, error.reason)
        }
    }
}

/// Passphrases that are known, and a user with a list of answers.
struct ScriptedPassphrases {
    var known: [Passphrase] = []
    /// The user's answers, one for each question; nil is an empty line. Afterwards, questions stay unanswered.
    var answers: [String?] = []
    /// The questions that were asked.
    let questions = CallLog<PassphraseQuestion>()

    var source: PassphraseSource { PassphraseSource(known: known) { await ask($0) } }

    private func ask(_ question: PassphraseQuestion) async -> PassphraseAnswer {
        let number = questions.all.count
        questions.append(question)
        guard number < answers.count else { return .nobody }
        return answers[number].map { .typed(Passphrase($0)) } ?? .skip
    }
}
