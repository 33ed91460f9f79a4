import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import totp_import

/// `--version`, and `--version --verbose`: the libraries with their versions and licenses.
struct VersionTests {
    private static func page(_ path: String) throws -> String {
        try String(contentsOf: FixtureFolder.package.appending(path: path), encoding: .utf8)
    }

    @Test(
        "--version with --verbose names the license and every component, in either order",
        arguments: [
            ["--version", "--verbose"], ["--verbose", "--version"], ["--version", "-v"], ["-v", "--version"],
        ])
    func detailsAreOnStandardOutput(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.first == "totp-import \(ProgramVersion.current)")
        #expect(lines.dropFirst().first?.hasPrefix("license: MIT") == true)
        for component in VersionDetails.components {
            let line = lines.first { $0.hasPrefix(component.name + "  ") }
            #expect(line?.hasSuffix("  " + component.license) == true, "\(component.name)")
        }
    }

    @Test func versionAloneStaysOneLine() throws {
        for arguments in [["--version"], ["list", "--version", "--verbose"]] {
            let outcome = try Program.run(arguments)
            #expect(outcome.status == 0)
            #expect(outcome.text == "\(ProgramVersion.current)\n")
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "the system has no /dev/full"))
    func aFullDiskIsAnError() throws {
        let command = "exec \"$0\" --version --verbose >/dev/full"
        let outcome = try Program.run(URL(filePath: "/bin/sh"), ["-c", command, Program.url.file])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("the disk is full"))
    }

    /// A library that is linked tells its version: digits, with a dot.
    @Test func versionsAreRead() {
        for component in VersionDetails.components {
            guard let version = component.version, !version.isEmpty else { continue }
            #expect(version.contains(#/\d+\.\d+/#), "\(component.name): \(version)")
        }
        let optional: Set = [
            "zxing-cpp", "libheif", "libtiff", "giflib", "swift-nio", "swift-atomics", "swift-collections",
        ]
        for component in VersionDetails.components where !optional.contains(component.name) {
            #expect(component.version?.isEmpty == false, "\(component.name)")
        }
    }

    @Test func everyDependencyIsListed() throws {
        let page = try Self.page("Docs/dependencies.md")
        let chapters = try #require(page.firstMatch(of: #/## C libraries(?s:.*?)\n## For the tests/#)).0
        var names: Set<String> = ["Swift"]
        for line in chapters.split(separator: "\n") where line.hasPrefix("| ") {
            guard let name = line.firstMatch(of: #/^\| \[?([^\](`|]+)/#)?.1.trimmingCharacters(in: .whitespaces),
                name != "library", name != "package"
            else { continue }
            names.insert(name)
        }
        #expect(Set(VersionDetails.components.map(\.name)) == names)
    }

    @Test("licenses are those that the files of a release name")
    func licensesAreThoseOfTheList() throws {
        let rows = try Self.page("packaging/licenses.tsv").split(separator: "\n").map { $0.split(separator: "\t") }
        for component in VersionDetails.components {
            let row = try #require(rows.first { $0.count == 5 && $0[2] == component.name }, "\(component.name)")
            #expect(row[3] == component.license, "\(component.name)")
        }
    }

    /// They cannot tell their versions at run time.
    @Test(
        "--version names the versions in Package.resolved",
        arguments: ["swift-argument-parser", "swift-nio", "swift-atomics", "swift-collections"])
    func aWrittenVersionIsTheResolvedOne(name: String) throws {
        struct Resolved: Decodable {
            struct Pin: Decodable {
                struct State: Decodable { var version: String? }
                var identity: String
                var state: State
            }
            var pins: [Pin]
        }
        let resolved = try JSONDecoder().decode(Resolved.self, from: Data(Self.page("Package.resolved").utf8))
        let listed = try #require(VersionDetails.components.first { $0.name == name })
        let pin = resolved.pins.first { $0.identity == name }
        // A program without the page has no swift-nio, and its build removes it from the file.
        if name != "swift-argument-parser", listed.version == nil || pin == nil { return }
        #expect(try #require(pin).state.version == listed.version)
    }
}
