import FixtureSupport
import Foundation
import TOTPDomain
import Testing

/// Hardware tokens keep their numbers: from a seed file into the vault, and out of it again.
struct TokenTests {
    private struct Items: Decodable {
        struct Item: Decodable { var token: [String: String]? }
        var items: [Item]
    }

    private static func tokens(_ input: String, passphrase: String? = nil) throws -> [[String: String]?] {
        let listed = try Program.run(["list", input, "--json"], passphrase: passphrase)
        #expect(listed.status == 0, "\(listed.errors)")
        return try JSONDecoder().decode(Items.self, from: listed.output).items.map(\.token)
    }

    private static func seeds(_ format: String, in folder: TemporaryFolder) throws -> String {
        let text: String
        switch format {
        case "pskc":
            let keys = [("1234567", "alice"), ("1234568", "bob")].map { serial, user in
                """
                <KeyPackage><DeviceInfo><Manufacturer>Acorn</Manufacturer><SerialNo>\(serial)</SerialNo><Model>A-1</Model>\
                </DeviceInfo><Key Id="\(serial)" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:totp"><Data><Secret>\
                <PlainValue>MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=</PlainValue></Secret></Data><UserId>\(user)</UserId></Key></KeyPackage>
                """
            }
            text = "<KeyContainer Version=\"1.0\">\(keys.joined())</KeyContainer>"
        case "entra":
            text = """
                upn,serial number,secret key,time interval,manufacturer,model
                alice@example.com,1234567,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ,30,Acorn,A-1
                ,1234568,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ,30,Acorn,A-1
                """
        case "json":
            text = """
                {"format":"totp-import-items","version":1,"items":[{"type":"totp","issuer":"Acorn","name":"alice","secret":\
                "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ","algorithm":"SHA1","digits":6,"period":30,"token":{"serial":"1234567",\
                "manufacturer":"Acorn","model":"A-1","user":"alice@example.com"}}]}
                """
        default:
            let end = format == "linotp" ? ",sha1" : ""
            text = ["1234567", "1234568"].map { "\($0),3132333435363738393031323334353637383930,totp,6,30\(end)" }
                .joined(separator: "\n")
        }
        return try folder.write(text, to: "seeds")
    }

    @Test(
        "A token that goes in, into the vault, out and in again is the same",
        arguments: ["pskc", "entra", "privacyidea", "linotp", "json"])
    func roundTrip(format: String) throws {
        let folder = try TemporaryFolder(), passphrase = SampleVault.passphrase
        let seeds = try Self.seeds(format, in: folder), vault = folder.path("vault.json")
        let tokens = try Self.tokens(seeds)
        #expect(tokens.first??["serial"] == "1234567")
        let imported = try Program.run(["import", seeds, "--vault", vault, "--quiet"], passphrase: passphrase)
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try Self.tokens(vault, passphrase: passphrase) == tokens)
        let out = folder.path("out"), plain = format == "pskc" ? ["--plain"] : []
        let converted = try Program.run(
            ["convert", vault, "--to", format, "--output", out, "--quiet"] + plain, passphrase: passphrase)
        #expect(converted.status == 0, "\(converted.errors)")
        #expect(try Self.tokens(out) == tokens)
        // Nothing is new, and nothing differs.
        let again = try Program.run(["import", out, "--vault", vault], passphrase: passphrase)
        #expect(again.status == 0 && again.errors.contains("\(tokens.count) duplicate"), "\(again.errors)")
    }

    @Test("A vault from before gets the numbers when the seed file is imported again")
    func fills() throws {
        let folder = try TemporaryFolder(), passphrase = SampleVault.passphrase
        let seeds = try Self.seeds("entra", in: folder), vault = folder.path("vault.json")
        let old = try folder.write(
            """
            {"format":"totp-import-items","version":1,"items":[{"type":"totp","issuer":"Acorn","name":"1234568","secret":\
            "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ","algorithm":"SHA1","digits":6,"period":30}]}
            """, to: "old.json")
        #expect(try Program.run(["import", old, "--vault", vault, "--quiet"], passphrase: passphrase).status == 0)
        let again = try Program.run(["import", seeds, "--vault", vault], passphrase: passphrase)
        #expect(again.errors.contains("1 added + 1 updated"), "\(again.errors)")
        #expect(try Self.tokens(vault, passphrase: passphrase).map { $0?["serial"] } == ["1234568", "1234567"])
    }

    @Test("A target without a place for the number says so, in one line")
    func lost() throws {
        let folder = try TemporaryFolder()
        let seeds = try Self.seeds("pskc", in: folder)
        let outcome = try Program.run(["convert", seeds, "--to", "otpauth", "--output", folder.path("out.txt")])
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains("the details of the token") }
        #expect(lines.count == 1, "\(outcome.errors)")
    }
}
