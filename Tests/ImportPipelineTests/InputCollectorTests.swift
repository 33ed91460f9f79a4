import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("From arguments to inputs")
struct InputCollectorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A folder is searched recursively, in name order; what is hidden is skipped")
    func inDepth() throws {
        for sub in ["shots/b/deep", "shots/.hidden", "shots/empty"] { try folder.makeFolder(sub) }
        for name in [
            "shots/c.png", "shots/a.png", "shots/10.png", "shots/9.png", "shots/B.png", "shots/b/2.png",
            "shots/b/deep/1.txt",
            "shots/.DS_Store", "shots/.hidden/x.png", "shots/b/.x.png", "shots/ä.png",
        ] { try folder.write("x", to: name) }
        let inputs = InputCollector.collect([folder.path("shots")])
        let names = ["10.png", "9.png", "B.png", "a.png", "b/2.png", "b/deep/1.txt", "c.png", "ä.png"]
        #expect(readable(inputs).map(\.location) == names.map { .file(path: folder.path("shots/\($0)")) })
        #expect(skipped(inputs) == [".DS_Store": .hidden, ".hidden": .hidden, "b/.x.png": .hidden])
        for input in inputs { #expect(input.folder == folder.path("shots")) }
    }

    @Test("Arguments stay in order; one that is a file belongs to no folder, hidden or not")
    func namedFiles() throws {
        try folder.makeFolder("shots")
        for name in ["z.png", ".hidden.png", "shots/a.png"] { try folder.write("x", to: name) }
        let arguments = ["z.png", "shots", ".hidden.png", "z.png"].map { folder.path($0) } + ["-"]
        let inputs = InputCollector.collect(arguments)
        #expect(inputs.map(\.name) == [arguments[0], arguments[1] + "/a.png"] + arguments[2...])
        #expect(inputs.map(\.folder) == [nil, arguments[1], nil, nil, nil])
        #expect(inputs.last == Input(name: "-", location: .standardInput))
        #expect(InputCollector.collect([]) == [])
    }

    @Test("A LevelDB folder is one input: with its own name, or in another folder")
    func levelDB() throws {
        for sub in ["profile/b", "profile/c", "profile/d"] { try folder.makeFolder(sub) }
        for name in [
            "profile/a.png", "profile/b/CURRENT", "profile/b/000003.log", "profile/b/LOCK", "profile/c/CURRENT",
            "profile/c/x.log", "profile/d/000005.ldb",
        ] { try folder.write("x", to: name) }
        let current = Input.Location.file(path: folder.path("profile/b/CURRENT"))
        for end in ["", "/"] {
            let named = InputCollector.collect([folder.path("profile/b") + end])
            #expect(named == [Input(name: folder.path("profile/b") + end, location: current)])
        }
        let inputs = InputCollector.collect([folder.path("profile")])
        #expect(
            inputs.map { $0.name.replacing(folder.path("profile") + "/", with: "") } == [
                "a.png", "b", "c/CURRENT", "c/x.log", "d/000005.ldb",
            ])
        #expect(inputs[1].location == current && inputs[1].folder == folder.path("profile"))
        // Other files than regular ones are not read in place of a folder.
        try folder.makeFolder("linked")
        try folder.write("x", to: "linked/000003.log")
        try folder.makeLink("linked/CURRENT", to: "../profile/b/CURRENT")
        #expect(InputCollector.collect([folder.path("linked")]).count == 2)
    }

    @Test(
        "Earlier versions and the lock of a vault are skipped beside it, in whatever layout of JSON it is",
        arguments: [
            #"{"format":"totply-vault","version":1}"#, "\n{\n  \"version\": 1,\n  \"format\" : \"totply-vault\"\n}\n",
            #"{"ciphertext":"AAAA","format":"totply\u002dvault"}"#, "\u{FEFF}{\"format\":\"totply-vault\"}",
            #"{"ciphertext":"AAAA","format":"totply-vault","#,
        ])
    func companions(text: String) throws {
        let other = #"{"format":"aegis","note":"totply-vault"}"#
        for (vault, version, isSkipped) in [
            (text, #"{"format":"totply-vault"}"#, true), (#"{"format":"totply-vault"}"#, text, true),
            (text, other, false), (other, text, false),
        ] {
            try folder.makeFolder("in")
            for (name, content) in [
                "vault.json": vault, "vault.json.bak.1": version, "vault.json.bak.12": version,
                "vault.json.bak.01": version, "other.json.bak.1": version, "vault.json.lock": "", "other.lock": "",
            ] { try folder.write(content, to: "in/\(name)") }
            let inputs = InputCollector.collect([folder.path("in")])
            var expected: [String: SkippedInput] = [:]
            if isSkipped { for name in ["bak.1", "bak.12"] { expected["vault.json.\(name)"] = .vaultVersion } }
            if vault != other { expected["vault.json.lock"] = .vaultLock }
            let found = inputs.reduce(into: [String: SkippedInput]()) { found, input in
                guard case .skipped(let reason) = input.location else { return }
                found[String(input.name.split(separator: "/").last ?? "")] = reason
            }
            #expect(found == expected)
            #expect(inputs.count == 7)
        }
    }

    @Test("A slash at the end of a folder's name is not doubled")
    func trailingSlash() throws {
        try folder.makeFolder("shots")
        try folder.write("x", to: "shots/a.png")
        #expect(InputCollector.collect([folder.path("shots") + "/"]).map(\.name) == [folder.path("shots/a.png")])
    }

    @Test("Links to files are read, links to folders are not followed: they may lead in circles")
    func links() throws {
        try folder.makeFolder("shots/sub")
        try folder.makeFolder("elsewhere")
        for name in ["shots/sub/a.png", "elsewhere/b.png"] { try folder.write("x", to: name) }
        try folder.makeLink("shots/file", to: "../elsewhere/b.png")
        try folder.makeLink("shots/folder", to: "../elsewhere")
        try folder.makeLink("shots/sub/up", to: "..")
        for name in ["gone", "gone.png"] { try folder.makeLink("shots/\(name)", to: "missing") }
        let inputs = InputCollector.collect([folder.path("shots")])
        #expect(names(readable(inputs)) == ["file", "gone.png", "sub/a.png"])
        #expect(skipped(inputs) == ["folder": .linkedFolder, "sub/up": .linkedFolder, "gone": .empty])

        // A link to a folder that is an argument is meant.
        try folder.makeLink("link", to: "elsewhere")
        #expect(InputCollector.collect([folder.path("link")]).map(\.name) == [folder.path("link/b.png")])
    }

    @Test("A pipe in a folder is skipped, also through a link, since reading it might never end")
    func pipe() throws {
        try folder.makeFolder("shots")
        try folder.write("x", to: "shots/a.png")
        try #require(mkfifo(folder.path("shots/pipe"), 0o600) == 0)
        try folder.makeLink("shots/link", to: "pipe")
        let inputs = InputCollector.collect([folder.path("shots")])
        #expect(names(readable(inputs)) == ["a.png"])
        #expect(skipped(inputs) == ["pipe": .specialFile, "link": .specialFile])
    }

    @Test(
        "A link in place of a file is refused without repeating its secret",
        arguments: [
            "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP", "OTPAUTH://totp/a?secret=JBSWY3DPEHPK3PXP",
            "otpauth-migration://offline?data=JBSWY3DPEHPK3PXP", "steam://JBSWY3DPEHPK3PXP",
            "motp://Acorn:alice?secret=JBSWY3DPEHPK3PXP", "apple-otpauth://totp/a?secret=JBSWY3DPEHPK3PXP",
            "Apple-OTPAuth-Migration://offline?data=JBSWY3DPEHPK3PXP",
            "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP" + String(repeating: "x", count: 5000),
        ])
    func link(argument: String) {
        let inputs = InputCollector.collect([argument])
        #expect(inputs.count == 1)
        #expect(inputs.first?.name.contains("JBSWY3DPEHPK3PXP") == false)
        #expect(inputs.first?.location == .memory(Array(argument.utf8)))
        #expect(inputs.first?.isLinkArgument == true)
    }

    @Test(
        "A secret in place of a file is not repeated",
        arguments: [
            "JBSWY3DPEHPK3PXPJBSWY3DP", "jbsw y3dp ehpk 3pxp", "JBSWYDPEHPKPXPAB", "jbsw-y3dp-ehpk-3pxp====",
            "otpauth:totp/x?secret=JBSWY3DP", "otpauth//totp/x?issuer=a&Secret=JBSWY3DP", "motp:x?secret=e3152afee",
            "OTPAUTH%3A%2F%2Ftotp%2Fx%3Fsecret%3DJBSWY3DP", "otpauth-migration:/offline?data=JBSWY3DP",
            "Apple-otpauth-migration:/offline?data=JBSWY3DP",
        ])
    func secret(argument: String) {
        let inputs = InputCollector.collect([argument])
        #expect(inputs.map(\.name) == ["an argument"])
        guard case .unreadable(let failure) = inputs.first?.location else {
            Issue.record("it can be read")
            return
        }
        #expect(failure.code == .notFound && failure.message.contains("it looks like a secret"))
    }

    @Test(
        "An ordinary name is repeated", arguments: ["authenticatorexport", "JBSWY3DP", "accounts.json", "IMG_20240101"])
    func ordinaryName(argument: String) {
        #expect(InputCollector.collect([argument]).map(\.name) == [argument])
    }

    @Test("Something that cannot be read is an input as well, with the reason")
    func unreadable() throws {
        try folder.makeFolder("empty/only/folders")
        try folder.write("x", to: "empty/.hidden")
        try folder.write("x", to: "file")
        let expected: [(String, SourceError.Code)] = [
            ("missing", .notFound), ("file/below", .notFound), ("empty", .emptyFolder),
        ]
        for (name, code) in expected {
            let inputs = readable(InputCollector.collect([folder.path(name)]))
            #expect(inputs.map(\.name) == [folder.path(name)])
            guard case .unreadable(let failure) = inputs.first?.location else {
                Issue.record("\(name) can be read")
                continue
            }
            #expect(failure.code == code)
        }
    }

    @Test("As many folders in each other as the limit are searched; a deeper one is cut off, with a reason")
    func depth() throws {
        let limit = Limit.folderDepth
        func nested(_ count: Int) -> String { Array(repeating: "d", count: count).joined(separator: "/") }
        try folder.makeFolder(nested(limit + 2))
        for count in [1, limit, limit + 1, limit + 2] { try folder.write("x", to: "\(nested(count))/a.png") }
        let inputs = InputCollector.collect([folder.path("d")])
        let names = [nested(1) + "/a.png", nested(limit) + "/a.png", nested(limit + 1)]
        #expect(Set(inputs.map(\.name)) == Set(names.map { folder.path($0) }) && inputs.count == names.count)
        let failures = inputs.compactMap { if case .unreadable(let failure) = $0.location { failure } else { nil } }
        let refusal = LimitMessage.folderDepth(limit) + "; name the folder with the images"
        #expect(failures == [SourceError(.limitExceeded, refusal)])
    }

    @Test(
        "A link to a pipe, or to a file that the kernel makes up, is skipped",
        .enabled(if: access("/proc/kmsg", F_OK) == 0, "the system has no /proc"))
    func linksThatNeverEnd() throws {
        try folder.makeFolder("shots")
        try folder.write("x", to: "shots/a.png")
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        try folder.makeLink("shots/pipe", to: "../pipe")
        try folder.makeLink("shots/kmsg", to: "/proc/kmsg")
        let inputs = InputCollector.collect([folder.path("shots")])
        #expect(names(readable(inputs)) == ["a.png"])
        #expect(skipped(inputs) == ["pipe": .specialFile, "kmsg": .specialFile])
    }

    @Test("A folder without permission is an input with that reason", .enabled(if: getuid() != 0, "root may list all"))
    func noPermission() throws {
        try folder.makeFolder("shots/closed")
        try folder.write("x", to: "shots/a.png")
        try #require(chmod(folder.path("shots/closed"), 0) == 0)
        let inputs = InputCollector.collect([folder.path("shots")])
        #expect(names(inputs) == ["a.png", "closed"])
        guard case .unreadable(let failure) = inputs.last?.location else {
            Issue.record("it can be read")
            return
        }
        #expect(failure.code == .permissionDenied)
    }

    private func readable(_ inputs: [Input]) -> [Input] {
        inputs.filter { if case .skipped = $0.location { false } else { true } }
    }

    private func skipped(_ inputs: [Input]) -> [String: SkippedInput] {
        let skipped = inputs.compactMap { input -> (String, SkippedInput)? in
            if case .skipped(let reason) = input.location { (names([input])[0], reason) } else { nil }
        }
        return Dictionary(uniqueKeysWithValues: skipped)
    }

    private func names(_ inputs: [Input]) -> [String] {
        inputs.map { $0.name.replacing(folder.path("shots") + "/", with: "") }
    }
}
