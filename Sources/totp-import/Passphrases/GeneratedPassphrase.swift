import ArgumentParser
import CryptoPrimitives
import SecureMemory
import TOTPDomain

/// How to generate a passphrase. Each is as likely as any other: random numbers come from the system, without bias.
enum GeneratedPassphrase: Sendable, Hashable {
    /// Words of ``WordList``, with spaces between them.
    case words(Int)
    /// Characters of the classes, at least one of each.
    case characters(Int, [CharacterClass])

    /// Six words: 77 bits.
    static let standard = GeneratedPassphrase.words(6)
    static let lengths = 4...64

    enum CharacterClass: String, CaseIterable, ExpressibleByArgument, Sendable {
        case lower, upper, digits, symbols

        /// Without quotes, backslash and space, which are hard to read or need care in a shell.
        fileprivate var characters: [UInt8] {
            switch self {
            case .lower: Array("abcdefghijklmnopqrstuvwxyz".utf8)
            case .upper: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
            case .digits: Array("0123456789".utf8)
            case .symbols: Array("!#$%&()*+,-./:;<=>?@[]^_{|}~".utf8)
            }
        }
    }

    /// - parameter random: so many random bytes.
    func make(
        random: (Int) throws(CryptoError) -> [UInt8] = RandomBytes.make
    ) throws(CryptoError) -> Passphrase {
        switch self {
        case .words(let count):
            var text: [UInt8] = []
            // A text that grows leaves copies.
            text.reserveCapacity(count * 16)
            defer { text.wipe() }
            for index in 0..<count {
                if index > 0 { text.append(UInt8(ascii: " ")) }
                text += WordList.words[try Self.number(below: WordList.words.count, random)].utf8
            }
            return Passphrase(utf8: text)
        case .characters(let length, let classes):
            let alphabet = classes.flatMap(\.characters)
            // A text that lacks a class is thrown away as a whole: those that remain are equally likely.
            while true {
                var text: [UInt8] = []
                text.reserveCapacity(length)
                defer { text.wipe() }
                for _ in 0..<length { text.append(alphabet[try Self.number(below: alphabet.count, random)]) }
                if classes.allSatisfy({ $0.characters.contains { text.contains($0) } }) {
                    return Passphrase(utf8: text)
                }
            }
        }
    }

    /// A number from 0, each with the same probability.
    static func number(
        below limit: Int, _ random: (Int) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> Int {
        // Numbers above the largest multiple would make the small remainders more likely.
        let whole = 1 << 32 - (1 << 32) % limit
        while true {
            let number = try random(4).reduce(0) { $0 << 8 | Int($1) }
            if number < whole { return number % limit }
        }
    }
}

/// Options for generated passphrases of new vaults.
struct GenerateOptions: ParsableArguments {
    @Flag(help: "Generate the passphrase of a new vault: six words, shown once.")
    var generate = false

    @Option(help: ArgumentHelp("Generate this many characters instead of words, 4 to 64.", valueName: "n"))
    var length: Int?

    @Option(
        help: ArgumentHelp(
            "With --length: lower, upper, digits, symbols, separated by commas.", valueName: "classes"))
    var classes = "lower,upper,digits"

    /// Nil if nothing is to be generated.
    var choice: GeneratedPassphrase? {
        guard let length else { return generate ? .standard : nil }
        return .characters(length, chosenClasses ?? [])
    }

    private var chosenClasses: [GeneratedPassphrase.CharacterClass]? {
        let names = Set(classes.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        let chosen = GeneratedPassphrase.CharacterClass.allCases.filter { names.contains($0.rawValue) }
        return chosen.count == names.count ? chosen : nil
    }

    func validate() throws {
        if let length, !GeneratedPassphrase.lengths.contains(length) {
            throw ValidationError("--length must be 4 to 64")
        }
        guard chosenClasses != nil else {
            throw ValidationError("--classes must be some of lower, upper, digits and symbols, separated by commas")
        }
        if length == nil, classes != "lower,upper,digits" {
            throw ValidationError("--classes needs --length")
        }
    }

    /// - throws: `ValidationError` if a passphrase is given as well.
    func validate(with file: String?) throws {
        if choice != nil, file != nil {
            throw ValidationError(
                "\(length == nil ? "--generate" : "--length") and --passphrase-file cannot be used together")
        }
    }
}
