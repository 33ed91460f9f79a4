import TOTPDomain

/// Codes of an account at a few instants: two accounts with the same samples generate the same codes.
struct CodeSamples: Sendable {
    private let generator: any TOTPGenerator
    private let instants: [Int64]

    /// - Parameters:
    ///   - time: seconds since 1970. Four more instants, from RFC 6238, make equal codes by chance unlikely.
    ///   - count: how many instants, from 1; fewer are enough where secrets and parameters are compared as well.
    init(_ generator: any TOTPGenerator, time: Int64, count: Int = 5) {
        self.generator = generator
        instants = Array([time, 59, 1_111_111_109, 1_234_567_890, 2_000_000_000].prefix(count))
    }

    /// Returns a code for each instant, or for the next five counters, or the reason for having no code.
    func codes(of account: Account) -> [String] {
        instants.indices.map { index in
            var account = account
            let counter = account.parameters.counter ?? 0
            account.parameters = account.parameters.atCounter(
                counter > Int64.max - 4 ? counter : counter + Int64(index))
            do throws(CodeError) { return try generator.code(for: account, at: instants[index]).text } catch {
                return error.description
            }
        }
    }
}
