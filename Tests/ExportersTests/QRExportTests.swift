import FixtureSupport
import Links
import TOTPDomain
import Testing

@testable import Exporters

@Suite("A QR code per account")
struct QRExportTests {
    @Test("Every image contains the link of its account")
    func images() throws {
        let items = try TargetAccounts.list(60, seed: 51)
        let export = try QRExport().write(.plain(items))
        let leftOut = Set(export.leftOut.map(\.index))
        let written = items.indices.filter { !leftOut.contains($0) }.map { items[$0] }
        #expect(export.files.count == written.count && !written.isEmpty)
        for (item, file) in zip(written, export.files) {
            #expect(try Drawings.texts(file.bytes) == [KeyURI.write(item)])
            #expect(file.name.hasSuffix(".png") && !file.name.contains("/"))
        }
        #expect(Set(export.files.map(\.name)).count == export.files.count)
    }

    @Test("The same accounts are left out and changed as in a text of links")
    func likeLinks() throws {
        let items = try TargetAccounts.list(200, seed: 52)
        let (codes, links) = (try QRExport().write(.plain(items)), OTPAuthExport().write(.plain(items)))
        #expect(codes.leftOut.map(\.index) == links.leftOut.map(\.index))
        #expect(codes.losses.map(\.code) == links.losses.map(\.code))
    }

    @Test("An account whose link no QR code can contain is left out", arguments: ["qr", "html", "google-migration"])
    func tooLong(id: String) throws {
        let format = try #require(ExportFormats.all.first { $0.description.id.rawValue == id })
        let short = try item(secretCount: 20, name: "alice"), long = try item(secretCount: 20, name: longName(2954))
        let secret = try item(secretCount: 4096, name: "bob")
        let export = try format.write(.plain([long, short, secret]))
        #expect(export.leftOut.map(\.index) == [0, 2])
        #expect(export.leftOut.allSatisfy { $0.code == .tooLongForQRCode })
        #expect(export.losses == [])
        #expect(!export.files.isEmpty)
    }

    @Test("The longest link that fits is written")
    func longest() throws {
        for count in [2952, 2953] {
            let item = try item(secretCount: 20, name: longName(count))
            let export = try QRExport().write(.plain([item]))
            #expect(export.leftOut.isEmpty && KeyURI.write(item).utf8.count == count)
            #expect(try Drawings.texts(try #require(export.files.first).bytes) == [KeyURI.write(item)])
        }
    }

    @Test("Without accounts, no file is written")
    func empty() throws {
        #expect(try QRExport().write(.plain([])) == Export(files: []))
    }

    private func item(secretCount: Int, name: String) throws -> Account {
        Account(
            issuer: "", name: name, secret: try OTPSecret(bytes: Array(repeating: 7, count: secretCount)),
            parameters: try OTPParameters(kind: .totp))
    }

    /// A name that makes a link this many bytes long.
    private func longName(_ linkCount: Int) throws -> String {
        String(repeating: "n", count: linkCount - KeyURI.write(try item(secretCount: 20, name: "")).utf8.count)
    }
}
