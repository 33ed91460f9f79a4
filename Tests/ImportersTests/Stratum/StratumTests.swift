import TOTPDomain
import Testing

@testable import Importers

@Suite("Stratum backups")
struct StratumTests {
    private static let good = #"{"Type":2,"Issuer":"Birch","Secret":"GEZDGNBV"}"#

    private func backup(_ authenticators: String..., rest: String = "") -> String {
        #"{"Authenticators":[\#(authenticators.joined(separator: ","))]\#(rest)}"#
    }

    private func failure(_ text: some Collection<UInt8>) -> SourceError? {
        #expect(throws: SourceError.self) { try read(text) }
    }

    @Test(
        "An authenticator gives an account",
        arguments: [
            (
                #""Type":2,"Issuer":"Acorn","Username":"alice","Secret":"JBSWY3DP","Pin":null,"Algorithm":0,"#
                    + #""Digits":6,"Period":30,"Counter":0"#,
                "totp Acorn|alice JBSWY3DP SHA1 6 30"
            ),
            (
                #""Type":2,"Issuer":"A","Secret":"JBSWY3DP","Algorithm":1,"Digits":10,"Period":15"#,
                "totp A| JBSWY3DP SHA256 10 15"
            ),
            (#""Type":2,"Issuer":"A","Secret":"JBSWY3DP","Algorithm":2"#, "totp A| JBSWY3DP SHA512 6 30"),
            (
                #""Type":"2","Issuer":"A","Secret":"JBSWY3DP","Algorithm":"1","Digits":"8","Period":"60""#,
                "totp A| JBSWY3DP SHA256 8 60"
            ),
            (
                #""Type":2,"Issuer":null,"Username":null,"Secret":"JBSWY3DP","Algorithm":null,"Digits":null,"#
                    + #""Period":null,"Counter":"x""#,
                "totp | JBSWY3DP SHA1 6 30"
            ),
            (#""Type":1,"Issuer":"A","Secret":"JBSWY3DP","Counter":9,"Period":0"#, "hotp A| JBSWY3DP SHA1 6 9"),
            (
                #""Type":3,"Issuer":"A","Secret":" 0123aBcD ","Pin":"1234","Period":30,"Algorithm":9"#,
                "motp A| AER2XTI MD5 6 10 pin=1234"
            ),
            (#""Type":3,"Issuer":"A","Secret":"0123aBcD","Pin":null"#, "motp A| AER2XTI MD5 6 10"),
            (
                #""Type":4,"Issuer":"A","Secret":"JBSWY3DP","Digits":9,"Pin":"1""#, "steam A| JBSWY3DP SHA1 5 30"
            ),
            (
                #""Type":5,"Issuer":"A","Secret":"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567","Pin":5678"#,
                "yandex A| ABCDEFGHIJKLMNOPQRSTUVWXYY SHA256 8 30 pin=5678"
            ),
            (#""Type":2,"Issuer":"A","Username":"A: al","Secret":"jbsw y3dp=""#, "totp A|al JBSWY3DP SHA1 6 30"),
        ])
    func account(authenticator: String, expected: String) throws {
        let document = try read(backup("{\(authenticator)}"))
        #expect(document.format == "stratum")
        #expect(document.items.map(\.fieldsLine) == [expected])
        #expect(document.rejections == [])
    }

    @Test(
        "An authenticator that cannot be an account is rejected alone, with its position",
        arguments: [
            (#"{"Type":2,"Issuer":"A"}"#, RejectionCode.secretMissing),
            (#"{"Type":2,"Issuer":"A","Secret":""}"#, .secretMissing),
            (#"{"Type":3,"Issuer":"A","Secret":" "}"#, .secretMissing),
            (#"{"Type":2,"Issuer":"A","Secret":"JBSWY3D8"}"#, .secretNotBase32),
            (#"{"Type":3,"Issuer":"A","Secret":"JBSWY3DPEHPK3PXP"}"#, .secretNotHex),
            (#"{"Type":5,"Issuer":"A","Secret":"JBSWY3DP"}"#, .secretTooShort),
            (#"{"Type":2,"Issuer":"A","Secret":[]}"#, .fieldDamaged),
            (#"{"Issuer":"A","Secret":"JBSWY3DP"}"#, .typeUnknown),
            (#"{"Type":null,"Issuer":"A","Secret":"JBSWY3DP"}"#, .typeUnknown),
            (#"{"Type":0,"Issuer":"A","Secret":"JBSWY3DP"}"#, .typeUnknown),
            (#"{"Type":6,"Issuer":"A","Secret":"JBSWY3DP"}"#, .typeUnknown),
            (#"{"Type":"totp","Issuer":"A","Secret":"JBSWY3DP"}"#, .typeUnknown),
            (#"{"Type":2,"Issuer":"A","Secret":"JBSWY3DP","Algorithm":3}"#, .algorithmUnknown),
            (#"{"Type":1,"Issuer":"A","Secret":"JBSWY3DP","Algorithm":"SHA1"}"#, .algorithmUnknown),
            (#"{"Type":2,"Issuer":"A","Secret":"JBSWY3DP","Digits":0}"#, .digitsOutOfRange),
            // Another program's, perhaps of a Steam account.
            (#"{"Type":2,"Issuer":"A","Secret":"JBSWY3DP","Digits":5}"#, .digitsOutOfRange),
            (#"{"Type":1,"Issuer":"A","Secret":"JBSWY3DP","Digits":1}"#, .digitsOutOfRange),
            (#"{"Type":2,"Issuer":"A","Secret":"JBSWY3DP","Period":0}"#, .periodOutOfRange),
            (#"{"Type":1,"Issuer":"A","Secret":"JBSWY3DP","Counter":-1}"#, .counterOutOfRange),
            (#"{"Type":5,"Issuer":"A","Secret":"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567","Pin":{}}"#, .fieldDamaged),
            ("null", .fieldDamaged), ("[]", .fieldDamaged),
        ])
    func rejection(authenticator: String, code: RejectionCode) throws {
        let document = try read(backup(Self.good, authenticator, Self.good))
        #expect(document.items.map(\.issuer) == ["Birch", "Birch"])
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.position.description) == ["entry 2"])
        #expect(document.rejections.map(\.label) == [authenticator.contains("Issuer") ? "A" : ""])
        let reason = document.rejections.first?.reason ?? ""
        #expect(!reason.contains("JBSWY") && !reason.contains("ABCDEF"))
    }

    @Test(
        "A warning names a time-based account of the issuer Steam: its type is probably another program's mistake",
        arguments: [(2, " steam", true), (4, "Steam", false), (1, "Steam", false), (2, "Steam games", false)])
    func steam(type: Int, issuer: String, isDoubtful: Bool) throws {
        let document = try read(backup(#"{"Type":\#(type),"Issuer":"\#(issuer)","Username":"al","Secret":"JBSWY3DP"}"#))
        #expect(document.items.count == 1 && document.warnings.count == (isDoubtful ? 1 : 0))
        #expect(
            document.warnings.allSatisfy {
                $0.message.hasSuffix(
                    "team: al): its issuer is Steam, but its type is not; compare its codes with the app")
            })
    }

    @Test("Categories become tags")
    func categories() throws {
        let rest = #"""
            ,"Categories":[{"Id":"c1","Name":"Work","Ranking":0},{"Id":"c2","Name":"Home"},{"Id":null}],
            "AuthenticatorCategories":[{"CategoryId":"c2","AuthenticatorSecret":"JBSWY3DP","Ranking":0},null,
            {"CategoryId":"c1","AuthenticatorSecret":"JBSWY3DP"},{"CategoryId":"c9","AuthenticatorSecret":"GEZDGNBV"}],
            "CustomIcons":null
            """#
        let document = try read(backup(#"{"Type":2,"Issuer":"A","Secret":"JBSWY3DP"}"#, Self.good, rest: rest))
        #expect(document.items.map(\.tags) == [["Home", "Work"], []])
        for rest in [#","Categories":null,"AuthenticatorCategories":null"#, #","Categories":7"#, ""] {
            #expect(try read(backup(Self.good, rest: rest)).items.map(\.tags) == [[]])
        }
    }

    @Test("Order and duplicates stay; bytes that are not UTF-8 affect only a name")
    func order() throws {
        let entries = ["c", "a", "§", "a"].map { #"{"Type":2,"Issuer":"\#($0)","Secret":"JBSWY3DP"}"# }
        let text = Array(backup(entries.joined(separator: ",")).utf8)
        let document = try read(text.flatMap { $0 == 0xC2 ? [] : $0 == 0xA7 ? [0xFF] : [$0] })
        #expect(document.items.map(\.issuer) == ["c", "a", "ÿ", "a"])
    }

    @Test("A backup without accounts is read as empty")
    func empty() throws { #expect(try read(backup()).entries == []) }

    @Test(
        "A damaged file is recognized, and the error says what is wrong",
        arguments: [
            #"{"Authenticators":null}"#, #"{"Authenticators":{}}"#, #"{"Authenticators":[{"Type":2,"Issuer":"A"#,
            #"{"Authenticators":["#,
            #"{"Authenticators":"# + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
                + "}",
        ])
    func damage(text: String) {
        #expect(formatID(of: text.utf8) == "stratum")
        #expect(failure(text.utf8)?.code == .corrupt)
        #expect(failure(text.utf8)?.message.contains("export it again") == true)
    }

    @Test("Other JSON is not taken for one", arguments: ["{}", #"{"authenticators":[]}"#, #"[{"Authenticators":[]}]"#])
    func others(text: String) { #expect(!StratumFormat().recognizes(SourceContent(Array(text.utf8)))) }

    @Test("More entries than the limit are refused")
    func limit() {
        var limits = ImportLimits()
        limits.entries = 1
        let failure = #expect(throws: SourceError.self) { try read(backup(Self.good, Self.good), limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }
}
