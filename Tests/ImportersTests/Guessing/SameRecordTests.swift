import TOTPDomain
import Testing

@testable import AnythingFormats

/// One record is one account, however it is written down.
@Suite("The same record as JSON, in a table and in a block")
struct SameRecordTests {
    private static let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

    /// What each form gives: accounts, and the reasons of rejections.
    private func outcomes(_ record: [(name: String, value: String)]) -> [String: [String]] {
        let names = record.map(\.name), values = record.map(\.value)
        func quoted(_ text: String) -> String { "\"\(text)\"" }
        let json = record.map { "\(quoted($0.name)):\(quoted($0.value))" }.joined(separator: ",")
        let forms = [
            "JSON": "[{\(json)}]", "object": "{\(json)}",
            "CSV": names.map(quoted).joined(separator: ",") + "\n" + values.map(quoted).joined(separator: ",") + "\n",
            "Markdown": "| \(names.joined(separator: " | ")) |\n|\(names.map { _ in "---|" }.joined())\n"
                + "| \(values.joined(separator: " | ")) |\n",
            "block": record.map { "\($0.name): \($0.value)\n" }.joined(),
        ]
        return forms.mapValues { text in
            guard let document = try? read(text) else { return ["refused"] }
            return document.items.map(\.fieldsLine) + document.rejections.map(\.code.rawValue)
        }
    }

    private func expect(_ record: [(name: String, value: String)], _ expected: [String]) {
        for (form, found) in outcomes(record) { #expect(found == expected, "\(form)") }
    }

    /// The fields of a record: `name=value`, separated by semicolons; `S` is a secret.
    private static func record(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: ";").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (parts[0], parts[1] == "S" ? secret : parts[1])
        }
    }

    @Test(
        "A record gives its issuer, its name and its other fields",
        arguments: [
            ("issuer=GitHub;name=GitHub:alice;secret=S", "totp GitHub|alice S SHA1 6 30"),
            ("issuer=GitHub;name=GitHub;secret=S", "totp GitHub|GitHub S SHA1 6 30"),
            ("issuer=;name=GitHub: alice;secret=S", "totp GitHub|alice S SHA1 6 30"),
            ("name=GitHub: alice;secret=S", "totp GitHub|alice S SHA1 6 30"),
            ("name=alice@example.com;secret=S", "totp |alice@example.com S SHA1 6 30"),
            // A list of only name and secret is that of a script for Authy, whose names are split at a colon alone.
            ("label=GitHub alice@example.com;secret=S", "totp GitHub|alice@example.com S SHA1 6 30"),
            (
                "title=GitHub;username=alice;email=a@example.com;totp=S",
                "totp GitHub|alice S SHA1 6 30 note=email: a@example.com"
            ),
            ("account=alice;service=Acme;secret=S", "totp Acme|alice S SHA1 6 30"),
            ("account=alice;website=https://acme.example/x;secret=S", "totp acme.example|alice S SHA1 6 30"),
            ("issuer=Acme;name=alice;secret=S;note=hello;tags=a, b", "totp Acme|alice S SHA1 6 30 tags=a,b note=hello"),
            ("issuer=Acme;name=alice;secret=S;group=Work", "totp Acme|alice S SHA1 6 30 tags=Work"),
            ("issuer=Acme;name=alice;secret=S;favorite=true", "totp Acme|alice S SHA1 6 30 favourite"),
            ("issuer=-;name=alice;secret=S", "totp |alice S SHA1 6 30"),
            ("issuer=Acme;account=alice;secret=S;password=x", "totp Acme|alice S SHA1 6 30"),
            ("name=Acme;secret=S;password=x", "refused"), ("name=Acme;client_id=x;secret=S", "refused"),
            (
                "issuer=Acme;name=alice;otpauth=otpauth://totp/bob?secret=S",
                "totp Acme|bob S SHA1 6 30 note=name: alice"
            ),
            (
                "issuer=Acme;name=alice;secret=otpauth://totp/Other:bob?secret=S&digits=8&issuer=Other;digits=6",
                "totp Other|bob S SHA1 8 30 note=issuer: Acme\nname: alice"
            ),
            (
                "issuer=Acme;name=alice;type=motp;pin=1234;secret=0123456789abcdef0123",
                "motp Acme|alice AERUKZ4JVPG66AJD MD5 6 10 pin=1234"
            ),
        ])
    func records(text: String, line: String) {
        let link = text.replacing("?secret=S", with: "?secret=\(Self.secret)")
        expect(Self.record(link), [line.replacing(" S ", with: " \(Self.secret) ")])
    }

    @Test(
        "A link in a note never takes the place of the record's own secret: it is an account of its own",
        arguments: [
            ("secret=S", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP SHA1 6 30"),
            ("totp secret=S", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP SHA1 6 30"),
            ("key=S;digits=8", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP SHA1 8 30"),
            // The same secret: the link says how it is used.
            ("secret=GEZDGNBVGY3TQOJQ", nil), ("secret=", nil),
        ] as [(String, String?)])
    func links(fields: String, own: String?) {
        let link = "otpauth://totp/Cedar:carol?secret=GEZDGNBVGY3TQOJQ&issuer=Cedar&digits=7"
        for note in ["note=\(link)", "comment= \(link) ", "description=\(link)"] {
            let record = Self.record("issuer=Acorn;name=alice;\(fields);\(note)")
            let cedar = "totp Cedar|carol GEZDGNBVGY3TQOJQ SHA1 7 30"
            let found = outcomes(record).mapValues { Set($0.map { $0.split(separator: " note=")[0] }) }
            for (form, lines) in found {
                #expect(lines == Set([own.map { "totp Acorn|alice \($0)" }, cedar].compactMap { $0?[...] }), "\(form)")
            }
        }
    }

    @Test(
        "Each spelling of a kind is known, and other words are rejected",
        arguments: [
            ("totp", .totp), ("TOTP", .totp), ("OTP_TOTP", .totp), ("time-based", .totp), ("time based", .totp),
            ("TOTP (time based)", .totp), ("oath-totp", .totp), ("hotp", .hotp), ("Counter-based (HOTP)", .hotp),
            ("event based", .hotp), ("OTP_HOTP", .hotp),
            ("OTP_TYPE_TOTP", .totp), ("OtpType.hotp", .hotp), ("oath-hotp", .hotp), ("steam", .steam),
            ("Steam Guard", .steam), ("steam totp", .steam), ("push", nil), ("ocra", nil), ("totp or hotp", nil),
        ] as [(String, OTPKind?)])
    func kinds(text: String, kind: OTPKind?) {
        let parameters = kind == .hotp ? "6 4" : kind == .steam ? "5 30" : "6 30"
        expect(
            Self.record("issuer=Acme;name=alice;secret=S;type=\(text);counter=4"),
            [kind.map { "\($0.rawValue) Acme|alice \(Self.secret) SHA1 \(parameters)" } ?? "type-unknown"])
    }

    @Test(
        "Each spelling of a number is known, and other words are rejected",
        arguments: [
            ("digits", "8", "8 30"), ("digits", "8.0", "8 30"), ("digits", "8.00", "8 30"), ("digits", "8,0", "8 30"),
            ("Code length", "8 digits", "8 30"), ("Stellen", "8 Stellen", "8 30"), ("digits", "", "6 30"),
            ("digits", "DIGIT_COUNT_EIGHT", "8 30"), ("digits", "DigitCount.SIX", "6 30"),
            ("digits", "DIGIT_COUNT_UNSPECIFIED", nil),
            ("digits", "8.5", nil), ("digits", "eight", nil), ("digits", "11", nil), ("digits", "8 apples", nil),
            ("period", "60", "6 60"), ("period", "60 s", "6 60"), ("interval", "60 seconds", "6 60"),
            ("time step", "60 sec.", "6 60"), ("Intervall", "60 Sekunden", "6 60"), ("period", "60s", "6 60"),
            ("period", "half", nil), ("period", "60-90", nil),
        ] as [(String, String, String?)])
    func numbers(name: String, value: String, numbers: String?) {
        let code = ["digits", "Code length"].contains(name) ? "digits-out-of-range" : "period-out-of-range"
        expect(
            Self.record("issuer=Acme;name=alice;secret=S;\(name)=\(value)"),
            [numbers.map { "totp Acme|alice \(Self.secret) SHA1 \($0)" } ?? code])
    }

    @Test(
        "Each spelling of a hash function is known, and other words are rejected",
        arguments: [
            ("SHA1", "SHA1"), ("sha-1", "SHA1"), ("HMAC-SHA-256", "SHA256"), ("HmacSHA256", "SHA256"),
            ("sha_512", "SHA512"), ("SHA 512", "SHA512"),
            ("ALGORITHM_SHA256", "SHA256"), ("Algorithm.sha512", "SHA512"), ("sha3", nil),
        ] as [(String, String?)])
    func algorithms(text: String, algorithm: String?) {
        for name in ["algorithm", "algo", "Hash", "Algoritmo"] {
            expect(
                Self.record("issuer=Acme;name=alice;secret=S;\(name)=\(text)"),
                [algorithm.map { "totp Acme|alice \(Self.secret) \($0) 6 30" } ?? "algorithm-unknown"])
        }
    }

    @Test(
        "Each way to write a secret gives the same secret",
        arguments: [
            "secret=jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp", "secret=JBSW-Y3DP-EHPK-3PXP-JBSW-Y3DP-EHPK-3PXP",
            "otp=S", "2FA secret=S", "key=S", "Geheimer Schlüssel=S", "clé secrète=S",
            "secret hex=48656c6c6f21deadbeef48656c6c6f21deadbeef",
            "secret_hex=48656C6C6F21DEADBEEF48656C6C6F21DEADBEEF",
            "secret=48656c6c6f21deadbeef48656c6c6f21deadbeef;encoding=hex",
            "secret base64=SGVsbG8h3q2+70hlbGxvId6tvu8=", "secret=SGVsbG8h3q2+70hlbGxvId6tvu8=;encoding=base64",
        ])
    func encodings(fields: String) {
        expect(Self.record("issuer=Acme;name=alice;\(fields)"), ["totp Acme|alice \(Self.secret) SHA1 6 30"])
    }

    @Test(
        "What contradicts itself, or is not certain, is rejected",
        arguments: [
            ("digits=8;length=6", "field-damaged"), ("period=30;interval=60", "field-damaged"),
            ("algorithm=SHA1;algo=SHA256", "field-damaged"), ("type=totp;otp type=hotp", "field-damaged"),
            ("counter=5", "type-unknown"), ("encoding=rot13", "field-damaged"),
        ])
    func contradictions(fields: String, code: String) {
        expect(Self.record("issuer=Acme;name=alice;secret=S;\(fields)"), [code])
    }

    @Test("Each column can be said what it is, and the others stay as guessed")
    func columns() throws {
        let texts = [
            #"[{"App":"Acme","Who":"alice","secret":"\#(Self.secret)","Len":"8"}]"#,
            "App,Who,secret,Len\nAcme,alice,\(Self.secret),8\n",
            "App: Acme\nWho: alice\nsecret: \(Self.secret)\nLen: 8\n",
        ]
        for text in texts {
            func read(_ columns: String) throws -> ImportedDocument {
                try LoginTableFormat().read(
                    ImportRequest(content: SourceContent(Array(text.utf8)), columns: try TableColumns(columns)))
            }
            #expect(try read("digits=Len").items.map(\.fieldsLine) == ["totp Acme| \(Self.secret) SHA1 8 30"])
            let all = try read("name=Who,digits=len")
            #expect(all.items.map(\.fieldsLine) == ["totp Acme|alice \(Self.secret) SHA1 8 30"] && all.warnings == [])
            let none = try read("-=Len,Who")
            #expect(none.items.map(\.fieldsLine) == ["totp Acme| \(Self.secret) SHA1 6 30"] && none.warnings == [])
            #expect(try read("-=Len").warnings.map(\.problem.localizedLowercase).first?.contains("\"who\"") == true)
            #expect(throws: SourceError.self) { try read("digits=Length") }
        }
    }
}
