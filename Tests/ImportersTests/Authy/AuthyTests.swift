import Foundation
import TOTPDomain
import Testing

@testable import Importers

@Suite("Authy's token store")
struct AuthyTests {
    private func read(_ rows: String, store: String = "authenticator", passphrase: String? = nil) throws
        -> ImportedDocument
    {
        try ImportersTests.read(
            """
            <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
            <map><string name="com.authy.storage.tokens.\(store).key">\
            [\(rows.replacing("\"", with: "&quot;"))]</string></map>
            """, passphrase: passphrase)
    }

    @Test(
        "Names are read from wherever the file has them",
        arguments: [
            (#""name":"Acorn: alice","originalIssuer":"Acorn""#, "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            (
                #""name":"alice","originalIssuer":"Acorn","originalName":"Birch:bob""#,
                "totp Acorn|alice JBSWY3DP SHA1 6 30"
            ),
            (#""name":"alice","originalName":"Birch:bob""#, "totp Birch|alice JBSWY3DP SHA1 6 30"),
            (#""name":"Cedar - carol","accountType":"dogwood""#, "totp Cedar|carol JBSWY3DP SHA1 6 30"),
            (#""name":"Cedar - x - y""#, "totp Cedar|x - y JBSWY3DP SHA1 6 30"),
            (#""name":"dan","accountType":"dogwood""#, "totp Dogwood|dan JBSWY3DP SHA1 6 30"),
            (#""name":"eve","accountType":"authenticator""#, "totp |eve JBSWY3DP SHA1 6 30"),
            (#""name":"Acorn","originalIssuer":"Acorn""#, "totp Acorn| JBSWY3DP SHA1 6 30"),
            (#""name":"alice","digits":8,"originalIssuer":null"#, "totp |alice JBSWY3DP SHA1 8 30"),
        ])
    func names(fields: String, expected: String) throws {
        let document = try read("{\"decryptedSecret\":\"JBSWY3DP\",\(fields)}")
        #expect(document.format == "authy")
        #expect(document.items.map(\.fieldsLine) == [expected])
    }

    @Test("A store under another name is not read as an empty one")
    func otherStore() {
        let failure = #expect(throws: SourceError.self) { try read(#"{"name":"a"}"#, store: "totp") }
        #expect(failure?.problem.hasPrefix("its format may be newer: ") == true)
    }

    @Test("Authy's own tokens are hexadecimal, of ten seconds and seven digits")
    func seeds() throws {
        let document = try read(
            #"{"name":"Acorn - x","secretSeed":"48656c6c6f"},{"name":"Fir","secretSeed":"48656C6C6F","digits":8},"#
                + #"{"name":"Elm","secretSeed":"xyz"}"#, store: "authy")
        #expect(
            document.items.map(\.fieldsLine) == ["totp Acorn - x| JBSWY3DP SHA1 7 10", "totp Fir| JBSWY3DP SHA1 8 10"])
        #expect(document.rejections.map(\.code) == [.secretNotHex])
    }

    @Test("A row that cannot be opened affects no other; one that opens to no secret means a wrong passphrase")
    func sealed() throws {
        let good = #"{"name":"a","decryptedSecret":"JBSWY3DP"}"#
        let document = try read(
            #"\#(good),{"name":"b","encryptedSecret":"AAAA"},{"name":"c","encryptedSecret":"*","salt":"s"},"#
                + #"{"name":"d"},7"#,
            passphrase: "larch")
        #expect(
            document.outcomes == [
                .totp(), .rejected(.fieldDamaged), .rejected(.fieldDamaged), .rejected(.secretMissing),
                .rejected(.fieldDamaged),
            ])
        for sealed in ["AAAA", Data(repeating: 7, count: 32).base64EncodedString()] {
            let row = #"{"name":"b","encryptedSecret":"\#(sealed)","salt":"s"}"#
            #expect(throws: SourceError.wrongPassphrase) { try read(row, passphrase: "larch") }
            #expect(throws: SourceError.passphraseRequired) { try read(row) }
        }
    }

    @Test("A store that is not a list is damaged", arguments: ["{", "7 7", "]["])
    func damaged(rows: String) {
        let failure = #expect(throws: SourceError.self) { try read(rows) }
        #expect(failure?.code == .corrupt)
    }
}
