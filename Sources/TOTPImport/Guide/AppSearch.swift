package import Encodings
internal import Links
internal import TOTPDomain

/// The apps that `guide` knows, found by the names that people type.
package enum AppSearch {
    /// Apps that many people move from; the others are found by name.
    package static let usual = GuideText.ids(in: "sources")

    /// Apps that many people move to.
    package static let usualTargets = GuideText.ids(in: "targets")

    package static let apps: [FormatEntry] = FormatEntry.formats() + FormatEntry.appsWithoutExport()

    /// The password store that people mean, if any: the output of its program is read from standard input.
    private static func passwordStore(_ name: String) -> FormatID? {
        let name = name.trimmingWhitespace.lowercased()
        return KnownApp.all.values.first { $0.storeNames.contains(name) }?.id
    }

    /// The app that people leave.
    package static func app(_ name: String) throws(AppSearchError) -> AppNames.Match {
        if passwordStore(name) != nil {
            throw AppSearchError(
                "pass, gopass and passage keep otpauth links, one file per entry",
                "Docs/password-store.md has the commands to read them")
        }
        var match = AppNames.match(name, in: apps)
        guard !match.best.isEmpty else {
            guard let corrected = AppNames.corrected(name, in: apps) else { throw unknown(name) }
            return try app(corrected)
        }
        // Ways out of one app are shown together.
        let normal = Set(match.best.filter { $0.reader != nil && !$0.isForRootedPhones }.map(\.app.withoutParentheses))
        guard normal.count <= 1, match.best.count <= 4 else {
            // KeePassXC is an ID, and the name of several formats.
            if let named = match.best.first(where: { $0.id.rawValue == name.lowercased() }) {
                match.others = match.best.filter { $0.id != named.id } + match.others
                match.best = [named]
                return match
            }
            let list = match.best.map { "\($0.app) (\($0.id))" }.sentence
            throw AppSearchError("\"\(shown(name))\" fits \(list)", "name one of them")
        }
        return match
    }

    /// The two apps in words such as `google aegis` or `google to aegis`; nil if the words name a single app, or no
    /// apps.
    package static func twoApps(_ words: [String]) -> (from: String, to: String)? {
        guard words.count > 1, AppNames.match(words.joined(separator: " "), in: apps).best.isEmpty else { return nil }
        for place in 1..<words.count {
            let rest = words[place...]
            let from = words[..<place].joined(separator: " ")
            let to = (rest.count > 1 && rest.first == "to" ? rest.dropFirst() : rest).joined(separator: " ")
            let areWhole = [from, to].allSatisfy { name in apps.contains { AppNames.has(name, $0) } }
            if areWhole, (try? app(from)) != nil, to == "vault" || (try? target(to)) != nil { return (from, to) }
        }
        return nil
    }

    /// First words of names that are enough to find an app: people begin by typing them.
    package static let shortNames: [String] = {
        let words = apps.compactMap { $0.app.split(separator: " ").first?.lowercased() }
        return Set(words).filter { $0.allSatisfy(\.isLetter) && (try? app($0)) != nil }.sorted()
    }()

    /// The app or file that people move to.
    package static func target(_ name: String) throws(AppSearchError) -> FormatEntry {
        let best = targets(called: name).first
        // A YubiKey lets nothing out, but takes accounts.
        if let exact = apps.first(where: { $0.id.rawValue == name.lowercased() }),
            best == nil || exact.withoutExport == nil
        {
            return exact
        }
        if let best { return best }
        let found = AppNames.match(name, in: apps).best
        // Microsoft's sign-in by push takes nothing, but Microsoft Authenticator does.
        guard let best = found.first(where: { $0.arrival.ending != .nothing }) ?? found.first else {
            guard let corrected = AppNames.corrected(name, in: apps) else { throw unknown(name) }
            return try self.target(corrected)
        }
        return best
    }

    /// The apps that people may move to, each once, those that many people use first.
    package static let aims: [FormatEntry] = {
        var aims: [FormatEntry] = []
        let writers = apps.filter { $0.writer != nil }
        let usual = usualTargets.compactMap { id in apps.first { $0.id == id } }
        // Files that administrators write on a server are not apps.
        let others = apps.filter { $0.writer == nil }.sorted { $0.app.lowercased() < $1.app.lowercased() }
        for aim in usual + writers + others {
            guard aim.isApp || aim.writer != nil, !aims.contains(where: { $0.id == aim.id }) else { continue }
            if !aim.isApp || !aims.contains(where: { $0.name == aim.name }) { aims.append(aim) }
        }
        return aims
    }()

    /// The apps that a typed text may mean, the likeliest first; a typing error is forgiven.
    package static func found(_ typed: String) -> [FormatEntry] {
        var match = AppNames.match(typed, in: apps)
        if match.best.isEmpty, let corrected = AppNames.corrected(typed, in: apps) {
            match = AppNames.match(corrected, in: apps)
        }
        let found = match.best + match.others
        return found.isEmpty ? AppNames.anyWord(of: typed, in: apps) : found
    }

    private static var targets: [FormatEntry] { FormatEntry.formats().filter { $0.writer != nil } }

    /// The apps that can be written and that a name fits best; none if it is the whole name of another app: FreeOTP is not
    /// FreeOTP+.
    package static func targets(called name: String) -> [FormatEntry] {
        if let store = passwordStore(name) { return targets.filter { $0.id == store } }
        let whole = AppNames.called(name, in: apps)
        guard whole.isEmpty || whole.contains(where: { $0.writer != nil }) else { return [] }
        return AppNames.match(name, in: targets).best
    }

    /// Returns advice for a known app whose files cannot be written; nil for other names.
    package static func unwritable(_ name: String) -> AppSearchError? {
        guard targets(called: name).isEmpty, let app = AppNames.match(name, in: apps).best.first else { return nil }
        let similar = AppNames.match(name, in: targets).best.map { "\($0.id) (\($0.app.withoutParentheses))" }
        let others = similar.isEmpty ? "a format of totp-import formats" : "another app: \(similar.sentence)"
        let destination = try? target(name)
        let advice: Advice =
            switch destination?.arrival.way {
            case .file(let id, let isPlain): "use --to \(id)\(isPlain ? " --plain" : ""), which it imports"
            case .typed: "type the secrets that totp-import list INPUT --reveal shows, or choose \(others)"
            case .nothing(let reason, _): "\(reason); choose \(others)"
            case .qrCodes, nil: "show QR codes to the phone with totp-import qr, or choose \(others)"
            }
        return AppSearchError("no file can be written for \(app.app.withoutParentheses)", advice)
    }

    package static func guide(from name: String?, to target: String?) throws(AppSearchError) -> MoveGuide {
        // Without a target, a guide leads to a vault; so it does for "nothing, just keep them".
        let isKept = target.map { AppNames.isOtherName($0, of: VaultSignature.id) } ?? true
        let target = if let target, !isKept { try self.target(target) } else { nil as FormatEntry? }
        let match = if let name { try app(name) } else { AppNames.Match() }
        // "See also" is about formats.
        let others = match.others.filter { KnownApp.all[$0.id]?.name == nil }
        return MoveGuide(sources: match.best, others: others, target: target)
    }

    /// The name of the guide for a lost app, phone, passphrase or file.
    package static let rescue = "rescue"

    /// The guide of what is not an app: a loss, or a password store; nil for other names.
    package static func section(_ name: String, to target: String?) throws(AppSearchError) -> GuideText? {
        if target == nil, name.lowercased() == rescue { return GuideText(section: rescue) }
        guard let store = passwordStore(name)?.rawValue else { return nil }
        guard let target else { return GuideText(section: store) }
        let destination = try self.target(target)
        return GuideText(section: store, ["name": destination.name, "id": destination.id.rawValue])
    }

    private static func unknown(_ name: String) -> AppSearchError {
        let similar = AppNames.similar(to: name, in: apps)
        let problem = "no app is called \"\(shown(name))\""
        return similar.isEmpty
            ? AppSearchError(problem, "totp-import guide lists the apps")
            : AppSearchError("\(problem).\(Similarity.question(similar))")
    }

    private static func shown(_ name: String) -> String { name.looksLikeSecret ? "…" : name.printable(limit: 60) }
}

/// Why a name does not lead to an app.
package struct AppSearchError: Error, Advised, Sendable, Hashable {
    package let problem: String
    package let advice: Advice?

    fileprivate init(_ problem: String, _ advice: Advice? = nil) {
        self.problem = problem
        self.advice = advice
    }
}

/// The known words that a typed word may have meant.
package enum Similarity {
    /// The most similar words, at most three: they start with the typed word, or differ from it in at most a third of
    /// its letters.
    package static func nearest(to typed: String, in words: [String]) -> [String] {
        let typed = typed.lowercased()
        // Longer than any known word, and the comparison takes time with the square of the length.
        guard typed.count >= 2, typed.count <= 40 else { return [] }
        let starting = words.filter { $0.lowercased().hasPrefix(typed) }
        if !starting.isEmpty, starting.count <= 3 { return starting }
        let distances = words.map { (word: $0, distance: distance(typed, $0.lowercased())) }
        guard let least = distances.map(\.distance).min(), least <= max(1, typed.count / 3) else { return [] }
        return Array(distances.filter { $0.distance == least }.map(\.word).prefix(3))
    }

    /// The number of letters to insert, remove, replace or swap with their neighbor.
    package static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
        var rows = [Array(0...second.count)]
        for i in 0..<first.count {
            var row = [i + 1]
            for j in 0..<second.count {
                var least = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (first[i] == second[j] ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }

    /// `Did you mean 'a' or 'b'?` with a space in front; empty without words.
    package static func question(_ words: [String]) -> String {
        guard let last = words.last else { return "" }
        let quoted = words.dropLast().map { "'\($0)'" }.joined(separator: ", ")
        return " Did you mean \(quoted.isEmpty ? "" : quoted + " or ")'\(last)'?"
    }
}

extension [String] {
    /// `a, b and c`.
    package var sentence: String {
        guard let last else { return "" }
        return count == 1 ? last : dropLast().joined(separator: ", ") + " and " + last
    }
}
