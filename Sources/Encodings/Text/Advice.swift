/// The advice for a problem, in lower case and without a full stop: “export it again”.
package struct Advice: Sendable, Hashable, CustomStringConvertible {
    package let description: String
    /// The advice on the page, which has no command line; nil for the same.
    private let onPage: String?

    private init(_ text: String, onPage: String? = nil) { (description, self.onPage) = (text, onPage) }

    package static func text(_ text: String, onPage: String? = nil) -> Advice { Advice(text, onPage: onPage) }

    /// The same about a file that has a name.
    package func naming(_ file: String) -> Advice {
        Advice(description.replacing(" FILE ", with: " \(file.quotedForShell) "), onPage: onPage)
    }

    /// People name files in a terminal, and drop them on the page.
    package var forPage: Advice {
        let dropped = description.hasPrefix("name ") ? "drop " + description.dropFirst(5) : description
        return Advice(onPage ?? dropped.replacing("and name ", with: "and drop "))
    }

    package static let exportAgain = Advice("export it again")
    package static let rescue = Advice(
        "totp-import guide rescue says what may still help",
        onPage: "try others that you use, or export again from the app")
    package static let copyAgain = Advice("copy it again")
    package static func copyAgain(from place: String) -> Advice { Advice("copy it again from \(place)") }
    package static let takeAgain = Advice("take it again")
    package static let saveAsPNG = Advice("save it as PNG")
    package static let nameFolder = Advice("name the folder with the images")
    package static let nameArchive = Advice("name the archive with the images")
    package static let decryptOpenPGP = Advice(
        "decrypt it with gpg --decrypt, and import the result",
        onPage: "decrypt it with GnuPG, and drop the result here")
    package static let makeAgainInFreeOTP = Advice("make it again in FreeOTP")
    package static let checkFile = Advice("check the file and the disk")
    package static let checkCodes = Advice("check its codes")
    package static let compareCodes = Advice("compare the codes with the app")
    package static let addByHand = Advice("add this account by hand")
    package static let update = Advice("update totp-import")
    package static let report = Advice("if the file is good, please report this")
    /// For an error in this program.
    package static let reportError = Advice("please report this")
    /// An option that raises a limit.
    package static func option(_ option: String) -> Advice {
        Advice("raise it with \(option)", onPage: "read it in a terminal, where a higher limit can be given")
    }

    /// Both as people read them. No other code joins them or takes them apart.
    package func after(_ problem: String) -> String { "\(problem); \(description)" }

    /// As a sentence of its own, without a full stop.
    package var sentence: String { (description.first.map { $0.uppercased() } ?? "") + description.dropFirst() }
}

extension Advice: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}

/// An error for users: the problem and the advice.
package protocol Advised: CustomStringConvertible {
    var problem: String { get }
    var advice: Advice? { get }
}

extension Advised {
    /// Both in one line.
    package var text: String { advice?.after(problem) ?? problem }

    /// The same on the page.
    package var textOnPage: String { advice?.forPage.after(problem) ?? problem }

    package var message: String { text }

    package var description: String { message }
}
