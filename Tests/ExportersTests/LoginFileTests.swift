import Containers
import CryptoPrimitives
import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import FormatEngine
@testable import PasswordManagerFormats

@Suite("Codes into files with logins")
struct LoginFileTests {
    /// Secrets as long as a real service's: short ones without a digit are taken for words.
    private static let first = [UInt8](5..<25), second = [UInt8](28..<48)

    private static let bitwarden = """
        {"encrypted":false, "big":12345678901234567890123, "folders":[], "items":[
          {"type":1,"name":"Code","n":1.50,"login":{"username":"bob","password":"p","uris":[{"uri":"https://github.com"}],"totp":null}},
          {"type":2,"name":"Note","notes":"n"},
          {"type":1,"name":"No member","login":{"username":null}},
          {"type":1,"name":"Full","login":{"username":"x","totp":"JBSWY3DPEHPK3PXP"}},
          {"type":1,"name":"Trash","deletedDate":"2026-01-01","login":{"username":"x"}}
        ]}
        """
    private static let cxf = """
        {"version":{"major":1,"minor":0},"odd":-0.0,"accounts":[{"id":"a","items":[
          {"id":"1","title":"Code","scope":{"urls":["https://github.com"]},"credentials":[{"type":"basic-auth","username":{"value":"bob"}}]},
          {"id":"2","title":"Note","credentials":[{"type":"note"}]}
        ]}]}
        """

    private static func open(_ target: any LoginTarget, _ bytes: [UInt8], passphrase: Passphrase? = nil) throws
        -> any LoginFile
    {
        try target.open(ImportRequest(content: SourceContent(bytes), passphrase: passphrase))
    }

    private static let keePass = KeePassExport(cost: KeyDerivation.Argon2Cost(passes: 1, memory: 64, lanes: 1))

    /// Two entries without a code.
    private static func database() throws -> [UInt8] {
        let items = [
            try Account.sample(issuer: "Code", name: "bob"),
            try Account.sample(issuer: "Other", name: "x", secret: [1, 2]),
        ]
        let bytes = try keePass.write(.encrypted(items)).bytes
        let file = try #require(try open(keePass, bytes, passphrase: TargetAccounts.passphrase) as? KeePassLogins)
        var tree = file.tree
        for path in file.paths {
            tree.change(at: path[...]) { entry in
                entry.removeChildren { child in
                    guard case .element(let element) = child else { return false }
                    return KeePassField.isOfCode(element["Key"]?.string ?? "")
                }
            }
        }
        return try file.sealed(tree, ExportRequest.random([]).random)
    }

    /// Each format with a file that has a login "Code" of bob in its first place.
    private static func files() throws -> [(target: any LoginTarget, bytes: [UInt8], passphrase: Passphrase?)] {
        let plain = Array(bitwarden.utf8)
        let random = ExportRequest.random([]).random
        return [
            (BitwardenExport(), plain, nil),
            (
                BitwardenExport(), try BitwardenEncryption.seal(plain, TargetAccounts.passphrase, random),
                TargetAccounts.passphrase
            ),
            (CXFExport(), Array(cxf.utf8), nil), (keePass, try database(), TargetAccounts.passphrase),
        ]
    }

    @Test("A code goes into a login and a new entry, both are read back, and nothing else changes")
    func writing() throws {
        for (target, bytes, passphrase) in try Self.files() {
            let file = try Self.open(target, bytes, passphrase: passphrase)
            #expect(file.isEncrypted == (passphrase != nil))
            #expect(file.logins.first?.label == "\"Code\" (bob)")
            let placements = [
                LoginPlacement(
                    try Account.sample(issuer: "GitHub", name: "bob", secret: Self.first, note: "n"), login: 0),
                LoginPlacement(try Account.sample(issuer: "New", name: "eve", secret: Self.second), login: nil),
                LoginPlacement(try Account.sample(.motp, issuer: "Left out", secret: Self.second), login: nil),
            ]
            let export = try file.write(placements, of: target.description, .random([]))
            #expect(export.leftOut.map(\.index) == [2])
            #expect(export.losses.map(\.code) == ["note"])
            #expect(export.written(placements).map(\.account.issuer) == ["GitHub", "New"])
            let new = try Self.open(target, export.bytes, passphrase: passphrase)
            #expect(file.change(in: new, changed: [0], added: 1) == nil)
            #expect(new.logins[0].accounts.map { $0?.secret.bytes } == [Self.first])
            #expect(new.document.accounts.map(\.secret.bytes).suffix(1) == [Self.second])
            #expect(new.document.entries.count == file.document.entries.count + 2)
            // An addition that was not announced is a change.
            #expect(file.change(in: new, changed: [], added: 1) != nil)
            #expect(file.change(in: new, changed: [0], added: 0) != nil)
            #expect(file.change(in: new, changed: [0], added: 2) != nil)
            #expect(file.change(in: file, changed: [0], added: 0) != nil)
            #expect(file.change(in: file, changed: [], added: 0) == nil)
        }
    }

    @Test("New entries may come before a login: the group for them is where the file has it")
    func groupOfNewEntries() throws {
        let bytes = try Self.database()
        let plain = try #require(
            try Self.open(Self.keePass, bytes, passphrase: TargetAccounts.passphrase) as? KeePassLogins)
        var tree = plain.tree
        tree.change(at: plain.root[...]) { root in
            let moved = root.children.filter {
                if case .element(let element) = $0 { element.name == "Entry" } else { false }
            }
            root.removeChildren { if case .element(let element) = $0 { element.name == "Entry" } else { false } }
            for (name, entries) in [(LoginPlacement.folder, []), ("Work", moved)] {
                let names: [XMLTree.Child] = [
                    .element(XMLTree("UUID", text: name)), .element(XMLTree("Name", text: name)),
                ]
                root.children.append(.element(XMLTree("Group", names + entries)))
            }
        }
        let file = try Self.open(
            Self.keePass, try plain.sealed(tree, ExportRequest.random([]).random),
            passphrase: TargetAccounts.passphrase)
        try #require(file.logins.count == 2)
        let placements = [
            LoginPlacement(try Account.sample(issuer: "New", name: "eve", secret: Self.second), login: nil),
            LoginPlacement(try Account.sample(issuer: "Code", name: "bob", secret: Self.first), login: 0),
        ]
        let export = try file.write(placements, of: Self.keePass.description, .random([]))
        let new = try Self.open(Self.keePass, export.bytes, passphrase: TargetAccounts.passphrase)
        #expect(file.change(in: new, changed: [0], added: 1) == nil)
        #expect(file.loginPlaces(in: new) == [1, 2])
        #expect(new.logins[1].codes == [AccountIdentity(placements[1].account).code])
    }

    @Test("What is in the trash is not an account that the file has")
    func trash() throws {
        let text = Self.bitwarden.replacing(
            "\"login\":{\"username\":\"x\"}", with: "\"login\":{\"username\":\"x\",\"totp\":\"GEZDGNBVGY3TQOJQ\"}")
        let file = try Self.open(BitwardenExport(), Array(text.utf8))
        #expect(file.document.accounts.count == 2 && file.accounts.map(\.secret.base32) == ["JBSWY3DPEHPK3PXP"])
    }

    @Test(
        "Every other change of the text is found",
        arguments: [
            ("12345678901234567890123", "12345678901234567890124"), ("1.50", "1.5"), ("\"p\"", "\"q\""),
            ("\"notes\":\"n\"", "\"notes\":\"N\""), ("github.com", "gitlab.com"), ("\"folders\":[]", "\"folders\":[1]"),
            ("\"name\":\"Note\"", "\"name\":\"Note\",\"more\":1"), ("JBSWY3DPEHPK3PXP", "JBSWY3DPEHPK3PXQ"),
        ])
    func changes(old: String, new: String) throws {
        let file = try Self.open(BitwardenExport(), Array(Self.bitwarden.utf8))
        let placement = LoginPlacement(try Account.sample(issuer: "GitHub", name: "bob"), login: 0)
        let text = try file.write([placement], of: BitwardenExport().description, .plain([])).text
        #expect(text.contains(old))
        let changed = try Self.open(BitwardenExport(), Array(text.replacing(old, with: new, maxReplacements: 1).utf8))
        #expect(file.change(in: changed, changed: [0], added: 0) != nil)
    }

    @Test("A changed entry, attachment or setting of a database is found")
    func databaseChanges() throws {
        let file = try #require(
            try Self.open(Self.keePass, try Self.database(), passphrase: TargetAccounts.passphrase) as? KeePassLogins)
        let changes: [(inout XMLTree) -> Void] = [
            { $0.change(at: [$0.index(of: "Meta") ?? -1]) { $0.children.append(.element(XMLTree("New"))) } },
            { tree in tree.change(at: file.paths[1][...]) { $0.children.removeLast() } },
            { tree in tree.change(at: file.paths[1][...]) { $0.attributes["x"] = "y" } },
            { tree in tree.change(at: file.root[...]) { $0.children.append(.element(XMLTree("Group"))) } },
        ]
        for change in changes {
            var tree = file.tree
            change(&tree)
            let bytes = try file.sealed(tree, ExportRequest.random([]).random)
            let other = try Self.open(Self.keePass, bytes, passphrase: TargetAccounts.passphrase)
            #expect(file.change(in: other, changed: [], added: 0) != nil)
        }
    }

    @Test("The earlier state of an entry is added to its history, and the time of the change is new")
    func history() throws {
        let file = try Self.open(Self.keePass, try Self.database(), passphrase: TargetAccounts.passphrase)
        var request = ExportRequest.random([])
        request.now = Date(timeIntervalSince1970: 1_800_000_000)
        let item = try Account.sample(issuer: "Code", name: "bob", secret: [4, 4])
        let export = try file.write([LoginPlacement(item, login: 0)], of: Self.keePass.description, request)
        let new = try #require(
            try Self.open(Self.keePass, export.bytes, passphrase: TargetAccounts.passphrase) as? KeePassLogins)
        var entry: XMLTree?
        var tree = new.tree
        tree.change(at: new.paths[0][...]) { entry = $0 }
        let states = try #require(entry?["History"]?.elements)
        #expect(states.count == 1 && states[0]["History"] == nil)
        #expect(
            entry?["Times"]?["LastModificationTime"]?.string == KeePassDocument.timeText(request.now, isNumber: true))
        #expect(states[0]["Times"]?["LastModificationTime"] != entry?["Times"]?["LastModificationTime"])
    }

    @Test(
        "A name that an object has twice, an unknown kind of file and Twofish are refused",
        arguments: [
            #"{"encrypted":false,"items":[{"type":1,"login":{"totp":null,"totp":""}}]}"#,
            #"{"encrypted":false,"items":[{"type":1,"login":{"username":"a"},"login":{"username":"b"}}]}"#,
            #"{"encrypted":true,"items":[{"type":1,"login":{"username":"2.a|b|c"}}]}"#,
            #"{"encrypted":false,"items":[{"type":1,"login":{}}"#, "folder,type,login_totp,login_password\n", "{}", "",
        ])
    func refused(text: String) {
        #expect(throws: SourceError.self) { try Self.open(BitwardenExport(), Array(text.utf8)) }
    }

    @Test("A credential of a CXF file with its type twice is damage, not another kind of entry")
    func repeatedType() throws {
        let login = #""type":"basic-auth""#
        let text = Self.cxf.replacing(login, with: #"\#(login),"type":"note""#)
        #expect(text != Self.cxf)
        let failure = #expect(throws: SourceError.self) { try Self.open(CXFExport(), Array(text.utf8)) }
        #expect(failure?.code == .corrupt && failure?.problem.contains("type is in it twice") == true)
    }

    @Test("Files of another app are refused by every format")
    func otherApps() {
        for target in [CXFExport(), Self.keePass, BitwardenExport()] as [any LoginTarget] {
            for text in ["otpauth://totp/a?secret=JBSWY3DPEHPK3PXP", "[]", #"{"version":1,"db":{"entries":[]}}"#] {
                #expect(throws: SourceError.self) { try Self.open(target, Array(text.utf8)) }
            }
        }
    }
}
