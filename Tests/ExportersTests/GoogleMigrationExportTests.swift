import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Exporters
@testable import Importers

@Suite("QR codes for Google Authenticator")
struct GoogleMigrationExportTests {
    private static func item(
        _ name: String, _ kind: OTPKind = .totp, algorithm: OTPAlgorithm = .sha1, digits: Int64 = 6,
        counter: Int64? = nil
    ) throws -> Account {
        Account(
            issuer: "Acorn", name: name, secret: try OTPSecret(base32: "JBSWY3DPEHPK3PXP"),
            parameters: try OTPParameters(kind: kind, algorithm: algorithm, digits: digits, counter: counter))
    }

    private static func links(_ export: Export) throws -> [String] {
        let file = try #require(export.files.last)
        #expect(file.name == "links.txt" && file.bytes.last == ASCII.newline)
        return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func read(_ export: Export) throws -> ImportedDocument {
        let content = SourceContent(try #require(export.files.last).bytes)
        let format = try #require(FormatRegistry.standard.format(of: content))
        #expect(format.description.id == "google-migration")
        return try format.read(ImportRequest(content: content))
    }

    @Test("The message is that of the app, byte for byte")
    func message() throws {
        let items = [try Self.item("alice"), try Self.item("bob", .hotp, algorithm: .sha512, digits: 8, counter: 300)]
        let export = try GoogleMigrationExport().write(.plain(items))
        #expect(export.files.map(\.name) == ["google-authenticator-1-of-1.png", "links.txt"])
        let link = try #require(try Self.links(export).first)
        let data = try #require(link.split(separator: "=", maxSplits: 1).last)
        let bytes = try #require(Base64.decode(PercentCoding.decodedBytes(Array(data.utf8).span, plusIsSpace: false)))
        let secret = "0a0a48656c6c6f21deadbeef"
        let alice = "\(secret)1205616c6963651a0541636f726e200128013002"
        let bob = "\(secret)1203626f621a0541636f726e20032802300138ac02"
        // Version 1, part 0 of 1; the number of the export is made of the bytes 0, 1, 2, 3.
        #expect(Hex.encode(bytes) == "0a20\(alice)0a21\(bob)1001180128838404")
        #expect(link.hasPrefix("otpauth-migration://offline?data=") && data.allSatisfy { !"+/=".contains($0) })
    }

    @Test(
        "Accounts that the app supports are read back, from the images as from the text", arguments: [0, 1, 10, 11, 95])
    func readBack(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let items = try InventedAccounts.list(count, seed: 54).map { item in
            var item = item
            let kind = [OTPKind.totp, .hotp].randomElement(using: &generator) ?? .totp
            item.parameters = try OTPParameters(
                kind: kind, algorithm: OTPAlgorithm.allCases.randomElement(using: &generator) ?? .sha1,
                digits: [6, 8].randomElement(using: &generator),
                counter: Int64.random(in: 0...Int64.max, using: &generator))
            return item
        }
        let export = try GoogleMigrationExport().write(.plain(items))
        #expect(export.leftOut.isEmpty)
        guard count > 0 else {
            #expect(export.files.isEmpty)
            return
        }
        let document = try Self.read(export)
        #expect(document.entries.count == count)
        for (index, entry) in document.entries.enumerated() {
            guard case .item(let read) = entry else {
                Issue.record("rejected: \(entry)")
                continue
            }
            #expect(read.secret == items[index].secret && read.parameters == items[index].parameters)
            let isRenamed = export.losses.contains { $0.index == index && $0.code == .name }
            #expect(((read.issuer, read.name) == (items[index].issuer, items[index].name)) == !isRenamed)
        }
        let links = try Self.links(export)
        #expect(try export.files.dropLast().map { try Drawings.texts($0.bytes) } == links.map { [$0] })
        #expect(document.migrationParts.map(\.index) == Array(0..<links.count))
        #expect(document.migrationParts.allSatisfy { $0.size == links.count && $0.batchID > 0 })
        #expect(Set(document.migrationParts.map(\.batchID)).count == 1)
    }

    @Test("Five accounts per QR code, or as many as were asked for", arguments: [(nil, 5), (1, 25), (7, 4), (10, 3)])
    func accountsPerCode(most: Int?, count: Int) throws {
        var request = ExportRequest.plain(try (0..<25).map { try Self.item("alice\($0)@example.com") })
        if let most { request.options.accountsPerCode = most }
        let export = try GoogleMigrationExport().write(request)
        #expect(export.files.count == count + 1)
        for picture in export.files.dropLast() {
            #expect(picture.name.hasSuffix("-of-\(count).png"))
            let link = try #require(try Drawings.texts(picture.bytes).first)
            let format = try #require(FormatRegistry.standard.format(of: SourceContent(Array(link.utf8))))
            let document = try format.read(ImportRequest(content: SourceContent(Array(link.utf8))))
            #expect(1...(most ?? 5) ~= document.entries.count)
        }
        #expect(try Self.read(export).entries.count == 25)
    }

    @Test("Fewer accounts per QR code if they are long")
    func parts() throws {
        let usual = try (0..<2).map { try Self.item("alice\($0)@example.com") }
        let many = try GoogleMigrationExport().write(.plain(try (0..<51).map { try Self.item("alice\($0)") }))
        #expect(many.files.map(\.name).first == "google-authenticator-01-of-11.png")

        let long = try (0..<5).map { try Self.item(String(repeating: "n", count: 300) + "\($0)") }
        let links = try Self.links(try GoogleMigrationExport().write(.plain(long)))
        #expect(links.count > 1 && links.allSatisfy { $0.utf8.count <= 1190 })
        let longer = try Self.item(String(repeating: "n", count: 1500))
        let export = try GoogleMigrationExport().write(.plain([usual[0], longer, usual[1]]))
        #expect(export.files.count == 4 && export.leftOut.isEmpty)
    }

    @Test("A secret that takes most of the link is written or left out, never an error")
    func longestSecrets() throws {
        // In base64 these are only slashes and plus signs, which take three bytes each.
        for byte: UInt8 in [0xFF, 0xFB, 0x00] {
            let items = try (500...2200).filter { $0.isMultiple(of: 25) }.map { count in
                Account(
                    issuer: "", name: "", secret: try OTPSecret(bytes: Array(repeating: byte, count: count)),
                    parameters: try OTPParameters(kind: .totp))
            }
            let export = try GoogleMigrationExport().write(.plain(items))
            #expect(!export.leftOut.isEmpty && export.leftOut.allSatisfy { $0.code == .tooLongForQRCode })
            let links = try Self.links(export)
            #expect(links.count + export.leftOut.count == items.count)
            #expect(links.allSatisfy { $0.utf8.count <= 2953 })
        }
    }

    @Test("Accounts the app cannot store are left out; changed names and MD5 are reported")
    func losses() throws {
        var renamed = try Self.item("a:b")
        renamed.issuer = ""
        let items = [
            try Self.item("a", .steam), renamed, try Self.item("Acorn: c"), try Self.item("d", digits: 7),
            try Self.item("e", algorithm: .md5),
        ]
        let export = try GoogleMigrationExport().write(.plain(items))
        #expect(export.leftOut.map(\.index) == [0, 3])
        #expect(export.leftOut.map(\.code) == [.kindNotSupported, .digitsNotSupported])
        #expect(
            export.losses.map { "\($0.index) \($0.what)" } == [
                "1 Google Authenticator will show it as \"a: b\"",
                "2 Google Authenticator will show it as \"Acorn: c\"",
                "4 the algorithm MD5 is written, but nobody has checked that Google Authenticator supports it",
            ])
        #expect(export.losses.map(\.code) == [.name, .name, .unverified])
    }

    @Test("Two exports have different numbers")
    func freshness() throws {
        let items = [try Self.item("alice")]
        func number() throws -> Int32? {
            try Self.read(try GoogleMigrationExport().write(.encrypted(items))).migrationParts.first?.batchID
        }
        #expect(try number() != number())
    }
}
