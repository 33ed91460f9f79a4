import TOTPDomain
import Testing

@testable import Importers

@Suite("FreeOTP's preferences")
struct FreeOTPPreferencesTests {
    private func read(_ tokens: String...) throws -> ImportedDocument {
        let strings = tokens.enumerated().map { index, token in
            "<string name=\"token \(index)\">\(token.replacing("\"", with: "&quot;"))</string>"
        }
        return try ImportersTests.read(
            """
            <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
            <map><string name="tokenOrder">[&quot;token 0&quot;]</string>\
            \(strings.joined())<int name="x" value="1" /></map>
            """)
    }

    @Test(
        "A token gives an account",
        arguments: [
            (
                #"{"type":"TOTP","secret":[72,101,108,108,111],"issuerExt":"Acorn","label":"alice","#
                    + #""algo":"SHA256","digits":8,"period":60}"#,
                "totp Acorn|alice JBSWY3DP SHA256 8 60"
            ),
            (#"{"secret":[-1,0,-128,127,255]}"#, "totp | 74AIA777 SHA1 6 30"),
            (
                #"{"type":"TOTP","secret":[72,101,108,108,111],"issuerInt":"Birch","label":"b"}"#,
                "totp Birch|b JBSWY3DP SHA1 6 30"
            ),
            (
                #"{"type":"TOTP","secret":[72,101,108,108,111],"issuerExt":" ","issuerInt":"Birch"}"#,
                "totp Birch| JBSWY3DP SHA1 6 30"
            ),
            (#"{"type":"HOTP","secret":[72,101,108,108,111],"label":"h","counter":4}"#, "hotp |h JBSWY3DP SHA1 6 4"),
            (#"{"type":"HOTP","secret":[72,101,108,108,111],"label":"h","counter":-1}"#, "hotp |h JBSWY3DP SHA1 6 0"),
            (#"{"type":"HOTP","secret":[72,101,108,108,111],"label":"h"}"#, "hotp |h JBSWY3DP SHA1 6 0"),
            (
                #"{"type":"TOTP","secret":[72,101,108,108,111],"issuerExt":"Steam","label":"s","digits":8}"#,
                "steam Steam|s JBSWY3DP SHA1 5 30"
            ),
            (
                #"{"type":"HOTP","secret":[72,101,108,108,111],"issuerExt":"Steam","counter":0}"#,
                "hotp Steam| JBSWY3DP SHA1 6 0"
            ),
        ])
    func account(token: String, expected: String) throws {
        let document = try read(token)
        #expect(document.format == "freeotp")
        #expect(document.items.map(\.fieldsLine) == [expected])
    }

    @Test("An invalid token does not affect the others")
    func rejections() throws {
        let good = #"{"type":"TOTP","secret":[72,101,108,108,111],"label":"a"}"#
        let document = try read(
            good, "no JSON", #"{"type":"TOTP"}"#, #"{"type":"TOTP","secret":[256]}"#, #"{"type":"X","secret":[1]}"#,
            #"{"type":"HOTP","secret":[1],"counter":9223372036854775808}"#,
            #"{"type":"HOTP","secret":[1],"counter":-2}"#,
            good)
        #expect(
            document.outcomes == [
                .totp(), .rejected(.fieldDamaged), .rejected(.secretMissing), .rejected(.fieldDamaged),
                .rejected(.typeUnknown), .rejected(.counterOutOfRange), .rejected(.counterOutOfRange), .totp(),
            ])
    }
}
