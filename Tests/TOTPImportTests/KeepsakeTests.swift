import FixtureSupport
import TOTPDomain
import TOTPImport
import Testing

/// Which files may be deleted, by format and by content.
@Suite struct KeepsakeTests {
    @Test func dataOfAPasswordManagerAPhoneAndAVaultIsKept() {
        for format in FormatDescription.readable where format.group == .passwordManager || format.origin != .app {
            #expect(format.keepsake != nil, "\(format.id)")
        }
    }

    /// Among the files of tests, the unencrypted ones.
    @Test func noFileOfAnAppIsEverDeleted() async throws {
        let kept = Set(FormatDescription.readable.filter { $0.keepsake != nil }.map(\.id.rawValue))
        var deletable: Set<String> = []
        for sample in ExportSample.goodFixtures {
            let ledger = try await AccountReader().read([.path(sample.url.file)]).ledger
            for source in ledger.sources where source.deletable.reason == nil {
                let format = try #require(source.format)
                #expect(!kept.contains(format), "\(source.name)")
                let warnings = source.warnings.filter { !$0.contains("a length impossible in base32") }
                #expect(source.status == .complete && warnings.isEmpty && !source.isEncrypted, "\(source.name)")
                deletable.insert(format)
            }
        }
        // Most formats of copies have such a file.
        #expect(deletable.count >= 15)
    }

    struct Text: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var reason: String?
    }

    static let texts = [
        Text(testDescription: "a table", text: "issuer,name,secret\nAcme,alice,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n"),
        Text(
            testDescription: "recovery codes in a table",
            text: "issuer,name,secret,Recovery codes\nAcme,alice,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ,1234 5678\n",
            reason: "it also has recovery codes, not taken"),
        Text(
            testDescription: "backup codes in German, in the second row alone",
            text: """
                issuer,name,secret,Wiederherstellungscodes
                Acme,alice,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ,
                Birch,bob,MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK,1234

                """, reason: "it also has recovery codes, not taken"),
        Text(
            testDescription: "passwords in a table",
            text: "service,user,password,otpauth\nAcme,alice,words,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n",
            reason: "it also has passwords, not taken"),
        Text(
            testDescription: "an empty column of passwords",
            text: "service,user,password,otpauth\nAcme,alice,,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n"),
        Text(
            testDescription: "a JSON list",
            text: #"[{"issuer":"Acme","name":"alice","secret":"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}]"#),
        Text(
            testDescription: "backup codes in a JSON list",
            text:
                #"[{"issuer":"Acme","name":"alice","secret":"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ","backupCodes":["1234"]}]"#,
            reason: "it also has recovery codes, not taken"),
        Text(
            testDescription: "an empty list of backup codes",
            text: #"[{"issuer":"Acme","name":"alice","secret":"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ","backupCodes":[]}]"#),
        Text(testDescription: "a link", text: "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n"),
        Text(
            testDescription: "a link with a title above it",
            text: "# Acme\n\notpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n"),
        Text(
            testDescription: "a title that no link has",
            text: "My codes\n\notpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n",
            reason: "it has other text: line 1"),
        Text(
            testDescription: "a sentence in two lines after a link",
            text: "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\nOf the server\nin the cellar\n",
            reason: "it has other text: lines 2 to 3"),
        Text(
            testDescription: "codes in a comment",
            text: "# codes: 1234 5678\notpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n",
            reason: "it has comments: line 1"),
        Text(
            testDescription: "a link in a comment",
            text: "# otpauth://totp/B:b?secret=ABCDEFGH\n"
                + "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n",
            reason: "it has a link that was not taken: line 1"),
        Text(
            testDescription: "a link of WinAuth",
            text: "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&deviceid=1&data=%7B%7D\n",
            reason: "it also has a revocation code, not taken"),
        Text(
            testDescription: "a list",
            text: "Acme: GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\nBirch: MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK\n",
            reason: "it is a list that a tool or a person keeps, not a copy made for moving accounts"),
    ]

    @Test("A member that is not read is named with its entries, and the file is kept")
    func unread() async throws {
        let entries = ["alice", "bob", "carol"].map { name in
            let length = name == "bob" ? "" : ",\"tokenLength\":8"
            return """
                {"type":"totp","name":"\(name)","issuer":"Acme","note":"","icon":null,\
                "info":{"secret":"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ","algo":"SHA1","period":30\(length)}}
                """
        }
        let text = """
            {"version":1,"header":{"slots":null,"params":null},"db":{"version":3,"entries":[\(entries.joined(separator: ","))]}}
            """
        let result = try await AccountReader().read([.bytes(text.utf8, named: "aegis.json")])
        #expect(result.accounts.count == 3)
        #expect(result.unread.map(\.name) == ["tokenLength"] && result.unread.map(\.entries) == [2])
        #expect(result.ledger.sources.map(\.unread) == [result.unread])
        #expect(result.deletable.reason == "it has a value that is not read: \"tokenLength\"")
        let report = String(decoding: result.ledger.report, as: UTF8.self)
        #expect(report.contains(#""unread":[{"name":"tokenLength","entries":2}]"#))
    }

    @Test("A file may be deleted only if it contains nothing of value besides its accounts", arguments: texts)
    func whatIsInIt(_ example: Text) async throws {
        let result = try await AccountReader().read([.bytes(example.text.utf8, named: "file")])
        #expect(!result.accounts.isEmpty)
        #expect(result.deletable.reason == example.reason)
        #expect(result.ledger.sources.map(\.deletable) == [result.deletable])
    }
}
