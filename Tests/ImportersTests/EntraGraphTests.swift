import TOTPDomain
import Testing

@testable import Importers

@Suite("Hardware tokens for Microsoft Graph")
struct EntraGraphTests {
    private func token(_ members: JSONMembers = [:]) -> String {
        let usual: JSONMembers = [
            "serialNumber": #""T-1""#, "manufacturer": #""Acorn""#, "model": #""A-1""#, "secretKey": #""GEZDGNBV""#,
        ]
        return jsonObject(usual.merging(members) { $1 })
    }

    @Test(
        "Period and hash are the token's own",
        arguments: [
            (["timeIntervalInSeconds": "60"], "totp Acorn|T-1 GEZDGNBV SHA1 6 60"),
            (["hashFunction": #""hmacsha256""#], "totp Acorn|T-1 GEZDGNBV SHA256 6 30"),
            (["displayName": #""spare""#, "assignTo": #"{"id":"x"}"#], "totp Acorn|T-1 GEZDGNBV SHA1 6 30"),
        ] as [(JSONMembers, String)])
    func members(members: JSONMembers, line: String) throws {
        for text in [token(members), ##"{"@context":"#$delta","value":[\##(token(members))]}"##] {
            let document = try read(text)
            #expect(document.format == "entra-graph" && document.records == 1)
            #expect(document.items.map(\.fieldsLine) == [line] && document.warnings.isEmpty)
            #expect(
                try document.items.map(\.token) == [Account.Token(serial: "T-1", manufacturer: "Acorn", model: "A-1")])
        }
    }
}
