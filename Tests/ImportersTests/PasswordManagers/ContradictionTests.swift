import TOTPDomain
import Testing

/// Of two fields of one entry that disagree, none is taken in silence.
@Suite("Fields that disagree")
struct ContradictionTests {
    private static let one = "TBIBR2O5CMJTVNP7GJWCZBSCMXY4LSHD", other = "4SULBWELG24OFYGHHW3SPQJGFYYJYFB6"

    /// ONE and OTHER are the values of two fields.
    private static let files: [(format: FormatID, text: String, one: String, same: String, other: String)] = [
        (
            "dashlane", "username,title,password,otpUrl,otpSecret\nbob,Mail,pw,ONE,OTHER\n",
            "otpauth://totp/x?secret=\(one)", one, other
        ),
        ("dashlane", "username,title,password,otpUrl,otpSecret\nbob,Mail,pw,ONE,OTHER\n", one, "null", "not base32!"),
        ("zoho-vault", "Password Name,SecretData,TOTP,login_totp\nMail,,ONE,OTHER\n", one, one.lowercased(), other),
        (
            "oath-token-csv", "serial number,secret key,hash function,algorithm\nMail,\(one),ONE,OTHER\n", "SHA256",
            "hmac-sha256", "SHA512"
        ),
        (
            "psono",
            #"{"items":[{"type":"totp","totp_title":"Mail","totp_code":"ONE","totp_digits":OTHER}]}"#,
            "otpauth://totp/x?secret=\(one)&digits=8", "6", "7"
        ),
        (
            "pskc",
            #"<KeyContainer Version="1.0"><KeyPackage><Key Id="Mail" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:totp">"#
                + #"<AlgorithmParameters><ResponseFormat Length="6" Encoding="DECIMAL"/></AlgorithmParameters><Data>"#
                + "<Secret><PlainValue>ONE</PlainValue></Secret><Secret><PlainValue>OTHER</PlainValue></Secret></Data>"
                + "</Key></KeyPackage></KeyContainer>",
            "MTIzNDU2Nzg5MA==", "MTIzNDU2Nzg5MA==", "MTIzNDU2Nzg5MQ=="
        ),
    ]

    @Test("Two fields that differ reject the entry; two that agree are one account without a warning", arguments: files)
    func fields(format: FormatID, text: String, one: String, same: String, other: String) throws {
        func document(_ second: String) throws -> ImportedDocument {
            try read(text.replacing("ONE", with: one).replacing("OTHER", with: second))
        }
        let agreeing = try document(same)
        #expect(agreeing.format == format && agreeing.items.count == 1 && agreeing.rejections.isEmpty)
        #expect(agreeing.warnings.isEmpty)
        let differing = try document(other)
        #expect(differing.items.isEmpty && differing.rejections.count == 1)
        #expect(differing.rejections.first?.label.contains("Mail") == true)
        #expect(differing.rejections.first?.reason.contains(Self.other) == false)
    }

    @Test("Passman's fields count, and a link of its QR code that differs is named")
    func passman() throws {
        func warnings(_ link: String) throws -> [String] {
            let text =
                #"[{"credential_id":1,"label":"Mail","username":"bob","custom_fields":[],"otp":{"type":"totp","#
                + #""secret":"\#(Self.one)","qr_uri":{"qrData":"\#(link)"}}}]"#
            let document = try read(text)
            #expect(document.items.map(\.secret.base32) == [Self.one])
            return document.warnings.map(\.message)
        }
        #expect(try warnings("otpauth://totp/x?secret=\(Self.one)") == [])
        #expect(try warnings("otpauth://totp/x?secret=\(Self.one)&digits=8").count == 1)
        let named = try warnings("otpauth://totp/x?secret=\(Self.other)")
        #expect(named.count == 1 && named[0].contains("different secrets") && !named[0].contains(Self.other))
    }
}
