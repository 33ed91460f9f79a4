import Foundation

/// Sentences, names and passwords of words, none of which is a secret of one-time codes.
enum InventedProse {
    private static let words = """
        account acorn administration after again almost another answer apple archive autumn backup battery before birch
        birthday blanket bottle bridge butter button candle carpet castle chapter cherry circle city clock cloud coffee
        computer copper corner correct cottage cousin dangerous december decision department desk dinner distance document
        donkey dragon eleven engine evening everything expensive family february festival finger forest friend garden
        guitar hammer holiday horse hospital hundred important information instrument internationalization introduction
        january journey kitchen ladder language letter library lightning magazine market meadow message midnight minister
        misrepresentation monday morning mountain neighborhood network november number october office orange orchestra
        painter paper password pencil people picture pocket question rabbit railway remember responsibility river saturday
        school secret september service shadow shoulder silver sister station summer sunday teacher telephone temperature
        theater thousand thursday together tomorrow tuesday umbrella unconstitutionally understanding university vacation
        village volcano wednesday weekend window winter yellow yesterday zebra
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    static func word(_ generator: inout some RandomNumberGenerator) -> String {
        words.randomElement(using: &generator) ?? ""
    }

    /// Words that run together, in one of the usual cases, mostly with a number at the end.
    static func password(_ generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: 1...4, using: &generator)
        let parts = (0..<count).map { _ in word(&generator) }
        let text =
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: parts.joined()
            case 1: parts.joined().uppercased()
            default: parts.map(\.capitalized).joined()
            }
        return Bool.random(using: &generator) ? text : "\(text)\(Int.random(in: 0..<1000, using: &generator))"
    }

    static func sentence(_ generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: 1...9, using: &generator)
        var words = (0..<count).map { _ in word(&generator) }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            words[0] += [":", ",", " =", " 7", " 6"].randomElement(using: &generator) ?? ""
        }
        return words.joined(separator: " ") + (["", ".", "!"].randomElement(using: &generator) ?? "")
    }
}
