import TOTPDomain
import Testing

@testable import Importers

@Suite("Django's dump of one-time password devices")
struct DjangoOTPTests {
    /// The bytes of GEZDGNB2.
    private static let key = "313233343a"
    private let user = #"{"model":"auth.user","pk":3,"fields":{"username":"alice","password":"x"}}"#

    private func device(_ fields: JSONMembers, _ model: String = "otp_totp.totpdevice") -> String {
        let usual: JSONMembers = ["user": "3", "name": #""default""#, "key": jsonText(Self.key), "confirmed": "true"]
        return #"{"model":"\#(model)","pk":1,"fields":\#(jsonObject(usual.merging(fields) { $1 }))}"#
    }

    @Test(
        "Members of a device are read",
        arguments: [
            ("digits", "8", "totp |alice GEZDGNB2 SHA1 8 30"), ("step", "60", "totp |alice GEZDGNB2 SHA1 6 60"),
            ("key", #""313233343A""#, "totp |alice GEZDGNB2 SHA1 6 30"),
            ("name", #""phone""#, "totp |alice GEZDGNB2 SHA1 6 30 note=phone"),
            ("user", #"["bob"]"#, "totp |bob GEZDGNB2 SHA1 6 30"), ("user", "4", "totp |default GEZDGNB2 SHA1 6 30"),
            ("t0", "0", "totp |alice GEZDGNB2 SHA1 6 30"), ("drift", "-1", "totp |alice GEZDGNB2 SHA1 6 30"),
        ])
    func members(member: String, value: String, line: String) throws {
        let document = try read("[\(user),\(device([member: value]))]")
        #expect(document.format == "django-otp" && document.records == 2)
        #expect(document.items.map(\.fieldsLine) == [line])
        #expect(document.warnings.isEmpty && document.skipped.counts == [.noOneTimeCode: 1])
    }

    @Test("A counter is that of the next code, and an unconfirmed device is told")
    func others() throws {
        let counted = device(["counter": "41"], "otp_hotp.hotpdevice")
        let document = try read("\(counted)\n\(device(["confirmed": "false"]))\n\(user)\n")
        #expect(
            document.items.map(\.fieldsLine) == [
                "hotp |alice GEZDGNB2 SHA1 6 41", "totp |alice GEZDGNB2 SHA1 6 30",
            ])
        #expect(document.warnings.map(\.message).contains { $0.contains("never confirmed") })
    }

    @Test(
        "A key is hexadecimal, and nothing else",
        arguments: [
            ("key", #""GEZDGNB2""#, .secretNotHex), ("key", #""313""#, .secretNotHex),
            ("key", jsonText(String(repeating: "ab", count: 41)), .secretNotHex), ("key", "7", .fieldDamaged),
            ("key", #""""#, .secretMissing), ("t0", "1000", .periodOutOfRange), ("step", "0", .periodOutOfRange),
            ("digits", "99", .digitsOutOfRange),
        ] as [(String, String, RejectionCode)])
    func rejected(member: String, value: String, code: RejectionCode) throws {
        #expect(try read("[\(device([member: value])),\(device([:]))]").outcomes == [.rejected(code), .totp()])
    }

    @Test("What stands beside the fields instead of in them is named, and a name that is not a text")
    func elsewhere() throws {
        let moved = device(["name": "[1]"]).replacing(#""pk":1"#, with: #""pk":1,"digits":8"#)
        let document = try read("[\(moved),\(user)]")
        #expect(document.items.count == 1 && document.unread.names.map(\.name) == ["digits", "name"])
    }

    @Test("A member that looks like a part of an account is named")
    func unread() throws {
        #expect(
            try read("[\(device(["algorithm": #""SHA256""#]))]").warnings.map(\.message).contains {
                $0.contains("algorithm")
            })
    }
}
