import ArgumentParser
import Encodings
import TOTPDomain

extension Reporter {
    /// Asks which of some accounts are meant, once they were shown with their row numbers.
    ///
    /// - Parameters:
    ///   - question: such as `Keep which?`.
    ///   - enter: the answer for Enter, such as `all`.
    ///   - isOne: whether only one may be chosen.
    ///   - unanswered: the message if the question is not answered.
    /// - Returns: the row numbers; none for Enter.
    /// - Throws: ``ExitStatus/partial`` if the question is not answered.
    func chosenRows(
        of accounts: [NumberedAccount], _ question: String, enter: String, isOne: Bool = false, unanswered: String
    ) throws -> Set<Int> {
        let rows = Set(accounts.map(\.number))
        let prompt = "\(question) \(isOne ? "Row number" : "Row numbers"), or Enter for \(enter): "
        while let answer = TypedAnswer.line(prompt) {
            let words = answer.split { $0.isWhitespace || $0 == "," }
            let numbers = Set(words.compactMap { Int($0) })
            if words.isEmpty { return [] }
            if words.allSatisfy({ Int($0) != nil }), rows.isSuperset(of: numbers), !isOne || numbers.count == 1 {
                return numbers
            }
            always(
                isOne
                    ? "Type one of the row numbers above"
                    : "Type one or more of the row numbers above, with spaces or commas between them")
        }
        answeredNo(unanswered)
        throw ExitStatus.partial
    }

    /// Asks which of several matching accounts to use, if there is a terminal to ask.
    ///
    /// - Parameters:
    ///   - question: such as `Copy which?`.
    ///   - advice: for scripts, how to name an account.
    /// - Throws: ``CommandError`` that names the accounts without a terminal to ask, else an exit status if no account
    ///   is chosen.
    func chosen(
        of accounts: [NumberedAccount], _ question: String, isOne: Bool = false, advice: Advice, unanswered: String
    ) throws -> [NumberedAccount] {
        guard console.isErrorTerminal, TypedAnswer.isPossible else {
            throw accounts.ambiguity(advice)
        }
        list(lines(accounts))
        let rows = try chosenRows(of: accounts, question, enter: "none", isOne: isOne, unanswered: unanswered)
        guard !rows.isEmpty else {
            answeredNo(unanswered)
            throw ExitStatus.partial
        }
        return accounts.filter { rows.contains($0.number) }
    }
}

extension [NumberedAccount] {
    /// `2 accounts match: "Acme: eve", "Acme: frank"; use more of a name`
    func ambiguity(_ advice: Advice) -> CommandError {
        let labels = prefix(5).map { "\"\($0.account.label)\"" }.joined(separator: ", ")
        let more = count > 5 ? " and \(count - 5) more" : ""
        return CommandError("\(count) accounts match: \(labels)\(more)", advice, status: ExitStatus.partial)
    }
}
