import TOTPDomain
import Testing

@testable import Importers

@Suite("2FAS backups")
struct TwoFASTests {
    private static let secret = "JBSWY3DPEHPK3PXP"

    private func backup(_ services: String..., schema: Int = 4, groups: String = "[]") -> String {
        """
        {"services":[\(services.joined(separator: ","))],"groups":\(groups),"updatedAt":1700000000000,
         "schemaVersion":\(schema),"appVersionCode":5000009,"appOrigin":"android"}
        """
    }

    private func failure(_ text: some Collection<UInt8>) -> SourceError? {
        #expect(throws: SourceError.self) {
            try TwoFASFormat().read(ImportRequest(content: SourceContent(Array(text))))
        }
    }

    // MARK: - Fields

    @Test(
        "A service gives an account",
        arguments: [
            (#""name":"Acorn","otp":{"account":"alice","tokenType":"TOTP"}"#, "totp Acorn|alice \(secret) SHA1 6 30"),
            (
                #""name":"Acorn","otp":{"account":"alice","issuer":"Old","label":"x","digits":8,"period":50,"#
                    + #""algorithm":"SHA512"}"#,
                "totp Acorn|alice \(secret) SHA512 8 50"
            ),
            (#""name":"","otp":{"issuer":"Birch","account":"bob"}"#, "totp Birch|bob \(secret) SHA1 6 30"),
            (#""name":"  ","otp":{"issuer":"Birch"}"#, "totp Birch| \(secret) SHA1 6 30"),
            (#""name":"Acorn","otp":{"account":"Acorn: alice"}"#, "totp Acorn|alice \(secret) SHA1 6 30"),
            (#""name":null,"otp":null"#, "totp | \(secret) SHA1 6 30"),
            (#""groupId":"nowhere""#, "totp | \(secret) SHA1 6 30"),
            (
                #""otp":{"tokenType":null,"issuer":null,"account":null,"digits":null,"period":null,"algorithm":null}"#,
                "totp | \(secret) SHA1 6 30"
            ),
            // The link is the one that was scanned once.
            (
                #""name":"Acorn","otp":{"link":"otpauth://hotp/Old:name?secret=GEZDGNBV","label":"Old:name"}"#,
                "totp Acorn| \(secret) SHA1 6 30"
            ),
            (#""name":"A","otp":{"tokenType":"HOTP","counter":7,"period":0}"#, "hotp A| \(secret) SHA1 6 7"),
            (#""name":"A","otp":{"tokenType":"hotp"}"#, "hotp A| \(secret) SHA1 6 1"),
            (#""name":"A","otp":{"tokenType":"HOTP","counter":null}"#, "hotp A| \(secret) SHA1 6 1"),
            (#""name":"A","otp":{"tokenType":"HOTP","counter":0}"#, "hotp A| \(secret) SHA1 6 0"),
            (
                #""name":"A","otp":{"tokenType":"HOTP","counter":9223372036854775807}"#,
                "hotp A| \(secret) SHA1 6 9223372036854775807"
            ),
            (#""name":"A","otp":{"tokenType":"TOTP","counter":-1}"#, "totp A| \(secret) SHA1 6 30"),
            (
                #""name":"A","otp":{"tokenType":"STEAM","digits":9,"period":30,"algorithm":"SHA384"}"#,
                "steam A| \(secret) SHA1 5 30"
            ),
            (
                #""name":"A","otp":{"digits":"7","period":" 60 ","algorithm":"sha-256"}"#,
                "totp A| \(secret) SHA256 7 60"
            ),
            (#""name":7,"otp":{}"#, "totp 7| \(secret) SHA1 6 30"),
        ])
    func account(service: String, expected: String) throws {
        let document = try read(backup(#"{"secret":"\#(Self.secret)",\#(service)}"#))
        #expect(document.format == "2fas")
        #expect(document.items.map(\.fieldsLine) == [expected])
        #expect(document.rejections == [])
        #expect(document.unread.names.map(\.name) == (service.contains("nowhere") ? ["groupId"] : []))
    }

    @Test(
        "A service that cannot be an account is rejected alone, with its position",
        arguments: [
            (#"{"name":"A"}"#, RejectionCode.secretMissing), (#"{"name":"A","secret":null}"#, .secretMissing),
            (#"{"name":"A","secret":" "}"#, .secretMissing), (#"{"name":"A","secret":"===="}"#, .secretMissing),
            (#"{"name":"A","secret":"JBSWY3DP1"}"#, .secretNotBase32), (#"{"name":"A","secret":["A"]}"#, .fieldDamaged),
            (#"{"name":"A","secret":"JBSWY3DP","otp":"totp"}"#, .fieldDamaged),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"tokenType":"YANDEX"}}"#, .typeUnknown),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"tokenType":{}}}"#, .fieldDamaged),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"algorithm":"SHA224"}}"#, .algorithmUnknown),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"algorithm":"SHA384"}}"#, .algorithmUnknown),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"digits":0}}"#, .digitsOutOfRange),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"digits":11}}"#, .digitsOutOfRange),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"digits":"six"}}"#, .digitsOutOfRange),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"period":-30}}"#, .periodOutOfRange),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"period":true}}"#, .periodOutOfRange),
            (#"{"name":"A","secret":"JBSWY3DP","otp":{"tokenType":"HOTP","counter":-1}}"#, .counterOutOfRange),
            ("null", .fieldDamaged), ("7", .fieldDamaged), ("[]", .fieldDamaged),
        ])
    func rejection(service: String, code: RejectionCode) throws {
        let good = #"{"name":"Birch","secret":"JBSWY3DP"}"#
        let document = try read(backup(good, service, good))
        #expect(document.items.map(\.issuer) == ["Birch", "Birch"])
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.position.description) == ["entry 2"])
        #expect(document.rejections.map(\.label) == [service.contains("name") ? "A" : ""])
        #expect(!(document.rejections.first?.reason.contains("JBSWY") ?? true))
    }

    @Test("Groups become tags; the order is that of the file, not of the positions")
    func groupsAndOrder() throws {
        let document = try read(
            backup(
                #"{"name":"C","secret":"JBSWY3DP","groupId":"g2","order":{"position":2}}"#,
                #"{"name":"A","secret":"JBSWY3DP","groupId":"g1","order":{"position":0}}"#,
                #"{"name":"A","secret":"JBSWY3DP","groupId":null,"order":{"position":1}}"#,
                groups: #"[{"id":"g1","name":"Work"},{"id":"g2","name":"Home"},{"id":3},null]"#))
        #expect(document.items.map(\.issuer) == ["C", "A", "A"])
        #expect(document.items.map(\.tags) == [["Home"], ["Work"], []])
    }

    @Test("A name that is not UTF-8 affects only itself")
    func invalidUTF8() throws {
        let text = Array(backup(#"{"name":"§","secret":"JBSWY3DP","otp":{"account":"alice"}}"#).utf8)
        let damaged = text.flatMap { $0 == 0xC2 ? [] : $0 == 0xA7 ? [0xFF] : [$0] }
        let document = try read(damaged)
        #expect(document.entries.count == 1)
        #expect(document.items.map(\.fieldsLine) == ["totp ÿ|alice JBSWY3DP SHA1 6 30"])
    }

    @Test("A backup without accounts is read as empty")
    func empty() throws { #expect(try read(backup()).entries == []) }

    // MARK: - Versions

    @Test(
        "Old schemas are read, with a warning: counter-based accounts look like time-based ones", arguments: [1, 2])
    func oldSchemas(schema: Int) throws {
        let document = try read(backup(#"{"name":"A","secret":"JBSWY3DP","otp":{"account":"alice"}}"#, schema: schema))
        #expect(document.items.map(\.fieldsLine) == ["totp A|alice JBSWY3DP SHA1 6 30"])
        #expect(document.warnings.count == 1)
        #expect(document.warnings.first?.message.contains("time-based") == true)
        let told = try read(backup(#"{"secret":"JBSWY3DP","otp":{"tokenType":"HOTP"}}"#, schema: schema))
        #expect(told.warnings == [])
        #expect(try read(backup(schema: schema)).warnings == [])
    }

    @Test("Unknown schemas are refused", arguments: [-1, 0, 5, 6, 1 << 40])
    func unknownSchemas(schema: Int) {
        let text = #"{"schemaVersion":\#(schema),"services":{"new":"shape"}}"#
        #expect(failure(text.utf8)?.code == .unsupportedVersion)
        #expect(failure(text.utf8)?.message.contains("schema \(schema)") == true)
    }

    // MARK: - Damage

    @Test(
        "A damaged file is recognized, and the error says what is wrong",
        arguments: [
            #"{"schemaVersion":4,"services":null}"#, #"{"schemaVersion":4,"services":{}}"#,
            #"{"schemaVersion":"4","services":[]}"#, #"{"schemaVersion":null,"services":[]}"#,
            #"{"schemaVersion":4,"services":[{"name":"A","secret":"JB"#,
            #"{"services":[{"name":"A","secret":"JBSWY3DP","otp":{"account":"al"#,
            #"{"schemaVersion":4,"services":[],"servicesEncrypted":7}"#,
            #"{"schemaVersion":4,"services":[],"reference":"AA:AA:AA"}"#,
            #"{"schemaVersion":4,"services":[{"secret":"JBSWY3DP"}],"servicesEncrypted":"AA:AA:AA"}"#,
            #"{"schemaVersion":4,"services":"# + String(repeating: "[", count: 10_000)
                + String(repeating: "]", count: 10_000) + "}",
            #"{"schemaVersion":4,"services":[{"otp":"# + String(repeating: #"{"otp":"#, count: 10_000),
        ])
    func damage(text: String) {
        #expect(formatID(of: text.utf8) == "2fas")
        #expect(failure(text.utf8)?.code == .corrupt)
        #expect(failure(text.utf8)?.message.contains("export it again") == true)
    }

    @Test(
        "Other JSON is not taken for one",
        arguments: [
            "{}", "[]", #"{"services":[]}"#, #"{"services":{"web":{"image":"x"}},"version":"3"}"#,
            #"{"schemaVersion":4}"#, #"[{"schemaVersion":4,"services":[]}]"#, #"{"schemaVersion":1,"items":[]}"#,
        ])
    func others(text: String) { #expect(!TwoFASFormat().recognizes(SourceContent(Array(text.utf8)))) }

    @Test("More entries than the limit are refused")
    func limit() {
        var limits = ImportLimits()
        limits.entries = 1
        let failure = #expect(throws: SourceError.self) {
            try read(backup(#"{"secret":"JBSWY3DP"}"#, #"{"secret":"JBSWY3DP"}"#), limits: limits)
        }
        #expect(failure?.code == .limitExceeded)
    }
}
