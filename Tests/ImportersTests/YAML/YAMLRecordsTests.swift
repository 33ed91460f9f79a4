import Encodings
import TOTPDomain
import Testing

@testable import Importers

@Suite("Accounts in YAML")
struct YAMLRecordsTests {
    private static let one = "GEZDGNBVGY3TQOJQ", two = "MFRGGZDFMZTWQ2LK"

    @Test(
        "Accounts are read in a list, in maps by name, and in lists in settings",
        arguments: [
            "- issuer: Acorn\n  name: 'alice'\n  secret: \(one)\n  digits: 8\n",
            "all:\n  vars:\n    app:\n      accounts:\n      - {issuer: Acorn, name: alice, secret: \(one), digits: 8}\n",
            "accounts:\n  Acorn:\n    user: alice\n    secret: >-\n      \(one)\n    digits: \"8\"\n",
        ])
    func places(text: String) throws {
        let document = try read(text)
        #expect(document.format == "json-list" && document.records == 1)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice \(Self.one) SHA1 8 30"])
        #expect(document.warnings.isEmpty && !document.keepsakes.isEmpty)
    }

    @Test(
        "A link or a secret in a comment is named",
        arguments: [
            ("# old \(two)\n", [Leftover(.secret, .lines(1...1))]),
            ("# otpauth://totp/a?secret=\(two)\n", [Leftover(.link, .lines(1...1))]), ("# my accounts\n", []),
            ("app: x  # \(two)\n", [Leftover(.secret, .lines(1...1))]), ("app: 'x # \(two)'\n", []),
        ])
    func comments(line: String, leftovers: [Leftover]) throws {
        let document = try read("\(line)accounts:\n- issuer: Acorn\n  name: alice\n  secret: \(Self.one)\n")
        #expect(document.items.count == 1)
        #expect(document.leftovers.all == leftovers)
    }

    @Test("Names and secrets are texts as they are written, and an octal number is not a number")
    func texts() throws {
        let document = try read(
            "- issuer: No\n  name: 0123\n  secret: \(Self.one)\n- issuer: 1e5\n  name: x\n  secret: \(Self.two)\n  digits: 06\n"
        )
        #expect(document.outcomes == [.totp(), .rejected(.digitsOutOfRange)])
        #expect(document.items.map(\.fieldsLine) == ["totp No|0123 \(Self.one) SHA1 6 30"])
    }

    @Test("A secret beside the list is named, in JSON as well")
    func beside() throws {
        for text in [
            "vpn_totp_secret: \(Self.two)\naccounts:\n- issuer: Acorn\n  secret: \(Self.one)\n",
            #"{"vpn_totp_secret":"\#(Self.two)","accounts":[{"issuer":"Acorn","secret":"\#(Self.one)"}]}"#,
        ] {
            let document = try read(text)
            #expect(document.items.count == 1)
            #expect(document.warnings.map(\.message).contains { $0.contains("vpn_totp_secret") })
        }
    }

    @Test(
        "YAML with a secret that is not read is refused with its line",
        arguments: [
            ("base: &b\n  digits: 8\naccounts:\n- <<: *b\n  secret: \(one)\n", "line 1: anchors"),
            ("totp_configurations:\n  - username: &a alice\n    secret: R0VaRA==\n", "line 2: anchors"),
            ("# x\ntotp_configurations:\n  - username: a\n\tsecret: b\n", "line 4: "),
            ("totp_secret: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  6162\n", "line 1: sealed with ansible-vault"),
        ])
    func refused(text: String, start: String) {
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == .unrecognised && failure?.message.hasPrefix(start) == true)
    }

    @Test("YAML beyond the limit is refused before it is read")
    func limit() throws {
        let record = "- issuer: Acorn\n  secret: \(Self.one)\n"
        let comment = "#" + String(repeating: "x", count: Limit.yaml - record.utf8.count - 1)
        #expect(try RecordText.json(of: SourceContent(Array((record + comment).utf8)))?.isEmpty == false)
        let failure = #expect(throws: SourceError.self) {
            try RecordText.json(of: SourceContent(Array((record + comment + "x").utf8)))
        }
        #expect(failure?.message.hasPrefix("its YAML is longer than 8 MiB, the limit") == true)
    }

    @Test(
        "Other texts keep their format",
        arguments: [
            ("GitHub: \(one)\nBank: \(two)\n", "list"), ("Issuer: Acorn\nSecret: \(one)\n", "list"),
            ("services:\n  web: &x\n    image: y\n", nil), ("- one\n- two\n", nil),
            ("- otpauth://totp/A:b?secret=\(one)\n", "otpauth"),
        ] as [(String, FormatID?)])
    func others(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }

    // MARK: - Authelia

    /// Base64 of GEZDGNBVGY3TQOJQ.
    private static let encoded = "R0VaREdOQlZHWTNUUU9KUQ=="

    private func authelia(_ members: String) -> String {
        "totp_configurations:\n    - created_at: 2025-02-03T10:11:12Z\n      last_used_at: null\n      username: alice\n"
            + "      issuer: Acorn\n" + members.split(separator: "\n").map { "      \($0)\n" }.joined()
    }

    @Test(
        "Authelia's secrets are base64 of base32",
        arguments: [
            ("secret: \(encoded)", "totp Acorn|alice \(one) SHA1 6 30"),
            ("secret: \(encoded)\nalgorithm: SHA512\ndigits: 8\nperiod: 60", "totp Acorn|alice \(one) SHA512 8 60"),
        ])
    func autheliaYAML(members: String, line: String) throws {
        let document = try read(authelia(members))
        #expect(document.format == "authelia" && document.records == 1 && document.warnings.isEmpty)
        #expect(document.items.map(\.fieldsLine) == [line])
    }

    @Test(
        "Authelia's secrets are never base32 itself",
        arguments: [
            ("secret: \(one)", .secretNotBase32), ("secret: \"\"", .secretMissing),
            ("secret: UUUUUUUU", .secretNotBase32),
            ("secret: \(encoded)\ndigits: 99", .digitsOutOfRange),
        ] as [(String, RejectionCode)])
    func autheliaRejected(members: String, code: RejectionCode) throws {
        #expect(try read(authelia(members)).outcomes == [.rejected(code)])
    }

    @Test("Authelia's CSV has no quotation marks, and an issuer may have commas")
    func autheliaCSV() throws {
        let document = try read(
            "issuer,username,algorithm,digits,period,secret\nAcorn, \"Inc\",bob,SHA256,8,60,\(Self.one)\nx,y\n")
        #expect(document.format == "authelia" && document.records == 2)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn, \"Inc\"|bob \(Self.one) SHA256 8 60"])
        #expect(document.rejections.map(\.code) == [.fieldDamaged])
        // A form feed ends a line of a text, and no row; CRLF ends one.
        let lines = [
            "issuer,username,algorithm,digits,period,secret", "", "Acorn,bob,SHA1,6,3\u{C}0,\(Self.one)",
            "Birch,eve,SHA1,6,30,\(Self.one)",
        ]
        let damaged = try read(lines.joined(separator: "\r\n"))
        #expect(damaged.format == "authelia" && damaged.records == 2)
        #expect(damaged.items.map(\.label) == ["Birch: eve"])
        #expect(damaged.rejections.map(\.position.description) == ["line 3"])
    }

    // MARK: - totp-cli and Authenticator-rs

    @Test(
        "totp-cli reads algorithms in lower case only, and 0 as the usual number",
        arguments: [
            ("", "SHA1 6 30", 0), ("algorithm: sha256\nlength: 8\ntimePeriod: 60", "SHA256 8 60", 0),
            ("algorithm: SHA512", "SHA1 6 30", 1), ("algorithm: SHA1\nlength: 0\ntimePeriod: 0", "SHA1 6 30", 0),
            ("prefix: pin", "SHA1 6 30", 1), ("tokenLength: 8", "SHA1 6 30", 1),
        ])
    func totpCLI(members: String, parameters: String, warnings: Int) throws {
        let more = members.split(separator: "\n").map { "      \($0)\n" }.joined()
        let document = try read(
            "- name: work\n  accounts:\n    - name: alice\n      token: \(Self.one)\n\(more)- name: empty\n  accounts: []\n"
        )
        #expect(document.format == "totp-cli" && document.records == 1)
        #expect(document.items.map(\.fieldsLine) == ["totp work|alice \(Self.one) \(parameters)"])
        #expect(document.warnings.count == warnings)
        #expect(!document.warnings.contains { $0.message.contains("pin ") })
    }

    @Test("Groups of Authenticator-rs are read")
    func authenticatorRS() throws {
        let document = try read(
            "---\n- name: Acorn\n  url: ~\n  entries:\n    - label: alice\n      secret: gezd gnbv gy3t qojq\n"
                + "    - label: bob\n      secret: \"\"\n- name: Empty\n  url: null\n  entries: []\n")
        #expect(document.format == "authenticator-rs" && document.records == 2)
        #expect(document.outcomes == [.totp(), .rejected(.secretMissing)])
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice \(Self.one) SHA1 6 30"])
    }

    @Test("What Bitwarden's command line and rbw print is read without a warning")
    func commandLines() throws {
        for text in [
            #"[{"object":"item","id":"a","folderId":"b","type":1,"name":"Acorn","login":{"username":"alice","#
                + #""password":"x","totp":"\#(Self.one)","#
                + #""uris":[{"match":null,"uri":"https://acorn.example"}]}}]"#,
            #"{"id":"a","folder":null,"name":"Acorn","data":{"username":"alice","totp":"\#(Self.one)","uris":["#
                + #"{"uri":"https://acorn.example","match_type":null}]},"fields":[],"notes":null,"history":[]}"#,
        ] {
            let document = try read(text)
            #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice \(Self.one) SHA1 6 30"])
            #expect(document.warnings.isEmpty)
        }
    }

    @Test("Synology's C2 Password is a table of logins")
    func synology() throws {
        let document = try read(
            "Display_Name,Login_Username,Login_Password,Login_URLs,Login_TOTP,Notes,Favorite\n"
                + "Acorn,alice,pw,https://acorn.example/,\(Self.one),,\nPlain,eve,pw,https://x.example/,,,\n")
        #expect(document.format == "csv")
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice \(Self.one) SHA1 6 30"])
    }
}
