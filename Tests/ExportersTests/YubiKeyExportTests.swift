import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import TokenFormats

@Suite("A script for a YubiKey")
struct YubiKeyExportTests {
    private static func links(_ export: Export) -> [Substring] {
        export.text.split(separator: "\n").filter { $0.hasPrefix("otpauth://") }
    }

    @Test(
        "One link per account, as ykman splits it",
        arguments: [
            ("Acorn", "alice", .totp, "otpauth://totp/Acorn:alice?", []),
            ("A:B", "a:b", .totp, "otpauth://totp/A-B:a%3Ab?", ["0 name"]),
            ("", "a:b", .hotp, "otpauth://hotp/a-b?", ["0 name"]),
            ("Acorn", "", .totp, "otpauth://totp/Acorn:Acorn?", ["0 name"]),
            ("Gamers", "dave", .steam, "otpauth://totp/Steam:dave?", ["0 name"]),
            ("It's", "$(id)`id`\"", .totp, "otpauth://totp/It%27s:%24%28id%29%60id%60%22?", []),
            ("-f", "--force\\n\\", .totp, "otpauth://totp/-f:--force%5Cn%5C?", []),
            ("A\nEND", "b\u{7}\r\nc", .totp, "otpauth://totp/A%20END:b%20%20%20c?", ["0 name"]),
            // Digits and a slash in front would be the period.
            ("60/x", "alice", .totp, "otpauth://totp/60-x:alice?", ["0 name"]),
            ("", "٤٥/y/z", .totp, "otpauth://totp/%D9%A4%D9%A5-y%2Fz?", ["0 name"]),
            ("60/x", "alice", .hotp, "otpauth://hotp/60%2Fx:alice?", []),
            ("x/60/", "6/y", .totp, "otpauth://totp/x%2F60%2F:6%2Fy?", []),
        ] as [(issuer: String, name: String, kind: OTPKind, start: String, losses: [String])])
    func link(issuer: String, name: String, kind: OTPKind, start: String, losses: [String]) throws {
        let item = try SampleAccounts.item(issuer: issuer, name: name, kind, counter: 1)
        let export = YubiKeyExport().write(.plain([item]))
        #expect(Self.links(export).count == 1 && Self.links(export)[0].hasPrefix(start), "\(Self.links(export))")
        #expect(export.lostDetails == losses)
        #expect(export.text.hasPrefix("#!/bin/sh\n") && !export.text.contains("uri -"))
    }

    @Test("What a YubiKey does not store is not written, nor more accounts than it has room for")
    func limits() throws {
        let items =
            try [OTPKind.motp, .yandex].map { try SampleAccounts.item($0) } + [
                SampleAccounts.item(algorithm: .md5), SampleAccounts.item(digits: 5), SampleAccounts.item(digits: 9),
                SampleAccounts.item(.hotp, counter: 1 << 32), SampleAccounts.item(issuer: "", name: ""),
                SampleAccounts.item(name: String(repeating: "é", count: 30)), SampleAccounts.item(issuer: "Steam"),
                .sample(secret: [1]),
            ]
        let export = YubiKeyExport().write(.plain(items))
        #expect(
            export.leftOut.sorted { $0.index < $1.index }.map(\.code) == [
                .kindNotSupported, .kindNotSupported, .algorithmNotSupported, .digitsNotSupported, .digitsNotSupported,
                .counterNotSupported, .nameNotSupported, .nameNotSupported, .kindNotSupported, .secretTooShort,
            ])
        let many = YubiKeyExport().write(.plain(try (0..<70).map { try SampleAccounts.item(name: "user\($0)") }))
        #expect(many.leftOut.map(\.code) == Array(repeating: .tooManyAccounts, count: 6))
        #expect(many.leftOut.map(\.index) == Array(64..<70) && Self.links(many).count == 64)
    }

    @Test("Accounts of one id are told apart, and a period is a part of it")
    func equalNames() throws {
        let export = YubiKeyExport().write(
            .plain([
                try SampleAccounts.item(), try SampleAccounts.item(), try SampleAccounts.item(period: 60),
                try SampleAccounts.item(name: "alice 2"),
            ]))
        #expect(
            Self.links(export).map { $0.prefix { $0 != "?" } } == [
                "otpauth://totp/Acorn:alice", "otpauth://totp/Acorn:alice%202", "otpauth://totp/Acorn:alice",
                "otpauth://totp/Acorn:alice%202%202",
            ])
        #expect(export.lostDetails == ["1 name", "3 name"])
    }

    @Test("Digits and a slash at the start of an issuer are kept if the period is not 30 s")
    func otherPeriod() throws {
        let export = YubiKeyExport().write(.plain([try SampleAccounts.item(issuer: "45/x", period: 60)]))
        #expect(Self.links(export)[0].hasPrefix("otpauth://totp/45%2Fx:alice?"))
        #expect(export.lostDetails.isEmpty)
    }

    /// The key's firmware, the number of accounts on it, the exit code, and a text of the output.
    private static let runs: [(firmware: String, there: Int, status: Int32, said: String)] = [
        ("5.7.1", 0, 0, "all 3 accounts are on the YubiKey"), ("5.7.1", 61, 0, "all 3 accounts are on the YubiKey"),
        ("5.7.1", 62, 2, "3 accounts do not fit: the YubiKey has room for 2"),
        ("5.4.3", 30, 2, "3 accounts do not fit: the YubiKey has room for 2"),
        ("4.3.1", 29, 0, "all 3 accounts are on the YubiKey"), ("5.10.0", 61, 0, "all 3 accounts are on the YubiKey"),
        ("", 0, 2, "no YubiKey is found"), ("Uncertain, re-run with one", 0, 2, "no YubiKey is found, or several are"),
        ("5.7.1", -1, 2, "cannot be listed"),
    ]

    @Test(
        "The script checks the room before the first account, and gives each link to a process of its own",
        arguments: runs)
    func run(firmware: String, there: Int, status: Int32, said: String) throws {
        let key = try Key(firmware: firmware, there: there)
        let outcome = try key.run("exec sh script")
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect((outcome.text + outcome.errors).contains(said))
        #expect(try key.added == (status == 0 ? key.links : []))
        try key.expectNoSecret(in: outcome)
    }

    @Test("What the key refuses is named, and the others are added")
    func refused() throws {
        let key = try Key(firmware: "5.7.1", refusing: "b")
        let outcome = try key.run("exec sh script")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("not added, or there already: Acorn:b%27%22\n"))
        #expect(outcome.errors.contains("1 of 3 accounts were not added"))
        #expect(try key.added == [key.links[0], key.links[2]])
        try key.expectNoSecret(in: outcome)
    }

    @Test("A shell without a printf of its own would show the secrets to other users, and ykman may be missing")
    func refusedShell() throws {
        let key = try Key(firmware: "5.7.1")
        for (command, said) in [
            ("exec bash -c 'enable -n printf; . ./script'", "run it with bash"),
            ("rm ykman; exec sh script", "ykman is missing"),
        ] {
            let outcome = try key.run(command)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(said), "\(outcome.errors)")
            #expect(try key.added.isEmpty)
        }
    }

    /// A folder with a script, and a ykman that keeps its arguments and what it adds.
    private struct Key {
        private let folder: TemporaryFolder
        let links: [Substring]

        /// - Parameters:
        ///   - there: the number of accounts on the key; below zero if it cannot be read.
        ///   - refusing: the start of a name.
        init(firmware: String, there: Int = 0, refusing: String = "nothing") throws {
            folder = try TemporaryFolder()
            let list = there < 0 ? "exit 1" : "i=0; while [ $i -lt \(there) ]; do echo a; i=$((i + 1)); done"
            let stub = """
                #!/bin/sh
                echo "$*" >> arguments
                case "$*" in
                    info) [ -z "\(firmware)" ] || echo "Firmware version: \(firmware)" ;;
                    "oath accounts list --show-hidden") \(list) ;;
                    "oath accounts uri")
                        IFS= read -r link || exit 1
                        case $link in otpauth://totp/Acorn:\(refusing)*) exit 1 ;; esac
                        ! read -r more || exit 1
                        printf '%s\\n' "$link" >> added ;;
                    *) exit 9 ;;
                esac

                """
            try folder.install(script: stub, as: "ykman")
            let export = YubiKeyExport().write(
                .plain(try ["-a\n", "b'\"", "$(touch x)`touch x`"].map { try SampleAccounts.item(name: $0) }))
            links = YubiKeyExportTests.links(export)
            try folder.write(export.text, to: "script")
        }

        func run(_ command: String) throws -> Program.Outcome {
            try Program.run(
                URL(filePath: "/bin/sh"), ["-c", "PATH=.:/usr/bin:/bin; export PATH; \(command)"],
                in: URL(filePath: folder.path))
        }

        var added: [Substring] {
            get throws {
                guard try folder.names().contains("added") else { return [] }
                return try folder.text("added").split(separator: "\n")
            }
        }

        func expectNoSecret(in outcome: Program.Outcome) throws {
            let shown = try outcome.text + outcome.errors + folder.text("arguments")
            #expect(links.count == 3 && !shown.contains("secret="))
            for link in links {
                let secret = try #require(link.split(separator: "secret=").last?.prefix { $0 != "&" })
                #expect(secret.count > 10 && !shown.contains(secret))
            }
            #expect(try !folder.names().contains("x"))
        }
    }
}
