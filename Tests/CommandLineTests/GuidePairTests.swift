import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import TOTPImport
@testable import totp_import

/// `guide A --to B` for every A and every B: each pair has one ending, and every command in it works.
///
/// Reading A and writing for B do not depend on each other. So each distinct command runs once, with the same links, and
/// each A with a fixture is read once.
@Suite("Every pair of the guide")
struct GuidePairTests {
    private let folder: TemporaryFolder
    private static let passphrase = "an invented passphrase"
    private static let secrets = ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK"]

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            Self.secrets.map { "otpauth://totp/Hollowtree:\($0.prefix(3))?secret=\($0)&issuer=Hollowtree\n" }.joined(),
            to: "links.txt")
        try folder.write(Self.passphrase + "\n", to: "pass.txt")
    }

    private struct Pair {
        let source: FormatEntry
        let target: FormatEntry
        let guide: MoveGuide
        let parts: [GuideText.Part]

        init(_ source: FormatEntry, _ target: FormatEntry) {
            (self.source, self.target) = (source, target)
            guide = MoveGuide(sources: [source], target: target)
            parts = guide.text.parts
        }

        var commands: [String] {
            parts.compactMap { if case .command(let command) = $0 { command } else { nil } }
        }

        /// The commands that bring accounts into the app.
        var moving: [String] {
            commands.filter { command in
                ["totp-import convert ", "totp-import qr "].contains { command.hasPrefix($0) }
                    || command.hasSuffix(" --reveal")
            }
        }
    }

    private static let pairs: [Pair] = AppSearch.apps.flatMap { source in
        AppSearch.apps.map { Pair(source, $0) }
    }

    private static let commands = Set(pairs.flatMap(\.commands))

    /// The ending that a command belongs to.
    private static func ending(of command: String) -> MoveEnding {
        if command.hasPrefix("totp-import qr ") { return .qr }
        if command.hasSuffix(" --reveal") { return .byHand }
        return .file
    }

    @Test("Every pair ends in one way, and has the command for it")
    func endings() {
        #expect(Self.pairs.count > 8000)
        #expect(AppSearch.apps.contains { $0.id == "pass" })
        for pair in Self.pairs {
            let name = "\(pair.source.id) to \(pair.target.id)"
            let isRooted = pair.source.isForRootedPhones
            switch pair.guide.ending {
            case .nothing:
                // Codes of a rooted phone can be moved, but few people have one.
                let moved = isRooted && pair.target.arrival.ending != .nothing ? 1 : 0
                #expect(pair.moving.count == moved, "\(name)")
            default: #expect(pair.moving.map(Self.ending) == [pair.guide.ending], "\(name)")
            }
            if pair.guide.hasWayOut { #expect(pair.guide.ending == pair.target.arrival.ending, "\(name)") }
            guard case .heading = pair.parts.first else {
                Issue.record("\(name) has no heading")
                continue
            }
            #expect(pair.parts.count > 2, "\(name)")
        }
        #expect(Set(Self.pairs.map(\.guide.ending)) == Set(MoveEnding.allCases))
    }

    @Test("No part of a pair is empty or too wide, and its pages exist")
    func texts() {
        let style = Style(isTerminal: false, isForbidden: true)
        for part in Set(Self.pairs.flatMap(\.parts)) {
            switch part {
            case .heading(let text), .paragraph(let text):
                #expect(!text.isEmpty && !text.contains("  ") && !text.hasSuffix(" "), "\(text)")
            case .step(_, let text):
                #expect(text.count > 10 && !text.contains("  ") && !text.hasSuffix(" "), "\(text)")
                #expect(!text.contains("..") && !text.contains(". ."), "\(text)")
            case .command(let command):
                #expect(command.hasPrefix("totp-import ") && !command.hasSuffix(" "), "\(command)")
            }
        }
        // Each text once, with every source and every target.
        let google = AppSearch.apps.filter { $0.id == "google-migration" }
        let some =
            AppSearch.apps.map { Pair($0, AppSearch.apps[0]) }
            + google.flatMap { app in
                AppSearch.apps.map { Pair(app, $0) }
            }
        for pair in some {
            let text = pair.guide.text.text(width: 80, style: style)
            // A command stays one line, so that it can be copied; a path is not broken.
            for line in text.split(separator: "\n") where !line.hasPrefix("     totp-import ") {
                #expect(line.count <= 80 || !line.dropFirst(5).contains(" ") || line.contains("/data/"), "\(line)")
            }
            for page in text.matches(of: #/Docs/[a-z0-9/-]+\.md/#) {
                let path = FixtureFolder.package.appending(path: String(page.output)).file
                #expect(FileManager.default.fileExists(atPath: path), "\(page.output)")
            }
        }
    }

    @Test("Every app that is not written has an entry that says how accounts get into it")
    func table() {
        for entry in AppSearch.apps where entry.writer == nil {
            guard case .nothing(let reason, _) = entry.arrival.way else { continue }
            #expect(!reason.contains("not known"), "\(entry.id)")
        }
        let named = KnownApp.all.values.filter { $0.arrival != nil }.map(\.id)
        let unwritten = Set(AppSearch.apps.filter { $0.writer == nil }.map(\.id))
        #expect(Set(named).subtracting(unwritten).isEmpty)
        #expect(Set(KnownApp.all.keys).subtracting(AppSearch.apps.map(\.id)).isEmpty)
    }

    // MARK: - The commands

    @Test("Every command of every pair works, and what it writes has the same codes")
    func run() throws {
        let targets = Set(Self.commands.map(named)).sorted()
        #expect(targets.count > 40)
        for command in targets {
            try? FileManager.default.removeItem(atPath: folder.path("accounts.json"))
            try run(command)
        }
    }

    /// A command about the links.
    private func named(_ command: String) -> String {
        command.replacing(#/ (FILE|INPUT|screenshots|shot\.png)(?= |$)/#, with: " links.txt")
    }

    private func run(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        #expect(words.first == "totp-import")
        let arguments = Array(words.dropFirst())
        switch arguments[0] {
        case "guide":
            if arguments[1] == "OLD-APP" { return }
            let to = arguments.firstIndex(of: "--to").map { arguments[$0 + 1] }
            #expect(throws: Never.self) { try AppSearch.guide(from: arguments[1], to: to) }
        case "codes", "qr":
            if arguments[1] == "accounts.json" { try program(["import", "links.txt", "--vault", "accounts.json"]) }
            let session = try TerminalSession(
                arguments, columns: 200, rows: 60, passphrase: Self.passphrase, in: folder.path)
            try session.waitUntil(command) { $0.contains("Hollowtree") }
            if arguments.contains("--watch") || arguments[0] == "qr" { session.type("q") }
            #expect(try session.waitForExit() == 0, "\(command)")
        case "convert":
            let place = try #require(arguments.firstIndex(of: "--output"))
            let output = arguments[place + 1]
            let converted = try program(arguments)
            guard output != "-" else { return #expect(Self.secrets.allSatisfy(converted.text.contains), "\(command)") }
            let verified = try program(["verify", "links.txt", output, "--source-passphrase-file", "pass.txt"])
            #expect(verified.status == 0)
            try FileManager.default.removeItem(atPath: folder.path(output))
        case "list":
            let isRevealed = arguments.contains("--reveal")
            #expect(try program(arguments).text.contains(Self.secrets[0]) == isRevealed)
        default: try program(arguments)
        }
    }

    @discardableResult
    private func program(_ arguments: [String], status: Int32 = 0) throws -> Program.Outcome {
        let outcome = try Program.run(
            arguments, passphrase: Self.passphrase, environment: ["TOTP_IMPORT_TARGET_PASSPHRASE": Self.passphrase],
            in: URL(filePath: folder.path))
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        return outcome
    }

    /// For each format that a guide starts with, its fixture that is read fastest.
    private static let samples: [(id: FormatID, sample: ExportSample)] = {
        let usable = ExportSample.goodFixtures.filter {
            !$0.expected.items.isEmpty && $0.expected.arguments.isEmpty && $0.expected.keyFile == nil
        }
        let byFormat = Dictionary(grouping: usable) { $0.expected.format ?? "" }
        return AppSearch.apps.compactMap { entry in
            let plain = byFormat[entry.id.rawValue]?.min {
                ($0.expected.password == nil ? 0 : 1, $0.place) < ($1.expected.password == nil ? 0 : 1, $1.place)
            }
            return plain.map { (entry.id, $0) }
        }
    }()

    @Test("The command of a guide reads the files of every app that has a fixture")
    func sources() throws {
        let json = try #require(AppSearch.apps.first { $0.id == "json" })
        #expect(Self.samples.count > 60)
        for (id, sample) in Self.samples {
            let entry = try #require(AppSearch.apps.first { $0.id == id })
            let command = try #require(Pair(entry, json).moving.first, "\(id)")
            var arguments = command.split(separator: " ").dropFirst().map(String.init)
            arguments[1] = sample.url.file
            if let password = sample.expected.password {
                try folder.write(password + "\n", to: "source.txt")
                arguments += ["--source-passphrase-file", "source.txt"]
            }
            let outcome = try Program.run(
                arguments + ["--on-duplicate", "keep", "--force"], in: URL(filePath: folder.path))
            #expect(outcome.status == (sample.expected.status == .ok ? 0 : 1), "\(id) \(sample): \(outcome.errors)")
            let written = try JSONDecoder().decode(
                ItemsDocument.self, from: Data(contentsOf: URL(filePath: folder.path("accounts.json")))
            ).items
            // The files of logins are read as well.
            #expect(Set(written.map(\.secret)).isSuperset(of: sample.expected.items.map(\.secret)), "\(id) \(sample)")
            #expect(written.count - sample.expected.items.count <= 1, "\(id) \(sample)")
        }
    }
}
