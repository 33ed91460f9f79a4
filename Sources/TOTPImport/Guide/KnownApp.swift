internal import CAssets
internal import Encodings
internal import Importers
package import TOTPDomain

/// The known facts about an app besides its formats: a line of `apps.txt`.
///
/// The words of its menus come from its maker's page or its source code: `source` names the page, and the month in
/// which somebody looked. Without a source, the steps (scan a QR code, or type the secret) have words that fit any app.
package struct KnownApp: Sendable {
    package let id: FormatID
    /// Names that neither the app's name nor its id contains.
    package private(set) var otherNames: [String] = []
    /// A short id for `--to`, a whole name only: `google` is another app than `google-pam`.
    private(set) var shortID: String?
    /// The names of a password store, in lower case: the guide has a section about it.
    private(set) var storeNames: [String] = []
    /// The format, or the app, that reads what it writes, if they have different ids.
    private(set) var reader: FormatID?
    /// The name of an app without a format.
    package private(set) var name: String?
    /// How accounts get into it; nil if its own files are written.
    package private(set) var arrival: Arrival?
    /// How to import the accounts, for people on the page, who type no commands; nil for the same steps.
    package private(set) var pageSteps: String?
    /// How people on the page export them; nil for the same steps as in a terminal.
    private(set) var pageExport: String?
    /// The accounts for which it generates the right codes; nil if unknown.
    package private(set) var holds: ExportCapabilities?
    /// Whether it reads the QR codes of Google Authenticator's export, with several accounts each.
    package private(set) var readsGoogleCodes = false
    /// The page about it, and the month in which somebody looked.
    package private(set) var source = ""
    /// How accounts get out of an app without a format.
    private var wayOut: (title: String, reason: String, advice: String)?
    private var setsUpAgain = true

    /// All of them. If an app is missing, it is not known what it can import.
    package static let all: [FormatID: KnownApp] = {
        var all: [FormatID: KnownApp] = [:]
        for line in String(cString: cassets_apps()).split(separator: "\n") {
            let fields = line.split(separator: " | ")
            for name in fields.first?.split(separator: ", ") ?? [] {
                let app = KnownApp(String(name), fields.dropFirst().map { $0.halves(at: " ") })
                all[app.id] = app
            }
        }
        return all
    }()

    /// The apps without a format, which are known by name alone.
    package static let withoutFormat: [FormatEntry] = all.values.compactMap { app in
        app.name.map { name in
            let (title, reason, advice) =
                app.wayOut ?? (
                    "No export of \(name) is known", "no export of it is known",
                    "set up two-factor authentication again at each service"
                )
            return FormatEntry(
                id: app.id,
                withoutExport: AppWithoutExport(
                    id: app.id, app: name, reason: reason, advice: .text(advice), title: title,
                    setsUpAgain: app.setsUpAgain))
        }
    }

    private init(_ name: String, _ fields: [(key: String, text: String)]) {
        let text = String(name.lowercased().map { $0.isLetter || $0.isNumber || $0 == "+" ? $0 : "-" })
        id = FormatID(rawValue: text)
        // An app with a format is listed by its ID.
        if text != name { self.name = name }
        var way: Arrival.Way?
        var steps: Steps = ""
        var cautions: [String] = []
        for (key, text) in fields {
            switch key {
            case "also": otherNames = text.split(separator: ", ").map(String.init)
            case "id": shortID = text
            case "store": storeNames = text.split(separator: ", ").map(String.init)
            case "read": reader = FormatID(rawValue: text)
            case "scan":
                way = .qrCodes()
                steps = .menu("\(text.isEmpty ? "add an account › scan the QR code" : text); repeat for every account.")
            case "google": (way, steps) = (.qrCodes(severalPerCode: true), .menu(text))
            case "type":
                let place = text.isEmpty ? "edit the entry" : text
                (way, steps) = (.typed, .menu("\(place), and type the secret; repeat for every account."))
            case "typed": (way, steps) = (.typed, .text(text))
            case "file":
                let (format, path) = text.halves(at: " ")
                let name = format.prefix { $0 != "!" }
                (way, steps) = (.file(FormatID(rawValue: String(name)), isPlain: name != format), .menu(path))
            case "text": steps = .text(text)
            case "command": steps = .command(String(text.dropLast(4)), thenFile: "")
            case "none":
                let (reason, rest) = text.halves(at: "; ")
                let (advice, onPage) = rest.halves(at: "; ")
                way = .nothing(reason: reason, advice: .text(advice, onPage: onPage.isEmpty ? nil : onPage))
            case "page": pageSteps = text
            case "leave": pageExport = text
            case "caution": cautions.append(text)
            case "holds": holds = Self.capabilities(text)
            case "codes": readsGoogleCodes = true
            case "source": source = text
            case "out":
                let (title, rest) = text.halves(at: "; ")
                let (reason, advice) = rest.halves(at: "; ")
                (wayOut, setsUpAgain) = ((title, reason, advice), false)
            case "again": setsUpAgain = true
            default: break
            }
        }
        arrival = way.map { Arrival($0, steps, cautions: cautions) }
    }

    /// `TOTP SHA1 6 30`: kinds, algorithms, digits, periods; of what is not named, all.
    private static func capabilities(_ text: String) -> ExportCapabilities {
        var parameters = ExportCapabilities.Parameters.all
        var kinds: [OTPKind] = []
        for word in text.split(separator: " ") {
            let numbers = word.split(separator: ",").compactMap { Int($0) }
            if let algorithm = OTPAlgorithm(rawValue: String(word)) {
                parameters.algorithms = [algorithm]
            } else if let least = numbers.min(), let most = numbers.max() {
                if most > 10 { parameters.periods = Set(numbers) } else { parameters.digits = least...most }
            } else if let kind = OTPKind(rawValue: word.lowercased()) {
                kinds.append(kind)
            }
        }
        return ExportCapabilities(kinds: Dictionary(uniqueKeysWithValues: kinds.map { ($0, parameters) }))
    }
}

extension Substring {
    /// The text before and after a separator.
    fileprivate func halves(at separator: String) -> (String, String) {
        guard let found = firstRange(of: separator) else { return (String(self), "") }
        return (String(self[..<found.lowerBound]), String(self[found.upperBound...]))
    }
}

extension String {
    fileprivate func halves(at separator: String) -> (String, String) { self[...].halves(at: separator) }
}
