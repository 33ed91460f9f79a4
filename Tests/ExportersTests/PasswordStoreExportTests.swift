import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import PasswordManagerFormats

@Suite("A folder for pass, gopass and passage")
struct PasswordStoreExportTests {
    @Test(
        "One link per file, as pass-otp splits it",
        arguments: [
            ("Acorn", "alice", "Acorn/alice.txt", "otpauth://totp/Acorn:alice?secret=", []),
            ("A:B", "a:b/../c", "A_B/a_b_.._c.txt", "otpauth://totp/A%3AB:a%3Ab%2F..%2Fc?secret=", []),
            ("", "alice", "alice.txt", "otpauth://totp/alice?secret=", []),
            ("Acorn", "", "Acorn.txt", "otpauth://totp/Acorn:Acorn?secret=", ["0 name"]),
            ("", "", "account.txt", "otpauth://totp/account?secret=", ["0 name"]),
            ("..", "-x", "account/_-x.txt", "otpauth://totp/..:-x?secret=", []),
            ("insert.sh", "a.gpg", "insert.sh_/a.gpg.txt", "otpauth://totp/insert.sh:a.gpg?secret=", []),
        ] as [(issuer: String, name: String, file: String, start: String, losses: [String])])
    func link(issuer: String, name: String, file: String, start: String, losses: [String]) throws {
        let export = PasswordStoreExport().write(.plain([try SampleAccounts.item(issuer: issuer, name: name)]))
        #expect(export.files.map(\.name) == ["insert.sh", file])
        let text = String(decoding: export.files[1].bytes, as: UTF8.self)
        #expect(text.hasPrefix(start) && text.hasSuffix("\n") && text.count { $0 == "\n" } == 1, "\(text)")
        #expect(export.lostDetails == losses)
    }

    @Test("What pass-otp does not generate right codes for is left out, with the reason")
    func leftOut() throws {
        let items =
            try [OTPKind.steam, .motp, .yandex, .hotp].map { try SampleAccounts.item($0, counter: 1) } + [
                SampleAccounts.item(algorithm: .md5), SampleAccounts.item(digits: 5), SampleAccounts.item(digits: 9),
            ]
        let export = PasswordStoreExport().write(.plain(items))
        #expect(export.files.isEmpty)
        #expect(export.leftOut.count == items.count)
        #expect(
            export.leftOut.first { $0.index == 3 }?.reason
                == "pass-otp damages the entry of a counter-based account when it shows the first code")
        #expect(export.leftOut.first { $0.index == 0 }?.reason == "pass-otp does not support Steam accounts")
    }

    @Test("No two files have the same name, ignoring case, and no folder has that of a file")
    func names() throws {
        let pairs = [
            ("Acorn", "alice"), ("acorn", "Alice"), ("Acorn", "alice"), ("Acorn", ""), ("Acorn.txt", "x"),
            (String(repeating: "é", count: 80), String(repeating: "b", count: 200)),
        ]
        let export = PasswordStoreExport().write(
            .plain(try pairs.map { try SampleAccounts.item(issuer: $0.0, name: $0.1) }))
        #expect(
            export.files.map(\.name) == [
                "insert.sh", "Acorn/alice.txt", "acorn/Alice (2).txt", "Acorn/alice (3).txt", "Acorn.txt",
                "Acorn.txt_/x.txt",
                "\(String(repeating: "é", count: 49))/\(String(repeating: "b", count: 100)).txt",
            ])
    }

    /// The tool, what is in the store already, the exit code, and a text of the output.
    private static let runs: [(arguments: String, there: String, status: Int32, said: String)] = [
        ("", "", 0, "all 2 accounts are in the store"),
        ("gopass", "", 0, "all 2 accounts are in the store"),
        ("passage", "", 0, "all 2 accounts are in the store"),
        ("pass new/", "Acorn/it's $x", 0, "all 2 accounts are in the store"),
        ("", "Acorn/it's $x", 1, "there already: Acorn/it's $x\n1 of 2 accounts were not inserted"),
        ("gopass", "acorn/IT'S $x", 1, "there already: Acorn/it's $x\n"),
        ("passage", "Acorn/it's $x", 1, "there already: Acorn/it's $x\n"),
        ("keepass", "", 2, "usage: sh insert.sh"),
    ]

    @Test("The script gives each link to its tool, and never overwrites", arguments: runs)
    func run(arguments: String, there: String, status: Int32, said: String) throws {
        let folder = try TemporaryFolder()
        let items = try ["it's $x", "bob"].map { try SampleAccounts.item(name: $0) }
        for file in PasswordStoreExport().write(.plain(items)).files {
            let path = folder.path("a b/\(file.name)")
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.bytes).write(to: URL(filePath: path))
        }
        // All three tools: they list what is there, and keep what they get.
        let tool = """
            #!/bin/sh
            case $1 in
                ls) echo "$THERE" ;;
                *)  for name do :; done
                    printf '%s %s\\n' "$name" "$(cat)" >> "$HOME/inserted" ;;
            esac

            """
        for name in ["pass", "gopass", "passage"] { try folder.install(script: tool, as: name) }
        for (store, ending) in [(".password-store", "gpg"), (".passage/store", "age")] {
            let path = folder.path(store)
            try FileManager.default.createDirectory(atPath: path + "/Acorn", withIntermediateDirectories: true)
            let entry = there.replacing("acorn", with: "Acorn")
            if !entry.isEmpty { try folder.write("old", to: "\(store)/\(entry).\(ending)") }
        }
        let outcome = try Program.run(
            URL(filePath: "/bin/sh"),
            ["-c", "HOME=$PWD PATH=$PWD:$PATH sh 'a b/insert.sh' \(arguments)"],
            environment: ["THERE": there], in: URL(filePath: folder.path))
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect((outcome.text + outcome.errors).contains(said), "\(outcome.text + outcome.errors)")
        let inserted = (try? folder.text("inserted"))?.split(separator: "\n") ?? []
        #expect(inserted.count == [0: 2, 1: 1][status, default: 0])
        #expect(inserted.allSatisfy { $0.contains(" otpauth://totp/Acorn:") })
        #expect(!(outcome.text + outcome.errors).contains("secret="))
    }
}
