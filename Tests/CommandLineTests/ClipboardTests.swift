import FixtureSupport
import Foundation
import TOTPDomain
import TOTPImport
import Testing

@testable import totp_import
import Links

/// Codes get into the clipboard through a tool of the desktop, and the messages about it are true.
struct ClipboardTests {
    private let folder: TemporaryFolder

    /// An account with a fixed code: the next one of a counter.
    private static let link = "otpauth://hotp/Acme:eve?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=1"
    private static let code = "287082"
    private static let wayland = ["WAYLAND_DISPLAY": "wayland-0"], x11 = ["DISPLAY": ":0"]

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.link, to: "links.txt")
    }

    private func install(_ names: String...) throws {
        let tool = FixtureFolder.package.appending(path: "Tests/clipboard/tool").file
        for name in names { try folder.makeLink(name, to: tool) }
    }

    private func path(_ session: [String: String]) -> [String: String] {
        session.merging(["PATH": "\(folder.path):/usr/bin:/bin"]) { first, _ in first }
    }

    /// In a session with these variables. A tool that does not hang may take its time.
    private func tools(_ session: [String: String], patience: Duration = .seconds(60)) -> [ClipboardTool] {
        ClipboardTool.found(patience: patience) { ($0 == "PATH" ? folder.path : session[$0]) }
    }

    private func copy(with tools: [ClipboardTool]) throws -> (message: String, terminal: [String], cleared: [String]) {
        let item = try KeyURI.read(Array(Self.link.utf8).span).account
        var copy = try #require(CodeCopy(item, AccountCode(item, at: 0), tools: tools))
        var written: [String] = [], cleared: [String] = []
        #expect(
            copy.copy { text in
                written.append(text)
                return true
            } clear: { tool, code in
                cleared.append("\(tool.name) \(String(decoding: code, as: UTF8.self))")
                return 1
            })
        return (copy.message, written, cleared)
    }

    #if os(Linux)
        @Test("A tool counts only where its desktop is, and if it can be pasted with")
        func found() throws {
            try install("wl-copy", "wl-paste", "xclip", "xsel")
            #expect(tools([:]).isEmpty)
            #expect(tools(["DISPLAY": ""]).isEmpty)
            #expect(tools(Self.x11).map(\.name) == ["xclip", "xsel"])
            #expect(tools(Self.wayland).map(\.name) == ["wl-copy"])
            #expect(tools(Self.wayland.merging(Self.x11) { $1 }).map(\.name) == ["wl-copy", "xclip", "xsel"])
            try FileManager.default.removeItem(atPath: folder.path("wl-paste"))
            #expect(tools(Self.wayland).isEmpty)
            // A folder is not a program, and relative folders of the path may belong to others.
            try folder.makeFolder("other/xclip")
            #expect(ClipboardTool.found { ["PATH": folder.path("other"), "DISPLAY": ":0"][$0] }.isEmpty)
            #expect(ClipboardTool.found { ["PATH": ".:bin:", "DISPLAY": ":0"][$0] }.isEmpty)
        }

        @Test("The code is on standard input, never an argument", arguments: [wayland, x11])
        func copies(session: [String: String]) throws {
            try install("wl-copy", "wl-paste", "xclip")
            let result = try copy(with: tools(session))
            let name = session == Self.x11 ? "xclip" : "wl-copy"
            #expect(
                result.message == "Copied, cleared in 45 s: the code of Acme: eve, counter 1")
            let item = try KeyURI.read(Array("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ".utf8).span).account
            var next = try #require(CodeCopy(item, AccountCode(item, at: 30), validIn: 2, tools: tools(session)))
            #expect(
                next.copy { _ in
                    false
                } clear: { _, _ in
                    1
                })
            #expect(next.message == "Copied, cleared in 45 s: the next code, valid in 2 s, of Acme: eve")
            try folder.write("", to: "calls")
            _ = try copy(with: tools(session))
            #expect(result.terminal.isEmpty && result.cleared == ["\(name) \(Self.code)"])
            #expect(try folder.text("clipboard") == Self.code)
            let calls = try folder.text("calls")
            #expect(calls.hasPrefix("\(name) ") && !calls.contains(Self.code))
            // The standard streams, and the shell's own script.
            #expect(try folder.text("descriptors").split(separator: "\n").filter { $0.count < 2 && $0 > "2" }.isEmpty)
        }

        @Test("If a tool fails, the next one is tried, and then the terminal is asked", arguments: [true, false])
        func failure(hasOther: Bool) throws {
            try install("xclip")
            if hasOther { try install("xsel") }
            try folder.write("", to: "xclip-fails")
            let result = try copy(with: tools(Self.x11))
            if hasOther {
                #expect(result.cleared == ["xsel \(Self.code)"] && result.message.hasPrefix("Copied, "))
                #expect(try folder.text("clipboard") == Self.code)
            } else {
                #expect(
                    result.message.hasPrefix("xclip failed; asked the terminal to copy it; not every terminal does ("))
                #expect(result.terminal == ["\u{1B}]52;c;Mjg3MDgy\u{7}"] && result.cleared.isEmpty)
            }
        }

        @Test("A tool that hangs is ended")
        func hanging() throws {
            try install("xclip")
            try folder.write("", to: "xclip-hangs")
            let result = try copy(with: tools(Self.x11, patience: .milliseconds(20)))
            #expect(result.message.hasPrefix("xclip failed; asked the terminal"))
        }

        @Test("The clipboard is cleared only if it still has the code", arguments: ["xclip", "xsel", "wl-copy"])
        func clearing(name: String) throws {
            try install("wl-copy", "wl-paste", "xclip", "xsel")
            let session = path(Self.wayland.merging(Self.x11) { $1 })
            let contents = [(Self.code, true), (Self.code + "\n", true), ("something else", false), ("28", false)]
            for (content, isCleared) in contents {
                try folder.write(content, to: "clipboard")
                let outcome = try Program.run(
                    ["clear-clipboard", name, "0"], environment: session, input: Data(Self.code.utf8))
                #expect(outcome.status == 0 && outcome.text.isEmpty && outcome.errors.isEmpty)
                #expect(try folder.text("clipboard") == (isCleared ? "" : content), "\(content)")
            }
        }

        @Test("codes --copy copies the code of one account, and prints no code")
        func command() throws {
            try install("xclip")
            let outcome = try Program.run(
                ["codes", folder.path("links.txt"), "eve", "--copy"], passphrase: "hidden", environment: path(Self.x11))
            #expect(outcome.status == 0 && outcome.text.isEmpty)
            #expect(outcome.errors.hasPrefix("Copied, cleared in 45 s: the code of Acme: eve"))
            #expect(try folder.text("clipboard") == Self.code)
            #expect(!(try folder.text("environment").contains("TOTP_IMPORT_")))
        }

        @Test("codes --watch copies with the tool as well")
        func watching() throws {
            try install("xclip")
            let session = try TerminalSession(
                ["codes", folder.path("links.txt"), "--watch"], environment: path(Self.x11))
            try session.waitUntil("the account") { $0.isAlternate && $0.contains("1/1") }
            session.type("c")
            try session.waitUntil("a message") { $0.contains("Copied, cleared in 45 s: the code of Acme: eve") }
            #expect(try folder.text("clipboard") == Self.code && session.screen.systemCommands.isEmpty)
            session.type("q")
            #expect(try session.waitForExit() == 0)
        }
    #endif

    @Test("Without a tool, codes --copy asks the terminal, and says so")
    func terminal() throws {
        let session = try TerminalSession(["codes", folder.path("links.txt"), "--copy"], columns: 120)
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.contains("Asked the terminal to copy it; not every terminal does (Acme: eve, counter 1"))
        #expect(session.screen.systemCommands == ["52;c;Mjg3MDgy"])
    }

    @Test("codes --copy asks whether to advance the counter in the vault", arguments: [("y\n", 8), ("\n", 7)])
    func counter(answer: String, counter: Int64) throws {
        let vault = try SampleVault(
            ["otpauth://hotp/Birch:bob?secret=MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK&counter=7"], in: folder)
        let session = try TerminalSession(["codes", "vault.json", "bob", "--copy"], in: folder.path)
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("\(SampleVault.passphrase)\n")
        try session.waitFor("Advance the counter to 8 in vault.json? [y/N] ")
        session.type(answer)
        #expect(try session.waitForExit() == 0)
        #expect(try vault.items()[0].parameters.counter == counter)
        #expect(session.screen.contains("vault.json: the counter is 8 now") == (counter == 8))
    }

    @Test("Without a tool and a terminal, codes --copy fails", .enabled(if: Program.canRunWithoutTerminal))
    func nothing() throws {
        let outcome = try Program.runWithoutTerminal(["codes", folder.path("links.txt"), "--copy"])
        #expect(outcome.status == 2 && outcome.text.isEmpty)
        #expect(outcome.errors.hasPrefix("error: no clipboard: install "))
    }

    @Test("codes --copy copies nothing if several accounts match")
    func several() throws {
        try folder.write("\(Self.link)\notpauth://totp/Acme:bob?secret=GEZDGNBVGY3TQOJQ", to: "links.txt")
        let outcome = try Program.run(["codes", folder.path("links.txt"), "acme", "--copy"])
        #expect(outcome.status == 1 && outcome.text.isEmpty)
        #expect(
            outcome.errors.hasPrefix("error: 2 accounts match: \"Acme: eve\", \"Acme: bob\"; --copy copies one code:"))
        for flag in ["--watch", "--json"] {
            #expect(try Program.run(["codes", folder.path("links.txt"), "--copy", flag]).status == 64)
        }
    }
}
