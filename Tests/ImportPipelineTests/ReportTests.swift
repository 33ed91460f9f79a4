import Encodings
import Foundation
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("The report")
struct ReportTests {
    private let time = Date(timeIntervalSince1970: 1_795_253_400)

    private func report(_ results: [SourceResult], existing: [Account] = []) throws -> String {
        var items = existing
        let ledger = try Ledger.merging(results, into: &items, at: time, by: Ledger.merge(.skip))
        return String(decoding: ledger.report(command: "import").utf8, as: UTF8.self)
    }

    @Test("A rejected entry that is named after a link is shown without it")
    func withoutLinks() throws {
        let rejection = EntryRejection(
            position: EntryPosition(entry: 1), label: "Birch: otpauth://totp/b?secret=JBSWY3DPEHPK3PXP",
            problem: EntryError(.secretMissing, "the secret is missing"))
        #expect(
            try report([SourceResult("a.csv", entries: [.rejected(rejection)])])
                .contains(#""label":"Birch: otpauth://…""#))
    }

    @Test("It has the form that Docs/cli.md shows")
    func form() throws {
        var picture = SourceResult(
            "shots/a.png",
            entries: [
                .item(try account("alice", issuer: "Acorn")),
                .rejected(
                    EntryRejection(
                        position: EntryPosition(code: 2), label: "Birch: bob",
                        problem: EntryError(.secretNotBase32, "secret is not base32"))),
            ],
            parts: [0, 1].map { MigrationPart(batchID: -1379, size: 3, index: $0, fingerprint: UInt64($0)) },
            status: .partial)
        picture.format = "png"
        picture.codes = 2
        picture.warnings = ["a \"warning\""]
        var failed = SourceResult("gone.png", status: .failed)
        failed.format = nil
        failed.failure = SourceError(.notFound, "no such file")
        #expect(
            try report([picture, failed]) == """
                {"version":1,"command":"import","inputs":2,\
                "totals":{"records":2,"found":2,"added":1,"updated":0,"duplicates":0,"rejected":1},\
                "sources":[\
                {"name":"shots/a.png","format":"png","status":"partial","codes":2,"records":2,"entries":[\
                {"index":0,"outcome":"added","issuer":"Acorn","name":"alice"},\
                {"index":1,"outcome":"rejected","position":"code 2","label":"Birch: bob",\
                "reason":"secret is not base32","code":"secret-not-base32"}],"warnings":["a \\"warning\\""],\
                "deletable":"not everything in it was taken"},\
                {"name":"gone.png","status":"failed","records":0,"entries":[],"reason":"no such file","code":"not-found",\
                "deletable":"it was not read"}],\
                "batches":[{"id":"-1379","parts":3,"present":[0,1],"missing":[2],"sources":["shots/a.png"]}]}
                """)
    }

    @Test("Every outcome has its word, with a note if there is something to know")
    func outcomes() throws {
        func counted(_ counter: Int64) throws -> Account {
            var item = try account("counter")
            item.parameters = try OTPParameters(kind: .hotp, counter: counter)
            return item
        }
        let text = try report(
            [
                SourceResult(
                    "a.txt",
                    entries: [
                        .item(try account("other", secret: Array("secret of alice".utf8))), .item(try account("alice")),
                        .item(try counted(9)),
                    ])
            ], existing: [try account("alice"), try counted(5)])
        #expect(
            text.contains(
                """
                {"index":0,"outcome":"added","issuer":"","name":"other","note":"has the same secret as \\\"alice\\\""},\
                {"index":1,"outcome":"duplicate","issuer":"","name":"alice"},\
                {"index":2,"outcome":"duplicate","issuer":"","name":"counter",\
                "note":"its counter is 9, the existing one is 5"}
                """))
    }

    @Test("Repeated and mixed parts are in it")
    func batches() throws {
        let parts = [(0, 1), (1, 2), (1, 2), (0, 3)].map { index, content in
            MigrationPart(batchID: 0, size: 2, index: index, fingerprint: UInt64(content))
        }
        #expect(
            try report([SourceResult("a.png", parts: parts)]).contains(
                """
                {"id":"0","parts":2,"present":[0,1],"missing":[1],"repeated":[1],"mixed":true,"sources":["a.png"]}
                """))
    }

    @Test("No secret and no PIN is in it, in any form")
    func noSecrets() throws {
        var item = try account("alice", secret: Array("a very secret secret".utf8))
        item.pin = OTPPin("97531")
        item.note = "a private note"
        let secret = item.secret
        let text = try report(
            [SourceResult("a.png", entries: [.item(item), .item(item)])], existing: [item])
        let forms = [
            secret.base32, secret.base32.lowercased(), Hex.encode(secret.bytes),
            Data(secret.bytes).base64EncodedString(),
            "a very secret secret", "97531", "a private note",
        ]
        for form in forms { #expect(!text.contains(form), "\(form.count) characters") }
        #expect(text.contains("alice"))
    }
}
