internal import Encodings
internal import Importers
internal import Links
internal import TOTPDomain

/// How to move accounts from one app to a vault or another app, built from the descriptions of the formats.
package struct MoveGuide {
    /// The formats of the app that people move from; empty if only the target matters.
    package let sources: [FormatEntry]
    /// The start of the last paragraph, which names pages of the documentation.
    package static let pagesTitle = "More: "
    /// Other apps of a similar name.
    package var others: [FormatEntry] = []
    /// The app or file that people move to; nil for a vault.
    package var target: FormatEntry?
    /// Whether people read it on the page, where files are dropped, and no commands are typed.
    package var isForPage = false

    package init(sources: [FormatEntry], others: [FormatEntry] = [], target: FormatEntry? = nil) {
        (self.others, self.target) = (others, target)
        // Without a target, a format that is only written is what people want to know more about.
        let isWrittenOnly = sources.allSatisfy { $0.reader == nil && $0.withoutExport == nil }
        // An app has an export, also for people who named the file of a rooted phone.
        let unrooted = sources.filter { $0.isForRootedPhones && $0.reader?.missingExport == nil }.flatMap { rooted in
            FormatEntry.formats().filter { $0.reader?.app == rooted.app.withoutParentheses }
        }
        // What it writes is read as another format.
        let read = sources.flatMap { written in AppSearch.apps.filter { $0.id == KnownApp.all[written.id]?.reader } }
        let sources = target != nil && isWrittenOnly ? read : sources
        self.sources = unrooted.filter { entry in !sources.contains { $0.id == entry.id } } + sources
    }

    /// Whether the app lets accounts out, without a rooted phone.
    package var hasWayOut: Bool { sources.contains { $0.reader != nil && !$0.isForRootedPhones } }

    /// Whether it is a file to write, of an app that is not without an export.
    private var isWritten: Bool {
        sources.contains { $0.writer != nil } && sources.allSatisfy { $0.withoutExport == nil }
    }

    package var ending: MoveEnding {
        guard sources.isEmpty || hasWayOut || isWritten else { return .nothing }
        return target?.arrival.ending ?? .file
    }

    package var text: GuideText {
        var text = GuideText()
        let normal = sources.filter { $0.reader != nil && !$0.isForRootedPhones }
        let rooted = sources.filter { $0.reader != nil && $0.isForRootedPhones }
        let withoutExport = sources.compactMap(\.withoutExport)
        if let target, target.arrival.ending == .nothing {
            addNothing(target, to: &text)
        } else if let missing = (normal + rooted).compactMap({ $0.reader?.missingExport }).first {
            addMissing(missing, withoutExport, to: &text)
            if let source = normal.first {
                addMove(from: source, heading: "What may work", to: &text)
                addOtherWays(Array(normal.dropFirst()) + rooted, to: &text)
            } else if !isForPage, let source = rooted.first {
                addMove(from: source, heading: "On a rooted phone", to: &text)
                addOtherWays(Array(rooted.dropFirst()), to: &text)
            } else {
                addOtherWays(rooted, to: &text)
            }
        } else if let source = normal.first {
            addMove(from: source, to: &text)
            addOtherWays(Array(normal.dropFirst()) + rooted, to: &text)
            for app in withoutExport { text.add("\(app.app): \(app.help).") }
        } else if !rooted.isEmpty || !withoutExport.isEmpty {
            addMissing(withoutExport, rooted, to: &text)
        } else if let target = target ?? sources.first {
            addTarget(target, to: &text)
        }
        if !isForPage { addFooter(to: &text) }
        return text
    }

    // MARK: - Sections

    private func values(_ target: FormatEntry?, _ more: [String: String?] = [:]) -> [String: String] {
        let own = ["page": flag(isForPage), "name": target?.name, "id": target?.id.rawValue]
        return own.merging(more) { $1 }.compactMapValues { $0 }
    }

    private func flag(_ isSet: Bool) -> String? { isSet ? "" : nil }

    private func addMove(from source: FormatEntry, heading: String? = nil, to text: inout GuideText) {
        guard let reader = source.reader else { return }
        let isImages = [MigrationLink.format, OTPAuthFormat.id].contains(source.id)
        let isApp = reader.group != .file, isVault = reader.origin == .vault
        let app = source.app.withoutParentheses, input = isImages ? "screenshots" : "FILE"
        let start = isApp ? app : isVault ? "a vault" : isImages ? reader.file : source.app
        let steps = steps(of: source, in: isApp && !source.isForRootedPhones ? app : nil)
        let asker = isForPage ? "page asks for the" : "program asks for its"
        let asks =
            switch reader.encryption {
            case .never: ""
            case .optional: " If it is encrypted, the \(asker) passphrase."
            case .always: " The \(asker) passphrase."
            }
        var values = values(
            target,
            [
                "heading": heading ?? "From \(start) to \(isForPage ? "this page" : target?.name ?? "a vault")",
                "notice": reader.notice, "images": flag(isImages), "vault": flag(isVault),
                "steps": steps, "google": flag(source.id == MigrationLink.format),
                "path": String(steps.prefix { $0 != ";" }),
                "files": isImages ? "images" : "file", "them": isImages ? "them" : "it", "asks": asks,
                "input": input, "source": source.id.rawValue,
            ])
        text.add(section: "move", values)
        if let target { addArrival(input, target, to: &text) }
        switch reader.keepsake {
        case nil: values["copy"] = ""
        case .ownData(let what): values["own-data"] = what
        case .original(let what): values["original"] = what
        case .passwordManager, .passwords, .recoveryCodes, .revocationCode:
            values["more"] = ""
        }
        text.add(section: "keep", values)
    }

    private func addArrival(_ input: String, _ target: FormatEntry, to text: inout GuideText) {
        let arrival = target.arrival
        var values = values(target, ["input": input])
        switch arrival.way {
        case .file(_, let isPlain):
            guard let writer = target.importedFormat else { return }
            values.merge(writing(writer, target, isPlain: isPlain || writer.protection == .none)) { $1 }
        case .qrCodes(let severalPerCode): values["qr"] = input + (severalPerCode ? " --to-phone" : "")
        case .typed: values["typed"] = ""
        case .nothing: return
        }
        text.add(section: "write", values)
        for caution in arrival.cautions { text.add(caution) }
        values["take"] = arrival.steps.sentence(
            in: target.group == .file ? nil : target.name, file: values["output"] ?? "FILE")
        text.add(section: "take", values)
    }

    private func writing(_ writer: ExportDescription, _ target: FormatEntry, isPlain: Bool) -> [String: String] {
        let isFolder = writer.layout == .folder, isOwn = writer.id == target.id, isFile = writer.group == .file
        let what =
            if isFolder { writer.fileExtension == "png" ? "QR codes" : writer.file } else if isOwn {
                "\(isFile ? "it as" : "a file for") \(target.name)"
            } else { isFile ? writer.file : "a file of \(writer.name)" }
        let asks = target.group == .file ? "" : "; \(target.name) asks for it"
        return values(
            target,
            [
                "what": what, "folder": flag(isFolder), "own": flag(isOwn), "borrowed": flag(!isOwn),
                "protection": isPlain
                    ? "The file is not encrypted: keep it on this computer." : "Choose a passphrase for it\(asks).",
                "writer": writer.id.rawValue + (isPlain && writer.protection != .none ? " --plain" : ""),
                "output": writer.exampleOutput, "ending": writer.ending(writer.exampleOutput),
            ])
    }

    private func addNothing(_ target: FormatEntry, to text: inout GuideText) {
        guard case .nothing(let reason, let advice) = target.arrival.way else { return }
        let why = Steps.text(advice.after(reason)).sentence
        text.add(section: "nothing", values(target, ["why": why, "source": sources.first?.id.rawValue]))
    }

    /// The page leaves out rooted phones, because it has no paths: their owners have a terminal, too.
    private func addOtherWays(_ all: [FormatEntry], to text: inout GuideText) {
        let ways = all.filter { !isForPage || !$0.isForRootedPhones }
        guard !ways.isEmpty else { return }
        text.add(heading: ways.count == 1 ? "Another way" : "Other ways")
        for way in ways {
            text.add("\(way.app): \(steps(of: way))")
        }
    }

    /// How to get the accounts out, on the page without commands and paths.
    private func steps(of source: FormatEntry, in app: String? = nil) -> String {
        (isForPage ? KnownApp.all[source.id]?.pageExport : nil) ?? source.reader?.steps.sentence(in: app) ?? ""
    }

    // MARK: - Apps without an export

    private func addMissing(_ missing: MissingExport, _ relatives: [AppWithoutExport], to text: inout GuideText) {
        text.add(heading: AppWithoutExport.headline(of: (sources.first?.app ?? "").withoutParentheses))
        text.add(missing.advice)
        if missing.setsUpAgain { addSetupAgain(to: &text) }
        for app in relatives { text.add("\(app.app): \(app.help).") }
    }

    private func addMissing(_ apps: [AppWithoutExport], _ rooted: [FormatEntry], to text: inout GuideText) {
        let rootedHeadline = (rooted.first?.app.withoutParentheses).map { AppWithoutExport.headline(of: $0) }
        text.add(heading: rootedHeadline ?? apps.first?.headline ?? "")
        for app in apps {
            text.add(apps.count == 1 ? Steps.text(app.help).sentence : "\(app.app): \(Steps.text(app.help).sentence)")
        }
        if apps.isEmpty || apps.contains(where: \.setsUpAgain) { addSetupAgain(to: &text) }
        addOtherWays(rooted, to: &text)
    }

    /// Adds the way that always works (`Docs/formats/no-export.md`).
    private func addSetupAgain(to text: inout GuideText) {
        let stays = target.map { !$0.scans } ?? false
        text.add(section: "again", values(target, ["stays": flag(stays), "scanner": target?.name ?? "the new app"]))
    }

    // MARK: - Targets

    private func addTarget(_ target: FormatEntry, to text: inout GuideText) {
        text.add(section: "target", values(target))
        if !isForPage { addArrival("INPUT", target, to: &text) }
    }

    private func addFooter(to text: inout GuideText) {
        if !others.isEmpty {
            let list = others.prefix(6).map { "\($0.id) (\($0.app.withoutParentheses))" }.joined(separator: ", ")
            text.add("See also: totp-import guide \(list)")
        }
        let normal = sources.first { $0.withoutExport == nil && !$0.isForRootedPhones }
        let hasExport = (hasWayOut || isWritten) && sources.allSatisfy { $0.reader?.missingExport == nil }
        let pages = [normal?.page, sources.isEmpty || hasExport ? nil : AppWithoutExport.page, target?.page]
        text.add(Self.pagesTitle + pages.compactMap { $0 }.distinct.joined(separator: ", "))
    }
}

extension FormatEntry {
    package var isForRootedPhones: Bool { reader?.origin == .rootedPhone }
}

extension ExportDescription {
    /// The name of the target: the app, or the file if it belongs to no app.
    var name: String { group == .file ? file : app.withoutParentheses }

    package var exampleOutput: String {
        let name = group == .file ? "accounts" : id.rawValue
        return switch layout {
        case .file: "\(name).\(fileExtension)"
        case .folder: fileExtension == "png" ? "codes" : name
        }
    }
}
