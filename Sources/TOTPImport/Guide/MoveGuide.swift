internal import TOTPDomain

/// How to move accounts from one app to a vault or another app, built from the descriptions of the formats.
package struct MoveGuide {
    /// The formats of the app that people move from; empty if only the target matters.
    package let sources: [FormatEntry]
    /// The start of the last paragraph, which names pages of the documentation.
    package static let pagesTitle = "More: "
    /// Other apps of a similar name.
    package var others: [FormatEntry] = []
    /// What they move to; nil for a vault.
    package var target: Destination?
    /// Whether people read it on the page, where files are dropped, and no commands are typed.
    package var isForPage = false

    package init(sources: [FormatEntry], others: [FormatEntry] = [], target: Destination? = nil) {
        (self.others, self.target) = (others, target)
        // Without a target, a format that is only written is what people want to know more about.
        let isWrittenOnly = sources.allSatisfy { $0.reader == nil && $0.withoutExport == nil }
        // An app has an export, also for people who named the file of a rooted phone.
        let unrooted = sources.filter { $0.isForRootedPhones && $0.reader?.missingExport == nil }.flatMap { rooted in
            FormatEntry.formats().filter { $0.reader?.app == rooted.app.withoutParentheses }
        }
        let sources = target != nil && isWrittenOnly ? sources.compactMap { $0.readable } : sources
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
        } else if let target = target ?? sources.first.map({ Destination($0) }) {
            addTarget(target, to: &text)
        }
        if !isForPage { addFooter(to: &text) }
        return text
    }

    // MARK: - Apps with an export

    private func addMove(from source: FormatEntry, heading: String? = nil, to text: inout GuideText) {
        guard let reader = source.reader else { return }
        let isImages = ["google-migration", "otpauth"].contains(source.id)
        let isApp = reader.group != .file, isVault = reader.origin == .vault
        let app = source.app.withoutParentheses, input = isImages ? "screenshots" : "FILE"
        let destination = isForPage ? "this page" : target?.name ?? "a vault"
        let start = isApp ? app : isVault ? "a vault" : isImages ? reader.file : source.app
        text.add(heading: heading ?? "From \(start) to \(destination)")
        if let notice = reader.notice {
            text.add(isForPage ? notice : "\(notice) More: totp-import guide \(RescueGuide.name)")
        }
        if !isVault { text.add(step: reader.steps.sentence(in: isApp && !source.isForRootedPhones ? app : nil)) }
        guard !isForPage else { return addDropping(isImages, reader, to: &text) }
        text.add(
            step: isImages
                ? "Copy the images to this computer, into a folder, here called screenshots."
                : isVault
                    ? "The accounts are in the vault, below called FILE."
                    : "Copy the file to this computer. Below it is called FILE.")
        let passphrase =
            switch reader.encryption {
            case .never: ""
            case .optional: " If it is encrypted, the program asks for its passphrase."
            case .always: " The program asks for its passphrase."
            }
        text.add(step: "Look at what is in it.\(passphrase)", "totp-import list \(input)")
        if let target {
            addArrival(input, target, to: &text)
        } else {
            text.add(
                step: "Import it into a vault, an encrypted file that is yours.",
                "totp-import import \(input) --vault accounts.json")
            text.add(
                step: "Compare a few codes with those of the old app.", "totp-import codes accounts.json --watch")
        }
        addKeeping(isImages, reader.keepsake, to: &text)
        if target == nil {
            text.add("To another app instead of a vault: totp-import guide \(source.id) --to APP")
        }
    }

    /// - Parameter keepsake: the other content of the file, beside accounts; nil for a copy made for moving accounts.
    private func addKeeping(_ isImages: Bool, _ keepsake: Keepsake?, to text: inout GuideText) {
        switch keepsake {
        case nil: break
        case .ownData(let what):
            return text.add(
                step: "Keep the old app until every code works, and do not delete its file: it is \(what). A copy of "
                    + "it belongs where nobody else can read it.")
        case .original(let what):
            return text.add(
                step: "Compare the codes first, and keep the file where nobody else can read it: it is \(what).")
        case .passwordManager, .passwords, .recoveryCodes, .revocationCode:
            return text.add(
                step: "Keep the old app until every code works. The file has more than accounts, such as passwords, "
                    + "which are not imported: keep it where nobody else can read it, for as long as you need the "
                    + "rest.")
        }
        let (files, them) = isImages ? ("screenshots", "them") : ("exported file", "it")
        let condition = isForPage ? "no message is about \(them)" : "the program names \(them) for that"
        text.add(
            step: "Keep the old app until every code works. Then delete the \(files), if \(condition): whoever has "
                + "\(them) may have your accounts.\(isForPage && isImages ? " Empty the bin of the photo app, too." : "")"
        )
    }

    /// From the old app onto the page.
    private func addDropping(_ isImages: Bool, _ reader: FormatDescription, to text: inout GuideText) {
        let question =
            switch reader.encryption {
            case .never: ""
            case .optional: " If it is encrypted, the page asks for the passphrase."
            case .always: " The page asks for the passphrase."
            }
        let files = isImages ? "images" : "file"
        if isImages {
            text.add(
                step: "Show the QR codes to the camera of this computer: nothing needs to be copied. Or take images:")
        }
        text.add(
            step: "Copy the \(files) to this computer, with a cable rather than by e-mail, chat or cloud, and drop "
                + "\(isImages ? "them" : "it") here.\(question)")
        text.add(step: "Compare a few codes with those of the old app.")
        addKeeping(isImages, reader.keepsake, to: &text)
    }

    // MARK: - Into the app

    private func addArrival(_ input: String, _ target: Destination, to text: inout GuideText) {
        let arrival = target.arrival, isApp = target.group != .file
        var file = "FILE", ending: String?
        switch arrival.way {
        case .file(_, let isPlain):
            guard let writer = target.writer else { return }
            addWriting(input, target, writer, isPlain: isPlain || writer.protection == .none, to: &text)
            (file, ending) = (writer.exampleOutput, writer.ending(writer.exampleOutput))
        case .qrCodes(let severalPerCode):
            text.add(
                step: "Show the QR codes in this terminal, one after another; Enter shows the next one. Nothing is "
                    + "written to the disk.",
                "totp-import qr \(input)\(severalPerCode ? " --to-phone" : "")")
        case .typed:
            text.add(
                step: "Show the secrets, where nobody else sees the screen, and clear it afterwards.",
                "totp-import list \(input) --reveal")
        case .nothing: return
        }
        for caution in arrival.cautions { text.add(caution) }
        text.add(step: arrival.steps.sentence(in: isApp ? target.name : nil, file: file))
        text.add(step: "Compare a few codes with these.", "totp-import codes \(input)")
        if let ending { text.add(step: ending) }
    }

    private func addWriting(
        _ input: String, _ target: Destination, _ writer: ExportDescription, isPlain: Bool, to text: inout GuideText
    ) {
        let protection =
            if isPlain { "The file is not encrypted: keep it on this computer." } else {
                "Choose a passphrase for it\(target.group == .file ? "" : "; \(target.name) asks for it")."
            }
        let step =
            if writer.layout == .folder {
                "Write \(writer.fileExtension == "png" ? "QR codes" : writer.file) into a new folder. They are not "
                    + "encrypted."
            } else if writer.id != target.id {
                "Write \(writer.group == .file ? writer.file : "a file of \(writer.name)"), which \(target.name) "
                    + "imports. \(protection)"
            } else {
                "Write \(writer.group == .file ? "it as \(target.name)" : "a file for \(target.name)"). \(protection)"
            }
        let plain = isPlain && writer.protection != .none ? " --plain" : ""
        text.add(
            step: step,
            "totp-import convert \(input) --to \(writer.id)\(plain) --output \(writer.exampleOutput)")
    }

    private func addNothing(_ target: Destination, to text: inout GuideText) {
        guard case .nothing(let reason, let advice) = target.arrival.way else { return }
        text.add(heading: "Nothing can be moved into \(target.name)")
        text.add(Steps.text(advice.after(reason)).sentence)
        guard !isForPage, let source = sources.first else { return }
        text.add("Into a vault, or another app: totp-import guide \(source.id)")
    }

    private func addOtherWays(_ ways: [FormatEntry], to text: inout GuideText) {
        guard !ways.isEmpty else { return }
        text.add(heading: ways.count == 1 ? "Another way" : "Other ways")
        for way in ways {
            guard let reader = way.reader else { continue }
            text.add("\(way.app): \(reader.steps.sentence)")
        }
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
        text.add("What always works, while the old app still shows codes, one service at a time:")
        text.add(
            step: "Sign in to the service. Switch two-factor authentication off and on again, or choose \"change "
                + "authenticator app\".")
        if isForPage {
            text.add(step: "Take a screenshot of the new QR code, and drop it here.")
        } else {
            text.add(
                step: "Take a screenshot of the new QR code, and keep it in a vault.",
                "totp-import import shot.png --vault accounts.json")
        }
        if let target, !target.scans {
            text.add(step: "Sign in with a code from the vault.", "totp-import codes accounts.json --watch")
            text.add(
                step: "When the vault has all accounts, move them to \(target.name).",
                "totp-import guide vault --to \(target.id)")
        } else {
            text.add(step: "Scan the QR code with \(target?.name ?? "the new app"), and sign in with a code from it.")
        }
        text.add(step: "Save the new recovery codes. Only then delete the entry in the old app.")
    }

    // MARK: - Targets

    private func addTarget(_ target: Destination, to text: inout GuideText) {
        text.add(heading: "To \(target.name)")
        guard !isForPage else {
            return text.add("Nothing can be read from it. Add the accounts of your old app, then choose it under Move.")
        }
        text.add(
            step: "Get the accounts out of the old app, as screenshots or as a file, here called INPUT. A vault is an "
                + "input as well.", "totp-import guide OLD-APP --to \(target.id)")
        addArrival("INPUT", target, to: &text)
    }

    private func addFooter(to text: inout GuideText) {
        if !others.isEmpty {
            let list = others.prefix(6).map { "\($0.id) (\($0.app.withoutParentheses))" }.joined(separator: ", ")
            text.add("See also: totp-import guide \(list)")
        }
        let normal = sources.first { $0.withoutExport == nil && !$0.isForRootedPhones }
        let hasExport = (hasWayOut || isWritten) && sources.allSatisfy { $0.reader?.missingExport == nil }
        var pages: [String] = []
        let own = [
            normal.map { "Docs/formats/\($0.id).md" }, sources.isEmpty || hasExport ? nil : AppWithoutExport.page,
        ]
        for page in own.compactMap({ $0 }) + (target?.pages ?? []) where !pages.contains(page) { pages.append(page) }
        text.add(Self.pagesTitle + pages.joined(separator: ", "))
    }
}

extension FormatEntry {
    package var isForRootedPhones: Bool { reader?.origin == .rootedPhone }

    /// The app of what this one writes, as people leave it.
    fileprivate var readable: FormatEntry? {
        let id: FormatID? =
            switch id {
            case "bitwarden-csv": "bitwarden"
            case "keepassxc-xml": "keepassxc"
            case "linotp", "privacyidea": "oath-token-csv"
            // Nothing reads it.
            case "ykman": "yubikey"
            // Printed QR codes, images of them, and files with links.
            case "html", "qr", "pass": "otpauth"
            default: nil
            }
        return AppSearch.apps.first { $0.id == id }
    }
}

extension ExportDescription {
    /// The name of the target: the app, or the file if it belongs to no app.
    var name: String { group == .file ? file : app.withoutParentheses }

    /// An example name for the output.
    package var exampleOutput: String {
        let name = group == .file ? "accounts" : id.rawValue
        return switch layout {
        case .file: "\(name).\(fileExtension)"
        case .folder: fileExtension == "png" ? "codes" : name
        }
    }
}
